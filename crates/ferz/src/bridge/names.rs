//! Options under the names that interfaces know.
//!
//! Between the machines the usual options have UCI's names, whatever the engine calls them: so an
//! interface finds `Hash` and XBoard's `memory` finds it too. Options that the host itself sets, as
//! those that choose a game, are no business of the interface.

use super::stack::{Emulation, Way};
use ferz_link::host::is_managed_ucci_option;
use ferz_link::{Command, Event, Now, OptionDecl, Protocol};

/// UCCI's names, and what UCI calls the same.
const UCCI: [(&str, &str); 7] = [
    ("hashsize", "Hash"),
    ("threads", "Threads"),
    ("usebook", "OwnBook"),
    ("bookfiles", "BookFile"),
    ("egtbpaths", "EgtbPath"),
    ("clearhash", "Clear Hash"),
    ("ponder", "Ponder"),
];

/// Options of UCI that the host's half or the front takes care of.
const OF_THE_HOST: [&str; 6] = [
    "UCI_Chess960",
    "UCI_Variant",
    "UCI_AnalyseMode",
    "UCI_Opponent",
    "UCI_SetPositionValue",
    "UCI_EngineAbout",
];

/// The options of one engine.
pub(super) struct Names {
    protocol: Protocol,
}

impl Names {
    pub(super) fn new(protocol: Protocol) -> Names {
        Names { protocol }
    }

    fn hides(&self, name: &str) -> bool {
        match self.protocol {
            Protocol::Uci => OF_THE_HOST.iter().any(|own| name.eq_ignore_ascii_case(own)),
            Protocol::Ucci => !name.eq_ignore_ascii_case("ponder") && is_managed_ucci_option(name),
            Protocol::Cecp => false,
        }
    }
}

impl Emulation for Names {
    fn command(&mut self, _: Now, command: Command, way: &mut Way) {
        let command = match command {
            Command::SetOption { name, value } if self.protocol == Protocol::Ucci => {
                let own = UCCI.iter().find(|(_, usual)| name.eq_ignore_ascii_case(usual));
                Command::SetOption { name: own.map_or(name, |own| own.0.to_owned()), value }
            }
            other => other,
        };
        way.down(command);
    }

    fn event(&mut self, _: Now, event: Event, way: &mut Way) {
        way.up(match event {
            Event::Option(decl) if self.hides(&decl.name) => return,
            Event::Option(mut decl) if self.protocol == Protocol::Ucci => {
                let usual = UCCI.iter().find(|(own, _)| decl.name.eq_ignore_ascii_case(own));
                if let Some((_, usual)) = usual {
                    decl.name = (*usual).to_owned();
                }
                Event::Option(decl)
            }
            other => other,
        });
    }
}

/// The engine's own name of an option that the user calls by any usual one: letter case, blanks and
/// dashes do not matter, and neither does the protocol. `None` if it has none such.
pub(super) fn own_name<'a>(declared: &'a [OptionDecl], name: &str) -> Option<&'a str> {
    let exact = declared.iter().find(|decl| decl.name == name);
    let folded = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let find = |wanted: &str| declared.iter().find(|decl| folded(&decl.name) == folded(wanted));
    let other = || {
        let is = |text: &str| folded(text) == folded(name);
        let (ucci, usual) = UCCI.iter().find(|(ucci, usual)| is(ucci) || is(usual))?;
        find(ucci).or_else(|| find(usual))
    };
    exact.or_else(|| find(name)).or_else(other).map(|decl| decl.name.as_str())
}

#[cfg(test)]
mod tests {
    use super::super::stack::Stack;
    use super::super::stack::bench::Bench;
    use super::*;
    use ferz_link::OptionKind;

    fn declared(names: &[&str]) -> Vec<OptionDecl> {
        let button = |name: &&str| OptionDecl { name: (*name).into(), kind: OptionKind::Button };
        names.iter().map(button).collect()
    }

    fn shown(protocol: Protocol, names: &[&str]) -> Vec<String> {
        let mut stack = Stack::new(vec![Box::new(Names::new(protocol))]);
        let said = declared(names).into_iter().map(Event::Option).collect();
        let heard = stack.introduction(said).into_iter();
        heard
            .map(|event| match event {
                Event::Option(decl) => decl.name,
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn engines_of_ucci_under_usual_names() {
        let own = ["usemillisec", "batch", "hashsize", "newgame", "selectivity", "ponder"];
        assert_eq!(shown(Protocol::Ucci, &own), ["Hash", "selectivity", "Ponder"]);
        let mut bench = Bench::new(Names::new(Protocol::Ucci));
        let set = |name: &str| Command::SetOption { name: name.into(), value: Some("9".into()) };
        bench.command(set("Hash")).command(set("selectivity"));
        assert_eq!(bench.said(), ["> hashsize=9", "> selectivity=9"]);
    }

    #[test]
    fn what_the_host_sets_is_hidden() {
        let own = ["Hash", "UCI_Variant", "UCI_ShowWDL", "uci_chess960", "UCI_AnalyseMode"];
        assert_eq!(shown(Protocol::Uci, &own), ["Hash", "UCI_ShowWDL"]);
        assert_eq!(shown(Protocol::Cecp, &["UCI_Variant"]), ["UCI_Variant"]);
    }

    #[test]
    fn names_on_the_command_line() {
        let ucci = declared(&["hashsize", "selectivity"]);
        assert_eq!(own_name(&ucci, "Hash"), Some("hashsize"));
        let uci = declared(&["Hash", "Clear Hash", "OwnBook", "Skill Level"]);
        assert_eq!(own_name(&uci, "hashsize"), Some("Hash"));
        assert_eq!(own_name(&uci, "clearhash"), Some("Clear Hash"));
        assert_eq!(own_name(&uci, "usebook"), Some("OwnBook"));
        assert_eq!(own_name(&uci, "skill-level"), Some("Skill Level"));
        assert_eq!(own_name(&uci, "Hsah"), None);
    }
}
