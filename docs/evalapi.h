/*
 * The evaluation interface of Ferz, version 2.
 *
 * A shared library with these functions replaces the engine's own judgement of positions. It is
 * loaded on request: by the option EvalAPI, or by UCCI's evalapi. Both are there only when the
 * engine was started with `ferz --allow-evalapi`, since a library's code runs inside the engine:
 * whoever may set options of an engine need not be trusted with that. `ferz --allow-evalapi
 * --evalapi=/path/libeval.so` names it at once. If the file is missing, lacks a function, has
 * another version or does not take the game, the engine says so, names the file and keeps its own
 * evaluation.
 *
 * A library of version 1 is loaded still, for games without pieces in hand: what that version had
 * stands where it stood.
 *
 * Build it with `cc -shared -fPIC -O2 -o libeval.so eval.c`, or as a DLL. In C++ the functions are
 * declared extern "C" below. No function may throw or longjmp out of the library.
 *
 * Threads: the engine opens one context per search thread. Functions with a context are called by
 * one thread at a time for the same context, by several threads at once for different ones.
 * ferz_eval_open may be called by several threads at once.
 *
 * This file is under MIT OR Apache-2.0, as all of Ferz.
 */
#ifndef FERZ_EVALAPI_H
#define FERZ_EVALAPI_H

#include <stdint.h>

#define FERZ_EVAL_VERSION 2

/* The games. */
#define FERZ_CHESS 1
#define FERZ_XIANGQI 2
/* Xiangqi where advisors and elephants may become pawns. */
#define FERZ_XIANGQI_PROMOTION 3

/* A position. It is the engine's, and valid only while the function runs. */
typedef struct FerzPosition {
    /* Hashes of the position and of its pawns alone: the same numbers for the same position as
       long as the library is loaded, for caches. */
    uint64_t key;
    uint64_t pawn_key;
    /* FERZ_CHESS and so on. */
    int32_t game;
    /* The board: 8 by 8 or 9 by 10. */
    int32_t files;
    int32_t ranks;
    /* Who is to move: 0 for White or Red, 1 for Black. */
    int32_t side_to_move;
    /* Half-moves since the last capture, and in chess since the last pawn move. */
    int32_t quiet_plies;
    /* 0. */
    int32_t reserved;
    /* The squares, a1 (a0 in xiangqi) first, then b1: squares[rank * files + file]. A capital
       letter is a piece of White or Red, a small letter one of Black, 0 an empty square.
       Chess: P N B R Q K. Xiangqi: P A B N C R K (B the elephant, N the horse). */
    char squares[144];
    /* Since version 2. The pieces in hand, in games that have them: hands[0]['P' - 'A'] is the
       number of pawns that White may drop, hands[1] is Black's, by capital letters too. */
    uint8_t hands[2][26];
    /* 0. */
    uint8_t padding[4];
} FerzPosition;

#if defined(_WIN32)
#define FERZ_EXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define FERZ_EXPORT __attribute__((visibility("default")))
#else
#define FERZ_EXPORT
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* FERZ_EVAL_VERSION. Called first. */
FERZ_EXPORT int32_t ferz_eval_version(void);

/* What to call this evaluation, in UTF-8; the text stays where it is. */
FERZ_EXPORT const char *ferz_eval_name(void);

/* A context for one search thread and one of the games; NULL if the library cannot judge that
   game, or has no memory. Who needs no context returns any pointer but NULL. */
FERZ_EXPORT void *ferz_eval_open(int32_t game);

/* The end of a context. */
FERZ_EXPORT void ferz_eval_close(void *context);

/* A search of this position begins: tables that depend on the phase of the game may be computed
   now. It may be in check. This function may be absent. */
FERZ_EXPORT void ferz_eval_root(void *context, const FerzPosition *root);

/* The value of a position in hundredths of a pawn, from the point of view of the side to move,
   which is not in check. The engine bounds it to what is no mate. */
FERZ_EXPORT int32_t ferz_eval_value(void *context, const FerzPosition *position);

#ifdef __cplusplus
}
#endif

#endif
