//! Games as PGN, derived from their records.
//!
//! Chess is written in the export format of the PGN standard of 1994, with SAN and a comment beside
//! each move, `{+0.31/14 1.2s}`: score, depth and time. Chess960 has the tag `Variant` and always a
//! FEN. Openings of chess and xiangqi are named, times are universal. Xiangqi has no such standard; it is
//! written as Chinese programs exchange it, with the tags `Game "Chinese Chess"`, `Red`, `Format` and
//! `FEN`, and with moves as `H2-E2` (ICCS) or `C2=5` (WXF). Games on two boards are written as BPGN.

mod bpgn;
mod moves;

use crate::config::{Config, IccsMoves};
use crate::record::{GameRecord, GameResult, Reason};
use ferz_input::text;
use ferz_rules::pgn::{PgnGame, date, time_of_day};
use ferz_rules::{Notation, Variant};
use moves::Walk;
use std::fmt::Write;

/// A game; the text ends with an empty line.
pub fn write(config: &Config, names: &[String], record: &GameRecord) -> String {
    text(config, names, record, &game(config, names, record).0)
}

/// The text of a game, of which [`game`] is known; it ends with an empty line.
pub(crate) fn text(
    config: &Config,
    names: &[String],
    record: &GameRecord,
    game: &PgnGame,
) -> String {
    match config.has_two_boards() {
        true => bpgn::write(config, names, record),
        false => format!("{game}\n"),
    }
}

/// A game of a run, its first board if it has two, and the position in which it began, as FEN.
pub(crate) fn game(config: &Config, names: &[String], record: &GameRecord) -> (PgnGame, String) {
    let variant = config.game().unwrap_or(Variant::NORMAL);
    let walk = Walk::of(config, record);
    let mut game = PgnGame { result: Some(record.result.to_string()), ..PgnGame::default() };
    for (key, value) in tags(config, names, record, variant, walk.as_ref()) {
        let value: String = value.chars().filter(|c| !c.is_control()).collect();
        game.set_tag(key, &value);
    }
    let (line, start) = walk.map(|walk| (walk.line, walk.start)).unwrap_or_default();
    game.line = line;
    let last = game.line.moves.last_mut();
    let comments = last.map_or(&mut game.line.intro, |step| &mut step.comments);
    comments.push(ending((record.result, record.reason, &record.detail), variant.sides));
    (game, start)
}

/// The position in which a game ended, as FEN; of two boards the first's.
pub fn last_fen(config: &Config, record: &GameRecord) -> Option<String> {
    moves::last_fen(config, record)
}

/// The tags of a game, in their order: the seven of the standard, and what else is known.
fn tags(
    config: &Config,
    names: &[String],
    record: &GameRecord,
    variant: Variant,
    walk: Option<&Walk>,
) -> Vec<(&'static str, String)> {
    let name = |index: usize| text::name(names.get(index).map_or("?", String::as_str)).into_owned();
    let mut tags = Vec::new();
    tags.extend(variant.pgn.game.map(|game| ("Game", game.to_owned())));
    tags.extend([
        ("Event", text::name(&config.event).into_owned()),
        ("Site", text::name(&config.site).into_owned()),
        ("Date", date(record.began)),
        ("Round", record.number.to_string()),
        (variant.pgn.first, name(record.first)),
        ("Black", name(record.second)),
        ("Result", record.result.to_string()),
    ]);
    if variant != Variant::NORMAL {
        tags.push(("Variant", variant.name.to_owned()));
    }
    let start = || Some(walk?.start.clone());
    let fen = record.fen.clone().or_else(|| (variant == Variant::CHESS960).then(start)?);
    if let Some(fen) = fen {
        tags.extend([("SetUp", "1".to_owned()), ("FEN", fen)]);
    }
    if variant.pgn.moves == Notation::Iccs {
        let format = match config.pgn.iccs {
            IccsMoves::Iccs => "ICCS",
            IccsMoves::Wxf => "WXF",
        };
        tags.push(("Format", format.to_owned()));
    }
    if !config.pgn.few_tags {
        more_tags(config, record, variant, walk, &mut tags);
    }
    tags
}

