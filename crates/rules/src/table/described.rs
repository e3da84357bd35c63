//! Games that an engine describes: a start position and how each piece goes, as CECP's `setup` and
//! `piece` have it.

use super::catalogue::rules;
use super::region::Grid;
use super::rules::{By, Castling, CastlingTo, Hands, Kind, Material, Promotion, Rules};

/// What an engine says of a game of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Description {
    /// The game's name.
    pub name: String,
    /// The game that it derives from, of which it has what it does not say; empty: chess.
    pub parent: String,
    /// Where it starts, as FEN.
    pub start: String,
    /// Whether captured pieces come to the hand of who takes them.
    pub hands: bool,
    /// Letters, with `&` where they stand for both sides, and moves in Betza notation. The pieces of
    /// chess go as they do there unless it is said otherwise.
    pub pieces: Vec<(String, String)>,
}

/// The rules of a game that an engine describes. What it cannot describe is as in the parent: the king
/// `K` must not be lost; pawns `P` promote on the last rank, in chess to any piece of the game, in
/// shatranj to what the parent's do; in shogi all that has a promoted form may take it on the farthest
/// third of the ranks.
///
/// ```
/// use ferz_rules::table::{self, Description};
///
/// let small = Description {
///     name: "losalamos".into(),
///     start: "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1".into(),
///     pieces: vec![("P&".into(), "fmWfcF".into())],
///     ..Description::default()
/// };
/// assert_eq!(table::described(&small).unwrap().kind("P").promotes, ["R", "N", "Q"]);
/// ```
///
/// A start with a count of checks (`5+5`) is that of a game that so many checks win.
///
/// # Errors
/// Says which piece nobody describes, what about the board or the parent cannot be read, or which rule
/// of a well-known game a description has no words for.
pub fn described(game: &Description) -> Result<Rules, String> {
    if let Some((_, rule)) = UNTOLD.iter().find(|(name, _)| *name == game.name) {
        return Err(format!("a description has no words for its rule: {rule}"));
    }
    let parent = match game.parent.as_str() {
        "" | "fairy" => "normal",
        known @ ("normal" | "nocastle" | "crazyhouse" | "shatranj" | "shogi") => known,
        other => return Err(format!("games that derive from \"{other}\" are not known here")),
    };
    let base = rules(parent).ok_or("no game to go by")?;
    let board = game.start.split(['[', ' ']).next().unwrap_or_default();
    let rows: Vec<Vec<Option<String>>> = board.split('/').map(row).collect();
    let (files, ranks) = (rows.first().map_or(0, Vec::len), rows.len());
    if files == 0 || rows.iter().any(|row| row.len() != files) {
        return Err(format!("not a rectangular board: \"{board}\""));
    }
    let mut on_board = rows.iter().flatten().flatten();
    if let Some(piece) = on_board.find(|piece| parent == "shogi" && piece.starts_with('+')) {
        return Err(format!(
            "\"{piece}\" is promoted from the start: when pieces turn over, nobody says"
        ));
    }
    let mut kinds: Vec<Kind> = Vec::new();
    let both = |id: &str| id.strip_suffix('&').map(str::to_owned);
    for (id, _) in &game.pieces {
        if both(id).is_none() && id.chars().any(char::is_lowercase) {
            return Err(format!(
                "pieces that go otherwise for one side are not known here: \"{id}\""
            ));
        }
    }
    let letters = rows.iter().flatten().flatten().map(|piece| piece.to_uppercase());
    let ids = game.pieces.iter().map(|(id, _)| both(id).unwrap_or_else(|| id.clone()));
    for letter in letters.chain(ids) {
        if kinds.iter().any(|kind| kind.letter == letter) {
            continue;
        }
        let told = game.pieces.iter().rfind(|(id, _)| id.trim_end_matches('&') == letter);
        let moves = match (told, chess_moves(&letter)) {
            (Some((_, moves)), _) => without_drops(moves),
            (None, Some(usual)) => usual.to_owned(),
            (None, None) => return Err(format!("nobody says how \"{letter}\" goes")),
        };
        super::betza::read(&moves)
            .map_err(|why| format!("\"{letter}\" goes \"{moves}\": {why}"))?;
        kinds.push(Kind::new(&letter, &moves));
    }
    // What is held in hand comes first.
    kinds.sort_by_key(|kind| kind.letter.starts_with('+'));
    let Some(king) = kinds.iter().find(|kind| kind.letter == KING) else {
        return Err(format!("there is no king \"{KING}\", and nobody says how the game ends"));
    };
    let king_said = game.pieces.iter().any(|(id, _)| id.trim_end_matches('&') == KING);
    let castles = match (king_said, base.castling.is_some()) {
        (true, _) => castling(king)?,
        (false, true) => usual_castling(&game.start, files),
        (false, false) => None,
    };
    let others: Vec<String> = kinds
        .iter()
        .map(|kind| kind.letter.clone())
        .filter(|letter| letter != KING && letter != PAWN && !letter.starts_with('+'))
        .collect();
    let grid = Grid { files, ranks };
    let letters: Vec<String> = kinds.iter().map(|kind| kind.letter.clone()).collect();
    for kind in &mut kinds {
        kind.royal = kind.letter == KING;
        kind.pawn = kind.letter == PAWN;
        let usual = base.kinds.iter().find(|usual| usual.letter == kind.letter);
        if let Some(usual) = usual.filter(|_| game.hands) {
            kind.per_file = usual.per_file;
            kind.no_drop_mate = usual.no_drop_mate;
        }
        let promoted = format!("+{}", kind.letter);
        match kind.letter.strip_prefix('+') {
            Some(plain) => kind.demotes = Some(plain.to_owned()),
            None if parent == "shogi" && letters.contains(&promoted) => {
                kind.promotes = vec![promoted];
            }
            None if kind.pawn => {
                let known = |letter: &&String| others.contains(letter);
                kind.promotes = match usual {
                    Some(usual) if parent == "shatranj" => {
                        usual.promotes.iter().filter(known).cloned().collect()
                    }
                    _ => others.clone(),
                };
                if kind.promotes.is_empty() && parent == "shatranj" {
                    return Err("nobody says what pawns become".to_owned());
                }
                if game.hands {
                    let inner = (2..ranks).map(|rank| format!("*{rank}")).collect::<Vec<_>>();
                    kind.drops = inner.join(" ");
                }
            }
            None => {}
        }
        if kind.moves.contains('i') {
            kind.first = places(&rows, &kind.letter, grid);
        }
    }
    let promotion = match parent {
        "shogi" => {
            let zone = (ranks - (ranks / 3).max(1) + 1..=ranks).map(|rank| format!("*{rank}"));
            let zone = zone.collect::<Vec<_>>().join(" ");
            Promotion { zone, by: By::StartingOrEnding, ..Promotion::default() }
        }
        _ => Promotion { zone: format!("*{ranks}"), forced: true, ..Promotion::default() },
    };
    let checks = checks(&game.start);
    Ok(Rules {
        name: game.name.clone(),
        files,
        ranks,
        start: start(&game.start, castles.is_some(), checks),
        checks,
        kinds,
        promotion,
        hands: if game.hands { Hands::Taker } else { Hands::None },
        castling: castles,
        // Two kings alone can neither mate nor give the checks that are counted.
        material: if game.hands { Material::Any } else { Material::Kings },
        entering: false,
        ..base
    })
}

