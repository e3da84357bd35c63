//! From what a file says about a game to its rules.

use super::kinds::Kinds;
use super::start::{self, Start};
use super::{Fault, Origin, Settings, Value, on_board};
use crate::table::region::Grid;
use crate::table::rules::*;

/// What a game has that does not say where it starts.
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// What is asked of settings while rules are made of them.
impl Settings {
    pub(super) fn flag(&self, key: &str, usual: bool) -> bool {
        match self.values.get(key) {
            Some((Value::Flag(flag), _)) => *flag,
            _ => usual,
        }
    }

    pub(super) fn number(&self, key: &str, usual: u32) -> u32 {
        match self.values.get(key) {
            Some((Value::Number(number), _)) => *number,
            _ => usual,
        }
    }

    fn file(&self, key: &str, usual: usize) -> usize {
        match self.values.get(key) {
            Some((Value::File(file), _)) => *file,
            _ => usual,
        }
    }

    fn prize(&self, key: &str, usual: Option<Prize>) -> Option<Prize> {
        match self.values.get(key) {
            Some((Value::Prize(prize), _)) => *prize,
            _ => usual,
        }
    }

    pub(super) fn pairs(&self, key: &str) -> &[(String, String)] {
        match self.values.get(key) {
            Some((Value::Pairs(pairs), _)) => pairs,
            _ => &[],
        }
    }

    pub(super) fn said(&self, key: &str) -> Option<&Origin> {
        self.values.get(key).map(|(_, origin)| origin)
    }

    /// A fault of the line that set a key.
    pub(super) fn fault(&self, key: &str, why: impl Into<String>) -> Fault {
        let unsaid = Origin { line: 0, text: key.to_owned() };
        self.said(key).unwrap_or(&unsaid).fault(why)
    }

    /// Pieces that must be the same for both sides.
    pub(super) fn same_pieces(&self, stem: &str, usual: &[&str]) -> Result<Vec<String>, Fault> {
        let [white, black] = super::keys::SIDES.map(|side| format!("{stem}{side}"));
        let pieces = self.pieces_of(&white, usual);
        let mut sorted = [pieces.clone(), self.pieces_of(&black, usual)];
        sorted.iter_mut().for_each(|pieces| pieces.sort());
        match sorted[0] == sorted[1] {
            true => Ok(pieces),
            false => Err(self.fault(&black, "both sides must have the same pieces here")),
        }
    }

    /// The regions of both sides as one text, without what lies off the board.
    pub(super) fn regions(&self, stem: &str, usual: [&str; 2], grid: Grid) -> String {
        let [white, black] = [0, 1].map(|side| {
            let key = format!("{stem}{}", super::keys::SIDES[side]);
            match self.values.get(&key) {
                Some((Value::Region(region), _)) => on_board(region, grid),
                _ => on_board(usual[side], grid),
            }
        });
        format!("{white} / {black}")
    }

    pub(super) fn has_region(&self, stem: &str) -> bool {
        super::keys::SIDES.iter().any(|side| self.values.contains_key(&format!("{stem}{side}")))
    }
}

/// Makes the rules.
pub(super) fn rules(name: &str, settings: &Settings) -> Result<Rules, Fault> {
    let grid = Grid {
        files: settings.file("maxFile", 7) + 1,
        ranks: settings.number("maxRank", 8) as usize,
    };
    if grid.ranks == 0 || grid.squares() > 192 {
        return Err(settings.fault("maxRank", "no board of this size"));
    }
    let text = match settings.values.get("startFen") {
        Some((Value::Text(text), _)) => text.as_str(),
        _ => START,
    };
    let start = start::read(text);
    if start.placement.contains('*') {
        return Err(settings.fault("startFen", "walls on the board are not supported"));
    }
    let kinds = Kinds::new(settings, grid, &start)?;
    let hands = hands(settings)?;
    let royalty = kinds.royalty(settings, &start)?;
    let castling = castling(settings, &kinds, &start, royalty)?;
    let checks = checks(settings, &start);
    let goal = goal(settings, &kinds, grid)?;
    let extinct = extinct(settings, &kinds);
    let stalemated = match settings.prize("stalemateValue", None).unwrap_or(Prize::Draw) {
        Prize::Win if settings.flag("stalematePieceCount", false) => Prize::Fewer,
        _ if settings.flag("stalematePieceCount", false) => {
            return Err(settings.fault("stalematePieceCount", "only where stalemate wins"));
        }
        prize => prize,
    };
    let turns = !settings.pairs("promotedPieceType").is_empty();
    let plain = goal.is_none() && extinct.is_none() && checks == 0 && hands == Hands::None;
    let hand = hands != Hands::None;
    let said = if checks > 0 { Some(start.checks.unwrap_or("3+3")) } else { None };
    Ok(Rules {
        name: name.to_owned(),
        files: grid.files,
        ranks: grid.ranks,
        start: start.write(hand, castling.is_some(), said),
        royalty,
        promotion: Promotion {
            zone: settings.regions("promotionRegion", ["*8", "*1"], grid),
            by: if turns { By::StartingOrEnding } else { By::Ending },
            forced: !turns,
            stock: None,
        },
        hands,
        castling,
        explosions: settings.flag("blastOnCapture", false),
        compulsory: settings.flag("mustCapture", false),
        checkless: !settings.flag("checking", true),
        facing: settings.flag("flyingGeneral", false),
        lions: None,
        goal,
        checks,
        extinct,
        bare: None,
        mated: settings.prize("checkmateValue", None).unwrap_or(Prize::Loss),
        stalemated,
        repetition: repetition(settings),
        quiet: match settings.number("nMoveRule", 50) {
            0 => None,
            moves => Some((2 * moves, 3 * moves)),
        },
        counting: counting(settings)?,
        material: match plain && royalty == Royalty::One && kinds.has("king") {
            true => Material::Kings,
            false => Material::Any,
        },
        entering: false,
        must_drop: hands != Hands::None && settings.flag("mustDrop", false),
        kinds: kinds.all,
    })
}

