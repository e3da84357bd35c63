//! Who is let in: nkeys, and servers that encrypt.

use super::*;
use std::process::{Command, Stdio};

/// A pair of keys that stands in the documentation of NATS as an example (docs.nats.io, "NKeys").
const SEED: &str = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY";
const PUBLIC: &str = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4";

fn program(name: &str, words: &[String]) {
    ferz_testkit::peer(name);
    let output = Command::new(name).args(words).output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// A server with a configuration of the tester's own.
#[test]
fn nats_server_and_nkeys() {
    on_one_thread(async || {
        let place = tempfile::tempdir().unwrap();
        let port = ferz_testkit::free_port();
        let configuration = place.path().join("nats.conf");
        let store = place.path().join("store").display().to_string();
        let text = format!(
            "host: 127.0.0.1\nport: {port}\njetstream {{ store_dir: {store:?} }}\n\
             authorization {{ users: [ {{ nkey: {PUBLIC} }} ] }}\n"
        );
        fs::write(&configuration, text).unwrap();
        let nats = ferz_testkit::find_program("nats-server").expect("nats-server");
        let mut server = Command::new(nats)
            .arg("--config")
            .arg(&configuration)
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let address: Address = format!("nats://{SEED}@127.0.0.1:{port}").parse().unwrap();
        assert!(!address.to_string().contains(SEED));
        let end = Instant::now() + PATIENCE;
        let client = loop {
            match address.connect("test").await {
                Ok(client) => break client,
                Err(error) => assert!(Instant::now() < end, "{error}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        Streams::open(client).await.unwrap();
        for wrong in ["0123456789abcdef", &SEED.replace("SUACSS", "SUACST")] {
            let wrong: Address = format!("nats://{wrong}@127.0.0.1:{port}").parse().unwrap();
            assert!(wrong.connect("test").await.is_err());
        }
        server.kill().unwrap();
        server.wait().unwrap();
    });
}

/// The hub's own server encrypts; who does not believe its certificate does not speak with it.
#[test]
fn nats_server_and_tls() {
    on_one_thread(async || {
        let place = tempfile::tempdir().unwrap();
        let path = |name: &str| place.path().join(name);
        let text = |name: &str| path(name).to_string_lossy().into_owned();
        // Who signs, and what is signed.
        let new = ["req", "-newkey", "rsa:2048", "-noenc", "-subj"];
        let of = |files: [&str; 2]| {
            ["-keyout".to_owned(), text(files[0]), "-out".to_owned(), text(files[1])]
        };
        let words = |begin: &[&str], files: &[String]| -> Vec<String> {
            begin.iter().map(|word| (*word).to_owned()).chain(files.iter().cloned()).collect()
        };
        let authority = [&new[..], &["/CN=authority", "-x509", "-days", "2"]].concat();
        program("openssl", &words(&authority, &of(["ca-key.pem", "ca.pem"])));
        program("openssl", &words(&[&new[..], &["/CN=hub"]].concat(), &of(["key.pem", "request"])));
        fs::write(path("names"), "subjectAltName=DNS:localhost\n").unwrap();
        let signed = [
            ("-in", "request"),
            ("-CA", "ca.pem"),
            ("-CAkey", "ca-key.pem"),
            ("-extfile", "names"),
            ("-out", "cert.pem"),
        ];
        let signed: Vec<String> =
            signed.iter().flat_map(|(word, file)| [(*word).to_owned(), text(file)]).collect();
        program("openssl", &words(&["x509", "-req", "-days", "2", "-CAcreateserial"], &signed));
        let port = ferz_testkit::free_port();
        let terms = Terms {
            program: "nats-server".into(),
            folder: path("nats"),
            bind: "127.0.0.1".to_owned(),
            port,
            tls: Some(Tls {
                certificate: path("cert.pem"),
                key: path("key.pem"),
                roots: Some(path("ca.pem")),
                host: "localhost".to_owned(),
            }),
        };
        let server = Server::start(terms.clone()).await.unwrap();
        let whole = server.address().whole();
        assert!(whole.starts_with("tls://"), "{whole}");
        let address: Address = whole.parse().unwrap();
        let told = address.connect("test").await.map(drop).unwrap_err().to_string();
        assert!(told.contains("localhost"), "{told}");
        let believing = address.clone().with_roots(Some(path("ca.pem")));
        Streams::open(believing.connect("test").await.unwrap()).await.unwrap();
        // The name in the certificate counts.
        let other: Address = whole.replace("localhost", "127.0.0.1").parse().unwrap();
        let other = other.with_roots(Some(path("ca.pem")));
        assert!(other.connect("test").await.is_err());
        server.end().await;
        let no_key = Tls { key: path("no-key.pem"), ..terms.tls.clone().unwrap() };
        let why = Server::start(Terms { tls: Some(no_key), ..terms }).await.map(drop).unwrap_err();
        assert!(why.to_string().contains("no-key.pem"), "{why}");
    });
}
