//! What is true of every position of every game: for the tests of a new one.
//!
//! Most are two ways to one answer: a hash kept up and one made anew, moves generated and moves
//! tested, a text written and read, a position and its mirror image.

use crate::{
    Digits, End, FenStyle, Game, Held, Man, MoveSet, Notation, Playable, Played, Random, Script,
    Setup, Side, Variant, Verdict, View, new_game,
};
use std::collections::HashSet;

/// Every notation: those that a game lacks it writes in another way.
const NOTATIONS: [Notation; 12] = [
    Notation::Coordinate,
    Notation::KingTakesRook,
    Notation::CastlingWords,
    Notation::San,
    Notation::CoordinateFromOne,
    Notation::Iccs,
    Notation::Wxf,
    Notation::WxfDotted,
    Notation::Chinese(Script::Simplified, Digits::Half),
    Notation::Chinese(Script::Traditional, Digits::Full),
    Notation::Western,
    Notation::Japanese,
];

/// Whether both sides of a game play by the same rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sides {
    /// They do if they start alike.
    Alike,
    /// Some rule looks at the board from one side.
    Differ,
}

/// Plays a random game of this many plies from a position, and looks at what becomes of it when its
/// men are scattered. Every position is held against all laws; those that take long see some only.
///
/// # Panics
/// Names the position that breaks a law.
pub fn random_game<P: Playable>(
    variant: Variant,
    fen: &str,
    sides: Sides,
    plies: usize,
    random: &mut Random,
) {
    let mut game =
        Played::<P>::new(variant, Some(fen)).unwrap_or_else(|why| panic!("{fen}: {why}"));
    let mirror = Mirror::of(variant).filter(|_| sides == Sides::Alike);
    let mut strangers = Vec::new();
    for ply in 0..plies {
        position(&game, &strangers, random);
        if ply % 8 == 0 {
            texts(game.board());
            counts(game.board(), variant);
            if let Some(mirror) = mirror {
                mirrored(&game, mirror);
            }
            let scattered = (0..20).find_map(|_| scattered::<P>(&game, random));
            if let Some(other) = scattered {
                position(&other, &strangers, random);
                texts(other.board());
                mirror.into_iter().for_each(|mirror| mirrored(&other, mirror));
                strangers.extend(other.board().legal());
            }
        }
        let moves = game.board().legal();
        if moves.is_empty() {
            break;
        }
        let mv = random.of(&moves);
        strangers.extend(moves);
        strangers.drain(..strangers.len().saturating_sub(200));
        forth_and_back(&mut game, mv);
    }
}

/// All that takes little time.
fn position<P: Playable>(game: &Played<P>, strangers: &[P::Move], random: &mut Random) {
    keys(game.board(), game.variant());
    moves(game.board(), game.variant(), strangers, random);
    ends(game);
    shown(game, random);
}

/// A position written and read again is the same, and so is a hash made anew.
fn keys<P: Playable>(board: &P, variant: Variant) {
    assert_eq!(board.key(), board.fresh_key(), "{variant}: {board}");
    for style in [FenStyle::XFen, FenStyle::Shredder, FenStyle::HorseElephant] {
        let fen = board.fen(style);
        let again = P::from_fen(&fen, variant).unwrap_or_else(|why| panic!("{variant}: {why}"));
        assert_eq!(again.fen(style), fen, "{variant}");
        if board.is_told_by_fen() {
            assert_eq!(&again, board, "{variant}: {fen}");
            assert_eq!(again.key(), board.key(), "{variant}: {fen}");
            for side in Side::BOTH {
                assert_eq!(again.piece_key(side), board.piece_key(side), "{variant}: {fen}");
            }
            assert_eq!(again.pawn_key(), board.pawn_key(), "{variant}: {fen}");
        }
    }
}

