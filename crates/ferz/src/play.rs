//! `ferz play`: a game against the engine in the terminal, of every game that the rules know.
//!
//! Boards, moves and results are the rules': nothing here knows one game from another. Lines come
//! in and go out, so a test is a list of lines.

use crate::{console, convert, variant};
use clap::ValueEnum;
use ferz_engine::{Engine, Limits, Purpose, Report, Request};
use ferz_link::Record;
use ferz_referee::{GameRecord, drawn_start};
use ferz_rules::{FenStyle, MoveError, Notation, Pieces, Side, Variant};
use ferz_wire::Start;
use std::io::{self, BufRead, Write};
use std::sync::mpsc;
use std::time::Duration;

/// The arguments of `ferz play`.
#[derive(Clone, Debug, clap::Args)]
pub struct Arguments {
    /// The game, by its name in CECP or UCI. Chess960 starts from a random position.
    #[arg(long, value_name = "GAME", default_value = "normal", ignore_case = true, value_parser = variant::any())]
    pub variant: Variant,
    /// The start position as FEN, in quotes.
    #[arg(long)]
    pub fen: Option<String>,
    /// The side you play.
    #[arg(long, value_enum, default_value_t = Seat::First)]
    pub side: Seat,
    /// Strength of Ferz, from 0 to 20.
    #[arg(long, value_parser = clap::value_parser!(u8).range(0..=20), conflicts_with = "elo")]
    pub level: Option<u8>,
    /// Strength of Ferz as a rating, from 800 to 3000.
    #[arg(long, value_parser = clap::value_parser!(u16).range(800..=3000))]
    pub elo: Option<u16>,
    /// Seconds Ferz thinks about each move.
    #[arg(long, default_value = "1", value_parser = seconds)]
    pub time: Duration,
    /// How moves are shown: san, coordinates, of xiangqi wxf or chinese, of shogi western or japanese.
    /// You may type any of them.
    #[arg(long, default_value = "san", value_parser = console::notation)]
    pub notation: Notation,
    /// Shows pieces as symbols (Chinese characters in xiangqi) instead of letters.
    #[arg(long)]
    pub symbols: bool,
}

/// Which moves the person makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Seat {
    /// White, or Red.
    #[value(aliases = ["white", "red"])]
    First,
    /// Black.
    #[value(alias = "black")]
    Second,
    /// Both sides.
    Both,
    /// Neither: Ferz plays itself.
    None,
}

impl Seat {
    fn moves(self, side: Side) -> bool {
        match self {
            Seat::First => side == Side::First,
            Seat::Second => side == Side::Second,
            Seat::Both => true,
            Seat::None => false,
        }
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.001..=86_400.0).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| "a number of seconds is wanted".to_owned())
}

const HELP: &str = "\
A move in any notation (e4, e2e4, Nf3, O-O, C2=5, 炮二平五), or one of these words:
  board            shows the board
  moves            lists the legal moves
  game             lists the moves so far
  undo             takes your last move back
  hint             suggests a move
  draw             claims a draw if the rules give one
  resign           gives up the game
  new              starts a new game
  fen [FEN]        shows the position as FEN, or sets up another one
  sfen             shows a position of shogi as SFEN, which fen reads too
  side first       sets your side: first, second, both, none
  level 5          sets the strength of Ferz, from 0 to 20; `elo 1500` sets a rating
  time 2           sets the seconds Ferz thinks about each move
  notation wxf     sets how moves are shown: san, coordinates, wxf, chinese, western,
                   japanese
  symbols          switches between symbols and letters for pieces
  quit             ends the program";

/// Plays until the input ends or the person has had enough. A `person` is asked for each line.
pub fn run(
    arguments: &Arguments,
    engine: Box<dyn Engine>,
    input: impl BufRead,
    output: &mut dyn Write,
    person: bool,
) -> anyhow::Result<()> {
    let mut table = Table::new(arguments, engine).map_err(|why| anyhow::anyhow!(why))?;
    let sides = table.record.game().variant().sides;
    writeln!(output, "{}. {HELP_HINT}", table.record.game().variant().title)?;
    table.board(output)?;
    let mut lines = input.lines();
    loop {
        table.let_engine_move(output)?;
        if person {
            let side = sides[usize::from(table.record.game().side() == Side::Second)];
            write!(output, "{}> ", if table.is_over() { "over" } else { side })?;
        }
        output.flush()?;
        let Some(line) = lines.next() else { return Ok(()) };
        // Bytes that are no text are no words of ours.
        let line = line.unwrap_or_default();
        if !table.line(line.trim(), output)? {
            return Ok(());
        }
    }
}

