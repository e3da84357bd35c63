//! Files, engines and messages that are not what they should be: each is named, and nothing is lost.

use super::*;
use crate::messages::{Envelope, Welcome, unpack};
use crate::user::ask;
use ferz_arena::config::Setting;
use ferz_arena::openings::Opening;
use ferz_arena::queue::Job;
use ferz_arena::schedule::Pairing;
use futures_util::StreamExt;
use std::collections::BTreeSet;

/// Puts other bytes into the store under a hash.
async fn forge(streams: &Streams, hash: &Hash) {
    let mut bytes: &[u8] = b"#!/bin/sh\ntouch forged\n";
    streams.files.put(hash.to_string().as_str(), &mut bytes).await.unwrap();
}

/// What is in the store under a hash must have this hash: neither hub nor worker takes anything else.
#[test]
fn nats_server_and_a_forged_program() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let streams = lab.streams().await;
        let config = lab.config(1, "0");
        let submission = lab.submission(&config).await;
        let hash = submission.files[0].clone();
        forge(&streams, &hash).await;
        let why = ask::<String>(&streams.client, "submit", &submission).await.unwrap_err();
        let wanted = format!("{hash}: what the hub has under this hash has the hash ");
        assert!(why.to_string().contains(&wanted), "{why}");
        assert_eq!(status(&lab.address).await.unwrap().runs, []);
        streams.files.delete(hash.to_string().as_str()).await.unwrap();
        // Somebody changes it later.
        let submitted = lab.submit(&config, 0).await;
        assert_eq!(submitted.programs[0], ("one".to_owned(), hash.clone()));
        forge(&streams, &hash).await;
        let trust = Trust::Hashes(submitted.programs.iter().map(|one| one.1.clone()).collect());
        let worker = lab.worker("one", trust);
        let run = submitted.run;
        let refused = async || {
            let status = status(&lab.address).await.unwrap();
            status
                .workers
                .iter()
                .any(|worker| worker.refused.get(&run).is_some_and(|why| why.contains(&wanted)))
        };
        lab.wait_for("the worker's word", refused).await;
        assert!(!lab.worker_folder("one").join("runs").join(&run).join("forged").exists());
        assert_eq!(lab.games(&run).len(), 0);
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// What a worker is told of a run it reads itself, whoever has written it: nothing leads out of its folder.
#[test]
fn nats_server_and_a_forged_run() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let mut config = lab.config(1, "0");
        let run = lab.submit(&config, 0).await.run;
        let outside = lab.path("outside");
        config.engines[1].arguments = vec![format!("--log={}", outside.display())];
        let forged = lab.submission(&config).await;
        lab.rewrite(&run, Envelope::pack(forged)).await;
        let worker = lab.worker("one", Trust::All);
        lab.wait_for("the worker's word", async || {
            lab.has_said("leads out of the worker's folder")
        })
        .await;
        // A hash that is a path is no hash, and no message.
        let mut forged = serde_json::to_value(lab.submission(&config).await).unwrap();
        forged["files"][0] = "../../outside".into();
        let other = lab.submit(&lab.config(1, "0"), 0).await.run;
        lab.rewrite(&other, Envelope::pack(forged)).await;
        lab.wait_for("the worker's word", async || {
            lab.has_said(&format!("does not play {other}: "))
        })
        .await;
        assert!(!outside.exists());
        assert_eq!((lab.games(&run).len(), lab.games(&other).len()), (0, 0));
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// Jobs that name files, or engines that are not there, reach no engine: the worker says so, and plays the
/// hub's own.
#[test]
fn nats_server_and_forged_jobs() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let run = lab.submit(&lab.config(1, "0"), 0).await.run;
        lab.jobs_are_there(&run, 1).await;
        let streams = lab.streams().await;
        // The hub gives its own again when these are gone.
        streams.forget_jobs(&run).await.unwrap();
        let game = Pairing { number: 1, round: 1, first: 0, second: 1, opening: 0 };
        let log = Setting { name: "Log".into(), value: Some("/outside".into()), optional: false };
        let named = Job {
            run: run.clone(),
            games: vec![game],
            opening: Opening::default(),
            attempt: 0,
            settings: vec![vec![log]],
        };
        let nobody = vec![Pairing { second: 7, ..game }];
        let nobody = Job { games: nobody, settings: Vec::new(), ..named.clone() };
        for job in [named, nobody] {
            streams.give(&run, Envelope::pack(job)).await.unwrap();
        }
        let worker = lab.worker("one", Trust::All);
        for wanted in [
            "option \"Log=/outside\": a path that leads out of the worker's folder",
            "its games are not by two engines of the run",
        ] {
            lab.wait_for(wanted, async || lab.has_said(wanted)).await;
        }
        lab.finished(&run).await;
        lab.assert_whole(&run, 2);
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// An engine that does not start at one worker only costs no game: the others play them all.
#[test]
fn nats_server_and_an_engine_that_fails_at_one_worker() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let mut config = lab.config(3, "0.05");
        config.engines[1] = lab.engine(
            "other",
            "case $PWD in */worker-broken/*) echo no library >&2; exit 3;; esac",
            "0",
        );
        // One more that starts there at first, and not when it is to play.
        let later = "case $PWD in */worker-later/*) [ ! -e started ] || exit 4; >started;; esac";
        config.engines[0] = lab.engine("one", later, "0.05");
        let run = lab.submit(&config, 0).await.run;
        let bad = [lab.worker("broken", Trust::All), lab.worker("later", Trust::All)];
        for (name, wanted) in [("broken", "other does not start here"), ("later", "does not start")]
        {
            let refused = async || {
                let status = status(&lab.address).await.unwrap();
                let worker = status.workers.iter().find(|worker| worker.name == name);
                let why = worker.and_then(|worker| worker.refused.get(&run));
                why.is_some_and(|why| why.contains(wanted))
            };
            lab.wait_for(name, refused).await;
        }
        assert_eq!(lab.games(&run).len(), 0);
        let good = lab.worker("good", Trust::All);
        lab.finished(&run).await;
        lab.assert_whole(&run, 6);
        for task in bad.into_iter().chain([good]) {
            task.end(Control::Finish).await;
        }
        hub.end(Control::Finish).await;
    });
}

