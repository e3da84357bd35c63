//! The kinds of piece of a game from a file.

use super::start::Start;
use super::{Fault, Piece, Settings, keys, on_board};
use crate::Side;
use crate::table::betza;
use crate::table::region::Grid;
use crate::table::rules::{By, Kind, Royalty};

/// The kinds of a game; those that can be held come first.
pub(super) struct Kinds {
    pub all: Vec<Kind>,
    /// For each kind the name of the piece that it goes as.
    names: Vec<String>,
    royal: Vec<String>,
    turned: usize,
}

/// What decides about the kinds.
struct Maker<'a> {
    settings: &'a Settings,
    grid: Grid,
    pawns: Vec<String>,
    queens: Vec<String>,
    quiet: Vec<String>,
    passing: Vec<String>,
    royal: Vec<String>,
}

impl Kinds {
    pub(super) fn new(settings: &Settings, grid: Grid, start: &Start) -> Result<Kinds, Fault> {
        let usual = ["knight", "bishop", "rook", "queen"];
        let mut royal = vec!["king".to_owned()];
        if settings.flag("extinctionPseudoRoyal", false) {
            royal.extend(settings.pieces_of("extinctionPieceTypes", &[]));
        }
        let maker = Maker {
            settings,
            grid,
            pawns: settings.same_pieces("promotionPawnTypes", &["pawn"])?,
            queens: settings.same_pieces("promotionPieceTypes", &usual)?,
            quiet: settings.same_pieces("nMoveRuleTypes", &["pawn"])?,
            passing: settings.same_pieces("enPassantTypes", &["pawn"])?,
            royal,
        };
        let there = start.pieces();
        let pairs = settings.pairs("promotedPieceType");
        let promoted = |name: &str| pairs.iter().rev().find(|(from, _)| from == name);
        let stands = |piece: &&Piece| {
            let letter = piece.letter.to_string();
            there.iter().any(|it| it.trim_start_matches('+').eq_ignore_ascii_case(&letter))
        };
        let pawn_stands =
            settings.pieces.iter().filter(stands).any(|it| maker.pawns.contains(&it.name));
        let mut pieces: Vec<&Piece> = settings
            .pieces
            .iter()
            .filter(|piece| stands(piece) || pawn_stands && maker.queens.contains(&piece.name))
            .collect();
        // Promoted pieces that are taken become the first kind: the pawn.
        pieces.sort_by_key(|piece| match piece.name.as_str() {
            name if maker.pawns.iter().any(|pawn| pawn == name) => 0,
            "king" => 2,
            _ => 1,
        });
        let mut kinds =
            Kinds { all: Vec::new(), names: Vec::new(), royal: maker.royal.clone(), turned: 0 };
        let mut turned = Vec::new();
        for piece in &pieces {
            let mut kind = maker.kind(piece, &piece.letter.to_string())?;
            if pawn_stands && maker.pawns.contains(&piece.name) {
                let letters = maker.queens.iter().filter_map(|name| maker.piece(name));
                kind.promotes = letters.map(|piece| piece.letter.to_string()).collect();
                kind.promoting = Some((By::Ending, settings.flag("mandatoryPawnPromotion", true)));
            }
            if let Some(into) = promoted(&piece.name).and_then(|(_, into)| maker.piece(into)) {
                let pawn = piece.name == "pawn";
                if !kind.promotes.is_empty() && !pawn {
                    return Err(piece.origin.fault("it promotes as a pawn and as a piece"));
                }
                kind.promoting = Some(match pawn {
                    true => (By::Ending, settings.flag("mandatoryPawnPromotion", true)),
                    false => {
                        (By::StartingOrEnding, settings.flag("mandatoryPiecePromotion", false))
                    }
                });
                let letter = format!("+{}", piece.letter);
                let held = piece.letter.to_string();
                turned.push((Kind { demotes: Some(held), ..maker.kind(into, &letter)? }, into));
                kind.promotes.push(letter);
            }
            if kind.promotes.is_empty() && settings.flag("immobilityIllegal", false) {
                maker.keep_mobile(&mut kind);
            }
            kinds.all.push(kind);
            kinds.names.push(piece.name.clone());
        }
        kinds.turned = kinds.all.len();
        for (kind, into) in turned {
            kinds.all.push(kind);
            kinds.names.push(into.name.clone());
        }
        if kinds.all.is_empty() {
            return Err(settings.fault("startFen", "no pieces stand on the board"));
        }
        maker.limit(&mut kinds);
        Ok(kinds)
    }

