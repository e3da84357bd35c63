//! An engine that a test writes: what it says to which line, and when.

use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

/// An engine in memory, at the other end of two streams. It hears one line after the other, and
/// its time is the runtime's: where a test pauses that, nobody waits.
///
/// A reply is a text of lines that are said. Lines that begin with `~` are not: `~ 300` lets
/// 300 milliseconds pass, `~ deaf` hears and says nothing from then on, `~ end` closes both
/// streams.
///
/// ```
/// use ferz_testkit::Scripted;
/// use tokio::io::{AsyncReadExt, AsyncWriteExt};
///
/// let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
/// runtime.block_on(async {
///     let engine = Scripted::default().on("isready", "readyok\n~ end");
///     let (mut said, mut heard) = engine.run();
///     heard.write_all(b"isready\n").await.unwrap();
///     let mut text = String::new();
///     said.read_to_string(&mut text).await.unwrap();
///     assert_eq!(text, "readyok\n");
/// });
/// ```
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    rules: Vec<Rule>,
}

/// What it says to lines that begin with some words.
#[derive(Clone, Debug)]
struct Rule {
    words: String,
    /// To the first such line, the second and so on; the last to all that follow.
    replies: Vec<String>,
    heard: usize,
}

impl Scripted {
    /// A good engine of UCI that plays e2e4 whatever the position.
    pub fn uci() -> Scripted {
        Scripted::default()
            .on("uci", "id name Script\nid author us\nuciok")
            .on("isready", "readyok")
            .on("go", "info depth 1 score cp 20 pv e2e4\nbestmove e2e4")
            .on("go infinite", "")
            .on("stop", "bestmove e2e4")
            .on("quit", "~ end")
    }

    /// A good engine of UCCI that plays h2e2 whatever the position.
    pub fn ucci() -> Scripted {
        Scripted::default()
            .on("ucci", "id name Script\nid author us\nucciok")
            .on("isready", "readyok")
            .on("go", "info depth 1 score 20 pv h2e2\nbestmove h2e2")
            .on("go infinite", "")
            .on("stop", "bestmove h2e2")
            .on("quit", "bye\n~ end")
    }

    /// A good engine of CECP that plays e2e4 whatever the position.
    pub fn cecp() -> Scripted {
        let features = "myname=\"Script\" ping=1 setboard=1 usermove=1 sigint=0 analyze=0 done=1";
        Scripted::default()
            .on("protover", &format!("feature {features}"))
            .on("ping", "pong $1")
            .on("go", "1 20 0 1 e2e4\nmove e2e4")
            .on("?", "move e2e4")
            .on("quit", "~ end")
    }

    /// Says `reply` to each line that begins with these words, and with no longer ones that it has
    /// a reply to. `$1` in a reply is the first word behind them.
    pub fn on(self, words: &str, reply: &str) -> Scripted {
        self.in_turn(words, &[reply])
    }

    /// As [`on`](Scripted::on), with a reply for the first such line, the second and so on; the
    /// last is for all that follow.
    pub fn in_turn(mut self, words: &str, replies: &[&str]) -> Scripted {
        self.rules.retain(|rule| rule.words != words);
        let replies = replies.iter().map(|&reply| reply.to_owned()).collect();
        self.rules.push(Rule { words: words.to_owned(), replies, heard: 0 });
        self
    }

    /// What it would say to this line: for replies that say the same later, or more.
    pub fn reply_to(mut self, line: &str) -> String {
        self.reply(line)
    }

    /// Starts it: what it says, and what it hears.
    pub fn run(self) -> (ReadHalf<DuplexStream>, WriteHalf<DuplexStream>) {
        let (own, others) = tokio::io::duplex(1 << 16);
        // A stream that its reader has closed ends the conversation, as it should.
        tokio::spawn(async move { drop(self.converse(own).await) });
        tokio::io::split(others)
    }

    async fn converse(mut self, streams: DuplexStream) -> std::io::Result<()> {
        let (hears, mut says) = tokio::io::split(streams);
        let mut lines = BufReader::new(hears).lines();
        while let Some(line) = lines.next_line().await? {
            for said in self.reply(&line).lines() {
                match said.strip_prefix("~ ") {
                    None => says.write_all(format!("{said}\n").as_bytes()).await?,
                    Some("end") => return Ok(()),
                    Some("deaf") => std::future::pending().await,
                    Some(time) => {
                        let time = time.parse().unwrap_or_else(|_| panic!("no time: \"{said}\""));
                        tokio::time::sleep(Duration::from_millis(time)).await;
                    }
                }
            }
        }
        Ok(())
    }

    fn reply(&mut self, line: &str) -> String {
        let begins = |rule: &&mut Rule| {
            line.strip_prefix(&*rule.words)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let Some(rule) = self.rules.iter_mut().filter(begins).max_by_key(|rule| rule.words.len())
        else {
            return String::new();
        };
        let reply = rule.replies.get(rule.heard).or(rule.replies.last());
        rule.heard += 1;
        let word = line[rule.words.len()..].split_whitespace().next().unwrap_or_default();
        reply.map_or_else(String::new, |reply| reply.replace("$1", word))
    }
}