/// Moves that are generated are legal and no others; what they say of themselves comes true.
fn moves<P: Playable>(board: &P, variant: Variant, strangers: &[P::Move], random: &mut Random) {
    let all = board.legal();
    let legal: HashSet<P::Move> = all.iter().copied().collect();
    assert_eq!(all.len(), legal.len(), "{variant}: {board}: a move is generated twice");
    assert_eq!(board.perft(1), all.len() as u64, "{variant}: {board}");
    let [noisy, quiet] = [MoveSet::Noisy, MoveSet::Quiet].map(|set| {
        let mut moves = Vec::new();
        board.generate(set, &mut moves);
        moves
    });
    assert_eq!(noisy.len() + quiet.len(), all.len(), "{variant}: {board}");
    for (set, is_noisy) in [(noisy, true), (quiet, false)] {
        for mv in set {
            assert!(legal.contains(&mv), "{variant}: {board}: {mv:?}");
            assert_eq!(board.is_noisy(mv), is_noisy, "{variant}: {board}: {mv:?}");
        }
    }
    // Moves of no game, too: whatever unpacks.
    let near = all.iter().map(|mv| P::pack(*mv) ^ 1 << random.below(32)).collect::<Vec<_>>();
    let any = (0..20).map(|_| random.next_u64() as u32 >> (16 * random.below(2)));
    let twisted: Vec<P::Move> = near.into_iter().chain(any).filter_map(P::unpack).collect();
    for mv in strangers.iter().chain(&twisted).chain(&all) {
        assert_eq!(board.is_legal(*mv), legal.contains(mv), "{variant}: {board}: {mv:?}");
    }
    let (shape, checks, threats) = (board.shape(), board.checks(), board.threats());
    // A foreseen key may leave out castling and what was passed.
    let fields = |board: &P| -> [String; 2] {
        let fen = board.to_string();
        let mut fields = fen.split(' ').skip(2).map(str::to_owned);
        std::array::from_fn(|_| fields.next().unwrap_or_default())
    };
    let [rights, _] = fields(board);
    for mv in all {
        let about = || format!("{variant}: {board}: {mv:?}");
        let mut after = *board;
        after.play(mv);
        assert_eq!(P::unpack(P::pack(mv)), Some(mv), "{}", about());
        assert!(P::from(mv).max(P::to(mv)) < shape.squares, "{}", about());
        let pieces = [Some(board.moved_piece(mv)), board.captured_piece(mv)];
        assert!(pieces.into_iter().flatten().all(|piece| piece < shape.pieces), "{}", about());
        assert_eq!(board.is_capture(mv), board.captured_piece(mv).is_some(), "{}", about());
        assert!(after.in_danger() || !after.in_check(), "{}", about());
        let gives_check = board.gives_check(mv);
        assert!(gives_check || !after.in_check(), "{}", about());
        assert!(!gives_check || after.in_danger(), "{}", about());
        assert_eq!(board.gives_check_by(&checks, mv), gives_check, "{}", about());
        wins_at_once(&after, &about);
        assert_eq!(after.key(), after.fresh_key(), "{}", about());
        assert_eq!(after.side(), !board.side(), "{}", about());
        for threshold in [-300, -50, 0, 1, 90, 400] {
            let [sooner, see] = [board.see_by(&threats, mv, threshold), board.see(mv, threshold)];
            assert_eq!(sooner, see, "{} {threshold}", about());
        }
        let foreseen = board.key_after(mv);
        let counted = board.counts_checks() && after.in_check();
        if !counted && foreseen != board.key() && fields(&after) == [rights.as_str(), "-"] {
            assert_eq!(foreseen, after.key(), "{}", about());
        }
    }
}

/// Who is said to win at once does, by one of the moves.
fn wins_at_once<P: Playable>(board: &P, about: &dyn Fn() -> String) {
    if board.end().is_none() && board.wins_at_once() {
        let wins = |mv| {
            let mut after = *board;
            after.play(mv);
            after.end() == Some(End::Lost)
        };
        assert!(board.legal().into_iter().any(wins), "{}", about());
    }
}

