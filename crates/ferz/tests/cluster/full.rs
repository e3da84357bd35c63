//! A full disk at the hub: it is said, nothing is lost, and the run goes on when there is room.

use crate::support::*;

#[test]
fn nats_server_and_a_full_disk() {
    let lab = Lab::new();
    let alone = lab.played_alone(&fast(20));
    // Files may have 16 kB: the log of the run is soon longer, and so is the store of the server.
    let mut hub = lab.hub_with(32);
    let url = lab.url();
    let words = words(&fast(20));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    // The programs do not fit in.
    let output = lab.ferz(&[&["submit", &url], &words[..]].concat());
    let said = text(&output.stderr);
    assert!(!output.status.success() && said.contains("a file for the store"), "{said}");
    hub.kill();
    lab.kill_server();
    // The server has room, and the hub has not: at first for the programs, and then for the log.
    let mut with_room = lab.hub();
    with_room.kill();
    let mut hub = lab.hub_with(32);
    let output = lab.ferz(&[&["submit", &url], &words[..]].concat());
    let said = text(&output.stderr);
    assert!(!output.status.success() && said.contains("the hub refuses: "), "{said}");
    assert!(said.contains("File too large"), "{said}");
    hub.kill();
    let mut with_room = lab.hub();
    let run = lab.submit(&fast(20));
    with_room.kill();
    let mut hub = lab.hub_with(32);
    let worker = lab.worker("one", &["--trust", "all"]);
    lab.wait_for("the hub's word", || {
        let run = &lab.status()["runs"][0];
        let reason = run["reason"].as_str().unwrap_or_default();
        let is_said = reason.contains("events.jsonl") && reason.contains("File too large");
        is_said && run["state"] == "failed"
    });
    let kept = lab.games(&run);
    assert!(kept > 0 && kept < 40, "{kept}");
    hub.kill();
    let _hub = lab.hub();
    assert_eq!(lab.finished(&run), alone);
    drop(worker);
}