/// Games of Fairy-Stockfish, by its names, with rules that `setup` and `piece` do not tell.
const UNTOLD: [(&str, &str); 5] = [
    ("chessgi", "pawns are dropped on the first rank, too"),
    ("extinction", "who loses the last piece of a kind has lost"),
    ("kinglet", "who loses the last pawn has lost"),
    ("loop", "promoted pieces stay promoted in hand"),
    ("shatar", "only some mates win"),
];

/// How many checks win, by a field of the start like `5+5`; 0: none do.
fn checks(fen: &str) -> u8 {
    let count = |field: &str| {
        let (white, black) = field.split_once('+')?;
        white.parse().ok().filter(|_| white == black)
    };
    fen.split_whitespace().skip(1).find_map(count).unwrap_or(0)
}

/// The start as FEN that is read here: engines name rights to castle in games without castling, and
/// write what is in hand apart, or leave out a field that their game has no use for.
fn start(fen: &str, castles: bool, checks: u8) -> String {
    let (mut board, rest) = fen.trim().split_once(' ').unwrap_or((fen.trim(), ""));
    let mut fields = rest.split_whitespace().peekable();
    let hands = fields.next_if(|field| field.starts_with('[')).unwrap_or_default();
    let joined;
    if !hands.is_empty() {
        joined = format!("{board}{}", hands.replace('-', ""));
        board = &joined;
    }
    let side = fields.next().unwrap_or("w");
    let is_count = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let rights = fields.next_if(|field| !is_count(field)).filter(|_| castles).unwrap_or("-");
    let checks = if checks > 0 { format!("{checks}+{checks} ") } else { String::new() };
    format!("{board} {side} {rights} - {checks}0 1")
}