/// What is written is read as the same move, and no two moves look alike.
fn texts<P: Playable>(board: &P) {
    let moves = board.legal();
    for notation in NOTATIONS {
        let mut texts = HashSet::new();
        for &mv in &moves {
            let text = board.write_move(mv, notation);
            assert_eq!(board.read_move_in(&text, notation), Ok(mv), "{text} in {board}");
            if matches!(notation, Notation::Coordinate | Notation::San) {
                assert_eq!(board.read_move(&text), Ok(mv), "{text} in {board}");
            }
            assert!(texts.insert(text), "{notation:?} of {mv:?} in {board}");
        }
    }
}

/// Leaves counted by sets are those that are met on the way.
fn counts<P: Playable>(board: &P, variant: Variant) {
    let after = |mv| {
        let mut next = *board;
        next.play(mv);
        next.legal().len() as u64
    };
    let leaves: u64 = board.legal().into_iter().map(after).sum();
    assert_eq!(board.perft(2), leaves, "{variant}: {board}");
}

/// The position says the same of the end as the record does.
fn ends<P: Playable>(game: &Played<P>) {
    let (board, verdict) = (game.board(), game.verdict());
    let stuck = board.legal().is_empty();
    let about = || format!("{}: {board}: {verdict:?}", game.variant());
    assert!(stuck || board.end().is_none(), "{}", about());
    let end = board.end().or_else(|| if stuck { board.no_moves() } else { None });
    match end.or(board.is_dead_draw().then_some(End::Drawn)) {
        Some(End::Drawn) => assert!(matches!(verdict, Verdict::Draw(_)), "{}", about()),
        Some(end) => {
            let winner = if end == End::Won { board.side() } else { !board.side() };
            assert!(matches!(verdict, Verdict::Win(side, _) if side == winner), "{}", about());
        }
        // Only the record can have ended it.
        None => {
            let long = board.halfmove_clock() >= board.drawn_at(game.rulings());
            let open = verdict == Verdict::Open;
            assert!(open || long || game.occurrences() > 2, "{}", about());
        }
    }
}

/// What a board is shown agrees with the FEN, the legal moves, and what a move does.
fn shown<P: Playable>(game: &Played<P>, random: &mut Random) {
    let variant = game.variant();
    let (view, fen) = (game.view(), game.fen(FenStyle::XFen));
    let about = format!("{variant}: {fen}");
    let setup = Setup::read(variant, &fen).unwrap_or_else(|why| panic!("{about}: {why}"));
    assert_eq!((&setup.cells, setup.side), (&view.cells, view.side), "{about}");
    assert_eq!(setup.fen(), fen);
    assert_eq!(setup.faults(), [], "{about}");
    if let Some(hands) = &setup.hands {
        assert_eq!(Some(hands), view.hands.as_ref(), "{about}");
    }
    assert_eq!(view.checked.is_empty(), !game.in_check(), "{about}");
    for square in &view.checked {
        let side = view.cells[*square].as_ref().map(|man| man.side);
        assert_eq!(side, Some(view.side), "{about}");
    }
    let kinds = game.look().kinds;
    let known = |letter: &str| kinds.iter().any(|face| face.letter == letter);
    let mut men = view.cells.iter().flatten();
    assert!(kinds.is_empty() || men.all(|man| known(&man.letter)), "{about}");
    let texts: Vec<&String> = view.moves.iter().map(|mv| &mv.text).collect();
    assert_eq!(texts, game.legal_moves(Notation::Coordinate).iter().collect::<Vec<_>>());
    let moves = game.board().legal();
    for (at, (text, mv)) in texts.iter().zip(&moves).enumerate() {
        assert_eq!(**text, text_of(variant, &view, at), "{about}");
        let takes = !view.moves[at].takes.is_empty();
        assert_eq!(takes, game.board().is_capture(*mv), "{about} {text}");
    }
    if !moves.is_empty() {
        let at = random.below(moves.len());
        let mut after = game.clone();
        after.play_move(moves[at]);
        lands(&view, &after.view(), at, &about);
    }
}

