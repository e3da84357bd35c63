//! `ferz inspect`: who an engine is, and what it can.

use anyhow::Result;
use ferz_host::{Engine, Launch, Quirks};
use ferz_link::host::{Profile, is_managed_option};
use ferz_link::{Oddity, OptionDecl, OptionKind, Protocol};
use ferz_rules::Variant;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// What was found out about an engine.
#[derive(Debug)]
pub struct Report {
    protocol: Protocol,
    handshake: Duration,
    identity: Vec<(String, String)>,
    options: Vec<OptionDecl>,
    /// Options that the engine has not declared: they stand for commands of its protocol.
    stand_ins: Vec<(String, &'static str)>,
    variants: Option<Vec<String>>,
    features: Vec<(&'static str, bool)>,
    odd: Vec<Oddity>,
}

/// Starts the engine, listens to its handshake, and ends it.
pub fn inspect(mut launch: Launch, quirks: &Quirks) -> Result<Report> {
    quirks.prepare(&mut launch);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let began = Instant::now();
        let mut engine = Engine::start(launch, None).await?;
        let handshake = began.elapsed();
        let (mut about, protocol) = (engine.about().clone(), engine.protocol());
        let profile = engine.profile(|profile| profile.clone()).await?;
        // What it has said is no less true when it does not end as it should.
        if let Err(fault) = engine.quit().await {
            about.odd.push(fault.to_string().into());
        }
        Ok(Report {
            protocol,
            handshake,
            variants: variants(protocol, &profile, &about.options).map(each_once),
            stand_ins: profile.stand_ins.clone(),
            features: features(protocol, profile),
            identity: about.identity,
            options: about.options,
            odd: about.odd,
        })
    })
}

/// The games it plays: as it says, as its protocol says, or as UCI's usual options say.
fn variants(protocol: Protocol, profile: &Profile, options: &[OptionDecl]) -> Option<Vec<String>> {
    if let Some(variants) = profile.variants.get() {
        return Some(variants.clone());
    }
    if protocol == Protocol::Ucci {
        return Some(vec![Variant::XIANGQI.name.to_owned()]);
    }
    let named = |name: &str| options.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let mut variants = match named("UCI_Variant").map(|option| &option.kind) {
        Some(OptionKind::Combo { choices, .. }) => choices.clone(),
        _ => vec!["chess".to_owned()],
    };
    if named("UCI_Chess960").is_some() {
        variants.push("chess960".to_owned());
    }
    Some(variants)
}

/// Engines name the same game among their variants and by an option of its own.
fn each_once(games: Vec<String>) -> Vec<String> {
    let mut once: Vec<String> = Vec::new();
    for game in games {
        if !once.iter().any(|other| other.eq_ignore_ascii_case(&game)) {
            once.push(game);
        }
    }
    once
}

fn features(protocol: Protocol, mut profile: Profile) -> Vec<(&'static str, bool)> {
    if protocol != Protocol::Cecp {
        return Vec::new();
    }
    let mut value = |name| profile.feature(name).map(|fact| (name, fact.yes()));
    Profile::FEATURES.iter().filter_map(|name| value(name)).collect()
}

impl Report {
    /// For people.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{:<10} {}", safe(key), safe(value));
        };
        for (key, value) in &self.identity {
            line(key, value);
        }
        line("protocol", &format!("{} (ready after {:.0?})", self.protocol, self.handshake));
        if let Some(variants) = &self.variants {
            line("games", &variants.join(" "));
        }
        for (with, key) in [(true, "features"), (false, "without")] {
            let some = self.features.iter().filter(|(_, value)| *value == with);
            let names: Vec<_> = some.map(|(name, _)| *name).collect();
            if !names.is_empty() {
                line(key, &names.join(" "));
            }
        }
        let (stand_ins, own): (Vec<_>, Vec<_>) =
            self.options.iter().partition(|option| self.command(&option.name).is_some());
        line("options", &own.len().to_string());
        for OptionDecl { name, kind } in own {
            let managed = if is_managed_option(name) { " (the host's business)" } else { "" };
            let _ = writeln!(text, "  {}: {}{managed}", safe(name), safe(&described(kind)));
        }
        // Their ranges are ours: the engine has named none.
        for OptionDecl { name, .. } in stand_ins {
            let command = self.command(name).unwrap_or_default();
            let _ = writeln!(text, "  {name}: no option, stands for the command {command}");
        }
        for odd in &self.odd {
            let _ = writeln!(text, "odd: {}", safe(&odd.to_string()));
        }
        text
    }

    /// The command that an option stands for, if the engine has not declared it.
    fn command(&self, name: &str) -> Option<&'static str> {
        let found = self.stand_ins.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
        found.map(|(_, command)| *command)
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let identity: serde_json::Map<_, _> =
            self.identity.iter().map(|(key, text)| (key.clone(), text.clone().into())).collect();
        let features: serde_json::Map<_, _> = self
            .features
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).into()))
            .collect();
        json!({
            "identity": identity,
            "protocol": self.protocol.to_string(),
            "handshake_ms": self.handshake.as_secs_f64() * 1000.0,
            "games": self.variants,
            "features": features,
            "options": self.options.iter().map(|option| self.option(option)).collect::<Vec<_>>(),
            "odd": self.odd.iter().map(Oddity::to_string).collect::<Vec<_>>(),
        })
    }

    fn option(&self, OptionDecl { name, kind }: &OptionDecl) -> Value {
        let (word, mut rest) = match kind {
            OptionKind::Check { default } => ("check", json!({ "default": default })),
            OptionKind::Spin { default, min, max } => {
                ("spin", json!({ "default": default, "min": min, "max": max }))
            }
            OptionKind::Slider { default, min, max } => {
                ("slider", json!({ "default": default, "min": min, "max": max }))
            }
            OptionKind::Combo { default, choices } => {
                ("combo", json!({ "default": default, "choices": choices }))
            }
            OptionKind::Button => ("button", json!({})),
            OptionKind::Save => ("save", json!({})),
            OptionKind::Reset => ("reset", json!({})),
            OptionKind::Text { default } => ("string", json!({ "default": default })),
            OptionKind::File { default } => ("file", json!({ "default": default })),
            OptionKind::Path { default } => ("path", json!({ "default": default })),
            OptionKind::Label => ("label", json!({})),
        };
        rest["stands_for"] = self.command(name).into();
        rest["name"] = name.as_str().into();
        rest["type"] = word.into();
        rest
    }
}

/// What engines say may hold words for the terminal.
fn safe(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() { '\u{fffd}' } else { letter }).collect()
}

fn described(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check { default } => {
            format!("yes or no, {}", if *default { "yes" } else { "no" })
        }
        OptionKind::Spin { default, min, max } | OptionKind::Slider { default, min, max } => {
            format!("{min} to {max}, {default}")
        }
        OptionKind::Combo { default, choices } => format!("{}, {default}", choices.join(" | ")),
        OptionKind::Button | OptionKind::Save | OptionKind::Reset => "a button".to_owned(),
        OptionKind::Text { default } => format!("text, {default:?}"),
        OptionKind::File { default } => format!("a file, {default:?}"),
        OptionKind::Path { default } => format!("a folder, {default:?}"),
        OptionKind::Label => "a caption".to_owned(),
    }
}
