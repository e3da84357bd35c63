//! What a board shows of single positions, and positions that cannot be played. That it agrees with
//! FENs and legal moves is a law of every game: `laws.rs`.

use ferz_rules::{Game, Ground, Setup, Variant, View, new_game};

fn game(name: &str, fen: &str) -> Box<dyn Game> {
    let fen = (!fen.is_empty()).then_some(fen);
    new_game(Variant::by_name(name).unwrap(), fen).unwrap()
}

fn at_of(view: &View, text: &str) -> usize {
    view.moves.iter().position(|mv| mv.text == text).unwrap()
}

#[test]
fn drops_legs_and_explosions() {
    let house = game("crazyhouse", "4k3/8/8/8/8/8/8/4K2Q~[Nnn] w - - 0 1").view();
    assert_eq!(house.cells[7].as_ref().map(|man| man.promoted), Some(true));
    let [first, second] = house.hands.as_ref().unwrap();
    assert_eq!((first[0].count, &*second[0].letter, second[0].count), (1, "N", 2));
    let drop = &house.moves[at_of(&house, "N@d4")].path;
    assert_eq!((drop.from, drop.drop.as_deref(), drop.to), (None, Some("N"), 27));

    let lion = game("lion", "4k3/8/8/3p4/2p5/1L6/8/4K3 w - - 0 1").view();
    let twice = &lion.moves[at_of(&lion, "b3c4,c4d5")];
    assert_eq!((&*twice.path.via, &*twice.takes), (&[26][..], &[26, 35][..]));
    let stay = &lion.moves[at_of(&lion, "b3b3")].path;
    assert_eq!((stay.from, stay.to), (Some(17), 17));

    let atomic = game("atomic", "4k3/2n1p3/3p4/8/8/3R4/8/4K3 w - - 0 1").view();
    let blast = &atomic.moves[at_of(&atomic, "d3d6")];
    // Pawns beside it stay.
    assert_eq!(blast.takes, [43, 50]);

    let passing = game("normal", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").view();
    assert_eq!(passing.moves[at_of(&passing, "e5d6")].takes, [35]);
    let castling = game("fischerandom", "1k6/8/8/8/8/8/8/R4K1R w HA - 0 1").view();
    assert_eq!(castling.moves[at_of(&castling, "f1h1")].path.to, 7);
    let checked = game("xiangqi", "4k4/9/9/9/9/9/9/9/9/3KR4 b").view().checked;
    assert_eq!(checked, [85]);
}

#[test]
fn looks() {
    let xiangqi = game("xiangqi", "").look();
    assert_eq!((xiangqi.ground, xiangqi.river), (Ground::Points, Some([4, 5])));
    let shogi = game("shogi", "").look();
    let face = |letter: &str| shogi.kinds.iter().find(|face| face.letter == letter).unwrap();
    assert_eq!((face("+R").name, face("+R").held), (Some("dragon king"), false));
    assert_eq!((face("R").characters, face("R").held), (Some(["飛", "飛"]), true));
    assert_eq!((face("K").held, shogi.wedges, shogi.ground), (false, true, Ground::Plain));
    // Every piece of our games has a name.
    for variant in Variant::all() {
        let look = new_game(variant, None).unwrap().look();
        let nameless = look.kinds.iter().find(|face| face.name.is_none());
        assert_eq!(nameless, None, "{variant}");
    }
}

#[test]
fn setups_say_all_that_is_wrong() {
    let faults = |name: &str, fen: &str| {
        let setup = Setup::read(Variant::by_name(name).unwrap(), fen).unwrap();
        assert_eq!(setup.fen(), fen);
        let faults = setup.faults();
        faults.iter().map(|fault| fault.reason).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(faults("normal", Variant::NORMAL.start_fen), "");
    for (game, fen, expected) in [
        (
            "normal",
            "P3k3/8/8/8/8/8/PPPPPPPP/4K2R w Kx z9 x 1 y",
            "too many pieces, pawn on the first or last rank, unreadable castling rights, \
             unreadable en passant square, unreadable counter, text after the position",
        ),
        ("normal", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the side not to move is in check"),
        ("normal", "4k3/8/8/8/8/8/8/8 b - - 0 1", "not one king on each side"),
        ("normal", "4k3/zz6/8/3z4/8/8/8/4K3 w - - 0 1", "no such piece, no such piece"),
        (
            "xiangqi",
            "4k4/9/9/9/9/A8/9/1B7/1P7/4K4 w - - 0 1",
            "king or advisor outside its points, elephant outside its points, \
             pawn behind its start, the side not to move is in check",
        ),
        ("shogi", "9/9/9/9/9/9/9/9/9[Pz] w - - 0 1", "unknown piece in hand, a king is missing"),
        (
            "crazyhouse",
            "4k3/8/8/8/8/8/8/KK6[] w KQ - 0 1",
            "no rook to castle with, too many kings",
        ),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 9+9 0 1", "unreadable number of checks"),
    ] {
        assert_eq!(faults(game, fen), expected, "{game}: {fen}");
    }
}

#[test]
fn what_is_no_setup_is_named() {
    let reasons = |name: &str, fen: &str| {
        let error = Setup::read(Variant::by_name(name).unwrap(), fen).unwrap_err();
        error.all().map(|fault| fault.reason).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(reasons("normal", ""), "empty position");
    assert_eq!(
        reasons("normal", "8/8 x"),
        "wrong number of ranks, side to move is neither w nor b"
    );
    assert_eq!(
        reasons("shogi", "9/9/9/9/8/9/99999999999999999999/9/9[P w"),
        "brackets stay open, wrong number of files, wrong number of files"
    );
    // Hands as one more rank, numbers of pieces.
    let house = Variant::by_name("crazyhouse").unwrap();
    let setup = Setup::read(house, "4k3/8/8/8/8/8/8/4K3/3Pq2N b - - 0 1").unwrap();
    assert_eq!(setup.fen(), "4k3/8/8/8/8/8/8/4K3[PPPNNq] b - - 0 1");
    assert!(setup.faults().is_empty());
    for text in ["+", "+/~", "~~~~~~~~", "\u{1F600}7", "[", "]", "+\u{1F600}~"] {
        // It is one or the other; it ends.
        if let Ok(setup) = Setup::read(house, text) {
            assert_eq!(Setup::read(house, &setup.fen()).as_ref(), Ok(&setup));
        }
    }
}
