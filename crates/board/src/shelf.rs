//! The user's engines: a list in a file, which the page shows and changes.
//!
//! It is the list that `ferz match --engines` reads, in TOML. What the page does not know of an entry,
//! and the user's comments, stay as they are.

use crate::about::About;
use crate::conversations::Conversations;
use ferz_arena::taught;
use ferz_host::{Engine, Error, Launch, News, Quirks, SharedReferee};
use ferz_input::{file, text};
use ferz_link::{Check, Command, Event, Protocol};
use ferz_wire::uci::Register;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, Value};

/// The engine inside, by which name it is chosen.
pub const OWN: &str = "Ferz";

/// Starts the engine inside.
pub type Opener =
    Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Result<Engine, Error>> + Send>> + Send + Sync>;

/// An engine of the user's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// By which it is chosen.
    pub name: String,
    /// Its program and arguments, quoted as a shell has them.
    pub command: String,
    /// `uci`, `ucci` or `cecp`; found out if empty.
    #[serde(default)]
    pub protocol: String,
    /// Where it runs; where we do, if empty.
    #[serde(default)]
    pub dir: String,
    /// Options that are set when it starts.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// To whom it is registered, if it asks.
    #[serde(default)]
    pub registration: Option<Registration>,
}

/// What a user enters to register an engine (`U-181`, `U-182`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Registration {
    /// The user.
    pub name: String,
    /// The code that proves it.
    pub code: String,
}

/// Why the list cannot be read or changed, for people.
#[derive(Debug, thiserror::Error)]
pub enum BadShelf {
    /// The file cannot be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system, or the reader, says.
        why: String,
    },
    /// What was to be added is no engine.
    #[error("{0}")]
    Entry(String),
}

/// The list of engines, and how those on it are started.
pub struct Shelf {
    own: Opener,
    referee: SharedReferee,
    quirks: Quirks,
    /// `None`: the list ends with the program.
    path: Option<PathBuf>,
    list: Mutex<DocumentMut>,
    conversations: Conversations,
}

impl Shelf {
    /// A list without a file.
    pub fn new(own: Opener, referee: SharedReferee) -> Shelf {
        let (quirks, list) = (Quirks::built_in(), Mutex::default());
        let conversations = Conversations::default();
        Shelf { own, referee, quirks, path: None, list, conversations }
    }

    /// The list of a file, which need not be there yet.
    ///
    /// # Errors
    /// If the file is there and is no list.
    pub fn in_file(self, path: &Path) -> Result<Shelf, BadShelf> {
        let bad = |why: String| BadShelf::File { path: path.to_owned(), why };
        let list = match file::read_text(path) {
            Ok(text) => text.parse::<DocumentMut>().map_err(|error| bad(error.to_string()))?,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => DocumentMut::new(),
            Err(error) => return Err(bad(error.to_string())),
        };
        if list.get("engine").is_some_and(|engines| !engines.is_array_of_tables()) {
            return Err(bad("\"engine\" is no list of tables".to_owned()));
        }
        for table in tables(&list) {
            entry(table).map_err(bad)?;
        }
        Ok(Shelf { path: Some(path.to_owned()), list: Mutex::new(list), ..self })
    }

    /// The user's engines, in their order.
    pub fn entries(&self) -> Vec<Entry> {
        let list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        // They were checked when they were read.
        tables(&list).filter_map(|table| entry(table).ok()).collect()
    }

    /// Adds an engine, or changes the one of this name.
    ///
    /// # Errors
    /// Says what is wrong with it, or why the file cannot be written: then the list is as before.
    pub fn put(&self, new: &Entry) -> Result<(), BadShelf> {
        check(new).map_err(BadShelf::Entry)?;
        self.change(|list| {
            let engines = list.entry("engine").or_insert(Item::ArrayOfTables(ArrayOfTables::new()));
            let Some(engines) = engines.as_array_of_tables_mut() else { return };
            let at = engines.iter().position(|table| is_called(table, &new.name));
            match at.and_then(|at| engines.get_mut(at)) {
                Some(table) => write(table, new),
                None => {
                    let mut table = Table::new();
                    write(&mut table, new);
                    engines.push(table);
                }
            }
        })
    }

