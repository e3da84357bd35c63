//! The example runs.

#[path = "../examples/who.rs"]
#[expect(dead_code, reason = "its main function")]
mod who;

#[test]
fn who_broke_the_protocol() {
    let log = include_str!("logs/fastchess.log");
    assert_eq!(who::who(log.as_bytes()).expect("a log"), ["one: nobody", "two: nobody"]);
    let broken = log.replace("two ---> bestmove d7d5", "two ---> bestmove d7d4");
    let told = who::who(broken.as_bytes()).expect("a log");
    assert!(told[1].starts_with("two: the engine, in line"), "{told:?}");
    assert!(told[1].ends_with("(uci-bestmove-legal)"), "{told:?}");
    assert!(who::who(b"no log").is_err());
}
