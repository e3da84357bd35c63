//! What a file of games in the grammar of Fairy-Stockfish comes to: for each game its first position and
//! the counts of its tree of legal moves, or why it is refused. In columns, for comparison with what other
//! programs count.
//!
//! `cargo run --profile quick -p ferz-rules --example file_of_games -- variants.ini 4`

use ferz_rules::table::{self, ini};
use ferz_rules::{Variant, new_game};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().unwrap_or_else(|| "variants.ini".to_owned());
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(4);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(why) => return eprintln!("{path}: {why}"),
    };
    for found in ini::read(&text) {
        println!("{}", line(found, depth));
    }
}

fn line(found: ini::Found, depth: u32) -> String {
    let name = found.name;
    let rules = match found.rules {
        Ok(mut rules) => {
            // Games of the program have this name, too.
            rules.name = format!("file-{name}");
            rules
        }
        Err(why) => return format!("{name}\trefused\t{why}"),
    };
    let game = match table::spec(rules).map(Variant::add) {
        Ok(Ok(game)) => game,
        Ok(Err(why)) => return format!("{name}\trefused\t{why}"),
        Err(why) => return format!("{name}\trefused\t{why}"),
    };
    match new_game(game, None) {
        Ok(game) => {
            let counts: Vec<String> =
                (1..=depth).map(|depth| game.perft(depth).to_string()).collect();
            format!("{name}\tread\t{}\t{}", game.start_fen(), counts.join(" "))
        }
        Err(why) => format!("{name}\trefused\t{why}"),
    }
}
