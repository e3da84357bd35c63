//! What the targets of the families share.

use ferz_rules::{FenStyle, Notation, Variant, new_game};

const STYLES: [FenStyle; 4] =
    [FenStyle::XFen, FenStyle::Shredder, FenStyle::HorseElephant, FenStyle::Sfen];
const NOTATIONS: [Notation; 6] = [
    Notation::Coordinate,
    Notation::San,
    Notation::CoordinateFromOne,
    Notation::Wxf,
    Notation::Western,
    Notation::Japanese,
];

/// The first byte chooses the game; a line is a position, each further one a move of it or the number of
/// one. What is read is written so that it is read again, and every legal move can be told in every
/// notation.
pub fn play(games: &[Variant], data: &[u8]) {
    let Some((which, data)) = data.split_first() else { return };
    let Some(&variant) = games.get(usize::from(*which) % games.len().max(1)) else { return };
    let text = String::from_utf8_lossy(data);
    let mut lines = text.split('\n');
    let fen = lines.next().filter(|fen| !fen.is_empty());
    let Ok(mut game) = new_game(variant, fen) else { return };
    for line in lines.take(64) {
        let legal = game.legal_moves(Notation::Coordinate);
        let number = line.parse::<usize>().ok().filter(|_| !legal.is_empty());
        let mv = number.map_or(line, |number| &legal[number % legal.len()]);
        if game.play(mv).is_err() {
            continue;
        }
        let _ = game.verdict();
        let moves = game.moves(Notation::Coordinate).len();
        assert_eq!(moves, game.ply());
    }
    for style in STYLES {
        let fen = game.fen(style);
        let again = new_game(variant, Some(&fen));
        let again = again.unwrap_or_else(|why| panic!("{}: {fen}: {why}", variant.name));
        assert_eq!(again.fen(style), fen, "{}", variant.name);
    }
    for mv in game.legal_moves(Notation::Coordinate) {
        for notation in NOTATIONS {
            let told = game.rewrite(&mv, notation).expect("a legal move");
            let back = game.rewrite_from(&told, notation, Notation::Coordinate);
            assert_eq!(back.as_ref(), Ok(&mv), "{}: {told}", variant.name);
        }
    }
    let _ = game.view();
}
