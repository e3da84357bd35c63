"""Random games by the rules of Fairy-Stockfish, as its library pyffish has them: `fairy_games.py GAME COUNT
[SEED]`. By hand, for the example `games_of_others` of ferz-rules: pyffish is no peer of the tests.

A game begins with a line `game FEN`; each of its positions is a line of three fields: how it stands, the legal
moves, the one played. What its rules leave to a claim, or judge by the whole game, is `optional-` with the result.
"""

import random
import sys

import pyffish


def word(value, mover):
    """Values are those of the side to move."""
    if value == 0:
        return "draw"
    winner = mover if value > 0 else {"w": "b", "b": "w"}[mover]
    return {"w": "white-wins", "b": "black-wins"}[winner]


def stands(name, start, played, fen, moves):
    mover = fen.split()[1]
    over, value = pyffish.is_immediate_game_end(name, fen, [])
    if over:
        return word(value, mover)
    if not moves:
        return word(pyffish.game_result(name, fen, []), mover)
    # Repetitions and counts need the whole game.
    may_end, value = pyffish.is_optional_game_end(name, start, played)
    if may_end:
        return "optional-" + word(value, mover)
    if all(pyffish.has_insufficient_material(name, fen, [])):
        return "optional-draw"
    return "open"


def main(name, count, seed=16):
    lots = random.Random(int(seed))
    start = pyffish.start_fen(name)
    for _ in range(int(count)):
        print(f"game {start}")
        played = []
        fen = start
        for _ in range(150):
            moves = sorted(pyffish.legal_moves(name, fen, []))
            verdict = stands(name, start, played, fen, moves)
            over = not moves or verdict in ("draw", "white-wins", "black-wins")
            mv = "" if over else lots.choice(moves)
            print(verdict, " ".join(moves), mv, sep="\t")
            if over:
                break
            played.append(mv)
            fen = pyffish.get_fen(name, fen, [mv])


main(*sys.argv[1:])
