//! Games between two versions of the engine: whether a change of evaluation or search gains.
//!
//! The other version is this program as it was built before, run as a child that answers lines:
//!
//! ```text
//! new                          forget the last game
//! go NODES MOVE MOVE …         the moves since the start, as numbers; answered by "MOVE SCORE"
//! ```

use crate::format::{Outcome, Record};
use crate::game::{Evaluation, Playable, Player, Thinker};
use crate::selfplay::{Plan, play};
use ferz_engine::solo::{STACK, Step};
use ferz_rules::{Position, Side, Variant};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Answers the other side of a duel until it is told no more. The thread needs a stack of
/// [`STACK`] bytes.
pub fn answer<P: Playable>(
    variant: Variant,
    hash: usize,
    evaluation: &Evaluation,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let mut player = P::player(variant, hash, evaluation);
    for line in input.lines() {
        let line = line?;
        let mut words = line.split_whitespace();
        match words.next() {
            Some("new") => player.new_game(),
            Some("go") => {
                let Some(nodes) = words.next().and_then(|word| word.parse().ok()) else { continue };
                let Some((board, past)) = replay::<P>(variant, words) else {
                    return Err(io::Error::new(ErrorKind::InvalidData, line));
                };
                match player.think(&board, &past, nodes) {
                    Some((mv, score)) => writeln!(output, "{} {score}", P::pack(mv))?,
                    None => writeln!(output, "none")?,
                }
                output.flush()?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// The game with these moves; `None` if one of them is none.
fn replay<'a, P: Playable>(
    variant: Variant,
    words: impl Iterator<Item = &'a str>,
) -> Option<(P, Vec<Step<P>>)> {
    let mut board = P::start(variant);
    let mut past = Vec::new();
    for word in words {
        let mv = P::unpack(word.parse().ok()?).filter(|mv| board.is_legal(*mv))?;
        past.push((board, mv));
        board.play(mv);
    }
    Some((board, past))
}

/// A child process that answers.
struct Remote {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Remote {
    fn start(program: &Path, arguments: &[String]) -> io::Result<Remote> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or(ErrorKind::BrokenPipe)?;
        Ok(Remote { child, input, output: BufReader::new(output) })
    }

    fn ask<P: Position>(&mut self, past: &[Step<P>], nodes: u64) -> io::Result<String> {
        let moves: Vec<String> = past.iter().map(|(_, mv)| P::pack(*mv).to_string()).collect();
        writeln!(self.input, "go {nodes} {}", moves.join(" "))?;
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line)
    }
}

impl Drop for Remote {
    fn drop(&mut self) {
        // It ends by itself when its input does, unless it has hung.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Who plays against the program at hand.
pub struct Other<P: Playable>(There<P>);

enum There<P: Playable> {
    Program(Remote),
    Player(Player<P>),
}

impl<P: Playable> Other<P> {
    /// Another program, which `arguments` make [`answer`].
    ///
    /// # Errors
    /// Where it does not start.
    pub fn program(program: &Path, arguments: &[String]) -> io::Result<Other<P>> {
        Ok(Other(There::Program(Remote::start(program, arguments)?)))
    }

    /// Another player of this program.
    pub fn player(player: Player<P>) -> Other<P> {
        Other(There::Player(player))
    }

    fn new_game(&mut self) -> io::Result<()> {
        match &mut self.0 {
            There::Program(program) => writeln!(program.input, "new"),
            There::Player(player) => {
                player.new_game();
                Ok(())
            }
        }
    }

    /// The move and its score; `None` where there is none, or nonsense.
    fn think(
        &mut self,
        board: &P,
        before: &[Step<P>],
        nodes: u64,
    ) -> io::Result<Option<(P::Move, i32)>> {
        let line = match &mut self.0 {
            There::Program(program) => program.ask(before, nodes)?,
            There::Player(player) => return Ok(player.think(board, before, nodes)),
        };
        let answer = line.trim().split_once(' ').and_then(|(mv, score)| {
            let mv = P::unpack(mv.parse().ok()?).filter(|mv| board.is_legal(*mv))?;
            Some((mv, score.parse().ok()?))
        });
        Ok(answer)
    }
}

/// Both sides of a game.
struct Both<P: Playable> {
    here: Player<P>,
    there: Other<P>,
    /// Which side the program at hand plays.
    side: Side,
    /// Nodes of the other side's moves.
    nodes: u64,
    /// Why the other side fell silent.
    problem: Option<io::Error>,
}

impl<P: Playable> Thinker<P> for Both<P> {
    fn new_game(&mut self) {
        self.here.new_game();
        self.problem = self.there.new_game().err();
    }

    fn think(&mut self, board: &P, before: &[Step<P>], nodes: u64) -> Option<(P::Move, i32)> {
        if board.side() == self.side {
            return self.here.think(board, before, nodes);
        }
        match self.there.think(board, before, self.nodes) {
            Ok(answer) => answer,
            Err(error) => {
                self.problem = Some(error);
                None
            }
        }
    }

    /// By the program at hand alone, so that both games of a pair have the same opening; it forgets
    /// what it saw, so that neither side knows more.
    fn judge(&mut self, board: &P, before: &[Step<P>], nodes: u64) -> Option<i32> {
        let score = self.here.judge(board, before, nodes);
        self.here.new_game();
        score
    }
}

/// Wins, draws and losses of the program at hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally(pub [u32; 3]);

impl Tally {
    /// Points of those possible.
    pub fn share(self) -> f64 {
        let [wins, draws, losses] = self.0.map(f64::from);
        (wins + draws / 2.0) / (wins + draws + losses).max(1.0)
    }

    /// The difference in Elo that the points mean, and twice its standard error.
    pub fn elo(self) -> (f64, f64) {
        let [wins, draws, losses] = self.0.map(f64::from);
        let games = (wins + draws + losses).max(1.0);
        let share = self.share();
        let variance = [(wins, 1.0), (draws, 0.5), (losses, 0.0)]
            .map(|(count, points)| count * (points - share) * (points - share))
            .iter()
            .sum::<f64>()
            / games;
        let elo = |share: f64| {
            let share = share.clamp(1e-3, 1.0 - 1e-3);
            -400.0 * (1.0 / share - 1.0).log10()
        };
        let error = 2.0 * (variance / games).sqrt();
        (elo(share), (elo(share + error) - elo(share - error)) / 2.0)
    }
}

/// Lets `player` play these pairs of games, each opening once with either side, against another, who
/// has its own number of nodes a move. `report` hears of each game. The thread needs a stack of
/// [`STACK`] bytes.
///
/// # Errors
/// Where the other falls silent.
pub fn duel<P: Playable>(
    plan: &Plan,
    pairs: impl Iterator<Item = u64>,
    player: Player<P>,
    other: Other<P>,
    nodes: u64,
    report: &mut dyn FnMut(Tally, &Record<P>),
) -> io::Result<Tally> {
    let mut both = Both { here: player, there: other, side: Side::First, nodes, problem: None };
    let mut tally = Tally::default();
    for pair in pairs {
        for side in Side::BOTH {
            both.side = side;
            let record = play(plan, pair, &mut both);
            if let Some(error) = both.problem.take() {
                return Err(error);
            }
            let place = match (record.outcome, side) {
                (Outcome::Draw, _) => 1,
                (Outcome::WhiteWins, Side::First) | (Outcome::BlackWins, Side::Second) => 0,
                _ => 2,
            };
            tally.0[place] += 1;
            report(tally, &record);
        }
    }
    Ok(tally)
}

/// Runs `work` in a thread with enough stack for the search.
pub fn with_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().or_else(|panic| std::panic::resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{chess, xiangqi};

    fn answers<P: Playable>(variant: Variant, lines: &str) -> io::Result<String> {
        let mut out = Vec::new();
        answer::<P>(variant, 1, &Evaluation::Usual, lines.as_bytes(), &mut out)?;
        Ok(String::from_utf8_lossy(&out).into_owned())
    }

    #[test]
    fn a_child_answers_with_a_legal_move() {
        let work = || {
            let text = answers::<xiangqi::Board>(Variant::XIANGQI, "new\ngo 200\ngo 200\n");
            let text = text.expect("answers");
            let first = text.lines().next().and_then(|line| line.split(' ').next());
            let mv = first.and_then(|word| word.parse().ok()).and_then(xiangqi::Board::unpack);
            assert!(xiangqi::Board::start(Variant::XIANGQI).is_legal(mv.unwrap()));
            assert_eq!(text.lines().count(), 2);
            assert!(answers::<chess::Board>(Variant::NORMAL, "go 10 1\n").is_err());
        };
        with_stack(work).expect("a thread");
    }

    /// A player against itself wins with one side of an opening what it loses with the other.
    #[test]
    fn two_players_of_one_program() {
        use ferz_rules::table::Board;
        let work = || {
            let variant = Variant::by_name("crazyhouse").expect("a game");
            let plan = Plan { variant, nodes: 60, max_plies: 60, ..Plan::default() };
            let player = || Board::<u64>::player(variant, 1, &Evaluation::ByHand);
            let mut games = Vec::new();
            let mut hear = |_: Tally, record: &Record<Board<u64>>| games.push(record.clone());
            let other = Other::player(player());
            let tally = duel(&plan, (0..6).step_by(2), player(), other, 60, &mut hear);
            let [wins, draws, losses] = tally.expect("nobody falls silent").0;
            assert_eq!((wins, wins + draws + losses), (losses, 6));
            assert!(games.chunks(2).all(|pair| pair[0] == pair[1]));
            assert_ne!(games[0], games[2]);
        };
        with_stack(work).expect("a thread");
    }

    #[test]
    fn a_tally_in_elo() {
        assert_eq!(Tally([5, 10, 5]).elo().0, 0.0);
        let (elo, error) = Tally([75, 0, 25]).elo();
        assert!((elo - 190.8).abs() < 0.1 && (60.0..90.0).contains(&error), "{elo} {error}");
    }
}