    /// The letter of a piece by its name, as it stands in hand.
    pub(super) fn letter(&self, name: &str) -> Option<&String> {
        let index = self.names[..self.turned].iter().position(|known| known == name)?;
        Some(&self.all[index].letter)
    }

    /// All letters under which pieces of this name stand on the board.
    pub(super) fn letters(&self, name: &str) -> Vec<String> {
        let named = self.names.iter().zip(&self.all).filter(|(known, _)| *known == name);
        named.map(|(_, kind)| kind.letter.clone()).collect()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    pub(super) fn is_royal(&self, name: &str) -> bool {
        self.royal.iter().any(|royal| royal == name)
    }

    /// What must not be lost.
    pub(super) fn royalty(&self, settings: &Settings, start: &Start) -> Result<Royalty, Fault> {
        let royals: Vec<&Kind> = self.all.iter().filter(|kind| kind.royal).collect();
        if royals.is_empty() {
            return Ok(Royalty::Nothing);
        }
        let there = start.pieces();
        let one_each = |kind: &&Kind| {
            let lower = kind.letter.to_ascii_lowercase();
            let count = |letter: &str| there.iter().filter(|it| *it == letter).count();
            count(&kind.letter) == 1 && count(&lower) == 1
        };
        let grows = |kind: &&Kind| {
            self.all.iter().any(|from| from.promotes.contains(&kind.letter))
                || !kind.promotes.is_empty()
        };
        let spare = settings.number("extinctionPieceCount", 0);
        let spare = if settings.flag("extinctionPseudoRoyal", false) { spare } else { 0 };
        match &royals[..] {
            [royal] if spare == 0 && one_each(royal) && !grows(royal) => Ok(Royalty::One),
            _ if settings.flag("blastOnCapture", false) => {
                Err(settings.fault("blastOnCapture", "explosions need one king on each side"))
            }
            _ => Ok(Royalty::Few(spare + 1)),
        }
    }
}

impl Maker<'_> {
    fn piece(&self, name: &str) -> Option<&Piece> {
        self.settings.pieces.iter().find(|piece| piece.name == name)
    }

    fn kind(&self, piece: &Piece, letter: &str) -> Result<Kind, Fault> {
        let settings = self.settings;
        let native = piece.name == "pawn";
        let mut kind = Kind::new(letter, &piece.moves);
        kind.royal = self.royal.contains(&piece.name);
        kind.pawn = self.quiet.contains(&piece.name);
        let steps = settings.flag("doubleStep", true);
        if native && steps {
            kind.moves.push_str("ifmnD");
        }
        if native && !self.passing.contains(&piece.name) {
            kind.moves = kind.moves.replace("fceF", "fcF");
        }
        if piece.name == "soldier" {
            self.settle_soldier(&mut kind);
        } else if kind.moves.contains('i') {
            kind.first = match steps {
                true => settings.regions("doubleStepRegion", ["*2", "*7"], self.grid),
                false => "/".to_owned(),
            };
            if !native && !kind.pawn {
                return Err(piece.origin.fault("first moves are for pawns alone"));
            }
            if settings.has_region("enPassantRegion") {
                kind.passed = self.passed();
            }
        }
        if settings.flag("blastOnCapture", false) && kind.pawn && !native {
            return Err(piece.origin.fault("explosions spare only usual pawns"));
        }
        self.set_domain(&mut kind, &piece.name);
        self.set_drops(&mut kind, &piece.name);
        Ok(kind)
    }

    /// A soldier goes sideways when it has come so far.
    fn settle_soldier(&self, kind: &mut Kind) {
        let from = self.settings.number("soldierPromotionRank", 1) as usize;
        if from > 1 {
            kind.moves = "fWisW".to_owned();
            let ranks = self.grid.ranks;
            let far: Vec<String> = (from..=ranks).map(|rank| format!("*{rank}")).collect();
            kind.first = far.join(" ");
        }
    }

    /// From where double steps can be taken in passing: they pass the squares of a region.
    fn passed(&self) -> String {
        let grid = self.grid;
        let text = self.settings.regions("enPassantRegion", ["", ""], grid);
        let sides = Side::BOTH.map(|side| {
            let region = grid.region::<crate::table::set::Wide>(&text, side).unwrap_or_default();
            // The region is that of the side that takes.
            let back = if side == Side::First { (0, 1) } else { (0, -1) };
            let starts = region
                .into_iter()
                .filter_map(|square| grid.step(square, back, Side::First, false))
                .map(|square| grid.name(square, 1));
            starts.collect::<Vec<_>>().join(" ")
        });
        format!("{} / {}", sides[1], sides[0])
    }

