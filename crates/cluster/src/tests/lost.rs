//! The server loses what it has, or is away at the wrong moment.

use super::*;

/// A stream vanishes; the hub itself may be making it anew just now.
async fn lose(lab: &Lab, name: &str) {
    let client = lab.address.connect("test").await.unwrap();
    let deleted = async_nats::jetstream::new(client).delete_stream(name).await;
    if let Err(error) = deleted {
        assert!(error.to_string().contains("stream not found"), "{name}: {error}");
    }
}

/// All streams and files vanish in the middle of a run: the hub puts them there again. A worker that
/// comes afterwards finds what it needs.
#[test]
fn nats_server_loses_everything() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let run = lab.submit(&lab.config(45, "0.1"), 0).await.run;
        let worker = lab.worker("one", Trust::All);
        for games in [4, 12] {
            lab.wait_for("games", async || lab.games(&run).len() >= games).await;
            for name in ["FERZ_JOBS", "FERZ_DONE", "FERZ_RUNS", "OBJ_ferz-files"] {
                lose(&lab, name).await;
            }
            assert_eq!(lab.run(&run).await.state, State::Playing);
        }
        let other = lab.worker("other", Trust::All);
        lab.wait_for("the other's games", async || {
            lab.games(&run).iter().any(|game| game.worker == "other")
        })
        .await;
        lab.finished(&run).await;
        lab.assert_whole(&run, 90);
        for task in [worker, other] {
            task.end(Control::Finish).await;
        }
        hub.end(Control::Finish).await;
    });
}

/// The same with one thing at a time: whichever it is, the run comes to its end.
#[test]
fn nats_server_loses_one_stream() {
    on_one_thread(async || {
        for name in ["FERZ_JOBS", "FERZ_DONE", "FERZ_RUNS"] {
            let lab = Lab::new().await;
            let hub = lab.hub().await;
            let run = lab.submit(&lab.config(10, "0.1"), 0).await.run;
            let worker = lab.worker("one", Trust::All);
            lab.wait_for("games", async || lab.games(&run).len() >= 4).await;
            lose(&lab, name).await;
            lab.finished(&run).await;
            lab.assert_whole(&run, 20);
            worker.end(Control::Finish).await;
            hub.end(Control::Finish).await;
        }
    });
}

/// A stream is made while another of its name is being deleted: the server may delete the files of the
/// new one, too, and then stores nothing there. What is written to it gets through all the same.
#[test]
fn nats_server_deletes_and_makes_a_stream_at_once() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let streams = lab.streams().await;
        let context = async_nats::jetstream::new(lab.address.connect("test").await.unwrap());
        let left = async |bytes: Vec<u8>| {
            let mut refused = Vec::new();
            while let Err(error) = streams.finish("x", bytes.clone()).await {
                refused.push(error.to_string());
                assert!(refused.len() < 10, "{refused:#?}");
            }
        };
        for _ in 0..50 {
            for _ in 0..20 {
                left(vec![b'x'; 10_000]).await;
            }
            let deleted = context.delete_stream("FERZ_DONE");
            let made = async {
                for _ in 0..20 {
                    // It may be refused (10049) as long as the files of the old one are there.
                    let _ = streams.restore().await;
                }
            };
            let (deleted, ()) = tokio::join!(deleted.into_future(), made);
            deleted.unwrap();
            left(b"y".to_vec()).await;
        }
    });
}

/// A run that begins while the server is away fails for the moment, and says so; it begins when the
/// server is there.
#[test]
fn nats_server_is_away_when_a_run_begins() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        // A run that stands in the folder of the hub, as a killed hub leaves it.
        let run = lab.submit(&lab.config(3, "0"), 0).await.run;
        hub.end(Control::Finish).await;
        let (orders, control) = watch::channel(Control::Go);
        let hub = Hub {
            folder: lab.path("hub"),
            address: lab.address.clone(),
            ack_wait: Duration::from_secs(1),
            outside: outside(),
            say: lab.say(),
        };
        // It connects, and then the server is gone.
        let hub = hub::connected(hub).await.unwrap();
        lab.kill_server().await;
        let task = tokio::task::spawn_local(async move {
            hub.serve(None, control).await.unwrap();
        });
        lab.wait_for("the hub's word", async || lab.has_said(&format!("{run}: "))).await;
        lab.start_server().await;
        lab.wait_for("the hub again", async || status(&lab.address).await.is_ok()).await;
        let worker = lab.worker("one", Trust::All);
        lab.finished(&run).await;
        lab.assert_whole(&run, 6);
        worker.end(Control::Finish).await;
        orders.send(Control::Finish).unwrap();
        task.await.unwrap();
    });
}

/// A server that can take no more results: each worker says so, keeps its results, and leaves them as soon
/// as there is room.
#[test]
fn nats_server_has_no_room_for_results() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let client = lab.address.connect("test").await.unwrap();
        let context = async_nats::jetstream::new(client);
        let room = async |bytes: i64| {
            let mut config =
                context.get_stream("FERZ_DONE").await.unwrap().cached_info().config.clone();
            config.max_bytes = bytes;
            config.discard = async_nats::jetstream::stream::DiscardPolicy::New;
            context.update_stream(config).await.unwrap();
        };
        room(1).await;
        let run = lab.submit(&lab.config(4, "0"), 0).await.run;
        let worker = lab.worker("one", Trust::All);
        let trouble = async || {
            let status = status(&lab.address).await.unwrap();
            status.workers.into_iter().map(|worker| worker.trouble).next().unwrap_or_default()
        };
        lab.wait_for("what the server says", async || {
            trouble().await.contains("maximum bytes exceeded")
        })
        .await;
        assert_eq!(lab.games(&run).len(), 0);
        room(-1).await;
        lab.finished(&run).await;
        lab.assert_whole(&run, 8);
        lab.wait_for("the end of it", async || trouble().await.is_empty()).await;
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// A server that is not the hub's own answers nothing about its streams: here it was started without them, as
/// a full disk leaves it. Users are told so, and the run goes on when the server is well again.
#[test]
fn nats_server_without_streams() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let run = lab.submit(&lab.config(10, "0.1"), 0).await.run;
        let worker = lab.worker("one", Trust::All);
        lab.wait_for("games", async || lab.games(&run).len() >= 2).await;
        lab.kill_server().await;
        let text = fs::read_to_string(lab.path("nats").join("nats.conf")).unwrap();
        let without = lab.path("without.conf");
        let lines: Vec<_> = text.lines().filter(|line| !line.starts_with("jetstream")).collect();
        fs::write(&without, lines.join("\n")).unwrap();
        let mut server = std::process::Command::new(ferz_testkit::peer("nats-server"));
        let mut server = server.arg("--config").arg(&without).spawn().unwrap();
        let trouble = async || status(&lab.address).await.unwrap_or_default().trouble;
        let wanted = format!("{} does not answer any more. Perhaps its disk is full", lab.address);
        lab.wait_for("the hub's word", async || trouble().await.starts_with(&wanted)).await;
        let workers = status(&lab.address).await.unwrap().workers;
        server.kill().unwrap();
        server.wait().unwrap();
        assert_eq!(workers.len(), 1);
        lab.start_server().await;
        let is_well = async || {
            let status = status(&lab.address).await;
            status.is_ok_and(|status| !status.trouble.starts_with(&wanted))
        };
        lab.wait_for("the end of it", is_well).await;
        lab.finished(&run).await;
        lab.assert_whole(&run, 20);
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}