/// A worker that trusts one engine of two plays nothing of the run.
#[test]
fn nats_server_and_half_the_trust() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let submitted = lab.submit(&lab.config(1, "0"), 0).await;
        let trust = Trust::Hashes(BTreeSet::from([submitted.programs[0].1.clone()]));
        let worker = lab.worker("one", trust);
        let wanted = format!("{} is not trusted here", submitted.programs[1].1);
        lab.wait_for("the worker's word", async || lab.has_said(&wanted)).await;
        assert_eq!(lab.games(&submitted.run).len(), 0);
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// A hub of another version: users and workers say which.
#[test]
fn nats_server_and_a_hub_of_another_version() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let client = lab.address.connect("test").await.unwrap();
        let mut requests = client.subscribe("ferz.hub.*").await.unwrap();
        client.flush().await.unwrap();
        let answering = tokio::task::spawn_local(async move {
            while let Some(message) = requests.next().await {
                let answer = r#"{"protocol":99,"version":"9.9.9","message":{"new":"shape"}}"#;
                client.publish(message.reply.unwrap(), answer.into()).await.unwrap();
            }
        });
        let wanted = "the hub refuses: version 9.9.9 (messages 99) does not understand version";
        let why = status(&lab.address).await.unwrap_err().to_string();
        assert!(why.starts_with(wanted), "{why}");
        let wish = Wish { config: lab.config(1, "0"), ..Wish::default() };
        let why = lab.wish(wish).await.unwrap_err().to_string();
        assert!(why.starts_with(wanted), "{why}");
        let (_orders, control) = watch::channel(Control::Go);
        let why = work(lab.told("one", Trust::All, false), control).await.unwrap_err().to_string();
        assert!(why.starts_with(wanted), "{why}");
        answering.abort();
    });
}

/// Who speaks another version is told both, and the hub goes on.
#[test]
fn nats_server_and_another_version() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let client = lab.address.connect("test").await.unwrap();
        let other = r#"{"protocol":99,"version":"9.9.9","message":{}}"#;
        for what in ["hello", "submit", "status", "stop"] {
            for (sent, wanted) in [
                (other.as_bytes(), "version 9.9.9 (messages 99) does not understand version"),
                (b"{", "a message that cannot be read"),
                (b"", "a message that cannot be read"),
            ] {
                let subject = format!("ferz.hub.{what}");
                let reply = client.request(subject, sent.to_vec().into()).await.unwrap();
                let reply: Reply<Welcome> = unpack(&reply.payload).unwrap();
                let why = reply.unwrap_err();
                assert!(why.contains(wanted), "{what}: {why}");
            }
        }
        let why = ask::<()>(&client, "dance", ()).await.unwrap_err().to_string();
        assert!(why.contains("ferz.hub.dance: nobody knows that here"), "{why}");
        assert_eq!(status(&lab.address).await.unwrap(), Status::default());
        hub.end(Control::Finish).await;
    });
}
