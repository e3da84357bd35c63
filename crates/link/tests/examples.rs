//! The example runs.

#[path = "../examples/both_halves.rs"]
#[expect(dead_code, reason = "its main function")]
mod both_halves;

#[test]
fn a_search_without_a_process() {
    let talk = both_halves::converse();
    let place = |wanted: &str| {
        let found = talk.iter().position(|line| line.starts_with(wanted));
        found.unwrap_or_else(|| panic!("{wanted} in {talk:#?}"))
    };
    assert_eq!(talk[0], "> uci");
    assert!(place("> position startpos") < place("> go depth 8"), "{talk:#?}");
    assert!(place("> go depth 8") < place("* the best move is Some("), "{talk:#?}");
}