    /// Takes an engine off the list; `false` if it is not there.
    ///
    /// # Errors
    /// Says why the file cannot be written: then the list is as before.
    pub fn remove(&self, name: &str) -> Result<bool, BadShelf> {
        let mut found = false;
        self.change(|list| {
            let engines = list.get_mut("engine").and_then(Item::as_array_of_tables_mut);
            if let Some(engines) = engines {
                let before = engines.len();
                engines.retain(|table| !is_called(table, name));
                found = engines.len() < before;
            }
        })?;
        Ok(found)
    }

    fn change(&self, change: impl FnOnce(&mut DocumentMut)) -> Result<(), BadShelf> {
        let mut list = self.list.lock().unwrap_or_else(PoisonError::into_inner);
        let mut new = list.clone();
        change(&mut new);
        if let Some(path) = &self.path {
            let bad = |error: std::io::Error| BadShelf::File {
                path: path.clone(),
                why: error.to_string(),
            };
            save(path, &new.to_string()).map_err(bad)?;
        }
        *list = new;
        Ok(())
    }

    /// What was said between us and these engines.
    pub fn conversations(&self) -> &Conversations {
        &self.conversations
    }

    /// Starts an engine of the list, and says what it has said of itself. The games that it describes are
    /// known from then on.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub async fn about(&self, name: &str) -> Result<About, String> {
        let mut engine = self.open(name).await?;
        let mut about = About::of(name, &engine);
        let said = |error: Error| format!("{name}: {error}");
        about.unregistered = is_unregistered(&mut engine).await.map_err(said)?;
        let learnt = taught::learn_all(&mut engine).await;
        let learnt = learnt.map_err(|fault| format!("{name}: {fault}"))?;
        about.notices.extend(learnt.left_out);
        Ok(about)
    }

    /// Presses a button of an engine: it is started with its options, and told to quit when it has
    /// done what the button means.
    ///
    /// # Errors
    /// As [`open`](Self::open); and if it knows no such button.
    pub async fn press(&self, name: &str, button: &str) -> Result<(), String> {
        let mut engine = self.open(name).await?;
        let said = |error: Error| format!("{name}: {error}");
        engine.set_option(button, None).await.map_err(said)?;
        engine.ping().await.map_err(said)?;
        engine.quit().await.map_err(|fault| format!("{name}: {fault}"))
    }

    /// Starts an engine of the list, or the one inside, with its options.
    ///
    /// # Errors
    /// Names the engine that is not on the list, or says why it does not start.
    pub async fn open(&self, name: &str) -> Result<Engine, String> {
        if name == OWN {
            return (self.own)().await.map_err(|error| error.to_string());
        }
        let entry = self.entries().into_iter().find(|entry| entry.name == name);
        let entry = entry.ok_or_else(|| format!("no engine is called {name:?}"))?;
        let mut engine = self.start(&entry).await.map_err(|error| format!("{name}: {error}"))?;
        for (option, value) in &entry.options {
            // A button has no value to be remembered.
            let set = engine.set_option(option, Some(value)).await;
            set.map_err(|error| format!("{name}: option {option:?}: {error}"))?;
        }
        Ok(engine)
    }

    async fn start(&self, entry: &Entry) -> Result<Engine, Error> {
        let mut words = shlex::split(&entry.command).unwrap_or_default().into_iter();
        let mut launch = Launch::new(words.next().unwrap_or_default()).arguments(words);
        launch.protocol = entry.protocol.parse::<Protocol>().ok();
        launch.directory = (!entry.dir.is_empty()).then(|| PathBuf::from(&entry.dir));
        self.quirks.prepare(&mut launch);
        if let Some(Registration { name, code }) = entry.registration.clone() {
            launch.profile.registration = Register::As { name: Some(name), code: Some(code) };
        }
        launch.transcript = self.conversations.begin(&entry.name).ok();
        let mut engine = Engine::start(launch, Some(Arc::clone(&self.referee))).await?;
        let (quirks, name) = (self.quirks.clone(), engine.name().to_owned());
        engine.profile(move |profile| quirks.recognise(&name, profile)).await?;
        Ok(engine)
    }
}

