//! The terms of an evaluation as text, for people.

use super::danger::danger_cost;
use super::score::{Pair, pair};
use super::terms::{Class, Field, Group};
use super::trace::Trace;
use std::fmt::Write;

/// A line for each group of terms: both sides and the difference, in centipawns.
pub(super) fn table(trace: &Trace, numbers: &[Pair], fields: &[Field], first: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_table(&mut out, trace, numbers, fields, first);
    out
}

fn write_table(
    out: &mut String,
    trace: &Trace,
    numbers: &[Pair],
    fields: &[Field],
    first: &str,
) -> std::fmt::Result {
    let total = trace.value as f64 / 100.0;
    if trace.special {
        return writeln!(out, "Known endgame: {total:+.2} for {first}");
    }
    writeln!(out, "       Term |     {first:<5}     |     Black     |     Total")?;
    writeln!(out, "            |    MG     EG  |    MG     EG  |    MG     EG")?;
    writeln!(out, "------------+---------------+---------------+--------------")?;
    for group in Group::ALL {
        let parts: Vec<&Field> = fields.iter().filter(|field| field.group == group).collect();
        if parts.is_empty() {
            continue;
        }
        let [white, black] = [0, 1].map(|us| side_sum(trace, numbers, &parts, us));
        let name = format!("{group:?}");
        write!(out, "{name:>11} |")?;
        if group == Group::Complexity {
            write!(out, "     -      - |     -      - |")?;
        } else {
            write_pair(out, white)?;
            write!(out, " |")?;
            write_pair(out, black)?;
            write!(out, " |")?;
        }
        write_pair(out, white - black)?;
        writeln!(out)?;
    }
    writeln!(out, "Phase {} of 24, total {total:+.2} for {first}", trace.phase)
}

fn write_pair(out: &mut String, value: Pair) -> std::fmt::Result {
    let pawns = |value: i32| value as f64 / 100.0;
    write!(out, " {:6.2} {:6.2}", pawns(value.middlegame()), pawns(value.endgame()))
}

/// What a group is worth for one side.
fn side_sum(trace: &Trace, numbers: &[Pair], fields: &[&Field], us: usize) -> Pair {
    let mut sum = Pair::ZERO;
    let mut class = Class::Linear;
    for field in fields {
        class = field.class;
        for index in field.range() {
            sum += numbers[index] * trace.counts[us][index] as i32;
        }
    }
    match class {
        Class::Linear => sum,
        Class::Danger => -danger_cost(sum),
        Class::Complexity => pair(0, sum.endgame()),
    }
}