/// The coordinates of a move by its path.
fn text_of(variant: Variant, view: &View, at: usize) -> String {
    let path = &view.moves[at].path;
    let square = |square: usize| {
        let file = (b'a' + (square % variant.files) as u8) as char;
        format!("{file}{}", square / variant.files + variant.first_rank)
    };
    let Some(from) = path.from else {
        return format!("{}@{}", path.drop.as_deref().unwrap_or("?"), square(path.to));
    };
    let mut text = square(from);
    for via in &path.via {
        text += &format!("{0},{0}", square(*via));
    }
    text += &square(path.to);
    match &path.promotes {
        // On the square where it stands, there is one choice only.
        Some(_) if from == path.to => {}
        Some(letter) if letter.starts_with('+') => text.push('+'),
        Some(letter) => text += &letter.to_lowercase(),
        None => {}
    }
    text
}

/// What a move did is what its view said.
fn lands(before: &View, after: &View, at: usize, about: &str) {
    let (mv, side) = (&before.moves[at], before.side);
    let men =
        |view: &View, of: Side| view.cells.iter().flatten().filter(|man| man.side == of).count();
    assert_eq!(men(before, !side) - mv.takes.len(), men(after, !side), "{about} {}", mv.text);
    let path = &mv.path;
    let castled = path.from.is_some_and(|from| {
        let king = |cell: &Option<Man>| cell.as_ref().is_some_and(|man| man.side == side);
        king(&before.cells[path.to]) && from != path.to
    });
    let Some(arrived) = after.cells[path.to].as_ref().filter(|_| !castled) else {
        // It has exploded, or the king stands beside.
        return;
    };
    let came = path.from.and_then(|from| before.cells[from].as_ref()).map(|man| &man.letter);
    let expected = path.promotes.as_ref().or(path.drop.as_ref()).or(came);
    assert_eq!((Some(&arrived.letter), arrived.side), (expected, side), "{about} {}", mv.text);
}

/// A move taken back leaves nothing behind; then it is made.
fn forth_and_back<P: Playable>(game: &mut Played<P>, mv: P::Move) {
    let (board, ply, verdict) = (*game.board(), game.ply(), game.verdict());
    let text = board.write_move(mv, Notation::Coordinate);
    game.play_move(mv);
    assert_eq!(game.moves(Notation::Coordinate).last(), Some(&text));
    assert!(game.undo());
    assert_eq!((game.board(), game.ply(), game.verdict()), (&board, ply, verdict), "{text}");
    let checked = game.in_check();
    assert_eq!(game.pass().is_err(), checked, "{board}");
    assert!(checked || game.undo());
    assert_eq!(game.board(), &board);
    game.play(&text).unwrap_or_else(|why| panic!("{board}: {why}"));
    assert_eq!((game.keys().len(), game.ply()), (ply + 2, ply + 1));
}

/// How a game looks from the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mirror {
    /// The ranks the other way round.
    Ranks,
    /// The board turned, as in shogi.
    Turn,
}

impl Mirror {
    /// By which way the start of a game is its own image; a game with different sides has none.
    fn of(variant: Variant) -> Option<Mirror> {
        let start = Setup::read(variant, variant.start_fen).ok()?;
        [Mirror::Ranks, Mirror::Turn].into_iter().find(|mirror| {
            let image = mirror.image(&start);
            (image.cells, image.hands) == (start.cells.clone(), start.hands.clone())
        })
    }

    fn square(self, variant: Variant, square: usize) -> usize {
        let (file, rank) = (square % variant.files, variant.ranks - 1 - square / variant.files);
        let file = if self == Mirror::Turn { variant.files - 1 - file } else { file };
        rank * variant.files + file
    }

