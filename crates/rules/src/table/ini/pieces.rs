//! The pieces that files call by name, and how they go.

/// Names and moves. A pawn's double step is added where the game has it; a soldier goes sideways
/// from its later ranks alone where the game says so.
pub(super) const NAMED: &[(&str, &str)] = &[
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "ffN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
    ("king", "K"),
];

/// Pieces whose moves depend on more than their own steps.
pub(super) const REFUSED: &[&str] = &["janggiCannon"];

/// The most pieces that a file can make up for itself.
const CUSTOM: usize = 25;

/// Whether a key names a piece.
pub(super) fn is_piece(key: &str) -> bool {
    NAMED.iter().any(|(name, _)| *name == key) || REFUSED.contains(&key) || is_custom(key)
}

/// Whether a key is that of a piece that the file makes up.
pub(super) fn is_custom(key: &str) -> bool {
    let number = key.strip_prefix("customPiece").and_then(|number| number.parse::<usize>().ok());
    number.is_some_and(|number| (1..=CUSTOM).contains(&number))
}

/// How a named piece goes.
pub(super) fn moves(key: &str) -> Option<&'static str> {
    NAMED.iter().find(|(name, _)| *name == key).map(|(_, moves)| *moves)
}
