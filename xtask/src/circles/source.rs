//! Reads which modules a source file names. It knows just enough Rust for that: comments, texts,
//! the trees of `use`, modules written inline, and what is compiled for tests alone.

use std::collections::BTreeMap;

/// The paths that `text`, the file of `module`, names; each from the root of the crate.
pub(super) fn paths(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let tokens = tokens(text);
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        module: module.to_vec(),
        inline: Vec::new(),
        imported: BTreeMap::new(),
        paths: Vec::new(),
    };
    reader.read();
    reader.paths
}

struct Reader<'a> {
    tokens: &'a [&'a str],
    at: usize,
    /// Where we are; modules written inline included.
    module: Vec<String>,
    /// The depths of braces that the open inline modules have inside.
    inline: Vec<usize>,
    /// The modules that names stand for.
    imported: BTreeMap<&'a str, Vec<String>>,
    paths: Vec<Vec<String>>,
}

impl<'a> Reader<'a> {
    fn read(&mut self) {
        let mut depth = 0;
        while let Some(&token) = self.tokens.get(self.at) {
            let follows = self.at > 0 && self.tokens[self.at - 1] == "::";
            match token {
                "#" if self.begins(&["#", "[", "cfg", "(", "test", ")", "]"]) => self.skip_item(),
                "mod" if self.tokens.get(self.at + 2) == Some(&"{") => {
                    self.module.push(self.tokens[self.at + 1].to_owned());
                    depth += 1;
                    self.inline.push(depth);
                    self.at += 3;
                }
                // `impl Trait + use<T>` names no module.
                "use" if self.begins(&["use", "<"]) => self.at += 2,
                "use" => {
                    self.at += 1;
                    self.tree(None);
                }
                "{" => {
                    depth += 1;
                    self.at += 1;
                }
                "}" => {
                    if self.inline.last() == Some(&depth) {
                        self.inline.pop();
                        self.module.pop();
                    }
                    depth = depth.saturating_sub(1);
                    self.at += 1;
                }
                _ if !follows && is_name(token) && self.tokens.get(self.at + 1) == Some(&"::") => {
                    self.path();
                }
                _ => self.at += 1,
            }
        }
    }

    fn begins(&self, tokens: &[&str]) -> bool {
        self.tokens[self.at..].starts_with(tokens)
    }

    /// Goes on behind the item that begins here.
    fn skip_item(&mut self) {
        let mut depth = 0_usize;
        // Behind the attribute itself.
        self.at += 7;
        while let Some(&token) = self.tokens.get(self.at) {
            self.at += 1;
            match token {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 && token == "}" {
                        return;
                    }
                }
                ";" | "," if depth == 0 => return,
                _ => {}
            }
        }
    }

    /// A tree of `use` behind `before`, which is `None` at its beginning.
    fn tree(&mut self, before: Option<&[String]>) {
        let mut path: Option<Vec<String>> = before.map(<[String]>::to_vec);
        let mut last = "";
        while let Some(&token) = self.tokens.get(self.at) {
            match token {
                "{" => {
                    self.at += 1;
                    while self.tokens.get(self.at).is_some_and(|&token| token != "}") {
                        self.tree(path.as_deref());
                        // Where neither a comma nor the brace follows, this is no list.
                        match self.tokens.get(self.at) {
                            Some(&",") => self.at += 1,
                            _ => break,
                        }
                    }
                    self.at += 1;
                    return;
                }
                "," | ";" | "}" => break,
                "::" | "*" | "$" => {}
                "as" => {
                    self.at += 1;
                    last = self.tokens.get(self.at).copied().unwrap_or_default();
                }
                "self" if path.is_some() => {}
                name => {
                    last = name;
                    path = match path {
                        Some(path) => Some(self.longer(path, name)),
                        None => Some(self.start(name)),
                    };
                }
            }
            self.at += 1;
        }
        if let Some(path) = path {
            self.imported.insert(last, path.clone());
            self.paths.push(path);
        }
    }

    /// A path in code. Only what begins with a module is one: `super`, or a name that was imported.
    fn path(&mut self) {
        let first = self.tokens[self.at];
        let is_keyword = ["crate", "super", "self"].contains(&first);
        self.at += 1;
        if !is_keyword && !self.imported.contains_key(first) {
            return;
        }
        let mut path = self.start(first);
        while self.begins(&["::"]) {
            match self.tokens.get(self.at + 1) {
                Some(&name) if is_name(name) => path = self.longer(path, name),
                _ => break,
            }
            self.at += 2;
        }
        self.paths.push(path);
    }

    /// What the first word of a path means. Another crate is taken for a module that is not there.
    fn start(&self, name: &str) -> Vec<String> {
        match name {
            "crate" => Vec::new(),
            "self" => self.module.clone(),
            "super" => self.module[..self.module.len().saturating_sub(1)].to_vec(),
            _ => match self.imported.get(name) {
                Some(path) => path.clone(),
                None => [&self.module[..], &[name.to_owned()]].concat(),
            },
        }
    }

    fn longer(&self, mut path: Vec<String>, name: &str) -> Vec<String> {
        match name {
            "super" => drop(path.pop()),
            name => path.push(name.to_owned()),
        }
        path
    }
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Names, `::`, and single signs; no comments, texts or numbers.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => comment(rest),
            '"' => quoted(rest),
            '\'' => character(rest),
            ':' if rest.starts_with("::") => 2,
            c if c.is_alphanumeric() || c == '_' => {
                let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
                let word = end.unwrap_or(rest.len());
                raw(&rest[..word], &rest[word..]).map_or(word, |raw| word + raw)
            }
            c => c.len_utf8(),
        };
        let token = &rest[..length];
        if token == "::" || is_name(token) && !token.contains('"') || "#[](){};,*$<".contains(token)
        {
            tokens.push(token);
        }
        rest = &rest[length..];
    }
    tokens
}