/// Betza's notation without drops (`f@4`): a hand comes from the game's size and parent.
pub(super) fn without_drops(moves: &str) -> String {
    let Some((before, behind)) = moves.split_once('@') else { return moves.to_owned() };
    let before = before.trim_end_matches(|c: char| c.is_ascii_lowercase());
    before.to_owned() + behind.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// How a king castles of whom nobody says how it goes: two files on eight, three on more, if the start
/// has rights to it.
fn usual_castling(start: &str, files: usize) -> Option<Castling> {
    let rights = start
        .split_whitespace()
        .find(|field| !field.is_empty() && field.chars().all(|c| "KQkq".contains(c)));
    let to = CastlingTo::Steps(if files == 8 { 2 } else { 3 });
    rights.filter(|_| files >= 8).map(|_| Castling::with_rook(to))
}

const KING: &str = "K";
const PAWN: &str = "P";

/// How the pieces of chess go.
fn chess_moves(letter: &str) -> Option<&'static str> {
    Some(match letter {
        "P" => "fmWfceFifmnD",
        "N" => "N",
        "B" => "B",
        "R" => "R",
        "Q" => "Q",
        "K" => "K",
        _ => return None,
    })
}

/// `O2` in the moves of a king: it castles as many files away.
fn castling(king: &Kind) -> Result<Option<Castling>, String> {
    let Some((before, behind)) = king.moves.split_once('O') else { return Ok(None) };
    let how = before.rsplit(|c: char| !c.is_ascii_lowercase()).next().unwrap_or_default();
    if behind.contains('O') || !matches!(how, "" | "i" | "s" | "is" | "si") {
        return Err(format!("this castling is not known here: \"{}\"", king.moves));
    }
    let digits: String = behind.chars().take_while(char::is_ascii_digit).collect();
    Ok(Some(Castling::with_rook(CastlingTo::Steps(digits.parse().unwrap_or(2)))))
}

/// The squares where pieces of the first side stand.
fn places(rows: &[Vec<Option<String>>], letter: &str, grid: Grid) -> String {
    let mut squares = Vec::new();
    for (above, row) in rows.iter().enumerate() {
        for (file, piece) in row.iter().enumerate() {
            if piece.as_deref() == Some(letter) {
                squares.push(grid.name(grid.at(file, grid.ranks - 1 - above), 1));
            }
        }
    }
    squares.join(" ")
}