    fn set_domain(&self, kind: &mut Kind, name: &str) {
        let [white, black] = keys::SIDES
            .map(|side| self.settings.domains.get(&(name.to_owned(), side)))
            .map(|region| region.map(|region| on_board(region, self.grid)));
        if white.is_some() || black.is_some() {
            let all = self.ranks(1, self.grid.ranks);
            let [white, black] = [white, black].map(|region| region.unwrap_or_else(|| all.clone()));
            kind.domain = format!("{white} / {black}");
        }
    }

    fn ranks(&self, first: usize, last: usize) -> String {
        (first..=last).map(|rank| format!("*{rank}")).collect::<Vec<_>>().join(" ")
    }

    fn set_drops(&self, kind: &mut Kind, name: &str) {
        let settings = self.settings;
        if !settings.flag("pieceDrops", false) {
            return;
        }
        kind.both_colours = name == "bishop" && settings.flag("dropOppositeColoredBishop", false);
        kind.no_drop_check = !settings.flag("dropChecks", true);
        kind.no_drop_mate = name == "shogiPawn" && settings.flag("shogiPawnDropMateIllegal", false);
        let doubled = settings.pieces_of("dropNoDoubled", &[]);
        let mut nowhere = false;
        if doubled.iter().any(|piece| piece == name) {
            kind.per_file = settings.number("dropNoDoubledCount", 1).min(255) as u8;
            nowhere = kind.per_file == 0;
        }
        let grid = self.grid;
        let all = self.ranks(1, grid.ranks);
        let regions = settings.regions("dropRegion", [&all, &all], grid);
        let zones = settings.regions("promotionRegion", ["*8", "*1"], grid);
        let native = name == "pawn";
        let mobile = settings.flag("immobilityIllegal", false);
        type Squares = crate::table::set::Set<crate::table::set::Wide>;
        let sides = Side::BOTH.map(|side| {
            let mut squares: Squares = grid.region(&regions, side).unwrap_or_default();
            if native && !settings.flag("promotionZonePawnDrops", false) {
                squares -= grid.region(&zones, side).unwrap_or_default();
            }
            if native && !settings.flag("firstRankPawnDrops", false) {
                squares -= grid.region("*1", side).unwrap_or_default();
            }
            if let Some(domain) = Some(&kind.domain).filter(|domain| !domain.is_empty()) {
                squares &= grid.region(domain, side).unwrap_or_default();
            }
            let names = squares
                .into_iter()
                .filter(|square| !nowhere && (!mobile || self.can_move(&kind.moves, *square, side)))
                .map(|square| grid.name(square, 1));
            names.collect::<Vec<_>>().join(" ")
        });
        kind.drops = format!("{} / {}", sides[0], sides[1]);
    }

    /// Whether a piece that goes so can ever move from a square.
    fn can_move(&self, moves: &str, square: usize, side: Side) -> bool {
        let walks = betza::read(moves).unwrap_or_default().0;
        let mut steps = walks.iter().filter(|walk| !walk.initial).flat_map(|walk| &walk.steps);
        steps.any(|step| self.grid.step(square, *step, side, false).is_some())
    }

    /// Keeps a piece from squares that it could not leave.
    fn keep_mobile(&self, kind: &mut Kind) {
        let grid = self.grid;
        let stuck = Side::BOTH.map(|side| {
            (0..grid.squares()).any(|square| !self.can_move(&kind.moves, square, side))
        });
        if stuck == [false, false] || !kind.domain.is_empty() {
            return;
        }
        let sides = Side::BOTH.map(|side| {
            let free =
                (0..grid.squares()).filter(|square| self.can_move(&kind.moves, *square, side));
            free.map(|square| grid.name(square, 1)).collect::<Vec<_>>().join(" ")
        });
        kind.domain = format!("{} / {}", sides[0], sides[1]);
    }

    fn limit(&self, kinds: &mut Kinds) {
        for (name, number) in self.settings.pairs("promotionLimit") {
            let Ok(number) = number.parse() else { continue };
            for (kind, known) in kinds.all.iter_mut().zip(&kinds.names) {
                if known == name {
                    kind.most = number;
                }
            }
        }
    }
}