/// The length of a block comment; they may be nested.
fn comment(text: &str) -> usize {
    let mut depth = 0;
    for (at, _) in text.char_indices() {
        if text[at..].starts_with("/*") {
            depth += 1;
        } else if text[..at].ends_with("*/") && at > 3 {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    text.len()
}

/// The length of a text in quotes.
fn quoted(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a character in quotes; of the sign alone where it begins a lifetime.
fn character(text: &str) -> usize {
    let mut inside = text[1..].char_indices();
    match inside.next() {
        Some((_, '\\')) => {
            inside.next();
            inside.find(|(_, c)| *c == '\'').map_or(text.len(), |(at, _)| at + 2)
        }
        Some(_) => match inside.next() {
            Some((at, '\'')) => at + 2,
            _ => 1,
        },
        None => 1,
    }
}

/// The length of a raw text behind its prefix.
fn raw(prefix: &str, text: &str) -> Option<usize> {
    let marks = text.bytes().take_while(|&byte| byte == b'#').count();
    let is_raw = ["r", "br", "cr"].contains(&prefix) && text[marks..].starts_with('"');
    if !is_raw {
        return None;
    }
    let end = format!("\"{}", &text[..marks]);
    let inside = &text[marks + 1..];
    Some(inside.find(&end).map_or(text.len(), |at| marks + 1 + at + end.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str) -> Vec<String> {
        let module = ["x".to_owned(), "y".to_owned()];
        paths(text, &module).iter().map(|path| path.join("::")).collect()
    }

    #[test]
    fn trees_of_use() {
        assert_eq!(named("use crate::{a::{self, B}, c as d};"), ["a", "a::B", "c"]);
        assert_eq!(named("pub(crate) use super::z::*;"), ["x::z"]);
        assert_eq!(named("use super::super::z;"), ["z"]);
        assert_eq!(named("use self::z::Z;"), ["x::y::z::Z"]);
    }

    #[test]
    fn paths_in_code() {
        assert_eq!(named("fn f() -> crate::a::B { super::c::d() }"), ["a::B", "x::c::d"]);
        assert_eq!(named("impl From<a::B> for C {}"), [""; 0]);
        assert_eq!(named("macro_rules! m { () => { $crate::a::B } }"), ["a::B"]);
        assert_eq!(named("use crate::a; fn f() { a::b::<u8>(); }"), ["a", "a::b"]);
    }

    /// Captured parameters are no list of names, and text that is no Rust has an end all the same.
    #[test]
    fn what_only_looks_like_a_tree() {
        assert_eq!(named("fn f() -> impl A + use<'a, T> { g(); } use crate::a;"), ["a"]);
        assert_eq!(named("use crate::{a; b}; use crate::c;"), ["a", "c"]);
        assert_eq!(named("use crate::{a, "), ["a"]);
        assert_eq!(named("use crate::x::{a, b,};"), ["x::a", "x::b"]);
    }

    /// `super` in a module that is written inline is the file around it.
    #[test]
    fn inline_modules() {
        assert_eq!(named("mod z { use super::a; fn f() {} } use super::b;"), ["x::y::a", "x::b"]);
    }

    #[test]
    fn neither_comments_nor_texts_nor_tests() {
        assert_eq!(
            named("// crate::a\n/* crate::b /* */ crate::c */ \"crate::d\\\" crate::e\""),
            [""; 0]
        );
        assert_eq!(named("r#\"crate::a \" crate::b\"# b\"crate::c\""), [""; 0]);
        assert_eq!(named("'\"' crate::a '\\'' 'b crate::c"), ["a", "c"]);
        assert_eq!(named("#[cfg(test)]\nmod t { use crate::a; } use crate::b;"), ["b"]);
        assert_eq!(named("#[cfg(test)] use crate::a; use crate::b;"), ["b"]);
    }
}
