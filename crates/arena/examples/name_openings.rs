//! Makes the table of opening names from lichess's list, <https://github.com/lichess-org/chess-openings>
//! (`a.tsv` to `e.tsv`; in the public domain, CC0):
//!
//! ```sh
//! cargo run -p ferz-arena --example name_openings -- FOLDER > crates/rules/src/chess/opening_names.txt
//! ```

use ferz_arena::openings::names;
use ferz_rules::{Variant, new_game};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder with a.tsv to e.tsv")?;
    let mut openings = Vec::new();
    for volume in ["a", "b", "c", "d", "e"] {
        let file = format!("{folder}/{volume}.tsv");
        let text = std::fs::read_to_string(&file)?;
        for line in text.lines().skip(1) {
            let [code, name, moves] = line.split('\t').collect::<Vec<_>>()[..] else {
                return Err(format!("{file}: {line}").into());
            };
            let mut game = new_game(Variant::NORMAL, None)?;
            for word in moves.split(' ').filter(|word| !word.ends_with('.')) {
                game.play(word)?;
            }
            openings.push((name.to_owned(), code.to_owned(), names::key(&*game)));
        }
    }
    openings.sort();
    println!(
        "# Names of openings: key of the position, code of the Encyclopaedia of Chess Openings, how"
    );
    println!("# many characters of the name before go on, and the rest of the name. Made from");
    println!("# https://github.com/lichess-org/chess-openings (CC0) by examples/name_openings.rs.");
    let mut before = String::new();
    for (name, code, key) in openings {
        let same = before.chars().zip(name.chars()).take_while(|(one, other)| one == other).count();
        let rest: String = name.chars().skip(same).collect();
        println!("{key:012x} {code} {same}|{rest}");
        before = name;
    }
    Ok(())
}
