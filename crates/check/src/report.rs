//! What a check found, for people and for programs.

use crate::judged::{Judged, Verdict, line};
use crate::monitor::Level;
use crate::profile::Readiness;
use ferz_link::Protocol;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// All that a check found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The engine, as it names itself.
    pub engine: String,
    /// The protocol.
    pub protocol: Protocol,
    /// Every expectation, in the order in which they were asked.
    pub judged: Vec<Judged>,
    /// What the engine is ready for, if that was asked.
    pub readiness: Vec<Readiness>,
    /// The protocol that it answers in instead of the one that it was asked in.
    pub speaks: Option<Protocol>,
    /// How long it took.
    pub took: Duration,
    /// How often the engine was started.
    pub starts: u32,
    /// The check was interrupted: how many expectations were asked, and of how many.
    pub interrupted: Option<(usize, usize)>,
}

impl Report {
    /// How many expectations came out so.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.judged.iter().filter(|judged| judged.verdict == verdict).count()
    }

    /// The names of those that came out so.
    pub fn ids(&self, verdict: Verdict) -> Vec<&'static str> {
        self.judged.iter().filter(|judged| judged.verdict == verdict).map(|it| it.id).collect()
    }

    /// Whether nothing failed that had to hold: with profiles, nothing that they need.
    pub fn is_good(&self) -> bool {
        if self.speaks.is_some() {
            return false;
        }
        match self.readiness.is_empty() {
            true => self.count(Verdict::Fail) == 0,
            false => self.readiness.iter().all(Readiness::is_ready),
        }
    }

    /// The last lines of a report for people.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for readiness in &self.readiness {
            let _ = writeln!(text, "{}", readiness.text());
        }
        let _ = write!(
            text,
            "{} ({}): {} passed, {} failed, {} warnings, {} not applicable; {:.0} s, {} starts",
            self.engine,
            self.protocol,
            self.count(Verdict::Pass),
            self.count(Verdict::Fail),
            self.count(Verdict::Warn),
            self.count(Verdict::NotApplicable),
            self.took.as_secs_f64(),
            self.starts,
        );
        let late = self.judged.iter().filter(|it| it.late.is_some()).count();
        if late > 0 {
            let _ = write!(
                text,
                "\nthe machine was busy during {late} of those not met: what depends on time may come \
                 out otherwise on a quiet one"
            );
        }
        if let Some((asked, of)) = self.interrupted {
            let _ = write!(text, "\ninterrupted: {asked} of {of} were asked");
        }
        if let Some(speaks) = self.speaks {
            let _ = write!(text, "\nit does not speak {}: try --protocol {speaks}", self.protocol);
        }
        text
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let judged = self.judged.iter().map(|it| {
            json!({
                "id": it.id,
                "title": it.title,
                "requirements": it.requirements,
                "level": match it.level { Level::Must => "must", Level::Should => "should" },
                "verdict": it.verdict.word().to_lowercase(),
                "says": it.says.word(),
                "why": it.why,
                "talk": it.talk.iter().map(|entry| line(entry).trim_start().to_owned()).collect::<Vec<_>>(),
                "ms": it.took.as_millis() as u64,
                "late_ms": it.late.map(|late| late.late.as_millis() as u64),
                "busy": it.late.map(|late| late.busy),
            })
        });
        json!({
            "engine": self.engine,
            "protocol": self.protocol.to_string(),
            "speaks": self.speaks.map(|speaks| speaks.to_string()),
            "passed": self.count(Verdict::Pass),
            "failed": self.count(Verdict::Fail),
            "warnings": self.count(Verdict::Warn),
            "not_applicable": self.count(Verdict::NotApplicable),
            "profiles": self.readiness.iter().map(Readiness::json).collect::<Vec<_>>(),
            "seconds": self.took.as_secs_f64(),
            "starts": self.starts,
            "interrupted": self.interrupted.is_some(),
            "expectations": judged.collect::<Vec<_>>(),
        })
    }

    /// As test results in the form that build servers read. A warning is a test that was passed,
    /// with its text.
    pub fn junit(&self) -> String {
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let _ = writeln!(
            xml,
            "<testsuites>\n<testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" \
             skipped=\"{}\" time=\"{:.3}\">",
            escaped(&format!("{} ({})", self.engine, self.protocol)),
            self.judged.len(),
            self.count(Verdict::Fail),
            self.count(Verdict::NotApplicable),
            self.took.as_secs_f64(),
        );
        for it in &self.judged {
            let _ = write!(
                xml,
                "  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3}\">",
                escaped(&it.id.split('-').take(1).collect::<String>()),
                escaped(&format!("{}: {} [{}]", it.id, it.title, it.requirements.join(" "))),
                it.took.as_secs_f64(),
            );
            let inside = match it.verdict {
                Verdict::Pass => String::new(),
                Verdict::NotApplicable => format!("<skipped message=\"{}\"/>", escaped(&it.why)),
                Verdict::Fail => format!(
                    "<failure message=\"{}\" type=\"must\">{}</failure>",
                    escaped(&it.why),
                    escaped(&it.text())
                ),
                Verdict::Warn => format!("<system-out>{}</system-out>", escaped(&it.text())),
            };
            let _ = writeln!(xml, "{inside}</testcase>");
        }
        xml.push_str("</testsuite>\n</testsuites>\n");
        xml
    }
}

/// Text inside XML, which cannot hold control characters at all, nor the two that are none.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
