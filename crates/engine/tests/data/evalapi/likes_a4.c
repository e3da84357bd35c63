/* An evaluation of chess for tests: it cares for a white pawn on a4 and for nothing else, and only
   after it has heard of the root. */
#include "evalapi.h"
#include <stdlib.h>

struct context {
    int32_t roots;
};

int32_t ferz_eval_version(void) { return FERZ_EVAL_VERSION; }

const char *ferz_eval_name(void) { return "fond of a4"; }

void *ferz_eval_open(int32_t game) {
    return game == FERZ_CHESS ? calloc(1, sizeof(struct context)) : NULL;
}

void ferz_eval_close(void *context) { free(context); }

void ferz_eval_root(void *context, const FerzPosition *root) {
    if (root->files == 8 && root->ranks == 8) ((struct context *)context)->roots++;
}

int32_t ferz_eval_value(void *context, const FerzPosition *position) {
    int32_t white = position->squares[3 * 8 + 0] == 'P' ? 500 : 0;
    if (((struct context *)context)->roots == 0) return 12;
    return position->side_to_move == 0 ? white : -white;
}
