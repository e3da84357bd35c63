//! What does not work is said, and nothing is lost by it.

use crate::support::*;

#[test]
fn nats_server_refuses_a_wrong_token() {
    let lab = Lab::new();
    let _hub = lab.hub();
    let (_, place) = lab.url().split_once('@').map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let wrong = format!("nats://0123456789abcdef@{place}");
    for words in [&["status", &wrong][..], &["worker", &wrong, "--trust", "all"]] {
        let output = lab.ferz(words);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains("the token is wrong"), "{said}");
        assert!(said.contains(&place) && !said.contains("0123456789abcdef"), "{said}");
    }
    let output = lab.ferz(&["status", "host:1"]);
    assert!(text(&output.stderr).contains("\"host:1\" is no address of a hub"), "{output:?}");
}

#[test]
fn nats_server_is_not_sent_what_leads_out_of_a_folder() {
    let lab = Lab::new();
    let _hub = lab.hub();
    let url = lab.url();
    let ferz = env!("CARGO_BIN_EXE_ferz");
    let engine = format!("name=a nodes=5 {ferz}");
    for (odd, named) in [
        (format!("name=b nodes=5 dir=/tmp {ferz}"), "/tmp"),
        (format!("name=b nodes=5 option.EvalFile=../../x {ferz}"), "EvalFile=../../x"),
        (format!("name=b nodes=5 {ferz} --log=/tmp/x"), "--log=/tmp/x"),
    ] {
        let output = lab.ferz(&["submit", &url, &engine, &odd, "--openings", "none"]);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(named), "{odd}: {said}");
    }
    // What would have no effect is refused, not forgotten.
    for words in [&["--concurrency", "3"][..], &["--json"], &["--strict"], &["--dir", "x"]] {
        let given = [&["submit", &url, &engine, &engine][..], words].concat();
        let output = lab.ferz(&given);
        let said = text(&output.stderr);
        assert!(!output.status.success() && said.contains(words[0]), "{words:?}: {said}");
    }
    // An engine that does not start is seen before anybody else has work with it.
    let output = lab.ferz(&["submit", &url, &engine, "name=b nodes=5 no-such-engine"]);
    let said = text(&output.stderr);
    assert!(!output.status.success() && said.contains("no-such-engine"), "{said}");
    assert_eq!(lab.status()["runs"].as_array().unwrap().len(), 0);
}

/// A worker that trusts nobody takes no job; one that trusts the program by its hash does.
#[test]
fn nats_server_and_trust() {
    let lab = Lab::new();
    let alone = lab.played_alone(&fast(1));
    let _hub = lab.hub();
    let none = "0".repeat(64);
    let careful = lab.worker("one", &["--trust", &none]);
    let run = lab.submit(&fast(1));
    let refused = || lab.status()["workers"][0]["refused"][&run].as_str().map(str::to_owned);
    lab.wait_for("the worker's word", || refused().is_some());
    let reason = refused().unwrap();
    let hash = reason.split_once(" is not trusted").map(|(before, _)| before).unwrap();
    let hash = hash.rsplit(' ').next().unwrap().to_owned();
    assert_eq!(hash.len(), 64, "{reason}");
    assert!(lab.games(&run) == 0);
    drop(careful);
    let _other = lab.worker("other", &["--trust", &hash]);
    assert_eq!(lab.finished(&run), alone);
}