/// Whether an engine asks for a registration that it has not got, also when it has heard our answer
/// (`U-175` to `U-178`).
async fn is_unregistered(engine: &mut Engine) -> Result<bool, Error> {
    let mut unregistered = engine.about().unregistered;
    // Our answer may come after the first question.
    for question in 0..2 {
        engine.command(Command::Ping(question)).await?;
        loop {
            match engine.next().await? {
                News::Event(Event::Registration(check)) => unregistered = check != Check::Ok,
                News::Event(Event::Pong(answered)) if answered == question => break,
                _ => {}
            }
        }
    }
    Ok(unregistered)
}

fn tables(list: &DocumentMut) -> impl Iterator<Item = &Table> {
    list.get("engine").and_then(Item::as_array_of_tables).into_iter().flatten()
}

fn word<'a>(table: &'a Table, key: &str) -> Option<&'a str> {
    table.get(key).and_then(Item::as_str)
}

fn is_called(table: &Table, name: &str) -> bool {
    entry(table).is_ok_and(|entry| entry.name == name)
}

fn entry(table: &Table) -> Result<Entry, String> {
    let command = word(table, "command").ok_or("an engine without a command")?.to_owned();
    let name = text::name(word(table, "name").unwrap_or(&command)).into_owned();
    let text = |key| word(table, key).unwrap_or_default().to_owned();
    let options = table.get("options").and_then(Item::as_table_like);
    let options = options.into_iter().flat_map(|options| options.iter());
    let options = options.filter_map(|(name, value)| {
        let value = match value.as_value()? {
            Value::String(text) => text.value().clone(),
            Value::Integer(number) => number.value().to_string(),
            Value::Float(number) => number.value().to_string(),
            Value::Boolean(yes) => yes.value().to_string(),
            _ => return None,
        };
        Some((name.to_owned(), value))
    });
    let (protocol, dir) = (text("protocol"), text("dir"));
    let registration = table.get("registration").and_then(Item::as_table_like).map(|table| {
        let text = |key| table.get(key).and_then(Item::as_str).unwrap_or_default().to_owned();
        Registration { name: text("name"), code: text("code") }
    });
    let entry = Entry { options: options.collect(), name, command, protocol, dir, registration };
    check(&entry)?;
    Ok(entry)
}

