//! A real Chromium, driven by chromedriver over the WebDriver protocol
//! (<https://www.w3.org/TR/webdriver2/>).

use ferz_testkit::{Session, peer};
use serde_json::{Value, json};
use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// A page on a busy machine is patient, and so are we.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two looks at a page.
const LOOK: Duration = Duration::from_millis(20);

/// A browser with one window at first. Dropping it ends it.
pub(crate) struct Browser {
    port: u16,
    session: String,
    /// The number of its process.
    pub(crate) process: u64,
    // Ends chromedriver when dropped.
    _driver: Session,
}

impl Browser {
    /// Starts one, with a window of this size.
    pub(crate) fn start(width: u32, height: u32) -> Browser {
        let mut command = Command::new(peer("chromedriver"));
        command.arg("--port=0");
        let mut driver = Session::start(command);
        let line = driver.expect_prefix("ChromeDriver was started successfully on port ");
        let port = line.trim_end_matches('.').rsplit(' ').next().and_then(|port| port.parse().ok());
        let mut browser = Browser {
            port: port.unwrap_or_else(|| panic!("no port in {line:?}")),
            session: String::new(),
            process: 0,
            _driver: driver,
        };
        let size = format!("--window-size={width},{height}");
        let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en", &size];
        let options = json!({ "args": arguments, "binary": peer("chromium") });
        let wishes = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL" },
        } } });
        let session = browser.ask("POST", "/session", &wishes);
        browser.session = session["sessionId"].as_str().expect("a session").to_owned();
        let process = session["capabilities"]["goog:processID"].as_u64();
        browser.process = process.expect("the number of its process");
        browser
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let answer = self.try_ask(method, path, body).expect("chromedriver answers");
        let value = answer["value"].clone();
        assert!(value.get("error").is_none(), "{method} {path}: {value:#}");
        value
    }

    fn try_ask(&self, method: &str, path: &str, body: &Value) -> io::Result<Value> {
        let body = if method == "POST" { body.to_string() } else { String::new() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.port,
            body.len()
        );
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        stream.set_read_timeout(Some(2 * PATIENCE))?;
        stream.write_all(request.as_bytes())?;
        Ok(serde_json::from_slice(&body_of(BufReader::new(stream))?)?)
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        self.ask(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Loads a page.
    pub(crate) fn open(&self, address: &str) {
        self.command("POST", "/url", &json!({ "url": address }));
    }

    /// Loads the page again.
    pub(crate) fn reload(&self) {
        self.command("POST", "/refresh", &json!({}));
    }

    /// Opens another window and goes there; the handle of the one before.
    pub(crate) fn another_window(&self) -> Value {
        let before = self.command("GET", "/window", &Value::Null);
        let opened = self.command("POST", "/window/new", &json!({ "type": "window" }));
        self.go_to(&opened["handle"]);
        before
    }

    /// Goes to a window.
    pub(crate) fn go_to(&self, window: &Value) {
        self.command("POST", "/window", &json!({ "handle": window }));
    }

    /// What a function's body returns in the page.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.command("POST", "/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// The text of the element with this id.
    pub(crate) fn text(&self, id: &str) -> String {
        let script = format!("return document.getElementById({id:?})?.textContent ?? ''");
        self.run(&script).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until a function's body returns something true.
    pub(crate) fn wait(&self, script: &str) {
        let end = Instant::now() + PATIENCE;
        while self.run(script) != Value::Bool(true) {
            if Instant::now() > end {
                let page = self.run("return document.body.innerText");
                panic!(
                    "in vain: {script}\n{}\n{:#}",
                    page.as_str().unwrap_or(""),
                    self.complaints()
                );
            }
            std::thread::sleep(LOOK);
        }
    }

    /// Waits until the text of an element has this in it.
    pub(crate) fn wait_text(&self, id: &str, part: &str) {
        self.wait(&format!(
            "return document.getElementById({id:?})?.textContent.includes({part:?}) === true"
        ));
    }

    /// What the browser's console has to complain of.
    pub(crate) fn complaints(&self) -> Value {
        self.command("POST", "/se/log", &json!({ "type": "browser" }))
    }

    /// The middle of what a selector finds first.
    pub(crate) fn middle(&self, selector: &str) -> [i64; 2] {
        let script = format!(
            "const box = document.querySelector({selector:?}).getBoundingClientRect();\
             return [box.left + box.width / 2, box.top + box.height / 2]"
        );
        let found = self.run(&script);
        [0, 1].map(|at| found[at].as_f64().unwrap_or_else(|| panic!("no {selector}")) as i64)
    }

    /// Points at what these selectors find, one after the other, and presses from the first to the
    /// last. One selector: a click.
    pub(crate) fn press(&self, pointer: &str, selectors: &[&str]) {
        let mut actions = Vec::new();
        // A person waits for what the page is about to show.
        for selector in selectors {
            self.wait(&format!("return document.querySelector({selector:?}) !== null"));
        }
        // On a small window a person scrolls, too.
        if let [one] = selectors {
            self.run(&format!(
                "document.querySelector({one:?}).scrollIntoView({{ block: 'nearest', behavior: 'instant' }})"
            ));
        }
        for (at, selector) in selectors.iter().enumerate() {
            let [x, y] = self.middle(selector);
            actions.push(json!({ "type": "pointerMove", "x": x, "y": y, "duration": 30 }));
            if at == 0 {
                actions.push(json!({ "type": "pointerDown", "button": 0 }));
            }
        }
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        let parameters = json!({ "pointerType": pointer });
        let source = json!({ "type": "pointer", "id": pointer, "parameters": parameters, "actions": actions });
        self.command("POST", "/actions", &json!({ "actions": [source] }));
    }

    /// Clicks what a selector finds.
    pub(crate) fn click(&self, selector: &str) {
        self.press("mouse", &[selector]);
    }

    /// The page is as wide and as high as on a screen of this size, `scale` dots for each of its points.
    pub(crate) fn screen(&self, width: u32, height: u32, scale: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": scale, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// A picture of the whole page as PNG.
    pub(crate) fn picture(&self) -> Vec<u8> {
        let shown =
            self.devtools("Page.captureScreenshot", &json!({ "captureBeyondViewport": true }));
        bytes_of(shown["data"].as_str().expect("a picture"))
    }

    /// What WebDriver has no word for (<https://chromedevtools.github.io/devtools-protocol/>).
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.command("POST", "/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Chooses a file in a field for files.
    pub(crate) fn choose_file(&self, selector: &str, file: &Path) {
        let found =
            self.command("POST", "/element", &json!({"using": "css selector", "value": selector}));
        let id = found.as_object().and_then(|found| found.values().next()).and_then(Value::as_str);
        let id = id.unwrap_or_else(|| panic!("{selector}: {found}"));
        let text = json!({"text": file.display().to_string()});
        self.command("POST", &format!("/element/{id}/value"), &text);
    }

    /// Types on the keyboard. Keys without a character are those of WebDriver's table.
    pub(crate) fn keys(&self, text: &str) {
        let key = |kind: &str, key: char| json!({ "type": kind, "value": key.to_string() });
        let actions: Vec<Value> =
            text.chars().flat_map(|c| [key("keyDown", c), key("keyUp", c)]).collect();
        let source = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.command("POST", "/actions", &json!({ "actions": [source] }));
    }
}

/// What Base64 stands for.
fn bytes_of(base64: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = base64.bytes().filter(|byte| *byte != b'=').map(value).collect();
    let group = |digits: &[u8]| {
        let bits = digits.iter().fold(0_u32, |bits, digit| bits << 6 | u32::from(*digit));
        let bits = bits << (6 * (4 - digits.len()));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

/// The body of an answer. Chromedriver may leave the connection open behind it.
fn body_of(mut answer: impl BufRead) -> io::Result<Vec<u8>> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().map_err(io::Error::other)?;
        }
    }
    let mut body = vec![0; length];
    answer.read_exact(&mut body)?;
    Ok(body)
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            // Also where a test has failed: chromedriver leaves the browser behind when it is killed.
            // A second panic would hide the first.
            let ended = self.try_ask("DELETE", &format!("/session/{}", self.session), &Value::Null);
            if let Err(error) = ended {
                eprintln!("the browser was not ended: {error}");
            }
        }
    }
}

/// Keys that have no character, by WebDriver's table.
pub(crate) mod key {
    pub(crate) const TAB: &str = "\u{e004}";
    pub(crate) const ENTER: &str = "\u{e007}";
    pub(crate) const LEFT: &str = "\u{e012}";
    pub(crate) const UP: &str = "\u{e013}";
    pub(crate) const DOWN: &str = "\u{e015}";
    pub(crate) const RIGHT: &str = "\u{e014}";
}
