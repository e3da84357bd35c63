//! The keys that files use, and what their values are.

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A file by letter or number, counted from 0.
    File,
    /// Letters of pieces; `*` is all, `-` none.
    Pieces,
    /// Squares, ranks, files.
    Region,
    /// `win`, `loss`, `draw` or `none`.
    Value,
    /// Pairs of a letter and another, or a number: `p:g s:g`.
    Pairs,
    /// Any text.
    Text,
    /// Only for the look of a board, or the strength of a program: it does not change the rules.
    Idle,
    /// Not supported, but with this value, which means that the rule does not hold.
    Only(&'static str),
}

/// Keys with one meaning for both sides.
const COMMON: &[(&str, Sort)] = &[
    ("variantTemplate", Sort::Idle),
    ("pieceToCharTable", Sort::Idle),
    ("pocketSize", Sort::Idle),
    ("pieceValueMg", Sort::Idle),
    ("pieceValueEg", Sort::Idle),
    ("chess960", Sort::Idle),
    ("maxRank", Sort::Number),
    ("maxFile", Sort::File),
    ("twoBoards", Sort::Only("false")),
    ("startFen", Sort::Text),
    ("sittuyinPromotion", Sort::Only("false")),
    ("promotionLimit", Sort::Pairs),
    ("promotedPieceType", Sort::Pairs),
    ("piecePromotionOnCapture", Sort::Only("false")),
    ("mandatoryPawnPromotion", Sort::Flag),
    ("mandatoryPiecePromotion", Sort::Flag),
    ("pieceDemotion", Sort::Only("false")),
    ("blastOnCapture", Sort::Flag),
    ("blastImmuneTypes", Sort::Only("-")),
    ("mutuallyImmuneTypes", Sort::Only("-")),
    ("petrifyOnCaptureTypes", Sort::Only("-")),
    ("petrifyBlastPieces", Sort::Only("false")),
    ("doubleStep", Sort::Flag),
    ("castling", Sort::Flag),
    ("castlingDroppedPiece", Sort::Flag),
    ("castlingKingsideFile", Sort::File),
    ("castlingQueensideFile", Sort::File),
    ("castlingRank", Sort::Only("1")),
    ("castlingKingFile", Sort::File),
    ("castlingRookKingsideFile", Sort::Idle),
    ("castlingRookQueensideFile", Sort::Idle),
    ("oppositeCastling", Sort::Only("false")),
    ("checking", Sort::Flag),
    ("dropChecks", Sort::Flag),
    ("mustCapture", Sort::Flag),
    ("mustDrop", Sort::Flag),
    ("mustDropType", Sort::Only("*")),
    ("pieceDrops", Sort::Flag),
    ("dropLoop", Sort::Only("false")),
    ("capturesToHand", Sort::Flag),
    ("firstRankPawnDrops", Sort::Flag),
    ("promotionZonePawnDrops", Sort::Flag),
    ("enclosingDrop", Sort::Only("none")),
    ("enclosingDropStart", Sort::Only("-")),
    ("sittuyinRookDrop", Sort::Only("false")),
    ("dropOppositeColoredBishop", Sort::Flag),
    ("dropPromoted", Sort::Only("false")),
    ("dropNoDoubled", Sort::Pieces),
    ("dropNoDoubledCount", Sort::Number),
    ("immobilityIllegal", Sort::Flag),
    ("gating", Sort::Only("false")),
    ("wallingRule", Sort::Only("none")),
    ("wallOrMove", Sort::Only("false")),
    ("seirawanGating", Sort::Only("false")),
    ("cambodianMoves", Sort::Only("false")),
    ("diagonalLines", Sort::Only("-")),
    ("makpongRule", Sort::Only("false")),
    ("flyingGeneral", Sort::Flag),
    ("soldierPromotionRank", Sort::Number),
    ("flipEnclosedPieces", Sort::Only("none")),
    ("nMoveRule", Sort::Number),
    ("nFoldRule", Sort::Number),
    ("nFoldValue", Sort::Value),
    ("nFoldValueAbsolute", Sort::Flag),
    ("perpetualCheckIllegal", Sort::Flag),
    ("moveRepetitionIllegal", Sort::Only("false")),
    ("chasingRule", Sort::Only("none")),
    ("stalemateValue", Sort::Value),
    ("stalematePieceCount", Sort::Flag),
    ("checkmateValue", Sort::Value),
    ("shogiPawnDropMateIllegal", Sort::Flag),
    ("shatarMateRule", Sort::Only("false")),
    ("bikjangRule", Sort::Only("false")),
    ("extinctionValue", Sort::Value),
    ("extinctionClaim", Sort::Only("false")),
    ("extinctionPseudoRoyal", Sort::Flag),
    ("dupleCheck", Sort::Only("false")),
    ("extinctionPieceTypes", Sort::Pieces),
    ("extinctionPieceCount", Sort::Number),
    ("extinctionOpponentPieceCount", Sort::Number),
    ("flagPieceCount", Sort::Number),
    ("flagPieceBlockedWin", Sort::Only("false")),
    ("flagMove", Sort::Flag),
    ("flagPieceSafe", Sort::Flag),
    ("checkCounting", Sort::Flag),
    ("connectN", Sort::Only("0")),
    ("connectPieceTypes", Sort::Only("*")),
    ("connectVertical", Sort::Idle),
    ("connectHorizontal", Sort::Idle),
    ("connectDiagonal", Sort::Idle),
    ("connectRegion1White", Sort::Only("-")),
    ("connectRegion2White", Sort::Only("-")),
    ("connectRegion1Black", Sort::Only("-")),
    ("connectRegion2Black", Sort::Only("-")),
    ("connectNxN", Sort::Only("0")),
    ("collinearN", Sort::Only("0")),
    ("connectValue", Sort::Idle),
    ("materialCounting", Sort::Only("none")),
    ("adjudicateFullBoard", Sort::Only("false")),
    ("countingRule", Sort::Text),
    ("castlingWins", Sort::Only("-")),
];

