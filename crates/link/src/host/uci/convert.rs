//! UCI's words for options and news, and the neutral ones.

use crate::{Info, OptionDecl, OptionKind};
use ferz_wire::uci as wire;

/// An option as declared. What is missing or contradicts itself is completed, with a remark
/// (`U-398`, `U-399`).
pub(in crate::host) fn option(decl: wire::OptionDecl) -> (OptionDecl, Vec<String>) {
    let mut remarks = Vec::new();
    let name = decl.name;
    let mut remark = |what: &str| remarks.push(format!("option {name:?}: {what}"));
    let kind = match decl.kind {
        wire::OptionKind::Check { default } => {
            if default.is_none() {
                remark("no default");
            }
            OptionKind::Check { default: default.unwrap_or(false) }
        }
        wire::OptionKind::Spin { default, min, max } => {
            if min.is_none() || max.is_none() {
                remark("no range");
            }
            let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
            if default.is_none_or(|value| value < min || value > max) {
                remark("default missing or outside the range");
            }
            OptionKind::Spin { default: default.unwrap_or(min.max(0)), min, max }
        }
        wire::OptionKind::Combo { default, vars } => {
            let default = default.or_else(|| vars.first().cloned()).unwrap_or_default();
            if !vars.contains(&default) {
                remark("default is none of the choices");
            }
            OptionKind::Combo { default, choices: vars }
        }
        wire::OptionKind::Button => OptionKind::Button,
        wire::OptionKind::String { default } => {
            OptionKind::Text { default: default.unwrap_or_default() }
        }
        wire::OptionKind::Other { kind, default } => {
            let default = default.unwrap_or_default();
            match kind.as_str() {
                "file" | "filename" => OptionKind::File { default },
                "path" => OptionKind::Path { default },
                "label" => OptionKind::Label,
                _ => OptionKind::Text { default },
            }
        }
    };
    (OptionDecl { name, kind }, remarks)
}

/// News without the free text; `None` if nothing is left.
pub(super) fn info(info: wire::Info) -> Option<Info> {
    let news = Info {
        depth: info.depth,
        seldepth: info.seldepth,
        time: info.time,
        nodes: info.nodes,
        nps: info.nps,
        hashfull: info.hashfull,
        tbhits: info.tbhits.or(info.sbhits),
        cpuload: info.cpuload,
        rank: info.multipv,
        score: info.score,
        wdl: info.wdl,
        pv: info.pv,
        current: info.currmove.map(|mv| (mv, info.currmovenumber, None)),
        current_line: info.currline,
        refutation: info.refutation,
    };
    (news != Info::default()).then_some(news)
}
