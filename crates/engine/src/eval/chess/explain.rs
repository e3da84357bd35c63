//! The terms of an evaluation as text, for people.

use super::king::danger_cost;
use super::score::{Pair, pair};
use super::terms::{Class, Group, fields};
use super::trace::Trace;
use super::{HandMade, table as numbers};
use ferz_rules::chess::Board;
use std::fmt::Write;

const GROUPS: [Group; 12] = [
    Group::Material,
    Group::Squares,
    Group::Pawns,
    Group::Passed,
    Group::Pieces,
    Group::Mobility,
    Group::Threats,
    Group::Shelter,
    Group::Danger,
    Group::Space,
    Group::Tempo,
    Group::Complexity,
];

/// A line for each group of terms: both sides and the difference, in centipawns.
pub(super) fn table(evaluation: &mut HandMade, board: &Board) -> String {
    let mut trace = Trace::default();
    evaluation.trace(board, &mut trace);
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_table(&mut out, &trace);
    out
}

fn write_table(out: &mut String, trace: &Trace) -> std::fmt::Result {
    let total = trace.value as f64 / 100.0;
    if trace.special {
        return writeln!(out, "Known endgame: {total:+.2} for White");
    }
    writeln!(out, "       Term |     White     |     Black     |     Total")?;
    writeln!(out, "            |    MG     EG  |    MG     EG  |    MG     EG")?;
    writeln!(out, "------------+---------------+---------------+--------------")?;
    for group in GROUPS {
        let [white, black] = [0, 1].map(|us| side_sum(trace, group, us));
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
    writeln!(out, "Phase {} of 24, total {total:+.2} for White", trace.phase)
}

fn write_pair(out: &mut String, value: Pair) -> std::fmt::Result {
    let pawns = |value: i32| value as f64 / 100.0;
    write!(out, " {:6.2} {:6.2}", pawns(value.middlegame()), pawns(value.endgame()))
}

/// What a group is worth for one side.
fn side_sum(trace: &Trace, group: Group, us: usize) -> Pair {
    let numbers = numbers();
    let mut sum = Pair::ZERO;
    let mut class = Class::Linear;
    for field in fields().iter().filter(|field| field.group == group) {
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
