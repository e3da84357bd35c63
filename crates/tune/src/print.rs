//! The table as Rust source: `crates/engine/src/eval/chess/params.rs` and the like.

use ferz_engine::eval::score::Pair;
use ferz_engine::eval::terms::Field;
use std::fmt::Write;

/// The source file with these numbers of a table with these parts. `note` says where they come from.
pub fn source(numbers: &[Pair], fields: &[Field], note: &str) -> String {
    let mut out = String::from(
        "//! The numbers of the evaluation: pairs for the middlegame and the endgame.\n//!\n\
         //! Written by the tuner, `crates/tune`; edit by hand only together with\n\
         //! [`terms`](super::terms).\n",
    );
    for line in note.lines() {
        let _ = writeln!(out, "//! {line}");
    }
    out.push_str(
        "\nuse super::score::pair;\nuse super::terms::Params;\n\n\
         #[rustfmt::skip]\npub(super) static PARAMS: Params = Params {\n",
    );
    for field in fields {
        let text = array(&numbers[field.range()], &field.dims, 4);
        let _ = writeln!(out, "    {}: {text},", field.name);
    }
    out.push_str("};\n");
    out
}

fn array(numbers: &[Pair], dims: &[usize], indent: usize) -> String {
    let pad = " ".repeat(indent + 4);
    let end = " ".repeat(indent);
    match dims {
        [] => numbers.first().map(|number| format!("{number:?}")).unwrap_or_default(),
        [_] => {
            let words: Vec<String> = numbers.iter().map(|number| format!("{number:?}")).collect();
            let line = format!("[{}]", words.join(", "));
            if indent + line.len() <= 90 {
                return line;
            }
            let cells = |row: &[String]| {
                let cells: Vec<String> =
                    row.iter().map(|word| format!("{:<17}", format!("{word},"))).collect();
                format!("{pad}{}\n", cells.join(" ").trim_end())
            };
            let rows: String = words.chunks(4).map(cells).collect();
            format!("[\n{rows}{end}]")
        }
        [_, inner @ ..] => {
            let len = inner.iter().product::<usize>().max(1);
            let rows: String = numbers
                .chunks(len)
                .map(|row| format!("{pad}{},\n", array(row, inner, indent + 4)))
                .collect();
            format!("[\n{rows}{end}]")
        }
    }
}
