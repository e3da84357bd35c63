//! Games other than chess: each that the engine lists and that is known here is played.

use super::Cecp;
use crate::expectation::{Expectation, Finding, ensure, not_applicable, should};
use crate::monitor::game::FollowedGame;
use crate::run::Subject;
use ferz_rules::{Notation, Variant};
use ferz_wire::cecp::{FeatureValue, FromEngine};

pub(super) const ALL: &[Expectation<Cecp>] = &[should(
    "cecp-variants-played",
    "every game of the list that is known here is begun, and moves go both ways",
    "C-118 C-189 C-247",
    |e| {
        let games = games(e);
        if games.is_empty() {
            return not_applicable("the engine lists no other game that is known here");
        }
        for game in games {
            played(e, &game).map_err(|finding| match finding {
                Finding::Unmet(text) => Finding::Unmet(format!("{text} in {game}")),
                other => other,
            })?;
        }
        Ok(())
    },
)];

/// The games that the engine lists, less those with expectations of their own, those that take
/// partners, and those that programs begin in different positions.
fn games(e: &Cecp) -> Vec<String> {
    let Some(FeatureValue::Text(list)) = e.announced().value("variants").cloned() else {
        return Vec::new();
    };
    let is_asked = |name: &&str| {
        Variant::by_name(name).is_some_and(|game| {
            let asked_elsewhere = [Variant::NORMAL, Variant::CHESS960, Variant::XIANGQI];
            !asked_elsewhere.contains(&game) && !game.partners && !game.starts_differ
        })
    };
    list.split(',').map(str::trim).filter(is_asked).map(str::to_owned).collect()
}

/// Three moves of a game: the engine's, one of ours, its answer.
fn played(e: &mut Cecp, game: &str) -> Result<(), Finding> {
    e.fresh()?;
    e.say_each(&["new", &format!("variant {game}"), "force", "easy", "post"]);
    let said = e.sync()?;
    // Of the other commands somebody else asks.
    let refuses = |it: &FromEngine| matches!(it, FromEngine::Error { kind, text } if kind.contains("variant") || text.contains(game));
    ensure(!said.iter().any(refuses), "no complaint")?;
    let before = e.watched.monitor.board().cloned();
    let mv = e.think(&["level 0 1 0", "st 1", "sd 2"])?.mv;
    let legal = before.is_none_or(|board| board.legal(mv.as_str()).is_ok());
    ensure(legal, format!("a legal move, not {mv},"))?;
    let answer = e.watched.monitor.board().and_then(plain_move);
    // Of a game that the engine plays otherwise we know no moves.
    let Some(answer) = answer else { return Ok(()) };
    e.user_move(&answer);
    e.its_move().map(drop)
}

/// A move that every program writes alike: no promotion, no castling, of one leg.
fn plain_move(board: &FollowedGame) -> Option<String> {
    let is_short = |mv: &String| mv.len() <= 6 && !mv.contains([',', '-', '+', '=']);
    let is_step = |mv: &String| {
        !board.game().rewrite(mv, Notation::San).is_ok_and(|san| san.starts_with('O'))
    };
    board.legal_moves().into_iter().find(|mv| is_short(mv) && is_step(mv))
}
