//! The board: positions, moves, results.

use super::{Cecp, Doing, Mode};
use crate::{
    Castling, Command, Description, Facts, GameResult, MoveFault, Outcome, Place, Record, Referee,
    Setup, Side, Spelling,
};
use ferz_wire::cecp::{BoardSize, FromEngine, TellTo, is_known_game, sized_game};
use ferz_wire::{MoveText, Start};

/// What lies on the table.
pub(super) struct Table {
    /// The game, by its CECP name.
    pub(super) variant: String,
    /// What the referee tells of the game.
    facts: Option<Facts>,
    pub(super) board: Board,
    /// The colour we play, or played last.
    pub(super) seat: Side,
    /// The side to move as `white` or `black` want it. Taken up by the next move or `go`: in the
    /// idioms of older hosts the two commands come in pairs that cancel out (C-703, C-704).
    pub(super) turn: Option<Side>,
    /// Root moves to leave out, in coordinates.
    pub(super) excluded: Vec<String>,
    /// The square of the piece that a person has in hand.
    pub(super) lifted: Option<String>,
    /// The position the engine took last.
    pub(super) placed: Option<Place>,
    /// The reply we expect: its ply and the move in coordinates.
    pub(super) expected: Option<(usize, String)>,
    /// The opponent offers a draw, up to this ply.
    pub(super) offered_until: Option<usize>,
    /// When we last offered a draw.
    pub(super) own_offer: Option<usize>,
}

/// A position, playable or not.
pub(super) enum Board {
    Legal(Box<dyn Record>),
    /// What the referee refuses: every move is illegal until another position comes (C-395).
    Illegal {
        fen: String,
    },
}

impl Table {
    pub(super) fn new(referee: &dyn Referee) -> Table {
        let variant = referee.variants().into_iter().next().unwrap_or_else(|| "normal".into());
        let board = Board::start(referee, &variant);
        Table {
            facts: referee.facts(&variant),
            variant,
            board,
            seat: Side::Second,
            turn: None,
            excluded: Vec::new(),
            lifted: None,
            placed: None,
            expected: None,
            offered_until: None,
            own_offer: None,
        }
    }

    /// The record, unless the position is illegal.
    pub(super) fn record(&self) -> Option<&dyn Record> {
        match &self.board {
            Board::Legal(record) => Some(&**record),
            Board::Illegal { .. } => None,
        }
    }

    pub(super) fn record_mut(&mut self) -> Option<&mut dyn Record> {
        match &mut self.board {
            Board::Legal(record) => Some(&mut **record),
            Board::Illegal { .. } => None,
        }
    }

    /// The side to move.
    pub(super) fn side(&self) -> Side {
        match &self.board {
            Board::Legal(record) => record.side(),
            Board::Illegal { fen } => match fen.split_whitespace().nth(1) {
                Some("b") => Side::Second,
                _ => Side::First,
            },
        }
    }

    pub(super) fn ply(&self) -> usize {
        self.record().map_or(0, Record::ply)
    }

    /// The position as text, even an illegal one.
    pub(super) fn fen(&self) -> String {
        match &self.board {
            Board::Legal(record) => record.fen(),
            Board::Illegal { fen } => fen.clone(),
        }
    }

    /// How moves are written to the interface (C-328, C-567).
    pub(super) fn spelling(&self) -> Spelling {
        match self.castling() {
            Some(Castling::AnyFile) => Spelling::CastlingWords,
            _ => Spelling::Coordinate,
        }
    }

    /// Whether the game is played by pairs on two boards.
    pub(super) fn has_partners(&self) -> bool {
        self.facts.is_some_and(|facts| facts.partners)
    }

    /// Where kings may castle in this game.
    pub(super) fn castling(&self) -> Option<Castling> {
        self.facts.map(|facts| facts.castling)
    }

    /// Another position: what belonged to the old one is void.
    pub(super) fn changed(&mut self) {
        self.excluded.clear();
        self.lifted = None;
        self.expected = None;
        self.turn = None;
    }

    /// The end of the game by rule, if it is not only a claim.
    pub(super) fn ended(&self) -> Option<Outcome> {
        self.outcome_of(self.record()?).filter(|outcome| !outcome.by_claim)
    }

