/* An evaluation for tests, in several kinds by definitions on the command line. */
#include "evalapi.h"

#ifndef VERSION
#define VERSION FERZ_EVAL_VERSION
#endif
#ifndef FACTOR
#define FACTOR 100
#endif
#ifndef TAKES
#define TAKES FERZ_CHESS
#endif

static int context;

int32_t ferz_eval_version(void) { return VERSION; }

const char *ferz_eval_name(void) { return "plain"; }

void *ferz_eval_open(int32_t game) { return game == TAKES ? &context : 0; }

void ferz_eval_close(void *unused) { (void)unused; }

#ifndef LACKING
/* A pawn for every piece more than the other side has. */
int32_t ferz_eval_value(void *unused, const FerzPosition *position) {
    int32_t balance = 0;
    (void)unused;
    for (int32_t i = 0; i < position->files * position->ranks; i++) {
        char letter = position->squares[i];
        if (letter) balance += letter < 'a' ? 1 : -1;
    }
    /* Nothing is in hand in the games that there are. */
    for (int32_t i = 0; VERSION >= 2 && i < 26; i++)
        balance += 1000 * (position->hands[0][i] + position->hands[1][i]);
    return FACTOR * (position->side_to_move == 0 ? balance : -balance);
}
#endif
