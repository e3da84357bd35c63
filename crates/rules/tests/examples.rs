//! The example runs.

#[path = "../examples/notations.rs"]
#[expect(dead_code, reason = "its main function")]
mod notations;

use ferz_rules::Variant;

#[test]
fn moves_in_all_notations() {
    let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    let game = notations::play(Variant::NORMAL, &words("e4 e7e5 Nf3")).expect("moves");
    assert!(notations::told(&*game).starts_with("e2e4 e7e5 g1f3\ne4 e5 Nf3\n"));
    let game = notations::play(Variant::XIANGQI, &words("炮二平五 h9g7")).expect("moves");
    let text = notations::told(&*game);
    assert!(text.starts_with("h2e2 h9g7\nH2-E2 H9-G7\nC2=5 h8+7\n炮二平五 马８进７\n"), "{text}");
    let wrong = notations::play(Variant::NORMAL, &words("e4 Ke7")).err().expect("illegal");
    assert!(wrong.to_string().contains("Ke7"), "{wrong}");
}
