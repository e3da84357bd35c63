//! The rules of the games that are played on this board, one function each.
//!
//! Sources: the CECP document and XBoard's rules pages for the games of its table; the rules pages
//! of lichess for antichess, horde, king of the hill and racing kings; Fairy-Stockfish's
//! documentation for makruk; the Japanese Chu Shogi Association for chu. Where they differ, the
//! game's function says which is followed.

use super::rules::*;

/// The rules of a game by its CECP or UCI name.
///
/// ```
/// use ferz_rules::table;
///
/// let shogi = table::rules("shogi").unwrap();
/// assert_eq!((shogi.files, shogi.ranks, shogi.kinds.len()), (9, 9, 14));
/// assert!(table::rules("ludo").is_none());
/// ```
pub fn rules(name: &str) -> Option<Rules> {
    let (_, game) = CATALOGUE.iter().find(|(known, _)| *known == name)?;
    Some(Rules { name: name.to_owned(), ..game() })
}

/// The names of all games here.
pub fn names() -> impl Iterator<Item = &'static str> {
    CATALOGUE.iter().map(|(name, _)| *name)
}

/// A name and what makes its rules.
type Entry = (&'static str, fn() -> Rules);

const CATALOGUE: &[Entry] = &[
    ("normal", chess),
    ("nocastle", || without_castling(chess())),
    ("fischerandom", chess),
    ("wildcastle", || Rules {
        castling: Some(Castling::with_rook(CastlingTo::Steps(2))),
        ..chess()
    }),
    ("3check", three_check),
    ("kingofthehill", king_of_the_hill),
    ("racingkings", racing_kings),
    ("horde", horde),
    ("atomic", || Rules { explosions: true, material: Material::Kings, ..chess() }),
    ("crazyhouse", || house(Hands::Taker)),
    ("bughouse", || house(Hands::Partner)),
    ("placement", placement),
    ("suicide", || giveaway(None, Prize::Fewer, Material::Any)),
    ("antichess", || giveaway(None, Prize::Win, Material::Bishops)),
    ("giveaway", || giveaway(chess().castling, Prize::Win, Material::Any)),
    ("losers", losers),
    ("twokings", two_kings),
    ("knightmate", knightmate),
    ("berolina", berolina),
    ("cylinder", cylinder),
    ("shatranj", shatranj),
    ("makruk", makruk),
    ("super", superchess),
    ("capablanca", || capablanca("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR")),
    ("gothic", || capablanca("rnbqckabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQCKABNR")),
    ("caparandom", || capablanca("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR")),
    ("janus", janus),
    ("falcon", falcon),
    ("courier", courier),
    ("great", great),
    ("shogi", shogi),
    ("lion", lion),
    ("elven", elven),
    ("chu", chu),
];

/// A pawn that promotes to these, with first moves from these squares.
fn pawn(moves: &str, promotes: &str, first: &str) -> Kind {
    Kind { pawn: true, promotes: words(promotes), first: first.into(), ..Kind::new("P", moves) }
}

fn king(moves: &str) -> Kind {
    Kind { royal: true, ..Kind::new("K", moves) }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Kinds of `letter: moves`.
fn kinds(list: &[(&str, &str)]) -> Vec<Kind> {
    list.iter().map(|(letter, moves)| Kind::new(letter, moves)).collect()
}

fn goal(squares: &str, last_word: bool) -> Option<Goal> {
    Some(Goal { squares: squares.into(), count: 1, last_word, ..Goal::default() })
}

const PAWN: &str = "fmWfceFifmnD";

fn chess() -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B N", "*2")];
    all.extend(kinds(&[("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q")]));
    all.push(king("K"));
    Rules {
        name: String::new(),
        files: 8,
        ranks: 8,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into(),
        kinds: all,
        royalty: Royalty::One,
        promotion: Promotion { zone: "*8".into(), forced: true, ..Promotion::default() },
        hands: Hands::None,
        castling: Some(Castling::with_rook(CastlingTo::Files(2, 6))),
        explosions: false,
        compulsory: false,
        checkless: false,
        facing: false,
        lions: None,
        goal: None,
        checks: 0,
        extinct: None,
        bare: None,
        mated: Prize::Loss,
        stalemated: Prize::Draw,
        repetition: Repetition::Western,
        quiet: Some((100, 150)),
        counting: Counting::None,
        material: Material::Chess,
        entering: false,
        must_drop: false,
    }
}

fn without_castling(rules: Rules) -> Rules {
    Rules { castling: None, start: rules.start.replace("KQkq", "-"), ..rules }
}

fn three_check() -> Rules {
    let start = chess().start.replace("KQkq -", "KQkq - 3+3");
    Rules { checks: 3, start, ..chess() }
}

/// A king alone can still reach the hill.
fn king_of_the_hill() -> Rules {
    Rules { goal: goal("d4 e4 d5 e5", false), material: Material::Any, ..chess() }
}

fn racing_kings() -> Rules {
    Rules {
        start: "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1".into(),
        castling: None,
        checkless: true,
        goal: goal("*8 / *8", true),
        material: Material::Any,
        ..chess()
    }
}

fn horde() -> Rules {
    let mut rules = Rules {
        start: "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1".into(),
        extinct: Some(Extinct::all(Prize::Loss)),
        material: Material::Any,
        ..chess()
    };
    let pawn = rules.kind("P");
    pawn.first = "*1 *2".into();
    pawn.passed = "*2".into();
    rules
}

fn house(hands: Hands) -> Rules {
    let mut rules = Rules {
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1".into(),
        hands,
        quiet: None,
        material: Material::Any,
        ..chess()
    };
    rules.kind("P").drops = "*2 *3 *4 *5 *6 *7".into();
    rules.with_worths(&[("P", 80), ("N", 155), ("B", 158), ("R", 195), ("Q", 288)])
}

/// Placement chess as Fairy-Stockfish plays it: the pieces are put on the first rank one by one, the
/// bishops on squares of both colours, before anything moves.
fn placement() -> Rules {
    let mut rules = Rules {
        start: "8/pppppppp/8/8/8/8/PPPPPPPP/8[KQRRBBNNkqrrbbnn] w - - 0 1".into(),
        hands: Hands::Given,
        castling: chess().castling.map(|castling| Castling { dropped: true, ..castling }),
        must_drop: true,
        ..chess()
    };
    for kind in &mut rules.kinds {
        kind.drops = "*1".into();
        kind.both_colours = kind.letter == "B";
    }
    rules
}

fn giveaway(castling: Option<Castling>, stalemated: Prize, material: Material) -> Rules {
    let mut rules = Rules {
        royalty: Royalty::Nothing,
        castling: castling.map(|castling| Castling { through_check: true, ..castling }),
        compulsory: true,
        extinct: Some(Extinct::all(Prize::Win)),
        stalemated,
        material,
        ..chess()
    };
    rules.kind("P").promotes.push("K".into());
    rules.kind("K").royal = false;
    if rules.castling.is_some() { rules } else { without_castling(rules) }
}

/// ICC's wild 17. A lone king wins at once, as with Fairy-Stockfish.
fn losers() -> Rules {
    Rules {
        compulsory: true,
        bare: Some(Bare::Win),
        mated: Prize::Win,
        stalemated: Prize::Win,
        material: Material::Any,
        ..chess()
    }
}

/// ICC's wild 9. Which king is royal: as XBoard and cutechess have it.
fn two_kings() -> Rules {
    Rules {
        start: "rnbqkknr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKKNR w KQkq - 0 1".into(),
        royalty: Royalty::FirstKing,
        castling: chess().castling.map(|castling| Castling { from: Some(4), ..castling }),
        ..chess()
    }
}

fn knightmate() -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B M", "*2"), Kind::new("M", "K"), king("N")];
    all.extend(kinds(&[("B", "B"), ("R", "R"), ("Q", "Q")]));
    Rules {
        start: "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1".into(),
        kinds: all,
        material: Material::Kings,
        ..chess()
    }
}

