//! Tournaments and tuning on many machines.

use crate::support::*;

/// Whatever the system, the games are those of one machine. Encounters of two games are one job.
#[test]
fn nats_server_and_tournaments() {
    for system in ["round-robin --rounds 2", "swiss --rounds 2", "knockout", "gauntlet --games 1"] {
        let lab = Lab::new();
        let line = format!(
            "tournament 'name=a proto=uci nodes=150 FERZ' 'name=b proto=cecp depth=2 FERZ' \
             'name=c proto=uci nodes=40 FERZ' 'name=d proto=uci nodes=9 FERZ' --seed 3 \
             --max-moves 8 --comments none --openings builtin --system {system}"
        );
        let alone = lab.played_alone(&line);
        let _hub = lab.hub();
        let _workers =
            [lab.worker("one", &["--trust", "all"]), lab.worker("other", &["--trust", "all"])];
        let run = lab.submit(&line);
        assert_eq!(lab.finished(&run), alone, "{system}");
    }
}

/// A tuning whose hub is killed comes to its end, each pair counted once. One worker with one table plays
/// as one machine does: the way of the values is the same.
#[test]
fn nats_server_and_a_tuning() {
    let lab = Lab::new();
    let line = "tune FERZ --parameter 'MultiPV, 4, 1, 8, 2, 0.3' --rounds 12 --nodes 2000 \
                --openings builtin --max-moves 20 --resign 2:250 --comments none";
    let alone = lab.played_alone(line);
    let way = |facts: &Facts| {
        let steps = facts.games.iter().filter_map(|game| game.step.clone());
        steps.map(|step| step.values).collect::<Vec<_>>()
    };
    assert_eq!(way(&alone).len(), 12);
    let mut hub = lab.hub();
    let _worker = lab.worker("one", &["--trust", "all"]);
    let run = lab.submit(line);
    for games in [2, 9] {
        lab.wait_for("games", || lab.games(&run) >= games);
        hub.kill();
        assert!(!lab.has_ended(&run));
        hub = lab.hub();
    }
    let facts = lab.finished(&run);
    assert_eq!(way(&facts), way(&alone));
    assert_eq!(facts, alone);
}