const HELP_HINT: &str = "Type a move, or `help`.";

struct Table {
    record: GameRecord,
    engine: Box<dyn Engine>,
    seat: Seat,
    time: Duration,
    notation: Notation,
    symbols: bool,
    /// Given up, or drawn by claim.
    ended: bool,
}

impl Table {
    fn new(arguments: &Arguments, engine: Box<dyn Engine>) -> Result<Table, String> {
        let start = match &arguments.fen {
            Some(fen) => Start::Fen(fen.clone()),
            None => drawn_start(arguments.variant),
        };
        let record = GameRecord::new(arguments.variant.name, &start)?;
        let mut table = Table {
            record,
            engine,
            seat: arguments.side,
            time: arguments.time,
            notation: arguments.notation,
            symbols: arguments.symbols,
            ended: false,
        };
        if let Some(level) = arguments.level {
            table.level(&level.to_string())?;
        }
        if let Some(elo) = arguments.elo {
            table.elo(&elo.to_string())?;
        }
        Ok(table)
    }

    /// One line of the person; `false` at the end.
    fn line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<bool> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match word.to_lowercase().as_str() {
            "" => Ok(()),
            "quit" | "exit" | "bye" => return Ok(false),
            "help" | "?" => return writeln!(out, "{HELP}").map(|()| true),
            "board" | "d" => return self.board(out).map(|()| true),
            "moves" => return self.moves(out).map(|()| true),
            "game" => return self.game(out).map(|()| true),
            "undo" | "back" => return self.undo(out).map(|()| true),
            "hint" => return self.hint(out).map(|()| true),
            "draw" => return self.draw(out).map(|()| true),
            "resign" => {
                self.ended = true;
                return writeln!(out, "You resign. `new` begins another game.").map(|()| true);
            }
            "fen" if rest.is_empty() => {
                return writeln!(out, "{}", self.record.fen()).map(|()| true);
            }
            "sfen" if rest.is_empty() => match self.record.game().fen(FenStyle::Sfen) {
                fen if fen == self.record.fen() => Err("this game has no SFEN".to_owned()),
                sfen => return writeln!(out, "{sfen}").map(|()| true),
            },
            "new" => {
                let start = drawn_start(self.record.game().variant());
                return self.begin(start, out).map(|()| true);
            }
            "fen" => return self.begin(Start::Fen(rest.to_owned()), out).map(|()| true),
            "side" => Seat::from_str(rest, true).map(|seat| self.seat = seat).map_err(|_| {
                format!("no side is called \"{rest}\": there are first, second, both, none")
            }),
            "level" => self.level(rest),
            "elo" => self.elo(rest),
            "time" => seconds(rest).map(|time| self.time = time),
            "notation" => console::notation(rest).map(|notation| self.notation = notation),
            "symbols" => {
                self.symbols = !self.symbols;
                return self.board(out).map(|()| true);
            }
            _ => return self.play(line, out).map(|()| true),
        };
        if let Err(why) = done {
            writeln!(out, "{why}")?;
        }
        Ok(true)
    }

    fn is_over(&self) -> bool {
        self.ended || self.record.outcome().is_some_and(|outcome| !outcome.by_claim)
    }

    /// A move of the person.
    fn play(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(
                out,
                "The game is over: `undo` takes a move back, `new` begins another."
            );
        }
        // Asked first because it says in words what is wrong.
        match self.record.game().rewrite(text, self.notation) {
            Ok(_) => {}
            Err(why @ MoveError::Unreadable(_)) => {
                return writeln!(out, "{why}. `help` lists the words, `moves` the moves.");
            }
            Err(why) => return writeln!(out, "{why}. `moves` lists the legal ones."),
        }
        match self.record.play(text) {
            Ok(()) => {
                self.result(out)?;
                if self.seat == Seat::Both || self.is_over() { self.board(out) } else { Ok(()) }
            }
            Err(why) => writeln!(out, "not played: {why:?}"),
        }
    }

    /// The moves that are not the person's.
    fn let_engine_move(&mut self, out: &mut dyn Write) -> io::Result<()> {
        while !self.is_over() && !self.seat.moves(self.record.game().side()) {
            let Some(best) = self.think(Purpose::Play, out)? else {
                self.ended = true;
                return writeln!(out, "Ferz has no move here.");
            };
            let shown = self.shown(&best);
            if self.record.play(&best).is_err() {
                self.ended = true;
                return writeln!(
                    out,
                    "Ferz wanted to play {shown}, which is no move: please report it."
                );
            }
            writeln!(out, "Ferz plays {shown}")?;
            self.board(out)?;
            self.result(out)?;
        }
        Ok(())
    }

    /// A move of the engine in the person's notation.
    fn shown(&self, mv: &str) -> String {
        self.record.game().rewrite(mv, self.notation).unwrap_or_else(|_| mv.to_owned())
    }

    /// Asks the engine for a move.
    fn think(&mut self, purpose: Purpose, out: &mut dyn Write) -> io::Result<Option<String>> {
        let placed = convert::setup(&self.record.place()).and_then(|(setup, notation)| {
            self.engine.set_notation(notation);
            self.engine.place(&setup)
        });
        if let Err(why) = placed {
            writeln!(out, "{why}")?;
            return Ok(None);
        }
        let (send, receive) = mpsc::channel();
        let limits = Limits { move_time: Some(self.time), ..Limits::default() };
        let request = Request { limits, purpose, ..Request::default() };
        self.engine.start(request, Box::new(move |report| drop(send.send(report))));
        if purpose == Purpose::Analyse {
            // Full strength has no end of its own.
            std::thread::sleep(self.time);
            self.engine.stop();
        }
        for report in receive {
            match report {
                Report::Note(note) => writeln!(out, "({note})")?,
                Report::Done(done) => return Ok(done.best),
                _ => {}
            }
        }
        Ok(None)
    }

    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.is_over() {
            return writeln!(out, "The game is over.");
        }
        match self.think(Purpose::Analyse, out)? {
            Some(best) => writeln!(out, "Ferz would play {}", self.shown(&best)),
            None => writeln!(out, "Ferz knows no move here."),
        }
    }

    /// Back to the person's last move.
    fn undo(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.ended = false;
        if !self.record.undo() {
            return writeln!(out, "There is no move to take back.");
        }
        while self.seat != Seat::None
            && !self.seat.moves(self.record.game().side())
            && self.record.undo()
        {}
        self.board(out)
    }

    fn draw(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.record.outcome() {
            Some(outcome) if outcome.by_claim => {
                self.ended = true;
                writeln!(out, "{}. `new` begins another game.", outcome.comment)
            }
            _ => writeln!(out, "The rules give no draw here, and Ferz plays on."),
        }
    }

    /// Begins a new game of the same kind.
    fn begin(&mut self, start: Start, out: &mut dyn Write) -> io::Result<()> {
        match GameRecord::new(self.record.game().variant().name, &start) {
            Ok(record) => {
                self.record = record;
                self.ended = false;
                self.engine.new_game();
                self.board(out)
            }
            Err(why) => writeln!(out, "no position: {why}"),
        }
    }

    fn level(&mut self, level: &str) -> Result<(), String> {
        set(&mut *self.engine, &[("Skill Level", level), ("UCI_LimitStrength", "false")])
    }

    fn elo(&mut self, elo: &str) -> Result<(), String> {
        set(&mut *self.engine, &[("UCI_Elo", elo), ("UCI_LimitStrength", "true")])
    }

    fn board(&self, out: &mut dyn Write) -> io::Result<()> {
        let pieces = if self.symbols { Pieces::Symbols } else { console::pieces(self.notation) };
        writeln!(out, "{}", self.record.game().picture_with(pieces).trim_end())
    }

    fn moves(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.record.game().legal_moves(self.notation).join(" "))
    }

    fn game(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.record.game().moves(self.notation) {
            moves if moves.is_empty() => writeln!(out, "No move was made."),
            moves => writeln!(out, "{}", moves.join(" ")),
        }
    }

    /// Says how the game has ended, if it has.
    fn result(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.record.outcome() {
            Some(outcome) if outcome.by_claim => {
                writeln!(out, "{}: `draw` claims it.", outcome.comment)
            }
            Some(outcome) => writeln!(out, "{}. `new` begins another game.", outcome.comment),
            None if self.record.in_check() => writeln!(out, "Check."),
            None => Ok(()),
        }
    }
}

fn set(engine: &mut dyn Engine, options: &[(&str, &str)]) -> Result<(), String> {
    for (name, value) in options {
        engine.set_option(name, Some(value)).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}
