//! Mistakes that people make with hubs and workers: one line says what is wrong, and what to do.

use crate::support::*;
use std::net::TcpListener;
use std::process::Command;

/// What a command that fails says: one line, with this in it.
#[track_caller]
fn fails(lab: &Lab, words: &[&str], wanted: &[&str]) {
    let output = lab.ferz(words);
    let said = text(&output.stderr);
    assert!(!output.status.success(), "{words:?}: {said}");
    assert_eq!(said.lines().count(), 1, "{words:?}: {said}");
    for wanted in wanted {
        assert!(said.contains(wanted), "{words:?}: no {wanted:?} in {said}");
    }
}

#[test]
fn nats_server_and_addresses_where_no_hub_is() {
    let lab = Lab::new();
    let url = format!("nats://0123456789abcdef@127.0.0.1:{}", ferz_testkit::free_port());
    for words in [
        &["worker", &url, "--trust", "all", "--concurrency", "1"][..],
        &["submit", &url, FERZ, FERZ, "--nodes", "9", "--openings", "none"],
        &["status", &url],
        &["status", &url, "--watch"],
        &["stop", &url, "2026-11-23-otter"],
    ] {
        fails(&lab, words, &["nobody listens there", "nats://127.0.0.1:"]);
    }
    let no_host = "nats://0123456789abcdef@no-such-host.invalid:4280";
    fails(&lab, &["status", no_host], &["no-such-host.invalid:4280"]);
}

#[test]
fn nats_server_and_hubs_that_cannot_begin() {
    let lab = Lab::new();
    let taken = TcpListener::bind(("127.0.0.1", ferz_testkit::free_port())).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    fails(&lab, &["hub", "--dir", "a", "--port", &port], &[&port, "address already in use"]);
    let missing = ["hub", "--dir", "a", "--nats-server", "no-such-server"];
    fails(&lab, &missing, &["no program no-such-server", "install NATS", "--url"]);
    std::fs::write(lab.path("file"), "").unwrap();
    fails(&lab, &["hub", "--dir", "file"], &["file: "]);
    // A second one in the same folder, whatever its port.
    let _hub = lab.hub();
    for port in [port, ferz_testkit::free_port().to_string()] {
        let wanted = ["another hub (process ", "hub; --dir names another"];
        fails(&lab, &["hub", "--dir", "hub", "--port", &port], &wanted);
    }
    assert!(lab.ferz(&["status", &lab.url()]).status.success());
    let used = ["worker", &lab.url(), "--trust", "all", "--dir", "file", "--concurrency", "1"];
    fails(&lab, &used, &["file: "]);
}

/// What cannot be played is seen where it is submitted, and the hub knows nothing of it.
#[test]
fn nats_server_and_runs_that_cannot_be_played() {
    let lab = Lab::new();
    let _hub = lab.hub();
    let url = lab.url();
    let submit = |engine: &str, openings: &str, wanted: &[&str]| {
        let words = ["submit", &url, engine, FERZ, "--nodes", "9", "--openings", openings];
        fails(&lab, &words, wanted);
    };
    submit(FERZ, "no-such.pgn", &["no-such.pgn: No such file"]);
    std::fs::write(lab.path("damaged.epd"), "no position\n").unwrap();
    submit(FERZ, "damaged.epd", &["damaged.epd, line 1: "]);
    std::fs::write(lab.path("damaged.pgn"), b"1. e4 \xff\xfe e9 *\n").unwrap();
    submit(FERZ, "damaged.pgn", &["damaged.pgn, "]);
    std::fs::create_dir(lab.path("folder")).unwrap();
    submit(FERZ, "folder", &["folder: it is a folder"]);
    submit("no-such-engine", "none", &["cannot start \"no-such-engine\""]);
    std::fs::write(lab.path("text"), "no program").unwrap();
    submit("./text", "none", &["text", "Permission denied"]);
    // One that starts, and speaks no protocol.
    let output = lab.ferz(&["submit", &url, "/bin/true", FERZ, "--nodes", "9"]);
    let said = text(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("true does not start here, so it is not sent to others"), "{said}");
    fails(&lab, &["stop", &url, "no-such-run"], &["no run \"no-such-run\""]);
    assert_eq!(lab.status()["runs"].as_array().unwrap().len(), 0);
}

/// A hub that was killed and is started with another port takes its server along.
#[test]
fn nats_server_follows_its_hub_to_another_port() {
    let mut lab = Lab::new();
    let mut hub = lab.hub();
    let run = lab.submit(&fast(1));
    let before = lab.url();
    hub.kill();
    lab.use_another_port();
    let _hub = lab.hub();
    assert_ne!(lab.url(), before);
    fails(&lab, &["status", &before], &["nobody listens there"]);
    let _worker = lab.worker("one", &["--trust", "all"]);
    assert_eq!(lab.finished(&run).games.len(), 2);
}

/// Ctrl-C ends each of them in order: games that run come to their end, the hub's server ends, too.
#[cfg(unix)]
#[test]
fn nats_server_and_interrupts() {
    let lab = Lab::new();
    let mut hub = lab.hub();
    let mut worker = lab.worker("one", &["--trust", "all"]);
    let mut watching = lab.started("watching", &["status", &lab.url(), "--watch"]);
    lab.wait_for("who watches", || lab.said("watching").contains("no runs"));
    let run = lab.submit(&long(500));
    lab.wait_for("games", || lab.games(&run) >= 2);
    let interrupt = |running: &Running| {
        let id = running.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    };
    interrupt(&watching);
    lab.wait_for("the end of who watches", || watching.has_ended().is_some());
    interrupt(&worker);
    lab.wait_for("the worker's end", || worker.has_ended().is_some());
    assert!(worker.has_ended().unwrap().success(), "{}", lab.said("one"));
    assert!(lab.said("one").contains("finishing the games that run"), "{}", lab.said("one"));
    // Its last pair counts.
    let is_even = || {
        lab.games(&run).is_multiple_of(2) && lab.status()["runs"][0]["played"] == lab.games(&run)
    };
    lab.wait_for("the last pair", is_even);
    let url = lab.url();
    interrupt(&hub);
    lab.wait_for("the hub's end", || hub.has_ended().is_some());
    assert!(hub.has_ended().unwrap().success(), "{}", lab.said("hub"));
    assert!(lab.said("hub").contains("runs go on when the hub is started again"));
    fails(&lab, &["status", &url], &["nobody listens there"]);
    let kept = lab.games(&run);
    let _hub = lab.hub();
    let _worker = lab.worker("other", &["--trust", "all"]);
    lab.wait_for("more games", || lab.games(&run) > kept);
}
