//! What workers get beside programs, what they check before they play, and how they keep engines in.

use super::*;
use ferz_arena::What;
use std::collections::BTreeSet;

/// What the engine sees at a worker, in a file of the folder where it runs.
fn note(what: &str) -> String {
    format!("case $PWD in */worker-*) {{ {what}; }} > seen 2>&1;; esac")
}

fn seen(lab: &Lab, worker: &str, run: &str) -> String {
    fs::read_to_string(lab.worker_folder(worker).join("runs").join(run).join("seen"))
        .unwrap_or_default()
}

/// A file that an option or an argument names comes to the worker, wherever it was where it was submitted.
#[test]
fn nats_server_and_files_that_engines_need() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let net = lab.path("net.bin").to_string_lossy().into_owned();
        fs::write(&net, "weights").unwrap();
        let mut config = lab.config(2, "0");
        config.engines[0] = lab.engine("one", &note("cat \"$1\""), "0");
        config.engines[0].arguments.push(net.clone());
        let wish = Wish { config, ..Wish::default() };
        let why = lab.wish(wish.clone()).await.unwrap_err().to_string();
        assert!(why.contains(&net) && why.contains("leads out of the worker's folder"), "{why}");
        let unused = lab.path("one").to_string_lossy().into_owned();
        let why = lab.wish(Wish { send: vec![unused], ..wish.clone() }).await.unwrap_err();
        assert!(why.to_string().contains("no option and no argument is just this"), "{why}");
        let missing = Wish { send: vec!["no-such-file".into()], ..wish.clone() };
        let why = lab.wish(missing).await.unwrap_err().to_string();
        assert!(why.contains("no-such-file"), "{why}");
        let run = lab.wish(Wish { send: vec![net.clone()], ..wish }).await.unwrap().run;
        // It is not this file that the worker reads.
        fs::remove_file(&net).unwrap();
        let worker = lab.worker("worker", Trust::All);
        lab.finished(&run).await;
        lab.assert_whole(&run, 4);
        assert_eq!(seen(&lab, "worker", &run), "weights");
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// An engine whose bench counts other nodes at a worker does not play there.
#[test]
fn nats_server_and_benches() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let bench = "if [ \"$1\" = bench ]; then case $PWD in */worker-odd/*) echo 77 nodes 9 nps;; \
                     *) echo 1234 nodes 9 nps;; esac; exit 0; fi";
        let mut config = lab.config(2, "0");
        for (spec, name) in config.engines.iter_mut().zip(["one", "other"]) {
            *spec = lab.engine(name, bench, "0");
        }
        let wish = Wish { config, bench: true, ..Wish::default() };
        let run = lab.wish(wish.clone()).await.unwrap().run;
        let odd = lab.worker("odd", Trust::All);
        let wanted = "its bench counts 77 nodes here, and 1234 where it was submitted";
        lab.wait_for("the worker's word", async || lab.has_said(wanted)).await;
        assert_eq!(lab.games(&run).len(), 0);
        let good = lab.worker("good", Trust::All);
        lab.finished(&run).await;
        lab.assert_whole(&run, 4);
        // One that has no bench is refused where it is submitted.
        let mut config = wish.config.clone();
        config.engines[0] = lab.engine("one", "if [ \"$1\" = bench ]; then exit 0; fi", "0");
        let why = lab.wish(Wish { config, ..wish }).await.unwrap_err().to_string();
        assert!(why.contains("one bench: it says no number of nodes"), "{why}");
        for task in [odd, good] {
            task.end(Control::Finish).await;
        }
        hub.end(Control::Finish).await;
    });
}

/// A worker at half the speed gives each move twice the time.
#[test]
fn nats_server_and_clocks_that_follow_the_speed() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let text = RESIGNS.replace("go) ", "st*) echo \"$line\" >> seen;;\ngo) ");
        let mut config = lab.config(1, "0");
        for spec in &mut config.engines {
            let name = spec.program.file_name().unwrap().to_string_lossy().into_owned();
            let text = text.replace("BEGIN", "").replace("NAME", &name).replace("PAUSE", "0");
            lab.script(&name, &text);
        }
        let wish = Wish { config, ..Wish::default() };
        for (speed, wanted) in [(None, "st 10"), (Some(2_000_000), "st 20")] {
            let run = lab.wish(Wish { speed, ..wish.clone() }).await.unwrap().run;
            let worker = lab.worker("worker", Trust::All);
            lab.finished(&run).await;
            let seen = seen(&lab, "worker", &run);
            assert!(!seen.is_empty() && seen.lines().all(|line| line == wanted), "{seen}");
            worker.end(Control::Finish).await;
        }
        let status = status(&lab.address).await.unwrap();
        assert_eq!(status.workers[0].facts.speed, 1_000_000);
        hub.end(Control::Finish).await;
    });
}

