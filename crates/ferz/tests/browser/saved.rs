//! What can be taken away from the board: the position, the game, pictures.

use crate::Board;
use crate::driver::key;

/// Remembers the files that the page hands to the browser, as bytes.
const CAUGHT: &str = "
    window.caught = [];
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
        blob.arrayBuffer().then((bytes) => window.caught.push([blob.type, [...new Uint8Array(bytes)]]));
        return make.call(URL, blob);
    };";

impl Board {
    /// The next file of this type that a button hands over.
    fn caught(&self, button: &str, kind: &str) -> Vec<u8> {
        self.browser.run("window.caught = []");
        self.browser.click(&format!("[id='do {button}']"));
        let found = format!("window.caught.find(([type]) => type.startsWith({kind:?}))");
        self.browser.wait(&format!("return {found} !== undefined"));
        let bytes = self.browser.run(&format!("return {found}[1]"));
        let bytes = bytes.as_array().expect("bytes").iter();
        bytes.map(|byte| u8::try_from(byte.as_u64().expect("a number")).expect("a byte")).collect()
    }
}

#[test]
fn browser_positions_and_games_are_saved() {
    let board = Board::open(1200, 1000);
    let browser = &board.browser;
    board.new_game("xiangqi", "both", "");
    browser.run("document.getElementById('move').focus()");
    browser.keys(&format!("h2e2{}", key::ENTER));
    browser.wait("return document.querySelectorAll('#record button').length === 1");
    browser.run(CAUGHT);
    browser.click("[id='do save']");
    browser.wait("return document.getElementById('save-fen') !== null");
    let fen = browser.run("return document.getElementById('save-fen').value");
    assert!(fen.as_str().expect("text").contains("1C2C4"), "{fen}");
    let pgn = String::from_utf8(board.caught("save pgn", "application")).expect("text");
    assert!(pgn.contains("[Format \"WXF\"]") && pgn.contains("1. C2=5"), "{pgn}");
    // The seven tags that every reader expects come first; xiangqi's say the game and Red.
    let tags = pgn.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next());
    let first = ["Game", "Event", "Site", "Date", "Round", "Red", "Black", "Result"];
    assert_eq!(tags.take(8).collect::<Vec<_>>(), first, "{pgn}");

    // It stands on its own: every piece has its colours, and no style of the page is needed.
    let svg = String::from_utf8(board.caught("save svg", "image/svg")).expect("text");
    assert!(
        svg.starts_with("<svg") && svg.contains("xmlns=\"http://www.w3.org/2000/svg\""),
        "{svg}"
    );
    assert!(svg.contains("viewBox=\"0 0 972 1072\"") && !svg.contains("class="), "{svg}");
    assert!(svg.matches("rgb(163, 21, 15)").count() >= 16, "red has 16 pieces");

    let png = board.caught("save png", "image/png");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let size = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    assert_eq!((size(16), size(20)), (933, 1029));
    board.is_clean();
}
