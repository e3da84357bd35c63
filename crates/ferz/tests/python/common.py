"""What the cases over both protocols share: the engine, clocks, games, complaints.

Started by the Rust test as `python3 uci.py ENGINE CASE`. A case is a function; it fails by an
exception. Everything python-chess warns about (output it did not expect, ponder moves it cannot
read) fails the case too: a user sees those lines in the log of every tool built on it.
"""

import contextlib
import logging
import sys
import time

import chess
import chess.engine
import chess.pgn

# Seconds we wait for any answer before we call it a hang. The machine may be busy.
PATIENCE = 60.0

# How far a flag may fall: python-chess and its event loop take their part of the time, and so do
# the other tests on a busy machine. Losses on time are the business of match programs.
MARGIN = 2.0


class Complaints(logging.Handler):
    """Collects what python-chess complains about."""

    def __init__(self, tolerated=()):
        super().__init__(logging.WARNING)
        self.tolerated = tolerated
        self.lines = []

    def emit(self, record):
        line = record.getMessage()
        if not any(words in line for words in self.tolerated):
            self.lines.append(line)


@contextlib.contextmanager
def engine(popen, path, tolerated=(), **arguments):
    """A running engine; after the block it must end by itself, and nothing was complained about."""
    complaints = Complaints(tolerated)
    logging.getLogger("chess.engine").addHandler(complaints)
    player = popen([path], timeout=PATIENCE, **arguments)
    try:
        yield player
        began = time.monotonic()
        player.quit()
        assert player.returncode.result(timeout=PATIENCE) == 0, "the engine ended with an error"
        lasted = time.monotonic() - began
        assert lasted < 5.0, f"quit took {lasted:.2f} s"
    finally:
        player.close()
    assert not complaints.lines, "python-chess complained:\n" + "\n".join(complaints.lines)


class Clock:
    """A chess clock for both sides, running while an engine thinks."""

    def __init__(self, base, increment):
        self.left = {chess.WHITE: base, chess.BLACK: base}
        self.increment = increment

    def limit(self):
        return chess.engine.Limit(
            white_clock=max(0.0, self.left[chess.WHITE]),
            black_clock=max(0.0, self.left[chess.BLACK]),
            white_inc=self.increment,
            black_inc=self.increment,
        )

    def press(self, side, used):
        self.left[side] -= used
        assert self.left[side] > -MARGIN, f"{chess.COLOR_NAMES[side]} lost on time"
        self.left[side] += self.increment


def play_out(white, black, board, base=2.0, increment=0.05, **arguments):
    """A whole game on the clock between two engines; returns its PGN."""
    clock = Clock(base, increment)
    game = object()
    most = board.ply() + 600
    while board.outcome(claim_draw=True) is None and board.ply() < most:
        player = white if board.turn == chess.WHITE else black
        began = time.monotonic()
        result = player.play(board, clock.limit(), game=game, **arguments)
        clock.press(board.turn, time.monotonic() - began)
        if result.resigned:
            break
        assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
        board.push(result.move)
    record = chess.pgn.Game.from_board(board)
    outcome = board.outcome(claim_draw=True)
    record.headers["Result"] = outcome.result() if outcome else "*"
    return record


def check_finished(record):
    """The game has a result by the rules, and its record can be read again."""
    assert record.headers["Result"] in ("1-0", "0-1", "1/2-1/2"), record
    assert record.end().ply() > record.ply(), "a game without moves"


def check_line(board, info):
    """One report of the search: the fields a person reads, and a line of legal moves."""
    assert info["depth"] >= 1, info
    assert isinstance(info["score"], chess.engine.PovScore), info
    assert info["nodes"] >= 0 and info["time"] >= 0, info
    after = board.copy()
    for move in info["pv"]:
        assert move in after.legal_moves, f"{move} of the line in {after.fen()}"
        after.push(move)


def main(cases):
    """Runs the case named on the command line."""
    path, name = sys.argv[1:]
    cases[name](path)
