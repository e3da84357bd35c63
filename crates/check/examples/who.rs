//! Says who broke the protocol first in a recorded conversation:
//!
//! ```text
//! who game.log
//! ```

use ferz_check::{Unreadable, blame};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args_os().nth(1).ok_or("usage: who FILE")?;
    for line in who(&ferz_input::file::read(file)?)? {
        println!("{line}");
    }
    Ok(())
}

/// A line for each engine of the record.
pub(crate) fn who(record: &[u8]) -> Result<Vec<String>, Unreadable> {
    let told = |conversation: &ferz_check::JudgedConversation| {
        let name = &conversation.name;
        match conversation.first() {
            Some(breach) => {
                let (side, line) = (breach.clause.side, breach.line);
                format!("{name}: the {side}, in line {line}: {} ({})", breach.why, breach.clause.id)
            }
            None => format!("{name}: nobody"),
        }
    };
    Ok(blame(record)?.iter().map(told).collect())
}
