"""Other engines behind `ferz bridge` under python-chess. Each function is one case, called by its
name: a whole game, to its result, by the rules of python-chess.
"""

import os
import shutil

import chess
import chess.engine

from common import engine, main

# Phalanx whispers to a chess server whenever it moves, with and without the bridge; and python-chess
# says so when it rejects a feature, which is its right.
TOLERATED = ["tellics whisper", "Rejecting feature"]
UCI, CECP = chess.engine.SimpleEngine.popen_uci, chess.engine.SimpleEngine.popen_xboard


def program(name):
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/games")
    assert found, f"this test needs the program {name}"
    return found


def bridge(popen, ferz, *command):
    """The bridge to an engine, as an engine."""

    def start(path, **arguments):
        return popen(path + ["bridge", "--", program(command[0]), *command[1:]], **arguments)

    return engine(start, ferz, tolerated=TOLERATED)


def direct(name):
    return engine(UCI, program(name), tolerated=TOLERATED)


def play(players, limits, board=None):
    """A game between two engines, each with a limit of its own, to its end."""
    board = board or chess.Board()
    while not board.is_game_over(claim_draw=True):
        side = 0 if board.turn else 1
        result = players[side].play(board, limits[side])
        if result.resigned:
            return
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        board.push(result.move)
        assert board.ply() < 600, "no end"
    assert board.ply() > 10, board.fen()


def stockfish(ferz):
    with bridge(UCI, ferz, "stockfish") as white, direct("fairy-stockfish") as black:
        assert "Stockfish" in white.id["name"], white.id
        play([white, black], [chess.engine.Limit(depth=8), chess.engine.Limit(depth=1)])


def gnuchess(ferz):
    with bridge(UCI, ferz, "gnuchess", "--xboard") as white, direct("stockfish") as black:
        assert "GNU Chess" in white.id["name"], white.id
        play([white, black], [chess.engine.Limit(depth=1), chess.engine.Limit(depth=12)])


def phalanx(ferz):
    with bridge(CECP, ferz, "phalanx") as white, direct("stockfish") as black:
        play([white, black], [chess.engine.Limit(depth=2), chess.engine.Limit(depth=12)])


main(globals())