    fn image(self, setup: &Setup) -> Setup {
        let variant = setup.variant;
        let other = |man: &Man| Man { side: !man.side, ..man.clone() };
        let cells = (0..setup.cells.len())
            .map(|square| setup.cells[self.square(variant, square)].as_ref().map(other));
        let field = |text: &String| match text.split_once('+') {
            Some((one, two)) => format!("{two}+{one}"),
            None if text.chars().all(char::is_alphabetic) => {
                text.chars().map(|right| self.right(right)).collect()
            }
            None => self.passed(variant, text).unwrap_or_else(|| text.clone()),
        };
        let swap = |hands: &[Vec<Held>; 2]| [hands[1].clone(), hands[0].clone()];
        Setup {
            variant,
            cells: cells.collect(),
            hands: setup.hands.as_ref().map(swap),
            side: !setup.side,
            fields: setup.fields.iter().map(field).collect(),
        }
    }

    /// The image of a right to castle: `Q` and `K` are the rooks to the left and to the right.
    fn right(self, letter: char) -> char {
        let upper = match (self, letter.to_ascii_uppercase()) {
            (Mirror::Turn, 'K') => 'Q',
            (Mirror::Turn, 'Q') => 'K',
            (_, upper) => upper,
        };
        if letter.is_uppercase() { upper.to_ascii_lowercase() } else { upper }
    }

    /// The image of a square by its name; nothing if the text is none.
    fn passed(self, variant: Variant, text: &str) -> Option<String> {
        let file = text.chars().next().filter(char::is_ascii_lowercase)? as usize - 'a' as usize;
        let rank = text[1..].parse::<usize>().ok()?.checked_sub(variant.first_rank)?;
        let square = self.square(variant, rank * variant.files + file);
        let letter = (b'a' + (square % variant.files) as u8) as char;
        Some(format!("{letter}{}", square / variant.files + variant.first_rank))
    }
}

/// Neither side is favoured: the image of a position has the images of its moves, and ends alike.
fn mirrored<P: Playable>(game: &Played<P>, mirror: Mirror) {
    let (variant, board) = (game.variant(), game.board());
    if !board.is_told_by_fen() {
        return;
    }
    let setup = Setup::read(variant, &board.to_string()).expect("its own FEN");
    let fen = mirror.image(&setup).fen();
    let image = new_game(variant, Some(&fen));
    let image = image.unwrap_or_else(|why| panic!("{variant}: {board}: {fen}: {why}"));
    let about = || format!("{variant}: {board} and {fen}");
    assert_eq!(image.in_check(), board.in_check(), "{}", about());
    let ways = |view: View, mirror: &dyn Fn(usize) -> usize| {
        let way = |mv: crate::ViewMove| {
            let mut takes: Vec<usize> = mv.takes.into_iter().map(mirror).collect();
            takes.sort_unstable();
            let path = mv.path;
            let via: Vec<usize> = path.via.into_iter().map(mirror).collect();
            (path.from.map(mirror), path.drop, via, mirror(path.to), path.promotes, takes)
        };
        let mut ways: Vec<_> = view.moves.into_iter().map(way).collect();
        ways.sort();
        ways
    };
    let theirs = ways(image.view(), &|square| square);
    let ours = ways(game.view(), &|square| mirror.square(variant, square));
    assert_eq!(ours, theirs, "{}", about());
    let alone = Played::<P>::new(variant, Some(&board.to_string())).expect("its own FEN");
    let verdict = match image.verdict() {
        Verdict::Win(side, why) => Verdict::Win(!side, why),
        other => other,
    };
    assert_eq!(alone.verdict(), verdict, "{}", about());
}

/// The same men, some of them gone and some of them elsewhere: many checks, pins and promotions.
/// `None` if it cannot be played.
fn scattered<P: Playable>(game: &Played<P>, random: &mut Random) -> Option<Played<P>> {
    let variant = game.variant();
    let mut setup = Setup::read(variant, &game.fen(FenStyle::XFen)).ok()?;
    let keep = 1 + random.below(8);
    for square in 0..setup.cells.len() {
        match random.below(10) {
            chance if chance >= keep => {}
            0 | 1 => setup.cells[square] = None,
            _ => {
                let other = random.below(setup.cells.len());
                setup.cells.swap(square, other);
            }
        }
    }
    if random.below(2) == 0 {
        setup.side = !setup.side;
    }
    Played::new(variant, Some(&setup.fen())).ok()
}
