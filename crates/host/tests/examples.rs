//! The examples, with real engines.

#[path = "../examples/analyse.rs"]
#[expect(dead_code, reason = "its main function")]
mod analyse;
#[path = "../examples/game.rs"]
#[expect(dead_code, reason = "its main function")]
mod game;

use ferz_host::Launch;
use ferz_rules::{Notation, Variant, Verdict, new_game};
use ferz_testkit::peer;
use std::time::Duration;

#[tokio::test]
async fn an_engine_of_either_protocol_looks_at_a_position() {
    for launch in
        [Launch::new(peer("stockfish")), Launch::new(peer("gnuchess")).arguments(["--xboard"])]
    {
        let answer = analyse::analyse(launch, Duration::from_millis(200)).await.unwrap();
        let best = answer.best.expect("a move").to_string();
        new_game(Variant::NORMAL, None).unwrap().play(&best).unwrap();
    }
}

#[tokio::test]
async fn engines_of_two_protocols_play_a_game() {
    let white = Launch::new(peer("stockfish"));
    let black = Launch::new(peer("fairymax"));
    let game = game::play([white, black], Duration::from_millis(20)).await.unwrap();
    assert_ne!(game.verdict(), Verdict::Open, "{:?}", game.moves(Notation::San));
}