    /// The result by rule, as far as every host will share it. Of some XBoard has an opinion of its
    /// own, and to it a claim that it does not share loses the game. So we play on, and the host
    /// judges.
    pub(super) fn outcome_of(&self, record: &dyn Record) -> Option<Outcome> {
        record.outcome().filter(|outcome| !outcome.disputed)
    }

    /// How moves are written to the engine and compared here: castling without doubt.
    pub(super) fn plain(&self) -> Spelling {
        match self.spelling() {
            Spelling::CastlingWords => Spelling::KingTakesRook,
            spelling => spelling,
        }
    }

    /// The legal moves in that spelling.
    pub(super) fn legal_moves(&self) -> Vec<String> {
        let Some(record) = self.record() else { return Vec::new() };
        let plain = |legal: &String| record.spell(legal, self.plain()).ok();
        record.legal_moves().iter().filter_map(plain).collect()
    }

    /// Whether a legal move is not excluded.
    pub(super) fn has_moves(&self) -> bool {
        match self.excluded.as_slice() {
            [] => self.record().is_some_and(|record| !record.legal_moves().is_empty()),
            excluded => self.legal_moves().iter().any(|legal| !excluded.contains(legal)),
        }
    }
}

impl Board {
    pub(super) fn start(referee: &dyn Referee, variant: &str) -> Board {
        let place = Place { variant: variant.into(), start: Start::Startpos, moves: Vec::new() };
        match referee.place(&place) {
            Ok((record, _)) => Board::Legal(record),
            Err(_) => Board::Illegal { fen: "8/8/8/8/8/8/8/8 w - - 0 1".into() },
        }
    }

    pub(super) fn from_fen(referee: &dyn Referee, variant: &str, fen: &str) -> Board {
        let place =
            Place { variant: variant.into(), start: Start::Fen(fen.into()), moves: Vec::new() };
        match referee.place(&place) {
            Ok((record, _)) => Board::Legal(record),
            Err(_) => Board::Illegal { fen: fen.into() },
        }
    }
}

/// A record as an engine can be given it: passes have no place in a list of moves.
pub(super) fn place_of(record: &dyn Record) -> Place {
    let place = record.place();
    let passed = place.moves.iter().any(|played| matches!(played.as_str(), "@@@@" | "0000"));
    if passed {
        Place { start: Start::Fen(record.fen()), moves: Vec::new(), ..place }
    } else {
        place
    }
}

impl Cecp {
    /// `new`: the start position of the default game.
    pub(super) fn new_game(&mut self) {
        self.quiet();
        self.table.variant =
            self.referee.variants().into_iter().next().unwrap_or_else(|| "normal".into());
        self.start_position();
        self.depth = None;
        self.node_rate = None;
        if self.opponent != Default::default() {
            self.opponent = Default::default();
            self.tell(Command::Opponent(self.opponent.clone()));
        }
        match self.mode {
            Mode::Analysing => self.analyse(),
            _ => self.mode = Mode::Playing(Doing::Waiting),
        }
    }

    /// `variant NAME`
    pub(super) fn variant(&mut self, name: &str) {
        self.quiet();
        // A game may itself be called by a size; else the size that a host puts in front is the
        // usual one of these games.
        let is_there = |name: &str| self.referee.variants().iter().any(|known| known == name);
        let plain = match sized_game(name) {
            Some((size, plain)) if !is_there(name) && self.is_size_of(size, plain) => plain,
            _ => name,
        };
        if !self.referee.variants().iter().any(|known| known == plain) {
            self.error("unsupported variant", name);
            if let Mode::Analysing = self.mode {
                self.analyse();
            }
            return;
        }
        self.table.variant = plain.into();
        self.start_position();
        self.describe();
        match self.mode {
            Mode::Analysing => self.analyse(),
            Mode::Playing(_) => self.mode = Mode::Playing(Doing::Waiting),
            _ => {}
        }
    }

