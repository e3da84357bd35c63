//! The example runs, with real engines of two protocols.

#[path = "../examples/duel.rs"]
#[expect(dead_code, reason = "its main function")]
mod duel;

use ferz_testkit::peer;

#[test]
fn real_engines_stockfish_and_fairymax_play_a_duel() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = folder.path().join("run");
    let engines = [peer("stockfish"), peer("fairymax")];
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let duel = duel::duel(&run, [engines[0].as_ref(), engines[1].as_ref()], 1);
    let summary = runtime.expect("a runtime").block_on(duel).expect("a match");
    assert_eq!(summary.tally().games(), 2);
    assert!(run.join("games.pgn").exists());
}