fn berolina() -> Rules {
    let mut rules = chess();
    rules.kind("P").moves = "fmFfceWifmnA".into();
    rules
}

fn cylinder() -> Rules {
    let mut rules = Rules { material: Material::Kings, ..chess() };
    for (letter, moves) in
        [("P", "fmWfceoFifmnD"), ("N", "oN"), ("B", "oB"), ("R", "oR"), ("Q", "oQ"), ("K", "oK")]
    {
        rules.kind(letter).moves = moves.into();
    }
    rules
}

/// A side that is bared may draw by baring the other with its next move.
fn shatranj() -> Rules {
    let mut all = vec![pawn("fmWfcF", "Q", "")];
    all.extend(kinds(&[("N", "N"), ("B", "A"), ("R", "R"), ("Q", "F")]));
    all.push(king("K"));
    Rules {
        start: "rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w - - 0 1".into(),
        kinds: all,
        castling: None,
        bare: Some(Bare::Loss),
        stalemated: Prize::Loss,
        quiet: Some((140, 140)),
        material: Material::Any,
        ..chess()
    }
}

/// Thai chess. Its counts take the place of the fifty moves.
fn makruk() -> Rules {
    let mut all = vec![pawn("fmWfcF", "M", "")];
    all.extend(kinds(&[("N", "N"), ("S", "FfW"), ("R", "R"), ("M", "F")]));
    all.push(king("K"));
    Rules {
        start: "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1".into(),
        kinds: all,
        promotion: Promotion { zone: "*6 *7 *8".into(), ..chess().promotion },
        castling: None,
        quiet: None,
        counting: Counting::Makruk,
        material: Material::Kings,
        ..chess()
    }
}

