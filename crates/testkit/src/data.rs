//! Data files of the tests: tables of tab-separated columns, with `#` before remarks.

use std::path::Path;

/// A table read from a file, with the names of its columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The names in the first line that is not a remark.
    pub columns: Vec<String>,
    /// The fields of each further line.
    pub rows: Vec<Vec<String>>,
}

/// Reads the table `file` below the folder of a crate; give `env!("CARGO_MANIFEST_DIR")`.
///
/// # Panics
/// When the file cannot be read, or a row has another number of fields than the first.
pub fn table(crate_folder: &str, file: &str) -> Table {
    let path = Path::new(crate_folder).join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    parse(&text).unwrap_or_else(|reason| panic!("{}: {reason}", path.display()))
}

fn parse(text: &str) -> Result<Table, String> {
    let mut lines =
        text.lines().enumerate().filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let fields = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
    let columns = fields(lines.next().ok_or("no line with the names of the columns")?.1);
    let mut rows = Vec::new();
    for (number, line) in lines {
        let row = fields(line);
        if row.len() != columns.len() {
            return Err(format!(
                "line {}: {} fields where {} were expected",
                number + 1,
                row.len(),
                columns.len()
            ));
        }
        rows.push(row);
    }
    Ok(Table { columns, rows })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_and_blank_lines_are_left_out() {
        let table = parse("# from somewhere\nfen\tdepth\n\nx\t1\n# more\ny\t\n").unwrap();
        assert_eq!(table.columns, ["fen", "depth"]);
        assert_eq!(table.rows, [["x", "1"], ["y", ""]]);
    }

    #[test]
    fn a_short_row_is_named() {
        assert_eq!(parse("a\tb\nx\n"), Err("line 2: 1 fields where 2 were expected".into()));
    }
}