/// An engine in a sandbox has no network but its own, sees no files of the user, and writes nowhere but
/// in its folder.
#[test]
fn nats_server_and_a_sandbox() {
    ferz_testkit::peer("bwrap");
    if let Err(why) = check_sandbox() {
        panic!("this test needs bubblewrap to work: {why}");
    }
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        fs::write(lab.path("secret"), "secret").unwrap();
        let secret = lab.path("secret").display().to_string();
        let looks = format!(
            "grep -c : /proc/net/dev; cat {secret}; echo x > {secret}; echo x > /usr/x; ls /home /root; \
             echo \"token=$FERZ_SECRET\"; echo done"
        );
        let mut config = lab.config(1, "0");
        config.engines[0] = lab.engine("one", &note(&looks), "0");
        let run = lab.submit(&config, 0).await.run;
        let worker = lab.confined("worker");
        lab.finished(&run).await;
        lab.assert_whole(&run, 2);
        let seen = seen(&lab, "worker", &run);
        // The one device is that of the machine itself.
        assert!(seen.starts_with("1\n") && seen.ends_with("token=\ndone\n"), "{seen}");
        assert_eq!(seen.matches("No such file").count(), 3, "{seen}");
        assert!(seen.contains("Read-only file system"), "{seen}");
        assert_eq!(fs::read_to_string(lab.path("secret")).unwrap(), "secret");
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// Who watches is told of each game that ends, and of its moves if it wants to hear them.
#[test]
fn nats_server_tells_those_who_watch() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let [runs, moves]: [Rc<RefCell<Vec<News>>>; 2] = Default::default();
        let watching = [(&runs, false), (&moves, true)].map(|(heard, games)| {
            let (theirs, address) = (heard.clone(), lab.address.clone());
            tokio::task::spawn_local(async move {
                watch(&address, games, |news| theirs.borrow_mut().push(news)).await
            })
        });
        for heard in [&runs, &moves] {
            lab.wait_for("who watches", async || !heard.borrow().is_empty()).await;
            assert_eq!(*heard.borrow(), [News::Status(Status::default())]);
        }
        let run = lab.submit(&lab.config(2, "0"), 0).await.run;
        let worker = lab.worker("worker", Trust::All);
        lab.finished(&run).await;
        let is_last = |news: &News| matches!(news, News::Run(live) if live.run.played == 4);
        for heard in [&runs, &moves] {
            lab.wait_for("the last word", async || heard.borrow().iter().any(is_last)).await;
            let ended = |news: &News| match news {
                News::Run(live) => live.game.clone(),
                News::Game(_) | News::Status(_) => None,
            };
            // One that is played again is told twice.
            let games: BTreeSet<_> = heard.borrow().iter().filter_map(ended).collect();
            assert_eq!(games.len(), 4, "{games:?}");
            let is_right =
                |game: &(u32, String, String)| game.1 == "0-1" && game.2 == "resignation";
            assert!(games.iter().all(is_right), "{games:?}");
        }
        // Those of this engine have no move.
        let begun = |news: &News| match news {
            News::Game(live) => Some((live.worker.clone(), live.happening.what.clone())),
            News::Run(_) | News::Status(_) => None,
        };
        assert!(runs.borrow().iter().filter_map(begun).next().is_none());
        let begun: Vec<_> = moves.borrow().iter().filter_map(begun).collect();
        let numbers = begun.iter().map(|(worker, what)| match what {
            What::GameBegins { pairing, .. } if worker == "worker" => pairing.number,
            _ => panic!("{worker}: {what:?}"),
        });
        assert_eq!(numbers.collect::<BTreeSet<_>>(), BTreeSet::from([1, 2, 3, 4]));
        for task in watching {
            task.abort();
        }
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}
