"""Random games by the rules of python-chess: `variants.py GAME COUNT`. A game begins with a line `game
FEN`; each of its positions is a line of three fields: how it stands, the legal moves, the one played.
"""

import random
import sys

import chess
import chess.variant

WORDS = {None: "draw", chess.WHITE: "white-wins", chess.BLACK: "black-wins"}


def stands(board):
    outcome = board.outcome()
    # It ends atomic chess with king and a piece against king; our rules only with bare kings.
    too_early = (
        outcome is not None
        and board.uci_variant == "atomic"
        and outcome.termination == chess.Termination.INSUFFICIENT_MATERIAL
        and chess.popcount(board.occupied) > 2
    )
    if outcome is not None and not too_early:
        return WORDS[outcome.winner]
    claimable = board.is_fifty_moves() or board.is_repetition(3)
    return "claimable-draw" if claimable else "open"


def main(name, count):
    lots = random.Random(16)
    for _ in range(count):
        board = chess.variant.find_variant(name)()
        print(f"game {board.fen()}")
        for _ in range(300):
            verdict = stands(board)
            is_over = verdict not in ("open", "claimable-draw")
            # Some of its boards list moves behind the end of a game.
            moves = [] if is_over else sorted(move.uci() for move in board.legal_moves)
            played = "" if is_over else lots.choice(moves)
            print(verdict, " ".join(moves), played, sep="\t")
            if is_over:
                break
            board.push_uci(played)


main(sys.argv[1], int(sys.argv[2]))
