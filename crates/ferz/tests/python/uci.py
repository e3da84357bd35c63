"""The engine under python-chess over UCI. Each function is one case, called by its name."""

import time

import chess
import chess.engine

from common import PATIENCE, check_finished, check_line, engine, main, play_out

MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"
BLACK_TO_MOVE = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 5 4"


def start(path, **arguments):
    return engine(chess.engine.SimpleEngine.popen_uci, path, **arguments)


def complete_game(path):
    with start(path) as white, start(path) as black:
        check_finished(play_out(white, black, chess.Board()))


def game_from_black_to_move(path):
    with start(path) as player:
        record = play_out(player, player, chess.Board(BLACK_TO_MOVE), base=1.0)
        check_finished(record)


def ponder(path):
    with start(path) as white, start(path) as black:
        board = chess.Board()
        clock = chess.engine.Limit(white_clock=4, black_clock=4, white_inc=0.05, black_inc=0.05)
        hits = 0
        expected = {}
        for _ in range(40):
            if board.is_game_over():
                break
            player = white if board.turn else black
            result = player.play(board, clock, ponder=True)
            hits += board.ply() > 0 and expected.get(board.turn) == board.peek()
            board.push(result.move)
            if result.ponder is not None:
                assert result.ponder in board.legal_moves
            expected[not board.turn] = result.ponder
        assert any(expected.values()), "no move to ponder on was ever named"
        # A move that nobody pondered on: the search under way must be given up.
        for move in list(board.legal_moves)[:1]:
            board.push(move)
        if not board.is_game_over():
            assert white.play(board, clock).move in board.legal_moves


def chess960(path):
    with start(path) as white, start(path) as black:
        board = chess.Board.from_chess960_pos(215)
        check_finished(play_out(white, black, board, base=1.0))
        # Castling is the only good move: it must be found and spelled as the interface reads it.
        castling = chess.Board("5rkr/5ppp/8/8/8/8/8/1KR5 w C - 0 1", chess960=True)
        result = white.play(castling, chess.engine.Limit(depth=4), root_moves=[
            move for move in castling.legal_moves if castling.is_castling(move)
        ])
        assert castling.is_castling(result.move), result.move


def analysis(path):
    with start(path) as player:
        board = chess.Board()
        seen = []
        with player.analysis(board) as running:
            for info in running:
                if "pv" in info and "score" in info:
                    check_line(board, info)
                    seen.append(info["depth"])
                    if info["depth"] >= 8:
                        break
            began = time.monotonic()
            running.stop()
            best = running.wait()
        assert time.monotonic() - began < 2.0, "stop was not obeyed at once"
        assert best.move in board.legal_moves
        assert seen == sorted(seen), "the depth never falls"
        # It goes on in another position without more ado.
        board.push_uci("e2e4")
        info = player.analyse(board, chess.engine.Limit(depth=6))
        check_line(board, info)
        assert info["depth"] == 6


def several_lines(path):
    with start(path) as player:
        board = chess.Board(BLACK_TO_MOVE)
        lines = player.analyse(board, chess.engine.Limit(depth=7), multipv=3)
        assert len(lines) == 3
        for line in lines:
            check_line(board, line)
        assert len({line["pv"][0] for line in lines}) == 3, "three different first moves"
        values = [line["score"].relative.score(mate_score=100_000) for line in lines]
        assert values == sorted(values, reverse=True), "the best line comes first"
        # More lines than moves: as many as there are.
        few = chess.Board("7k/8/8/8/8/8/5r2/7K w - - 0 1")
        lines = player.analyse(few, chess.engine.Limit(depth=4), multipv=10)
        assert len(lines) == few.legal_moves.count()


def limits(path):
    with start(path) as player:
        board = chess.Board()
        info = player.play(board, chess.engine.Limit(nodes=5000), info=chess.engine.INFO_ALL).info
        assert info["nodes"] == 5000, f"one thread counts exactly: {info['nodes']}"
        began = time.monotonic()
        player.play(board, chess.engine.Limit(time=0.3))
        used = time.monotonic() - began
        assert 0.15 < used < 1.0, f"movetime 300 took {used:.3f} s"
        mate = chess.Board(MATE_IN_TWO)
        info = player.analyse(mate, chess.engine.Limit(mate=2))
        assert info["score"].relative == chess.engine.Mate(2), info
        only = [chess.Move.from_uci("a2a3"), chess.Move.from_uci("h2h4")]
        result = player.play(board, chess.engine.Limit(depth=5), root_moves=only)
        assert result.move in only
        clock = chess.engine.Limit(white_clock=1.0, black_clock=1.0, remaining_moves=40)
        assert player.play(board, clock).move in board.legal_moves


def options(path):
    with start(path) as player:
        known = player.options
        for name in ("Hash", "Threads", "MultiPV", "Ponder", "UCI_Chess960", "Move Overhead"):
            assert name in known, f"no option {name}"
        kinds = {"check", "spin", "combo", "string", "button"}
        for option in known.values():
            assert option.type in kinds, option
            if option.type == "spin":
                assert option.min <= option.default <= option.max, option
            if option.type == "combo":
                assert option.default in option.var, option
            if option.type == "button":
                player.configure({option.name: None})
            elif not option.is_managed() and option.default is not None:
                player.configure({option.name: option.default})
        player.ping()
        player.configure({"Hash": 1, "Threads": 2})
        player.configure({"Hash": 32, "Threads": 1})
        assert player.play(chess.Board(), chess.engine.Limit(depth=5)).move
        assert player.id["name"].startswith("Ferz") and player.id["author"]


def weakened(path):
    with start(path) as player:
        strength = player.options["UCI_Elo"]
        player.configure({"UCI_LimitStrength": True, "UCI_Elo": strength.min})
        board = chess.Board()
        for _ in range(20):
            board.push(player.play(board, chess.engine.Limit(time=0.02)).move)


def win_draw_loss(path):
    with start(path) as player:
        player.configure({"UCI_ShowWDL": True})
        board = chess.Board()
        info = player.analyse(board, chess.engine.Limit(depth=6))
        assert info["wdl"].relative.total() == 1000
        winning = chess.Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")
        info = player.analyse(winning, chess.engine.Limit(depth=6))
        assert info["wdl"].relative.winning_chance() > 0.95


def opponent(path):
    with start(path) as player:
        other = chess.engine.Opponent("Gary Kasparow", "GM", 2800, False)
        player.send_opponent_information(opponent=other)
        assert player.play(chess.Board(), chess.engine.Limit(depth=4), opponent=other).move


def finished_positions(path):
    mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"
    stalemated = "7k/8/6Q1/6K1/8/8/8/8 b - - 0 1"
    with start(path) as player:
        for fen in (mated, stalemated):
            board = chess.Board(fen)
            assert not any(board.legal_moves)
            result = player.play(board, chess.engine.Limit(time=0.1))
            assert not result.move, f"{result.move} in a finished position"
        assert player.play(chess.Board(), chess.engine.Limit(depth=4)).move


def several_games(path):
    with start(path) as player:
        for game in range(3):
            board = chess.Board()
            for _ in range(12):
                result = player.play(board, chess.engine.Limit(nodes=2000), game=game)
                board.push(result.move)


def end_of_input(path):
    """The interface dies: the engine sees the end of its input and must go as well."""
    player = chess.engine.SimpleEngine.popen_uci([path], timeout=PATIENCE)
    player.analysis(chess.Board())
    transport = player.transport
    transport.get_pipe_transport(0).close()
    assert player.returncode.result(timeout=10) == 0
    player.close()


main(globals())