fn hands(settings: &Settings) -> Result<Hands, Fault> {
    let drops = settings.flag("pieceDrops", false);
    match settings.flag("capturesToHand", false) {
        true if drops => Ok(Hands::Taker),
        true => Err(settings.fault("capturesToHand", "only where pieces are dropped")),
        false if drops => Ok(Hands::Given),
        false => Ok(Hands::None),
    }
}

fn checks(settings: &Settings, start: &Start) -> u8 {
    if !settings.flag("checkCounting", false) {
        return 0;
    }
    let numbers = start.checks.into_iter().flat_map(|checks| checks.split('+'));
    numbers.filter_map(|number| number.parse().ok()).max().unwrap_or(3)
}

fn repetition(settings: &Settings) -> Repetition {
    let times = settings.number("nFoldRule", 3);
    let prize = settings.prize("nFoldValue", None).unwrap_or(Prize::Draw);
    let first = settings.flag("nFoldValueAbsolute", false);
    let checks = settings.flag("perpetualCheckIllegal", false);
    match (times, prize, checks) {
        (3, Prize::Draw, false) => Repetition::Western,
        _ => Repetition::Times { times, prize, first, checks },
    }
}

fn counting(settings: &Settings) -> Result<Counting, Fault> {
    match settings.values.get("countingRule") {
        Some((Value::Text(text), _)) => match text.as_str() {
            "none" => Ok(Counting::None),
            "makruk" => Ok(Counting::Makruk),
            "asean" => Ok(Counting::Asean),
            _ => Err(settings
                .fault("countingRule", "only \"none\", \"makruk\" and \"asean\" are supported")),
        },
        _ => Ok(Counting::None),
    }
}

fn castling(
    settings: &Settings,
    kinds: &Kinds,
    start: &Start,
    royalty: Royalty,
) -> Result<Option<Castling>, Fault> {
    let dropped = settings.flag("castlingDroppedPiece", false);
    if !settings.flag("castling", true) || start.castling == "-" && !dropped {
        return Ok(None);
    }
    let kings = settings.same_pieces("castlingKingPiece", &["king"])?;
    let rooks = settings.same_pieces("castlingRookPieces", &["rook"])?;
    let [king] = &kings[..] else { return Ok(None) };
    let Some(king_letter) = kinds.letter(king) else { return Ok(None) };
    let rooks: Vec<&String> = rooks.iter().filter_map(|rook| kinds.letter(rook)).collect();
    let rook = match &rooks[..] {
        [rook] => (*rook).clone(),
        [] => return Ok(None),
        _ => return Err(settings.fault("castlingRookPiecesWhite", "only one piece can castle")),
    };
    let bottom = start.placement.rsplit('/').next().unwrap_or_default();
    let several = bottom.matches(king_letter.as_str()).count() > 1;
    let from = settings.file("castlingKingFile", 4);
    Ok(Some(Castling {
        to: CastlingTo::Files(
            settings.file("castlingQueensideFile", 2),
            settings.file("castlingKingsideFile", 6),
        ),
        king: king_letter.clone(),
        rook,
        from: several.then_some(from),
        through_check: !kinds.is_royal(king) || royalty == Royalty::Nothing,
        dropped,
    }))
}

fn goal(settings: &Settings, kinds: &Kinds, grid: Grid) -> Result<Option<Goal>, Fault> {
    if !settings.has_region("flagRegion") {
        return Ok(None);
    }
    let pieces = settings.same_pieces("flagPiece", &["*"])?;
    let all = pieces.iter().any(|piece| piece == "*");
    let last_word = settings.flag("flagMove", false);
    if last_word && pieces != ["king"] {
        return Err(settings.fault("flagMove", "only the king's arrival can be answered"));
    }
    let letters = match all {
        true => kinds.all.iter().map(|kind| kind.letter.clone()).collect(),
        false => pieces.iter().flat_map(|piece| kinds.letters(piece)).collect::<Vec<_>>(),
    };
    if letters.is_empty() {
        return Err(settings.fault("flagPieceWhite", "no such piece in the game"));
    }
    Ok(Some(Goal {
        squares: settings.regions("flagRegion", ["", ""], grid),
        kinds: letters,
        count: settings.number("flagPieceCount", 1),
        safe: settings.flag("flagPieceSafe", false),
        last_word,
    }))
}

fn extinct(settings: &Settings, kinds: &Kinds) -> Option<Extinct> {
    let prize = settings.prize("extinctionValue", None)?;
    let royal = settings.flag("extinctionPseudoRoyal", false);
    // What must not be left attacked is never taken, but by an explosion.
    if royal && !settings.flag("blastOnCapture", false) {
        return None;
    }
    let pieces = settings.pieces_of("extinctionPieceTypes", &[]);
    if pieces.is_empty() {
        return None;
    }
    let all = pieces.iter().any(|piece| piece == "*");
    let groups = pieces.iter().map(|piece| kinds.letters(piece));
    Some(Extinct {
        kinds: if all { Vec::new() } else { groups.collect() },
        most: settings.number("extinctionPieceCount", 0),
        others: settings.number("extinctionOpponentPieceCount", 0),
        prize,
    })
}