/// One rank of a FEN.
fn row(text: &str) -> Vec<Option<String>> {
    let mut cells = Vec::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if let Some(digit) = letter.to_digit(10) {
            let mut empty = digit as usize;
            while let Some(digit) = letters.peek().and_then(|next| next.to_digit(10)) {
                empty = (empty * 10 + digit as usize).min(26);
                letters.next();
            }
            cells.extend(std::iter::repeat_n(None, empty));
        } else if letter == '+' {
            cells.push(letters.next().map(|letter| format!("+{letter}")));
        } else if letter != '~' {
            cells.push(Some(letter.to_string()));
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, new_game};

    fn of(start: &str, pieces: &[(&str, &str)]) -> Description {
        let pieces = pieces.iter().map(|(id, moves)| ((*id).to_owned(), (*moves).to_owned()));
        Description {
            name: "described".into(),
            parent: String::new(),
            start: start.into(),
            hands: false,
            pieces: pieces.collect(),
        }
    }

    /// C-649: chess described as an engine would describe it is chess.
    #[test]
    fn chess_described() {
        let usual = Variant::NORMAL.spec().start_fen;
        let game = of(usual, &[("K&", "KisO2"), ("P&", "fmWfceFifmnD"), ("N&", "N")]);
        let row = super::super::spec(described(&game).unwrap()).unwrap();
        let game = Variant::add(row).unwrap();
        let kings = "r3k2r/pppqpppp/2n5/8/3Pp3/2N5/PPP1QPPP/R3K2R b KQkq d3 0 1";
        let promotes = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1";
        for fen in [usual, kings, promotes] {
            let perft = |game| new_game(game, Some(fen)).unwrap().perft(3);
            assert_eq!(perft(game), perft(Variant::NORMAL), "{fen}");
        }
    }

    /// Sjaak II claims the draw, and is right.
    #[test]
    fn kings_alone_are_drawn_unless_men_can_come_back() {
        let verdict_of = |name: &str, hands: bool| {
            let kings = of("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", &[("K&", "K"), ("P&", "fmWfcF")]);
            let game = Description { name: name.into(), hands, ..kings };
            let game =
                Variant::add(super::super::spec(described(&game).unwrap()).unwrap()).unwrap();
            let mut game = new_game(game, None).unwrap();
            game.play("e1d2").unwrap();
            game.verdict()
        };
        let drawn = crate::Verdict::Draw(crate::DrawReason::InsufficientMaterial);
        assert_eq!(verdict_of("bare", false), drawn);
        assert_eq!(verdict_of("bare-with-hands", true), crate::Verdict::Open);
    }

    /// As Fairy-Stockfish describes its `5check`.
    #[test]
    fn checks_that_are_counted_at_the_start_win() {
        let start = "4k3/8/8/8/8/8/8/4K2R w - - 2+2 0 1";
        let game = Description { name: "two-checks".into(), ..of(start, &[("K&", "KO2")]) };
        let rules = described(&game).unwrap();
        assert_eq!((rules.checks, rules.start.as_str()), (2, "4k3/8/8/8/8/8/8/4K2R w - - 2+2 0 1"));
        let game = Variant::add(super::super::spec(rules).unwrap()).unwrap();
        let mut game = new_game(game, None).unwrap();
        for mv in ["h1h8", "e8e7", "h8h7"] {
            assert_eq!(game.verdict(), crate::Verdict::Open);
            game.play(mv).unwrap();
        }
        assert!(matches!(game.verdict(), crate::Verdict::Win(crate::Side::First, _)));

        let many = of(&start.replace("2+2", "200+200"), &[("K&", "KO2")]);
        let refused = super::super::spec(described(&many).unwrap()).unwrap_err();
        assert_eq!(refused, "more than 20 checks to count: 200");
    }

    #[test]
    fn what_is_no_game() {
        let fails =
            |start: &str, pieces: &[(&str, &str)]| described(&of(start, pieces)).unwrap_err();
        let board = "3k/4/3K w - - 0 1";
        assert_eq!(fails("3k/5/3K w", &[]), "not a rectangular board: \"3k/5/3K\"");
        let kinglet =
            Description { name: "kinglet".into(), ..of(Variant::NORMAL.spec().start_fen, &[]) };
        assert_eq!(
            described(&kinglet).unwrap_err(),
            "a description has no words for its rule: who loses the last pawn has lost"
        );
        assert_eq!(fails("", &[]), "not a rectangular board: \"\"");
        assert_eq!(fails("3z/4/3K w", &[]), "nobody says how \"Z\" goes");
        assert_eq!(
            fails("3q/4/3Q w", &[]),
            "there is no king \"K\", and nobody says how the game ends"
        );
        assert_eq!(
            fails("3k/4/3K w", &[("K&", "KirO2ilO3")]),
            "this castling is not known here: \"KirO2ilO3\""
        );
        let turning = Description { parent: "shogi".into(), ..of("2k+l/4/+L1K1 w - - 0 1", &[]) };
        assert_eq!(
            described(&turning).unwrap_err(),
            "\"+l\" is promoted from the start: when pieces turn over, nobody says"
        );
        let chu = Description { parent: "chu".into(), ..of("3k/4/3K w", &[]) };
        assert_eq!(
            described(&chu).unwrap_err(),
            "games that derive from \"chu\" are not known here"
        );
        assert_eq!(
            fails(board, &[("n", "N")]),
            "pieces that go otherwise for one side are not known here: \"n\""
        );
        assert!(fails(board, &[("Q&", "fX")]).contains("\"Q\" goes \"fX\": unknown atom \"X\""));
    }
}
