//! Hub, worker and server are killed in the middle: in the end games, PGN and statistics are those of a run
//! that nobody disturbed.

use crate::support::*;
use std::time::Duration;

/// `FERZ_CLUSTER_KILLS` is how often each of them is killed; 30 is the long form of these tests.
fn kills() -> u32 {
    std::env::var("FERZ_CLUSTER_KILLS").map_or(2, |text| text.parse().expect("a number"))
}

/// Which games may stand in the log twice.
enum Doubles {
    None,
    /// The first of a pair: a hub was killed between the two lines.
    HalfPairs,
}

fn killed(doubles: Doubles, mut kill: impl FnMut(&Lab, &mut Running, &mut Running)) {
    let lab = Lab::new();
    // Some games are left for the time between a look and the last kill.
    let (kills, rounds) = (kills(), 4 * kills() + 10);
    let alone = lab.played_alone(&long(rounds));
    let games = 2 * rounds as usize;
    assert_eq!((alone.games.len(), alone.pgn.len()), (games, games + 1));
    let mut hub = lab.hub();
    let mut one = lab.worker("one", &["--trust", "all"]);
    let _other = lab.worker("other", &["--trust", "all"]);
    let run = lab.submit(&long(rounds));
    for count in 0..kills {
        let wanted = 8 * count;
        lab.wait_for("games", || lab.games(&run) >= wanted as usize);
        // At any moment of a game.
        std::thread::sleep(Duration::from_millis(u64::from(count * 137 % 400)));
        let before = lab.games(&run);
        assert!(before < games && !lab.has_ended(&run), "kill {count}: the run is over");
        kill(&lab, &mut hub, &mut one);
        println!("kill {count} after {before} games of {games}");
    }
    assert!(!lab.has_ended(&run), "the run was over before the last kill was");
    assert_eq!(lab.finished(&run), alone);
    let mut numbers: Vec<u32> =
        read(&lab.run_folder(&run)).iter().map(|game| game.number).collect();
    numbers.sort_unstable();
    let twice = numbers.windows(2).filter(|pair| pair[0] == pair[1]);
    let twice: Vec<u32> = twice.map(|pair| pair[0]).collect();
    match doubles {
        Doubles::None => assert_eq!(twice, [0; 0]),
        Doubles::HalfPairs => {
            assert!(twice.iter().all(|number| number % 2 == 1), "{twice:?}");
            assert!(twice.len() <= kills as usize, "{twice:?}");
        }
    }
}

#[test]
fn nats_server_and_a_killed_hub() {
    killed(Doubles::HalfPairs, |lab, hub, _| {
        hub.kill();
        *hub = lab.hub();
    });
}

#[test]
fn nats_server_and_a_killed_worker() {
    killed(Doubles::None, |lab, _, one| {
        one.kill();
        *one = lab.worker("one", &["--trust", "all"]);
    });
}

#[test]
fn nats_server_is_killed() {
    killed(Doubles::None, |lab, _, _| lab.kill_server());
}

/// Two numbers of the search are tuned, and each of the three is killed in turn: the values go the same way,
/// pair by pair.
#[test]
fn nats_server_and_a_tuning_of_the_search() {
    let lab = Lab::new();
    let output = lab.ferz(&["numbers"]);
    let numbers = text(&output.stdout);
    let is_wanted = |line: &&str| {
        ["Search aspiration_delta,", "Search reverse_futility_ply,"]
            .iter()
            .any(|name| line.starts_with(name))
    };
    let two: Vec<&str> = numbers.lines().filter(is_wanted).collect();
    assert_eq!(two.len(), 2, "{output:?}");
    std::fs::write(lab.path("two.txt"), two.join("\n")).unwrap();
    let (kills, rounds) = (kills(), 8 * kills() + 14);
    let line = format!(
        "tune 'FERZ --numbers' --parameters two.txt --rounds {rounds} --nodes 1000 --seed 5 \
         --max-moves 40 --openings builtin --comments none"
    );
    let alone = lab.played_alone(&line);
    let way = |facts: &Facts| {
        let steps = facts.games.iter().filter_map(|game| game.step.clone());
        steps.map(|step| step.values).collect::<Vec<_>>()
    };
    let values = way(&alone);
    assert_eq!(values.len(), rounds as usize);
    assert!(
        (0..2).all(|number| values[0][number] != values[values.len() - 1][number]),
        "{values:?}"
    );
    let mut hub = lab.hub();
    let mut one = lab.worker("one", &["--trust", "all"]);
    let run = lab.submit(&line);
    for count in 0..3 * kills {
        let wanted = 2 + 5 * count;
        lab.wait_for("games", || lab.games(&run) >= wanted as usize);
        match count % 3 {
            0 => {
                hub.kill();
                hub = lab.hub();
            }
            1 => {
                one.kill();
                one = lab.worker("one", &["--trust", "all"]);
            }
            _ => lab.kill_server(),
        }
        assert!(!lab.has_ended(&run), "kill {count}: the run is over");
    }
    let facts = lab.finished(&run);
    assert_eq!(way(&facts), values);
    assert_eq!(facts, alone);
    drop((hub, one));
}
