//! The example runs.

#[path = "../examples/explain.rs"]
#[expect(dead_code, reason = "its main function")]
mod explain;

#[test]
fn a_line_in_all_protocols() {
    let text = explain::explain("info depth 12 score cp 31 nodes many pv e2e4 e7e5");
    assert!(text.contains("UCI, from an engine: Info"), "{text}");
    assert!(text.contains("odd: BadNumber"), "{text}");
    assert!(text.contains("CECP, to an engine: Unknown"), "{text}");
    assert!(explain::explain("usermove e2e4").contains("CECP, to an engine: UserMove"));
}
