//! A `nats-server` of the hub's own: its configuration, its life.
//!
//! It lives on when the hub is killed, so that workers lose nothing; the next hub of the folder finds it
//! by the port and the token that are kept there.

use crate::{Address, ClusterError};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::process::{Child, Command};

/// How long a server may take to open its port.
const PATIENCE: Duration = Duration::from_secs(20);

/// Messages may be this long: a pair of long games with all main lines.
pub(crate) const LONGEST: usize = 8 << 20;

/// What a server is started with.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The program.
    pub program: PathBuf,
    /// Where it keeps its files.
    pub folder: PathBuf,
    /// The address it listens on.
    pub bind: String,
    /// And its port.
    pub port: u16,
    /// What it is called in its certificate, if it encrypts.
    pub tls: Option<Tls>,
}

/// What a server encrypts with.
#[derive(Clone, Debug)]
pub struct Tls {
    /// Its certificate, in PEM.
    pub certificate: PathBuf,
    /// The key of it.
    pub key: PathBuf,
    /// Whose certificates are believed, beside those of the system.
    pub roots: Option<PathBuf>,
    /// A name that the certificate has, by which this machine can be reached.
    pub host: String,
}

/// The server.
pub struct Server {
    terms: Terms,
    token: String,
    child: Option<Child>,
}

impl Server {
    /// The server of this folder: the one that runs, or a new one.
    ///
    /// # Errors
    /// When the folder cannot be written, or the server does not start.
    pub async fn start(terms: Terms) -> Result<Server, ClusterError> {
        fs::create_dir_all(&terms.folder)
            .map_err(|reason| ClusterError::system(terms.folder.display(), reason))?;
        let token = token(&terms.folder.join("token"))?;
        // Debian has it where not everybody's path leads.
        let sbin = Path::new("/usr/sbin").join(&terms.program);
        let is_word = terms.program.components().count() == 1;
        let found = is_word && !is_in_path(&terms.program) && sbin.is_file();
        let program = if found { sbin } else { terms.program };
        let mut server = Server { terms: Terms { program, ..terms }, token, child: None };
        server.end_earlier().await?;
        server.keep_up().await?;
        Ok(server)
    }

    /// Where it is, for this machine.
    pub fn address(&self) -> Address {
        if let Some(tls) = &self.terms.tls {
            return self.address_at(&tls.host);
        }
        let host = match self.terms.bind.as_str() {
            "0.0.0.0" => "127.0.0.1",
            "::" => "::1",
            host => host,
        };
        Address::new(&self.token, host, self.terms.port)
    }

    /// Where it is, for others.
    pub fn address_at(&self, host: &str) -> Address {
        let address = Address::new(&self.token, host, self.terms.port);
        match &self.terms.tls {
            Some(tls) => address.encrypted().with_roots(tls.roots.clone()),
            None => address,
        }
    }

