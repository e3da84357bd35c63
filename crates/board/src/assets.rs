//! The files of the page, inside the program.

/// What a path of the page holds: its type and its bytes.
pub(crate) fn find(path: &str) -> Option<(&'static str, &'static str)> {
    let name = if path == "/" { "index.html" } else { path.strip_prefix('/')? };
    let (_, text) = FILES.iter().find(|(known, _)| *known == name)?;
    let kind = match name.rsplit('.').next()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        _ => return None,
    };
    Some((kind, text))
}

/// Names and texts.
macro_rules! files {
    ($($name:literal)*) => {
        const FILES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../assets/", $name)))),*];
    };
}

files! {
    "index.html" "page.css" "board.css" "icon.svg"
    "page.js" "analysis.js" "asked.js" "board.js" "choice.js" "clock.js" "dialogs.js" "dom.js" "engines.js"
    "games.js" "glyphs.js" "log.js" "options.js" "report.js" "run.js" "men.js" "pieces.js" "questions.js" "record.js" "save.js" "still.js" "tree.js" "matches.js" "setup.js" "sound.js" "spelled.js" "wire.js"
    "words.js"
    "lang/en.json" "lang/zh-Hans.json" "lang/zh-Hant.json"
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferz_rules::{Variant, new_game};
    use std::collections::BTreeSet;

    #[test]
    fn every_file_is_served_and_nothing_else() {
        for (name, text) in FILES {
            assert!(!text.is_empty());
            assert!(find(&format!("/{name}")).is_some(), "{name}");
        }
        for path in ["/nothing", "/../Cargo.toml", "//page.js", "/lang", "page.js", ""] {
            assert_eq!(find(path), None, "{path}");
        }
        assert_eq!(find("/").unwrap().0, "text/html; charset=utf-8");
    }

    /// What the security policy forbids must not be in the page.
    #[test]
    fn nothing_is_inline() {
        for (name, text) in FILES.iter().filter(|(name, _)| name.ends_with(".html")) {
            for word in ["<script>", "<style", " style=", " onclick=", "javascript:", "http:"] {
                assert!(!text.contains(word), "{name}: {word}");
            }
        }
    }

    /// No piece of a game that is offered falls back to its letter, and no two look alike.
    #[test]
    fn every_piece_has_a_drawing() {
        let (_, text) = find("/pieces.js").unwrap();
        let entries = |name: &str| {
            let plain = text.matches(&format!("\n  {name}: {{")).count();
            plain
                + text.matches(&format!(" {name}: \"")).count()
                + text.matches(&format!("\"{name}\": ")).count()
        };
        let alike = |name: &str| {
            let given = [format!(" {name}: \""), format!("\"{name}\": \"")];
            let value = given.iter().find_map(|key| text.split_once(key)?.1.split('"').next());
            value.unwrap_or(name).to_owned()
        };
        let mut missing = BTreeSet::new();
        for game in Variant::all().into_iter().filter(|game| game.offered) {
            let look = new_game(game, None).unwrap().look();
            // What is promoted has a mark, or a character of its own.
            let mut plain = BTreeSet::new();
            for piece in crate::view::pieces(&look).iter().filter(|piece| piece.side == 0) {
                if !piece.promoted && !plain.insert(alike(&piece.name)) {
                    missing.insert(format!("{}: another {}", game.name, piece.name));
                }
            }
            for piece in crate::view::pieces(&look) {
                if entries(&piece.name) != 1 {
                    missing.insert(format!("{}: {}", game.name, piece.name));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    /// Languages have no word that English has not, and the values in them are the same.
    #[test]
    fn languages_agree() {
        let read = |name: &str| -> serde_json::Map<String, serde_json::Value> {
            let (_, text) = find(&format!("/lang/{name}.json")).unwrap();
            serde_json::from_str(text).unwrap()
        };
        let values = |text: &str| -> BTreeSet<String> {
            let parts = text.split('{').skip(1);
            parts.filter_map(|part| part.split_once('}').map(|(name, _)| name.to_owned())).collect()
        };
        let english = read("en");
        for language in ["zh-Hans", "zh-Hant"] {
            for (key, text) in read(language) {
                let Some(own) = english.get(&key) else { continue };
                let (own, text) = (own.as_str().unwrap(), text.as_str().unwrap());
                assert_eq!(values(own), values(text), "{language}: {key}");
            }
        }
    }
}
