//! A full disk at the hub, or under its server: it is said, nothing is lost, and the run goes on when there is
//! room.

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

/// A disk that is full to the last byte: the server stops to answer and never comes back. The hub says why,
/// and starts it again when there is room.
#[cfg(target_os = "linux")]
#[test]
fn nats_server_on_a_disk_that_is_full_to_the_last_byte() {
    let mut lab = Lab::new();
    lab.small_program("engine", &format!("#!/bin/sh\nexec '{FERZ}' \"$@\"\n"));
    let line = fixed(40, "nodes=1500", "nodes=1500").replace("FERZ", "./engine");
    let alone = lab.played_alone(&line);
    let hub = lab.hub_on_a_disk_of(24);
    let server = ServerOf(&lab);
    let disk = lab.hub_folder().to_owned();
    let said = |word: &str| lab.status()["trouble"].as_str().unwrap_or_default().contains(word);
    lab.wait_for("a word about the little room", || said("there is little room on the disk: "));
    let worker = lab.worker("one", &["--trust", "all"]);
    let run = lab.submit(&line);
    lab.wait_for("games", || lab.games(&run) >= 8);
    let fill = disk.join("fill");
    let zeros = [vec![0; 1 << 20], vec![0; 1 << 10], vec![0]];
    // What others free meanwhile is taken, too.
    lab.wait_for("a server without room", || {
        let mut file = std::fs::OpenOptions::new().append(true).create(true).open(&fill).unwrap();
        for part in &zeros {
            while std::io::Write::write_all(&mut file, part).is_ok() {}
        }
        said("the disk of the server is full: ")
    });
    let status = lab.status();
    let folder = lab.path("hub").join("nats").display().to_string();
    assert!(said(&format!("{folder} has 0 kB left. It is started again when there are 8 MB")));
    assert_eq!(status["workers"].as_array().unwrap().len(), 1, "{status}");
    let table = text(&lab.ferz(&["status", &lab.url()]).stdout);
    assert!(table.starts_with("the server: the disk of the server is full: "), "{table}");
    assert!(lab.said("hub").contains("the server: the disk of the server is full: "));
    let words = words(&line);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let output = lab.ferz(&[&["submit", &lab.url()], &words[..]].concat());
    let refused = text(&output.stderr);
    assert!(refused.contains("the hub refuses: the disk of the server is full: "), "{refused}");
    assert!(!lab.has_ended(&run) && lab.games(&run) < 80);
    std::fs::remove_file(fill).unwrap();
    assert_eq!(lab.finished(&run), alone);
    lab.wait_for("the end of the trouble", || said("there is little room on the disk: "));
    assert!(
        lab.said("hub").contains("the server: it does not answer any more, and is started again")
    );
    drop((worker, server, hub));
}