    /// Ends a server that a killed hub has left in this folder, if it was told something else: another port,
    /// another address.
    async fn end_earlier(&self) -> Result<(), ClusterError> {
        let before = ferz_input::file::read_text(self.file()).unwrap_or_default();
        if before == self.configuration()? {
            return Ok(());
        }
        let end = tokio::time::Instant::now() + PATIENCE;
        if self.process().is_some() {
            self.quit().await;
        }
        while let Some(id) = self.process() {
            if tokio::time::Instant::now() > end {
                let reason = format!(
                    "the nats-server of an earlier hub (process {id}) does not end, and keeps {}",
                    self.terms.folder.display()
                );
                return Err(ClusterError::NotHere(reason));
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    fn written_process(&self) -> Option<u32> {
        let id = fs::read_to_string(self.terms.folder.join("nats.pid")).ok()?;
        id.trim().parse().ok()
    }

    /// The process that is the server of this folder, as far as the system tells.
    fn process(&self) -> Option<u32> {
        let id = self.written_process()?;
        // Another program may have got the number.
        let words = fs::read(format!("/proc/{id}/cmdline")).ok()?;
        let file = self.file();
        let file = file.as_os_str().as_encoded_bytes();
        words.split(|byte| *byte == 0).any(|word| word == file).then_some(id)
    }

    /// Starts it if nobody answers.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn keep_up(&mut self) -> Result<(), ClusterError> {
        if self.answers().await {
            return Ok(());
        }
        let child = self.spawn()?;
        self.child = Some(child);
        let end = tokio::time::Instant::now() + PATIENCE;
        loop {
            if self.answers().await {
                return Ok(());
            }
            let ended = self.child.as_mut().and_then(|child| child.try_wait().ok().flatten());
            if ended.is_some() || tokio::time::Instant::now() > end {
                return Err(ClusterError::Connection {
                    address: self.address().to_string(),
                    reason: format!("nats-server does not start: {}", self.last_words()),
                });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn answers(&self) -> bool {
        let client = self.address().connect("ferz hub").await;
        client.is_ok()
    }

    fn spawn(&self) -> Result<Child, ClusterError> {
        let folder = &self.terms.folder;
        let file = self.file();
        private(&file, &self.configuration()?)?;
        let log = fs::File::create(self.log());
        let log = log.map_err(|reason| ClusterError::system(folder.display(), reason))?;
        let mut command = Command::new(&self.terms.program);
        command.arg("--config").arg(&file).stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        // Ctrl-C at the terminal is for the hub, which ends the server when it has ended itself.
        #[cfg(unix)]
        command.process_group(0);
        command.spawn().map_err(|reason| {
            let program = self.terms.program.display();
            match reason.kind() {
                std::io::ErrorKind::NotFound => ClusterError::NotHere(format!(
                    "there is no program {program} here: install NATS (Debian's package nats-server), \
                     say where it is by --nats-server, or use a server elsewhere by --url"
                )),
                _ => ClusterError::system(program, reason),
            }
        })
    }

    /// Its configuration.
    fn file(&self) -> PathBuf {
        self.terms.folder.join("nats.conf")
    }

    fn log(&self) -> PathBuf {
        self.terms.folder.join("nats.log")
    }

    fn last_words(&self) -> String {
        let text = ferz_input::file::read_text(self.log()).unwrap_or_default();
        let last = || text.lines().rfind(|line| !line.trim().is_empty());
        let fatal = text.lines().rfind(|line| line.contains("[FTL]")).or_else(last);
        let fatal = fatal.unwrap_or("it says nothing");
        // Its process and the time stand before.
        fatal.split_once("[FTL] ").map_or(fatal, |(_, said)| said).to_owned()
    }

    fn configuration(&self) -> Result<String, ClusterError> {
        let Terms { folder, bind, port, .. } = &self.terms;
        let quoted = |text: &str| {
            // The grammar of its file has no way to write these.
            let is_fine = !text.contains(['"', '\\']) && !text.chars().any(char::is_control);
            let odd = || std::io::Error::other("a name that nats-server cannot read");
            let fine = is_fine.then(|| format!("\"{text}\"")).ok_or_else(odd);
            fine.map_err(|reason| ClusterError::system(text, reason))
        };
        let path = |name: &str| quoted(&folder.join(name).to_string_lossy());
        let tls = match &self.terms.tls {
            Some(tls) => {
                let [certificate, key] = [&tls.certificate, &tls.key].map(|file| {
                    let file = std::path::absolute(file).unwrap_or_else(|_| file.clone());
                    quoted(&file.to_string_lossy())
                });
                format!("tls {{ cert_file: {}, key_file: {} }}\n", certificate?, key?)
            }
            None => String::new(),
        };
        Ok(format!(
            "{tls}host: {}\nport: {port}\nmax_payload: {LONGEST}\npid_file: {}\n\
             authorization {{ token: \"{}\", timeout: 10 }}\njetstream {{ store_dir: {} }}\n",
            quoted(bind)?,
            path("nats.pid")?,
            self.token,
            path("store")?
        ))
    }

    /// Where it keeps its files.
    pub(crate) fn folder(&self) -> &Path {
        &self.terms.folder
    }

    /// Sends it a signal by a way of its own: `quit` is SIGINT, `stop` SIGKILL.
    async fn signal(&self, word: &str) {
        let id = match cfg!(target_os = "linux") {
            true => self.process(),
            false => self.written_process(),
        };
        if let Some(id) = id {
            let mut command = Command::new(&self.terms.program);
            command.arg("--signal").arg(format!("{word}={id}"));
            let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status().await;
        }
    }

    /// Asks it to end.
    async fn quit(&self) {
        self.signal("quit").await;
    }

    /// Ends it at once, whoever has started it.
    async fn kill(&mut self) {
        self.signal("stop").await;
        if let Some(child) = &mut self.child {
            let _ = child.kill().await;
        }
    }

    /// Starts it anew: it is there, and does not answer.
    pub(crate) async fn renew(&mut self) -> Result<(), ClusterError> {
        self.kill().await;
        // Until the port is free.
        let end = tokio::time::Instant::now() + PATIENCE;
        while self.answers().await && tokio::time::Instant::now() < end {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        self.keep_up().await
    }

    /// Ends it in order, whoever has started it.
    pub async fn end(mut self) {
        self.quit().await;
        if let Some(child) = &mut self.child
            && tokio::time::timeout(Duration::from_secs(10), child.wait()).await.is_err()
        {
            self.kill().await;
        }
    }
}

fn is_in_path(program: &Path) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// The token of a folder; made if there is none.
fn token(file: &Path) -> Result<String, ClusterError> {
    if let Ok(text) = ferz_input::file::read_text(file) {
        let token = text.trim();
        if token.len() >= 16 && token.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Ok(token.to_owned());
        }
        let reason = std::io::Error::other("a token has 16 letters and digits, or more");
        return Err(ClusterError::system(file.display(), reason));
    }
    let mut bytes = [0; 16];
    let filled = getrandom::fill(&mut bytes);
    filled.map_err(|error| ClusterError::system("a token", std::io::Error::other(error)))?;
    let token: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    private(file, &format!("{token}\n"))?;
    Ok(token)
}

/// Writes a file that nobody else may read.
fn private(file: &Path, text: &str) -> Result<(), ClusterError> {
    let failed = |reason| ClusterError::system(file.display(), reason);
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut opened = options.open(file).map_err(failed)?;
    opened.write_all(text.as_bytes()).map_err(failed)
}