/// Superchess by its original tournament rules: promotion from the stock, not to an amazon.
fn superchess() -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B N S E V", "*2")];
    all.extend(kinds(&[("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q")]));
    all.extend(kinds(&[("S", "BN"), ("E", "RN"), ("V", "KN"), ("A", "QN")]));
    all.push(king("K"));
    Rules {
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1".into(),
        kinds: all,
        promotion: Promotion { stock: Some(Vec::new()), ..chess().promotion },
        hands: Hands::Owner,
        ..chess()
    }
}

fn capablanca(start: &str) -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B N A C", "*2")];
    all.extend(kinds(&[("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q"), ("A", "BN"), ("C", "RN")]));
    all.push(king("K"));
    Rules {
        files: 10,
        start: format!("{start} w KQkq - 0 1"),
        kinds: all,
        castling: Some(Castling::with_rook(CastlingTo::Files(2, 8))),
        ..chess()
    }
}

fn janus() -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B N J", "*2")];
    all.extend(kinds(&[("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q"), ("J", "BN")]));
    all.push(king("K"));
    Rules {
        start: "rjnbkqbnjr/pppppppppp/10/10/10/10/PPPPPPPPPP/RJNBKQBNJR w KQkq - 0 1".into(),
        kinds: all,
        castling: Some(Castling::with_rook(CastlingTo::Files(1, 8))),
        ..capablanca("")
    }
}

/// The falcon makes three king steps, one or two of them slanting, not turning back: each of its
/// squares has three ways.
fn falcon() -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B N F", "*2")];
    all.extend(kinds(&[("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q")]));
    all.extend([Kind::new("F", "aflafrKafraflKafafsKafsafK"), king("K")]);
    let start = "rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR";
    Rules { kinds: all, ..capablanca(start) }
}

/// The full array, as XBoard and Fairy-Max begin. Stalemate and bare king as in shatranj.
fn courier() -> Rules {
    let mut all = vec![pawn("fmWfcF", "F", "")];
    all.extend(kinds(&[("N", "N"), ("E", "A"), ("B", "B"), ("R", "R")]));
    all.extend(kinds(&[("M", "K"), ("W", "W"), ("F", "F")]));
    all.push(king("K"));
    Rules {
        files: 12,
        start: "rnebmkfwbenr/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/RNEBMKFWBENR w - - 0 1".into(),
        kinds: all,
        ..shatranj()
    }
}

/// Great Shatranj. Pawns become soldiers, or pieces of their own side that were taken. A lone king
/// plays on, as XBoard has it.
fn great() -> Rules {
    let mut all = vec![pawn("fmWfcF", "S W N E G H M", "")];
    all.extend(kinds(&[("N", "N"), ("W", "WD"), ("E", "FA"), ("G", "KAD"), ("H", "NAF")]));
    all.extend(kinds(&[("M", "NWD"), ("S", "K")]));
    all.push(king("K"));
    Rules {
        files: 10,
        start: "wnegkmhenw/pppppppppp/10/10/10/10/PPPPPPPPPP/WNEGKMHENW[] w - - 0 1".into(),
        kinds: all,
        promotion: Promotion { stock: Some(words("S")), ..chess().promotion },
        hands: Hands::Owner,
        bare: None,
        stalemated: Prize::Draw,
        ..shatranj()
    }
}

/// A piece and what it promotes to, at the ends of the list, so that hands stay short.
fn with_promoted(list: &[(&str, &str, &str)]) -> Vec<Kind> {
    let plus = |letter: &str| format!("+{letter}");
    let first = list.iter().map(|(letter, moves, promoted)| {
        let promotes = if promoted.is_empty() { Vec::new() } else { vec![plus(letter)] };
        Kind { promotes, royal: *letter == "K", pawn: *letter == "P", ..Kind::new(letter, moves) }
    });
    let promoted = list.iter().filter(|(_, _, promoted)| !promoted.is_empty());
    first
        .chain(promoted.map(|(letter, _, moves)| Kind {
            demotes: Some((*letter).to_owned()),
            ..Kind::new(&plus(letter), moves)
        }))
        .collect()
}

const GOLD: &str = "WfF";

