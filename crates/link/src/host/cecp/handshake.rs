//! The beginning: features, and what follows when there are none.

use super::*;
use crate::{OptionDecl, OptionKind};
use ferz_wire::cecp::{self as wire, Feature, FeatureValue};

/// Features without effect here that are accepted all the same (`C-088`).
const TEXTS: [&str; 2] = ["myname", "variants"];

impl Cecp {
    pub(super) fn start(&mut self, out: &mut Vec<Output>) {
        self.say(ToEngine::Xboard, out);
        self.say(ToEngine::Protover(2), out);
        for line in std::mem::take(&mut self.handshake.early) {
            self.reply(&line, out);
        }
    }

    /// No features, or a complaint about `protover` (`C-066`, `C-067`). An engine that told some
    /// and forgot `done=1` is of version 2.
    pub(super) fn version_1(&mut self, out: &mut Vec<Output>) {
        if !self.handshake.featured {
            self.half.profile.version_1.set(true, Source::Said);
            odd(out, "engine told no features: taken for version 1");
        }
        self.ready(out);
    }

    fn ready(&mut self, out: &mut Vec<Output>) {
        if self.half.state != State::Boot {
            return;
        }
        self.half.state = State::Idle;
        self.declare_builtins(out);
        tell(out, Event::Ready);
    }

    /// Each feature is answered, in order (`C-085`, `C-092`).
    pub(super) fn features(&mut self, features: Vec<Feature>, out: &mut Vec<Output>) {
        for feature in features {
            // Features may come late (C-094, C-095).
            self.handshake.featured = true;
            self.half.profile.version_1.set(false, Source::Said);
            let answer = match self.feature(&feature, out) {
                Ok(()) => ToEngine::Accepted(feature.name.clone()),
                Err(name) => ToEngine::Rejected(name),
            };
            self.say(answer, out);
            match (feature.name.as_str(), &feature.value) {
                ("done", FeatureValue::Int(0)) => self.handshake.slow = true,
                ("done", FeatureValue::Int(_)) => self.ready(out),
                _ => {}
            }
        }
        if self.half.state != State::Boot {
            self.declare_builtins(out);
        }
    }

    /// Takes a feature in; the error is the text behind `rejected`.
    fn feature(&mut self, feature: &Feature, out: &mut Vec<Output>) -> Result<(), String> {
        let name = feature.name.as_str();
        let rejected = || Err(feature.name.clone());
        match (name, &feature.value) {
            ("done", FeatureValue::Int(_)) => Ok(()),
            ("name", FeatureValue::Int(value)) => {
                self.half.profile.name.set(Some(*value != 0), Source::Said);
                Ok(())
            }
            (name, FeatureValue::Int(value)) => match self.half.profile.feature(name) {
                Some(fact) => {
                    fact.set(*value != 0, Source::Said);
                    Ok(())
                }
                None => rejected(),
            },
            (name, FeatureValue::Text(text)) if TEXTS.contains(&name) || name == "egt" => {
                let list = || {
                    let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
                    names.map(str::to_owned).collect::<Vec<_>>()
                };
                match name {
                    "myname" => {
                        let (key, text) = ("name".to_owned(), text.clone());
                        tell(out, Event::Identity { key, text });
                    }
                    "variants" => self.half.profile.variants.set(Some(list()), Source::Said),
                    _ => self.half.profile.egt.set(list(), Source::Said),
                }
                Ok(())
            }
            ("option", FeatureValue::Text(text)) => match wire::OptionDecl::parse(text) {
                Some(parsed) => {
                    let decl = option(parsed.value);
                    self.builtins.retain(|builtin| !builtin.name.eq_ignore_ascii_case(&decl.name));
                    self.half.profile.stand_ins.retain(|it| !it.0.eq_ignore_ascii_case(&decl.name));
                    self.half.options.declare(decl.clone());
                    tell(out, Event::Option(decl));
                    Ok(())
                }
                // The text is repeated (C-089, C-165).
                None => Err(format!("option {text}")),
            },
            _ => rejected(),
        }
    }

    /// Declares options that stand for commands: memory, threads, tables, pondering.
    fn declare_builtins(&mut self, out: &mut Vec<Output>) {
        let spin = |default| OptionKind::Spin { default, min: 1, max: 1 << 20 };
        let mut wanted =
            vec![("Ponder".to_owned(), BuiltinKind::Ponder, OptionKind::Check { default: false })];
        if self.half.profile.memory.yes() {
            wanted.push(("Hash".to_owned(), BuiltinKind::Memory, spin(16)));
        }
        if self.half.profile.smp.yes() {
            wanted.push(("Threads".to_owned(), BuiltinKind::Cores, spin(1)));
        }
        for format in self.half.profile.egt.get() {
            let name = tables_option(format);
            let kind = OptionKind::Path { default: String::new() };
            wanted.push((name, BuiltinKind::Tables(format.clone()), kind));
        }
        for (name, kind, option) in wanted {
            let is_known = self.builtins.iter().any(|builtin| builtin.kind == kind);
            if is_known || self.half.options.find(&name).is_some() {
                continue;
            }
            self.half.profile.stand_ins.push((name.clone(), kind.command()));
            self.builtins.push(Builtin { name: name.clone(), kind, value: None, sent: false });
            tell(out, Event::Option(OptionDecl { name, kind: option }));
        }
    }
}

/// `SyzygyPath` for `syzygy`.
fn tables_option(format: &str) -> String {
    let mut letters = format.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).chain("Path".chars()).collect()
}

fn option(decl: wire::OptionDecl) -> OptionDecl {
    let kind = match decl.kind {
        wire::OptionKind::Button => OptionKind::Button,
        wire::OptionKind::Save => OptionKind::Save,
        wire::OptionKind::Reset => OptionKind::Reset,
        wire::OptionKind::Check(default) => OptionKind::Check { default },
        wire::OptionKind::String(default) => OptionKind::Text { default },
        wire::OptionKind::Spin { value, min, max } => OptionKind::Spin { default: value, min, max },
        wire::OptionKind::Slider { value, min, max } => {
            OptionKind::Slider { default: value, min, max }
        }
        wire::OptionKind::Combo { choices, current } => OptionKind::Combo {
            default: choices.get(current).cloned().unwrap_or_default(),
            choices,
        },
        wire::OptionKind::File(default) => OptionKind::File { default },
        wire::OptionKind::Path(default) => OptionKind::Path { default },
    };
    OptionDecl { name: decl.name, kind }
}