/// What nobody needs to play the game through.
fn more_tags(
    config: &Config,
    record: &GameRecord,
    variant: Variant,
    walk: Option<&Walk>,
    tags: &mut Vec<(&'static str, String)>,
) {
    if let Some(opening) = walk.and_then(|walk| walk.opening) {
        tags.extend(opening.code.map(|code| ("ECO", code.to_owned())));
        tags.push(("Opening", opening.name.to_owned()));
    }
    let controls =
        [record.first, record.second].map(|index| config.engines.get(index).map(time_control));
    match controls {
        [Some(first), Some(second)] if first == second => tags.push(("TimeControl", first)),
        [Some(first), Some(second)] => {
            let is_red = variant.pgn.first == "Red";
            let key = if is_red { "RedTimeControl" } else { "WhiteTimeControl" };
            tags.extend([(key, first), ("BlackTimeControl", second)]);
        }
        _ => {}
    }
    let (whole, seconds) = (record.seconds.max(0.0) as u64, record.began);
    tags.extend([
        ("UTCDate", date(seconds)),
        ("UTCTime", time_of_day(seconds % 86_400)),
        ("GameStartTime", moment(seconds)),
        ("GameEndTime", moment(seconds.saturating_add(whole))),
        ("GameDuration", time_of_day(whole)),
        ("PlyCount", record.moves.len().to_string()),
        ("Termination", termination(record.reason).to_owned()),
    ]);
}

/// The end in words: from result, reason and detail, and what the two sides are called.
pub fn ending(
    (result, reason, detail): (GameResult, Reason, &str),
    [first, second]: [&str; 2],
) -> String {
    let (winner, loser) = match result {
        GameResult::First => (first, second),
        GameResult::Second => (second, first),
        GameResult::Draw => ("", ""),
    };
    let mut text = match (reason, result) {
        (Reason::Checkmate, _) => format!("{winner} mates"),
        (Reason::Stalemate, GameResult::Draw) => "Stalemate".to_owned(),
        (Reason::Stalemate, _) => format!("{loser} has no move"),
        (Reason::Repetition, _) => "Draw by repetition".to_owned(),
        (Reason::PerpetualCheck, _) => format!("{loser} loses by perpetual check"),
        (Reason::PerpetualChase, _) => format!("{loser} loses by perpetual chase"),
        (Reason::FiftyMoves, _) => "Draw by the fifty-move rule".to_owned(),
        (Reason::NaturalMoves, _) => "Draw: too many moves without capture".to_owned(),
        (Reason::InsufficientMaterial, _) => "Draw by insufficient material".to_owned(),
        (Reason::Rule, GameResult::Draw) => "Draw by the rules of the game".to_owned(),
        (Reason::Rule, _) => format!("{winner} wins by the rules of the game"),
        (Reason::Resignation, _) => format!("{loser} resigns"),
        (Reason::Agreement, _) => "Draw by agreement".to_owned(),
        (Reason::AdjudicatedWin, _) => format!("{winner} wins by adjudication"),
        (Reason::AdjudicatedDraw, _) => "Draw by adjudication".to_owned(),
        (Reason::MoveLimit, _) => "Draw by the limit of moves".to_owned(),
        (Reason::Tablebase, GameResult::Draw) => "Draw by endgame tables".to_owned(),
        (Reason::Tablebase, _) => format!("{winner} wins by endgame tables"),
        (Reason::Time, _) => format!("{loser} loses on time"),
        (Reason::Crash, _) => format!("{loser} is gone"),
        (Reason::Hang, _) => format!("{loser} does not answer"),
        (Reason::IllegalMove, _) => format!("{loser} makes an illegal move"),
        (Reason::NoMove, _) => format!("{loser} makes no move"),
        (Reason::WrongClaim, _) => format!("{loser} makes a wrong claim"),
        (Reason::NotStarted, _) => format!("{loser} does not start"),
        (Reason::Refused, _) => format!("{loser} cannot play this game"),
    };
    if !detail.is_empty() {
        let detail = detail.replace(['{', '}', '\n', '\r'], " ");
        let _ = write!(text, ": {}", detail.trim());
    }
    text
}

fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Time => "time forfeit",
        Reason::IllegalMove | Reason::NoMove | Reason::WrongClaim => "rules infraction",
        Reason::Crash | Reason::Hang | Reason::NotStarted | Reason::Refused => "abandoned",
        Reason::AdjudicatedWin
        | Reason::AdjudicatedDraw
        | Reason::MoveLimit
        | Reason::Tablebase => "adjudication",
        _ => "normal",
    }
}

fn time_control(spec: &crate::config::EngineSpec) -> String {
    match (&spec.clock, spec.move_time) {
        // The standard has one session after another behind colons.
        (Some(clock), _) => clock.to_string().replace(',', ":"),
        (None, Some(time)) => format!("1/{}", time.as_secs_f64()),
        (None, None) => "-".to_owned(),
    }
}

