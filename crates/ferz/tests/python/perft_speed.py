"""How fast legal moves are counted, against Fairy-Stockfish: `perft_speed.py FERZ FAIRY-STOCKFISH [GAME ...]`.

Both count the leaves of the same trees in one thread, the last ply without making its moves. Times are the
processor's, without what a tree of one ply takes: starting, tables, memory. Prints a table for docs/games.md.
"""

import resource
import subprocess
import sys

# The games that both know, with depths that take Fairy-Stockfish seconds.
GAMES = {
    "chess": 6, "fischerandom": 6, "nocastle": 6, "3check": 5, "antichess": 6, "atomic": 5, "bughouse": 5,
    "crazyhouse": 5, "giveaway": 6, "horde": 6, "kingofthehill": 5, "knightmate": 5, "losers": 5,
    "placement": 5, "racingkings": 5, "suicide": 6, "shatranj": 6, "makruk": 5, "capablanca": 5,
    "caparandom": 5, "gothic": 5, "janus": 5, "courier": 5, "xiangqi": 5, "shogi": 5,
}


def spent():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def timed(command, lines=""):
    """The seconds that a program takes, and what it says."""
    before = spent()
    done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    return spent() - before, done.stdout


def start(fairy, game):
    """Where a game starts: told to both, since programs differ about it."""
    lines = f"uci\nsetoption name UCI_Variant value {game}\nposition startpos\nd\nquit\n"
    said = timed([fairy], lines)[1].splitlines()
    return next(line.removeprefix("Fen: ") for line in said if line.startswith("Fen: "))


def ferz(program, game, fen, depth):
    name = "normal" if game == "chess" else game
    seconds, said = timed([program, "perft", "--variant", name, fen, str(depth)])
    last = next(line for line in said.splitlines() if line.startswith("nodes searched"))
    return seconds, int(last.split()[-1])


def fairy(program, game, fen, depth):
    lines = f"uci\nsetoption name UCI_Variant value {game}\nposition fen {fen}\ngo perft {depth}\nquit\n"
    seconds, said = timed([program], lines)
    last = next(line for line in said.splitlines() if line.startswith("Nodes searched"))
    return seconds, int(last.split()[-1])


def main(ours, theirs, *games):
    print("| game | plies | leaves | Ferz, s | Fairy-Stockfish, s | times as fast |")
    print("|---|---|---|---|---|---|")
    for game in games or GAMES:
        depth = GAMES[game]
        fen = start(theirs, game)
        runs = []
        for count, program in ((ferz, ours), (fairy, theirs)):
            base = count(program, game, fen, 1)[0]
            # The best of three: other programs only ever add.
            times, leaves = zip(*(count(program, game, fen, depth) for _ in range(3)))
            runs.append((max(min(times) - base, 0.01), leaves[0]))
        (own, leaves), (other, others) = runs
        same = "" if leaves == others else f" (it counts {others})"
        print(f"| {game} | {depth} | {leaves:,}{same} | {own:.2f} | {other:.2f} | {other / own:.1f} |", flush=True)


main(*sys.argv[1:])