/// Keys that may end in `White` or `Black`; without that they stand for both.
const SIDED: &[(&str, Sort)] = &[
    ("promotionRegion", Sort::Region),
    ("promotionPawnTypes", Sort::Pieces),
    ("promotionPieceTypes", Sort::Pieces),
    ("doubleStepRegion", Sort::Region),
    ("tripleStepRegion", Sort::Only("-")),
    ("enPassantRegion", Sort::Region),
    ("enPassantTypes", Sort::Pieces),
    ("castlingKingPiece", Sort::Pieces),
    ("castlingRookPieces", Sort::Pieces),
    ("dropRegion", Sort::Region),
    ("wallingRegion", Sort::Only("-")),
    ("pass", Sort::Only("false")),
    ("passOnStalemate", Sort::Only("false")),
    ("nMoveRuleTypes", Sort::Pieces),
    ("flagPiece", Sort::Pieces),
    ("flagRegion", Sort::Region),
];

/// Which piece types are pawns, in all that this means.
pub(super) const PAWN_TYPES: [&str; 3] = ["promotionPawnTypes", "enPassantTypes", "nMoveRuleTypes"];

/// The two sides in the names of keys.
pub(super) const SIDES: [&str; 2] = ["White", "Black"];

/// What a key's value is, and the keys that it stands for; `None`: nobody knows the key.
pub(super) fn meaning(key: &str) -> Option<(Sort, Vec<String>)> {
    let both = |stem: &str| SIDES.map(|side| format!("{stem}{side}"));
    if key == "pawnTypes" {
        return Some((Sort::Pieces, PAWN_TYPES.iter().flat_map(|stem| both(stem)).collect()));
    }
    let find = |list: &[(&str, Sort)], name: &str| {
        list.iter().find(|(known, _)| *known == name).map(|(_, sort)| *sort)
    };
    if let Some(sort) = find(COMMON, key) {
        return Some((sort, vec![key.to_owned()]));
    }
    if let Some(sort) = find(SIDED, key) {
        return Some((sort, both(key).to_vec()));
    }
    let stem = SIDES.iter().find_map(|side| key.strip_suffix(side))?;
    Some((find(SIDED, stem)?, vec![key.to_owned()]))
}

/// The piece and the side of a key `mobilityRegionWhiteRook`.
pub(super) fn domain(key: &str) -> Option<(&'static str, String)> {
    let rest = key.strip_prefix("mobilityRegion")?;
    let (side, piece) = SIDES.iter().find_map(|side| Some((*side, rest.strip_prefix(side)?)))?;
    let first = piece.chars().next()?.to_ascii_lowercase();
    let name = format!("{first}{}", piece.get(1..)?);
    super::pieces::is_piece(&name).then_some((side, name))
}
