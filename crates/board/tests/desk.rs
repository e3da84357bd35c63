//! A desk as its page sees it: positions, engines that think about them, engines that fail.

use ferz_board::desk::{Analyse, Analysed, Desk, DeskRequest, Shown, Tried};
use ferz_board::shelf::{Entry, OWN};
use ferz_board::{Opener, Shelf};
use ferz_host::Engine;
use ferz_link::{
    Bound, Command, Event, Info, OptionDecl, OptionKind, Place, Post, Purpose, Score, ScoreValue,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::timeout;

const SOON: Duration = Duration::from_secs(20);

/// Thinks until it is stopped. It says one line for each that is wanted, of one move each: the first
/// that is not left out.
struct Thinker {
    post: Post,
    place: Place,
    lines: u32,
    thinking: bool,
}

impl ferz_link::Engine for Thinker {
    fn introduction(&self) -> Vec<Event> {
        let kind = OptionKind::Spin { default: 1, min: 1, max: 9 };
        vec![Event::Option(OptionDecl { name: "MultiPV".into(), kind })]
    }

    fn command(&mut self, command: Command) -> Vec<Event> {
        match command {
            Command::SetOption { value, .. } => {
                self.lines = value.and_then(|value| value.parse().ok()).unwrap_or(0);
            }
            Command::Place(place) => self.place = place,
            Command::Search(search) => {
                assert_eq!(search.purpose, Purpose::Analyse);
                self.thinking = true;
                let moves = ["e2e4", "d2d4", "e7e5", "c7c5"];
                let moves = moves.into_iter().filter(|text| {
                    let by_second = self.place.moves.len() % 2 == 1;
                    let out = search.without.iter().any(|out| out.as_str() == *text);
                    by_second == text.contains('7') && !out
                });
                for (rank, text) in (1..=self.lines).zip(moves) {
                    let score = Some(Score { value: ScoreValue::Cp(20), bound: Bound::Exact });
                    let info =
                        Info { rank: Some(rank), score, pv: vec![text.into()], ..Info::default() };
                    (self.post)(Event::Info(Box::new(info)));
                }
            }
            Command::Stop | Command::NewGame { .. } if self.thinking => {
                self.thinking = false;
                let (best, ponder) = (Some("a2a3".into()), None);
                (self.post)(Event::BestMove { best, ponder, draw_offer: false, resign: false });
            }
            _ => {}
        }
        Vec::new()
    }
}

struct Page {
    desk: Desk,
    told: mpsc::Receiver<Analysed>,
    table: Place,
}

impl Page {
    fn new() -> Page {
        let opener: Opener = Arc::new(|| {
            Box::pin(Engine::resident(|post| {
                Box::new(Thinker { post, place: Place::startpos(), lines: 1, thinking: false })
            }))
        });
        let shelf = Shelf::new(opener, Arc::new(ferz_referee::Rules));
        let command = "sh -c 'echo no such weights; exit 3'".to_owned();
        shelf
            .put(&Entry { name: "Dead".to_owned(), command, ..Entry::default() })
            .expect("an entry");
        let (desk, told) = Desk::new(Arc::new(shelf), Arc::from([]));
        let table = Place { moves: vec!["e2e4".into(), "c7c5".into()], ..Place::startpos() };
        Page { desk, told, table }
    }

    fn ask(&mut self, wanted: Analyse) -> Result<Shown, String> {
        let shown = self.desk.ask(&DeskRequest::Analyse(wanted), &self.table)?;
        Ok(shown.expect("a position"))
    }

    /// What is told next that has so many lines.
    async fn told(&mut self, lines: usize) -> Analysed {
        loop {
            let told = timeout(SOON, self.told.recv()).await.expect("in time").expect("open");
            if told.opinion.lines.len() == lines {
                return told;
            }
        }
    }
}

/// The position after these moves beside the game.
fn trying(ply: usize, text: &str) -> Tried {
    Tried { ply, moves: vec![text.to_owned()] }
}

fn by(engines: &[&str], ply: usize, lines: u32) -> Analyse {
    let engines = engines.iter().map(|name| (*name).to_owned()).collect();
    Analyse { engines, tried: Tried { ply, moves: vec![] }, lines, ..Analyse::default() }
}

#[tokio::test]
async fn one_position_after_the_other() {
    let mut page = Page::new();
    let shown = page.ask(by(&[OWN], 0, 2)).expect("the start");
    assert_eq!((shown.view.turn, shown.san), (0, vec![]));
    let told = page.told(2).await;
    assert_eq!(told.opinion.lines[0].san, ["e4"]);
    assert_eq!((told.opinion.lines[1].score.as_str(), told.failed), ("+0.20", None));
    // A move that is tried; the score is the first side's.
    let shown = page.ask(Analyse { tried: trying(0, "e4"), ..by(&[OWN], 0, 1) }).expect("a move");
    assert_eq!(
        (shown.san, shown.moves, shown.view.turn),
        (vec!["e4".into()], vec!["e2e4".into()], 1)
    );
    let told = page.told(1).await;
    assert_eq!(
        (told.opinion.lines[0].san[0].as_str(), told.opinion.lines[0].score.as_str()),
        ("e5", "-0.20")
    );
    // The game is two moves long; without one, the next comes first.
    let without = vec!["e5".to_owned()];
    page.ask(Analyse { without, ..by(&[OWN], 1, 1) }).expect("a position of the game");
    loop {
        let told = page.told(1).await;
        // What was on its way is of the position before, and says so.
        assert_eq!(told.opinion.lines[0].san == ["c5"], told.study == 3, "{told:?}");
        if told.study == 3 {
            break;
        }
    }
    // What does Black threaten in the start position?
    let wanted = Analyse { threat: true, ..by(&[], 0, 1) };
    assert_eq!(
        page.ask(wanted).expect("not in check").view.turn,
        0,
        "the page shows what there is"
    );
    assert!(page.desk.ask(&DeskRequest::Rest, &page.table.clone()).expect("rest").is_none());
}

#[tokio::test]
async fn an_engine_that_fails_is_told_and_the_others_go_on() {
    let mut page = Page::new();
    page.ask(by(&["Dead", OWN], 0, 1)).expect("a position");
    let (mut failed, mut thought) = (false, false);
    while !failed || !thought {
        let told = timeout(SOON, page.told.recv()).await.expect("in time").expect("open");
        thought |= told.engine == OWN && told.opinion.lines.len() == 1;
        if let Some(why) = told.failed {
            assert!(told.engine == "Dead" && told.over && why.starts_with("Dead: "), "{why}");
            failed = true;
        }
    }
    // Once more: it is started again, and fails again.
    page.ask(by(&["Dead"], 1, 1)).expect("a position");
    while timeout(SOON, page.told.recv()).await.expect("in time").expect("open").failed.is_none() {}
}

#[tokio::test]
async fn mistakes_are_named() {
    let mut page = Page::new();
    let moves = |text: &str| vec![text.to_owned()];
    for (wanted, named) in [
        (by(&[], 3, 1), "the game has 2 moves, not 3"),
        (Analyse { tried: trying(2, "e6"), ..by(&[], 2, 1) }, "\"e6\""),
        (Analyse { without: moves("Ke3"), ..by(&[], 2, 1) }, "\"Ke3\""),
        (by(&["A"; 9], 0, 1), "no more than 8"),
    ] {
        let why = page.ask(wanted).expect_err("refused");
        assert!(why.contains(named), "{why}");
    }
    page.ask(by(&["Nobody"], 0, 1)).expect("the position is shown all the same");
    let told = timeout(SOON, page.told.recv()).await.expect("in time").expect("open");
    assert_eq!(told.failed.as_deref(), Some("no engine is called \"Nobody\""));
    page.table.moves = ["f2f3", "e7e5", "g2g4", "d8h4"].map(Into::into).to_vec();
    let why = page.ask(Analyse { threat: true, ..by(&[], 4, 1) }).expect_err("mated");
    assert!(why.contains("in check"), "{why}");
}