    /// Says how a game is played that no interface knows by its name (C-640 to C-648).
    fn describe(&mut self) {
        if is_known_game(&self.table.variant) {
            return;
        }
        let Some(Description { setup, pieces }) = self.referee.description(&self.table.variant)
        else {
            return;
        };
        let Setup { pieces: letters, size, fen } = setup;
        self.say(FromEngine::Setup { pieces: letters, size, fen });
        for (id, moves) in pieces {
            self.say(FromEngine::Piece { id, moves });
        }
    }

    /// Whether the board of this game has this size, and its hands.
    fn is_size_of(&self, size: BoardSize, game: &str) -> bool {
        self.referee.facts(game).is_some_and(|facts| {
            size == BoardSize { files: facts.files, ranks: facts.ranks, held: facts.held }
        })
    }

    fn start_position(&mut self) {
        self.team.new_game();
        self.table.facts = self.referee.facts(&self.table.variant);
        self.table.board = Board::start(&*self.referee, &self.table.variant);
        self.table.changed();
        self.table.seat = Side::Second;
        self.table.offered_until = None;
        self.table.own_offer = None;
        self.clocks.restart(0, self.table.side());
        self.thoughts.forget_scores();
        self.new_game = true;
    }

    /// `setboard FEN`
    pub(super) fn set_board(&mut self, fen: &str) {
        self.quiet();
        self.take_fen(fen);
        self.after_set_up();
    }

    /// Puts a position on the table; complains if it is illegal (C-394).
    pub(super) fn take_fen(&mut self, fen: &str) {
        self.table.board = Board::from_fen(&*self.referee, &self.table.variant, fen);
        self.table.changed();
        self.thoughts.forget_scores();
        self.clocks.rebase(self.table.side());
        if let Board::Illegal { .. } = self.table.board {
            self.say(FromEngine::Tell { to: TellTo::UserError, text: "Illegal position".into() });
        }
    }

    /// A position was set up: analysis goes on with it, everything else is force mode (C-205).
    pub(super) fn after_set_up(&mut self) {
        match self.mode {
            Mode::Analysing => self.analyse(),
            _ => {
                self.clocks.stop(self.now);
                self.mode = Mode::Force;
            }
        }
    }

    /// `undo`
    pub(super) fn undo(&mut self) {
        if self.table.ply() == 0 {
            self.not_now("undo");
            return;
        }
        self.quiet();
        self.take_back();
        self.after_set_up();
    }

    /// `remove`
    pub(super) fn remove(&mut self) {
        if self.table.ply() < 2 {
            self.not_now("remove");
            return;
        }
        self.quiet();
        self.take_back();
        self.take_back();
        match self.mode {
            Mode::Analysing => self.analyse(),
            Mode::Playing(_) => {
                self.mode = Mode::Playing(Doing::Waiting);
                self.clocks.start(self.now, self.table.side());
            }
            _ => self.mode = Mode::Force,
        }
    }

    fn take_back(&mut self) {
        if let Some(record) = self.table.record_mut() {
            record.undo();
        }
        self.table.changed();
    }

    /// Gives the move to the side that `white` or `black` named, if it has not got it (C-200,
    /// C-201). Where that is no legal position the command stays without effect.
    pub(super) fn take_turn(&mut self) {
        let Some(turn) = self.table.turn.take() else { return };
        if turn == self.table.side() {
            return;
        }
        let fen = self.table.fen();
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        if let Some(field) = fields.get_mut(1) {
            *field = if turn == Side::First { "w" } else { "b" };
        }
        if let Some(field) = fields.get_mut(3) {
            *field = "-";
        }
        let board = Board::from_fen(&*self.referee, &self.table.variant, &fields.join(" "));
        if let Board::Legal(_) = board {
            self.table.board = board;
            self.table.changed();
            self.clocks.rebase(turn);
        }
    }

