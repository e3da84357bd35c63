//! Hub, worker and server are killed in the middle: in the end the games are those of a run that nobody
//! disturbed.

use crate::support::*;

/// `FERZ_CLUSTER_KILLS` is how often each of them is killed.
fn kills() -> u32 {
    std::env::var("FERZ_CLUSTER_KILLS").map_or(2, |text| text.parse().expect("a number"))
}

fn killed(mut kill: impl FnMut(&Lab, &mut Running, &mut Running)) {
    let lab = Lab::new();
    let rounds = 8 * kills();
    let alone = lab.played_alone(rounds);
    let mut hub = lab.hub();
    let mut one = lab.worker("one", &["--trust", "all"]);
    let _other = lab.worker("other", &["--trust", "all"]);
    let run = lab.submit(rounds);
    for count in 0..kills() {
        let wanted = (count * 2 * rounds / kills() / 2 + 2) as usize;
        lab.wait_for("games", || lab.games(&run).len() >= wanted);
        kill(&lab, &mut hub, &mut one);
    }
    assert_eq!(lab.finished(&run), alone);
}

#[test]
fn nats_server_and_a_killed_hub() {
    killed(|lab, hub, _| {
        hub.kill();
        *hub = lab.hub();
    });
}

#[test]
fn nats_server_and_a_killed_worker() {
    killed(|lab, _, one| {
        one.kill();
        *one = lab.worker("one", &["--trust", "all"]);
    });
}

#[test]
fn nats_server_is_killed() {
    killed(|lab, _, _| lab.kill_server());
}