fn check(entry: &Entry) -> Result<(), String> {
    let Entry { name, command, protocol, .. } = entry;
    if name.trim().is_empty() {
        return Err("an engine without a name".to_owned());
    }
    if name == OWN {
        return Err(format!("the engine inside is called {OWN:?}: choose another name"));
    }
    match shlex::split(command) {
        None => return Err(format!("{name}: an open quote in {command:?}")),
        Some(words) if words.first().is_none_or(String::is_empty) => {
            return Err(format!("{name}: an engine without a command"));
        }
        Some(_) => {}
    }
    if !protocol.is_empty() {
        protocol.parse::<Protocol>().map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

fn write(table: &mut Table, entry: &Entry) {
    let mut set = |key: &str, text: &str| {
        if text.is_empty() {
            table.remove(key);
        } else if word(table, key) != Some(text) {
            table[key] = toml_edit::value(text);
        }
    };
    set("name", &text::name(&entry.name));
    set("command", &entry.command);
    set("protocol", &entry.protocol);
    set("dir", &entry.dir);
    if let Some(Registration { name, code }) = &entry.registration {
        let pairs = [("name", name.as_str()), ("code", code.as_str())];
        table["registration"] = toml_edit::value(toml_edit::InlineTable::from_iter(pairs));
    } else {
        table.remove("registration");
    }
    let options = entry.options.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    match entry.options.is_empty() {
        true => _ = table.remove("options"),
        false => table["options"] = toml_edit::value(toml_edit::InlineTable::from_iter(options)),
    }
}

/// Writes a file so that it is either the old or the new one, whatever happens meanwhile.
fn save(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let new = path.with_extension("new");
    let mut out = std::fs::File::create(&new)?;
    out.write_all(text.as_bytes())?;
    out.sync_all()?;
    std::fs::rename(&new, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoRules;

    impl ferz_link::Referee for NoRules {
        fn variants(&self) -> Vec<String> {
            Vec::new()
        }
        fn facts(&self, _: &str) -> Option<ferz_link::Facts> {
            None
        }
        fn place(
            &self,
            _: &ferz_link::Place,
        ) -> Result<(Box<dyn ferz_link::Record>, Option<String>), String> {
            Err("no rules".to_owned())
        }
    }

    fn shelf() -> Shelf {
        let own: Opener = Arc::new(|| panic!("nobody asked for it"));
        Shelf::new(own, Arc::new(NoRules))
    }

    fn an_engine(name: &str, command: &str) -> Entry {
        Entry { name: name.to_owned(), command: command.to_owned(), ..Entry::default() }
    }

    #[test]
    fn the_file_stays_the_users() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/engines.toml");
        let shelf = |path| shelf().in_file(path).map_err(|error| error.to_string());
        let list = shelf(&path).expect("no file, no engines");
        let mut fish = an_engine("Fish", "'/opt/my fish' --fast");
        list.put(&fish).expect("written");
        let text = std::fs::read_to_string(&path).expect("there");
        let theirs = format!(
            "# mine\n{text}limits = [\"tc=8+0.1\"] # fast\n\n[[engine]]\ncommand = \"b\"\n"
        );
        std::fs::write(&path, theirs).expect("written");

        let list = shelf(&path).expect("read");
        fish.options.insert("Hash".to_owned(), "64".to_owned());
        fish.protocol = "uci".to_owned();
        let (name, code) = ("Stefan MK".to_owned(), "4359874324".to_owned());
        fish.registration = Some(Registration { name, code });
        list.put(&fish).expect("changed");
        assert_eq!(list.entries(), [fish.clone(), an_engine("b", "b")]);
        assert_eq!(shelf(&path).expect("read").entries(), list.entries());
        let text = std::fs::read_to_string(&path).expect("there");
        for kept in ["# mine", "limits = [\"tc=8+0.1\"] # fast", "options = { Hash = \"64\" }"] {
            assert!(text.contains(kept), "{text}");
        }
        assert!(list.remove("b").expect("written") && !list.remove("b").expect("written"));
        assert_eq!(shelf(&path).expect("read").entries(), [fish]);
    }

    #[test]
    fn mistakes_are_named_and_change_nothing() {
        let list = shelf();
        for (entry, named) in [
            (an_engine(" ", "a"), "without a name"),
            (an_engine("A", ""), "A: an engine without a command"),
            (an_engine("A", "'a"), "an open quote in \"'a\""),
            (an_engine(OWN, "a"), "choose another name"),
            (Entry { protocol: "usi".to_owned(), ..an_engine("A", "a") }, "usi"),
        ] {
            let why = list.put(&entry).expect_err("refused").to_string();
            assert!(why.contains(named), "{why}");
        }
        assert_eq!(list.entries(), []);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("engines.toml");
        for (text, named) in [
            ("engine = 3", "no list"),
            ("[[engine]]\nname = \"A\"", "without a command"),
            ("[[engine", "engines.toml"),
        ] {
            std::fs::write(&path, text).expect("written");
            let why = shelf().in_file(&path).err().expect("refused").to_string();
            assert!(why.contains(named) && why.contains("engines.toml"), "{why}");
        }
    }
}