fn shogi() -> Rules {
    let mut rules = Rules {
        files: 9,
        ranks: 9,
        start: "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1".into(),
        kinds: with_promoted(&[
            ("P", "fW", GOLD),
            ("L", "fR", GOLD),
            ("N", "ffN", GOLD),
            ("S", "FfW", GOLD),
            ("G", GOLD, ""),
            ("B", "B", "BW"),
            ("R", "R", "RF"),
            ("K", "K", ""),
        ]),
        promotion: Promotion {
            zone: "*7 *8 *9".into(),
            by: By::StartingOrEnding,
            ..Promotion::default()
        },
        hands: Hands::Taker,
        castling: None,
        stalemated: Prize::Loss,
        repetition: Repetition::Japanese,
        quiet: None,
        material: Material::Any,
        entering: true,
        ..chess()
    };
    let pawn = rules.kind("P");
    pawn.per_file = 1;
    pawn.no_drop_mate = true;
    let worths =
        [("P", 66), ("L", 113), ("N", 120), ("S", 186), ("G", 223), ("B", 275), ("R", 377)];
    let promoted = [("+P", 222), ("+L", 200), ("+N", 221), ("+S", 207), ("+B", 415), ("+R", 520)];
    rules.with_worths(&worths).with_worths(&promoted)
}

/// Goes one or two king steps, taking on each.
const LION: &str = "KNADcaKmcabK";

/// Mighty-Lion Chess, with XBoard's rules of lion trading.
fn lion() -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B N", "*2")];
    all.extend(kinds(&[("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q")]));
    all.extend([Kind { lion: true, ..Kind::new("L", LION) }, king("K")]);
    Rules {
        start: "rlbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RLBQKBNR w KQkq - 0 1".into(),
        kinds: all,
        lions: Some(Lions { king_protects: false, lions_wait: true, trifles: words("P") }),
        ..chess()
    }
}

/// Elven Chess, XBoard's ChuChess, with its rules of lion trading.
fn elven() -> Rules {
    let mut all = vec![pawn(PAWN, "Q R B N", "*3")];
    all.extend(kinds(&[("N", "N"), ("B", "B"), ("R", "R"), ("Q", "Q"), ("M", "K")]));
    all.extend(kinds(&[("+B", "BW"), ("+R", "RF")]));
    all.extend([Kind { lion: true, ..Kind::new("L", LION) }, king("K")]);
    Rules {
        files: 10,
        ranks: 10,
        start:
            "r3k4r/mnb+rql+bbnm/pppppppppp/10/10/10/10/PPPPPPPPPP/MNB+BLQ+RBNM/R4K3R w KQkq - 0 1"
                .into(),
        kinds: all,
        promotion: Promotion { zone: "*8 *9 *10".into(), ..chess().promotion },
        castling: Some(Castling::with_rook(CastlingTo::Steps(3))),
        lions: Some(Lions { king_protects: true, lions_wait: true, trifles: words("P") }),
        ..chess()
    }
}

/// Chu shogi by the rules of the Japanese association.
fn chu() -> Rules {
    let mut rules = Rules {
        files: 12,
        ranks: 12,
        start: "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/\
                PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL w - - 0 1"
            .into(),
        kinds: with_promoted(&[
            ("P", "fW", GOLD),
            ("I", "vW", "FfsW"),
            ("C", "fFvW", "sRvW"),
            ("S", "FfW", "vRsW"),
            ("G", GOLD, "R"),
            ("F", "FvW", "B"),
            ("E", "FfsW", "K"),
            ("T", "FsbW", "vRFsW"),
            ("X", "WA", "Q"),
            ("O", "FD", LION),
            ("L", "fR", "vRfB"),
            ("A", "vR", "vRbB"),
            ("B", "B", "BW"),
            ("R", "R", "RF"),
            ("M", "sRvW", "BsR"),
            ("V", "vRsW", "BvR"),
            ("H", "BW", "BsbRfWfDfcavWfmabW"),
            ("D", "RF", "RbBfFfAfcavFfmabF"),
            ("Q", "Q", ""),
            ("N", LION, ""),
            ("K", "K", ""),
        ]),
        royalty: Royalty::Last,
        promotion: Promotion {
            zone: "*9 *10 *11 *12".into(),
            by: By::EnteringOrTaking,
            ..Promotion::default()
        },
        castling: None,
        lions: Some(Lions { king_protects: true, lions_wait: false, trifles: words("P I +P +I") }),
        stalemated: Prize::Loss,
        repetition: Repetition::Attacks,
        quiet: None,
        material: Material::Any,
        ..chess()
    };
    ["N", "+O"].into_iter().for_each(|letter| rules.kind(letter).lion = true);
    rules.kind("+E").royal = true;
    // A lance may promote on the last rank as a pawn does.
    rules.kind("L").pawn = true;
    rules
}