/// `2026-11-20T13:05:59 +0000`, as other runners write it.
fn moment(seconds: u64) -> String {
    format!("{}T{} +0000", date(seconds).replace('.', "-"), time_of_day(seconds % 86_400))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Details, EngineSpec, PgnStyle, SanMoves};

    /// A game after 1. e4 e5, with all that is known of the second move.
    fn game(moves: &str) -> GameRecord {
        let text = format!(
            r#"{{"number":3,"round":2,"first":0,"second":1,"opening":1,"moves":[{moves}],
            "result":"1-0","reason":"resignation","began":951782399,"seconds":3661.5}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    const MOVES: &str = r#"{"m":"e2e4"},{"m":"e7e5"},{"m":"g1f3","s":31,"d":14,"n":5000,"sd":22,
        "nps":900000,"hf":17,"tb":2,"l":1500,"pv":"g1f3 b8c6 f1b5","t":1200000,"c":58000},
        {"m":"b8c6"},{"m":"f1c4"}"#;

    fn written(style: PgnStyle) -> String {
        let engines = vec![
            EngineSpec { clock: "60+1".parse().ok(), ..EngineSpec::default() },
            EngineSpec { clock: "30".parse().ok(), ..EngineSpec::default() },
        ];
        let event = "A\n[Result \"0-1\"]".to_owned();
        let config =
            Config { engines, event, site: "here".into(), pgn: style, ..Config::default() };
        write(&config, &["x\u{1b}[2J".to_owned(), "y".repeat(500)], &game(MOVES))
    }

    const ALL: Details = Details {
        nodes: true,
        seldepth: true,
        nps: true,
        hashfull: true,
        tbhits: true,
        latency: true,
        time_left: true,
        pv: true,
    };

    /// N19's neighbours: what fastchess and cutechess write, too.
    #[test]
    fn all_that_is_known() {
        let text = written(PgnStyle { details: ALL, ..PgnStyle::default() });
        let one_line = text.replace('\n', " ");
        for wanted in [
            "[Site \"here\"]",
            "[ECO \"C50\"]",
            "[Opening \"Italian Game\"]",
            "[WhiteTimeControl \"60+1\"]",
            "[BlackTimeControl \"30\"]",
            "[UTCDate \"2000.02.28\"]",
            "[UTCTime \"23:59:59\"]",
            "[GameStartTime \"2000-02-28T23:59:59 +0000\"]",
            "[GameEndTime \"2000-02-29T01:01:00 +0000\"]",
            "[GameDuration \"01:01:01\"]",
            "2. Nf3 {+0.31/14 1.200s, tl=58.000s, latency=0.002s, n=5000, sd=22, nps=900000, \
             hashfull=17, tbhits=2, pv=\"Nf3 Nc6 Bb5\"}",
        ] {
            assert!(one_line.contains(wanted), "{wanted}: {text}");
        }
    }

    #[test]
    fn moves_in_other_spellings() {
        let style = PgnStyle { details: ALL, moves: SanMoves::Uci, ..PgnStyle::default() };
        let text = written(style).replace('\n', " ");
        assert!(text.contains("1. e2e4 e7e5 2. g1f3 {") && text.contains("pv=\"g1f3 b8c6 f1b5\""));
        let style = PgnStyle { moves: SanMoves::Lan, few_tags: true, ..PgnStyle::default() };
        let text = written(style);
        assert!(text.contains("1. e2-e4 e7-e5 2. Ng1-f3 {+0.31/14 1.200s} 2... Nb8-c6"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with('[')).count(), 7, "{text}");
    }

    /// R-E1: whatever the names are, a tag is a line.
    #[test]
    fn names_do_not_break_tags() {
        let text = written(PgnStyle::default());
        assert!(text.contains("[Event \"A\u{fffd}[Result \\\"0-1\\\"]\"]"), "{text}");
        assert!(text.contains("[White \"x\u{fffd}[2J\"]"), "{text}");
        let black = text.lines().find(|line| line.starts_with("[Black ")).unwrap();
        assert!(black.chars().count() < 120 && black.ends_with("…\"]"), "{black}");
        assert!(!text.contains('\u{1b}'));
    }

    #[test]
    fn the_last_position() {
        let fen = last_fen(&Config::default(), &game(MOVES)).unwrap();
        assert!(
            fen.starts_with("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq"),
            "{fen}"
        );
    }
}
