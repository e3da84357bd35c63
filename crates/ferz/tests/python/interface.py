"""python-chess against the engine that `ferz check --interface` poses as.

Arguments: the program, the protocol, the act, the file for the grades.
"""

import asyncio
import sys

import chess
import chess.engine


def session(engine):
    """Some moves, an analysis, and a polite end."""
    board = chess.Board()
    for _ in range(4):
        result = engine.play(board, chess.engine.Limit(time=0.2), game="a game")
        if result.move is None:
            return
        board.push(result.move)
        if board.is_game_over():
            return
        board.push(next(iter(board.legal_moves)))
    if engine.options.get("MultiPV"):
        with engine.analysis(board) as analysis:
            asyncio.run(asyncio.sleep(0.05))
            analysis.stop()
    engine.configure({name: value for name, value in [("Hash", 32)] if name in engine.options})


def main():
    program, protocol, act, grades = sys.argv[1:]
    start = {
        "uci": chess.engine.SimpleEngine.popen_uci,
        "cecp": chess.engine.SimpleEngine.popen_xboard,
    }[protocol]
    command = [program, "check", "--interface", protocol, "--act", act]
    try:
        engine = start(command + ["--report", grades + ".txt", "--json", grades], timeout=8)
    except chess.engine.EngineError as error:
        print("complaint:", error)
        return
    try:
        session(engine)
    except chess.engine.EngineError as error:
        print("complaint:", error)
    try:
        engine.quit()
    except chess.engine.EngineError as error:
        print("at the end:", error)
    engine.close()


main()