    /// A move of the interface. A bare one may also be a command that nobody knows (C-325).
    pub(super) fn user_move(&mut self, text: &str, form: Form) {
        self.stop_hint();
        if let Mode::Playing(Doing::Thinking) = self.mode {
            let fault = self.table.record().map(|record| record.spell(text, Spelling::Coordinate));
            match fault {
                Some(Err(MoveFault::Unreadable)) => {
                    self.move_fault(MoveFault::Unreadable, text, form)
                }
                _ => self.illegal(Some("not in turn"), text),
            }
            return;
        }
        self.take_turn();
        let side = self.table.side();
        let plain = self.table.plain();
        let free = !matches!(self.mode, Mode::Playing(_));
        let Some(record) = self.table.record_mut() else {
            self.illegal(None, text);
            return;
        };
        let spelled = record.spell(text, plain);
        let played = match text {
            "@@@@" if free => record.pass(),
            _ => record.play(text),
        };
        if let Err(fault) = played {
            self.move_fault(fault, text, form);
            return;
        }
        let guessed = match (&self.mode, &self.table.expected, spelled) {
            (Mode::Playing(Doing::Pondering), Some((_, expected)), Ok(spelled)) => {
                *expected == spelled
            }
            _ => false,
        };
        self.moved(side);
        match self.mode {
            Mode::Force => {}
            Mode::Over => {
                if let Some(outcome) = self.table.ended() {
                    self.result_line(outcome.result, outcome.comment);
                }
            }
            Mode::Analysing => self.analyse_changed(),
            Mode::Playing(_) => self.answer(guessed),
            // Lines go elsewhere in these modes.
            Mode::Edit(_) | Mode::Paused(_) => {}
        }
    }

    /// The opponent has moved: claim, reply, or wait for the other side.
    fn answer(&mut self, guessed: bool) {
        if self.claim_after_opponent() {
            return;
        }
        if self.table.side() != self.table.seat {
            self.quiet();
            self.mode = Mode::Playing(Doing::Waiting);
            self.clocks.start(self.now, self.table.side());
        } else if guessed && self.ponder_hit() {
            self.clocks.start(self.now, self.table.seat);
        } else {
            self.quiet();
            self.clocks.start(self.now, self.table.seat);
            self.think();
        }
    }

    /// A move of `side` is on the board.
    pub(super) fn moved(&mut self, side: Side) {
        let ply = self.table.ply();
        self.clocks.moved(self.now, side, ply);
        self.table.excluded.clear();
        if self.table.offered_until.is_some_and(|until| ply > until) {
            self.table.offered_until = None;
        }
    }

    fn move_fault(&mut self, fault: MoveFault, text: &str, form: Form) {
        match (fault, form) {
            (MoveFault::Unreadable, Form::Bare) if text != "@@@@" => {
                self.error("unknown command", text);
            }
            (MoveFault::Unreadable, _) => self.illegal(None, text),
            (MoveFault::Illegal(reason), _) if reason.is_empty() => self.illegal(None, text),
            (MoveFault::Illegal(reason), _) => self.illegal(Some(&reason), text),
            (MoveFault::Ambiguous, _) => self.error("ambiguous move", text),
        }
    }

    /// Prints a result and plays no more (C-578, C-805).
    pub(super) fn result_line(&mut self, result: GameResult, comment: String) {
        self.say(FromEngine::Result { result, comment: Some(comment) });
        self.game_over();
    }

    /// Stops everything; as after `force` (C-380).
    pub(super) fn game_over(&mut self) {
        self.quiet();
        self.clocks.stop(self.now);
        self.mode = Mode::Over;
    }

    /// `exclude` and `include`; `None` for all moves.
    pub(super) fn exclude(&mut self, text: Option<&MoveText>, how: Exclusion) {
        let Some(record) = self.table.record() else {
            let text = text.map_or("all", MoveText::as_str).to_owned();
            self.illegal(None, &text);
            return;
        };
        match (text, how) {
            (None, Exclusion::Exclude) => self.table.excluded = self.table.legal_moves(),
            (None, Exclusion::Include) => self.table.excluded.clear(),
            (Some(text), how) => match record.spell(text.as_str(), self.table.plain()) {
                Ok(spelled) => {
                    self.table.excluded.retain(|excluded| *excluded != spelled);
                    if how == Exclusion::Exclude {
                        self.table.excluded.push(spelled);
                    }
                }
                Err(fault) => {
                    let text = text.as_str().to_owned();
                    self.move_fault(fault, &text, Form::UserMove);
                    return;
                }
            },
        }
        self.root_moves_changed();
    }
}

/// Whether a move came with `usermove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    UserMove,
    Bare,
}

/// Taking a root move away, or giving it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exclusion {
    Exclude,
    Include,
}
