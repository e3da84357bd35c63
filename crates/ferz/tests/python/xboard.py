"""The engine under python-chess over CECP. Each function is one case, called by its name."""

import time

import chess
import chess.engine

from common import check_finished, check_line, engine, main, play_out

BLACK_TO_MOVE = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 5 4"

# python-chess announces that it wants to send SIGTERM nevertheless, and it asks for a status at
# the end of an analysis but does not know the answer.
TOLERATED = ("Rejecting feature sigterm=0", "'stat01:")


def start(path, **arguments):
    popen = chess.engine.SimpleEngine.popen_xboard
    return engine(popen, path, tolerated=TOLERATED, **arguments)


def complete_game(path):
    with start(path) as white, start(path) as black:
        board = chess.Board()
        check_finished(play_out(white, black, board))
        for player in (white, black):
            player.send_game_result(board)
        # The same processes play the next game.
        check_finished(play_out(white, black, chess.Board(), base=1.0))


def game_from_black_to_move(path):
    with start(path) as white, start(path) as black:
        check_finished(play_out(white, black, chess.Board(BLACK_TO_MOVE), base=1.0))


def ponder(path):
    with start(path) as white, start(path) as black:
        record = play_out(white, black, chess.Board(), base=1.0, ponder=True)
        check_finished(record)


def chess960(path):
    with start(path) as white, start(path) as black:
        check_finished(play_out(white, black, chess.Board.from_chess960_pos(215), base=1.0))


def takes_back(path):
    """One engine on both sides, then back and on along another line: `undo` and `remove`."""
    with start(path) as player:
        board = chess.Board()
        game = object()
        for _ in range(6):
            board.push(player.play(board, chess.engine.Limit(time=0.05), game=game).move)
        for back in (1, 2, 3):
            for _ in range(back):
                board.pop()
            board.push(list(board.legal_moves)[0])
            result = player.play(board, chess.engine.Limit(time=0.05), game=game)
            assert result.move in board.legal_moves
            board.push(result.move)


def analysis(path):
    with start(path) as player:
        board = chess.Board()
        with player.analysis(board) as running:
            for info in running:
                if "pv" in info:
                    check_line(board, info)
                    if info["depth"] >= 8:
                        break
            began = time.monotonic()
            running.stop()
            best = running.wait()
        assert time.monotonic() - began < 2.0, "exit was not obeyed at once"
        assert best.move in board.legal_moves
        board.push_uci("e2e4")
        info = player.analyse(board, chess.engine.Limit(depth=6))
        check_line(board, info)
        result = player.play(board, chess.engine.Limit(time=0.05))
        assert result.move in board.legal_moves


def chosen_moves(path):
    with start(path) as player:
        board = chess.Board()
        only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
        info = player.analyse(board, chess.engine.Limit(depth=6), root_moves=only)
        assert info["pv"][0] in only, info


def limits(path):
    with start(path) as player:
        board = chess.Board()
        began = time.monotonic()
        player.play(board, chess.engine.Limit(time=0.3))
        used = time.monotonic() - began
        assert used < 1.0, f"st 0.3 took {used:.3f} s"
        result = player.play(
            board, chess.engine.Limit(depth=5, time=10), info=chess.engine.INFO_ALL
        )
        assert result.info["depth"] <= 5, result.info
        clock = chess.engine.Limit(white_clock=2.0, black_clock=2.0, remaining_moves=40)
        assert player.play(board, clock).move in board.legal_moves


def options(path):
    with start(path) as player:
        assert player.id["name"].startswith("Ferz")
        player.configure({"memory": 32, "cores": 2})
        # A name ends at its first blank here.
        player.configure({"SkillLevel": 3, "MoveOverhead": 100, "UCI_LimitStrength": True})
        player.configure({"SkillLevel": 20, "UCI_LimitStrength": False})
        for option in player.options.values():
            if option.type in ("button", "reset", "save"):
                player.configure({option.name: None})
            elif not option.is_managed() and option.default is not None:
                player.configure({option.name: option.default})
        player.ping()
        player.configure({"memory": 8, "cores": 1})
        assert player.play(chess.Board(), chess.engine.Limit(time=0.1)).move


def opponent(path):
    with start(path) as player:
        other = chess.engine.Opponent("Gary Kasparow", "GM", 2800, False)
        result = player.play(chess.Board(), chess.engine.Limit(time=0.1), opponent=other)
        assert result.move


def draw_offer(path):
    """An offer may be taken or left; a move or a result comes in any case."""
    with start(path) as player:
        board = chess.Board()
        result = player.play(board, chess.engine.Limit(time=0.1), draw_offered=True)
        assert result.move in board.legal_moves
        assert not result.draw_offered, "no draw before the game has begun"


main(globals())
