//! Workers whose games are not like those of the others.

use super::*;

/// One whose engines do something else than elsewhere when they are to move is set aside: others play its
/// games again, and the hub knows it when it is started again.
fn is_set_aside(pairs: u32, pause: &str, odd: &str, wanted: &str) {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let config = lab.config(pairs, "0");
        let begin = "case \"$PWD\" in *worker-odd*) odd=yes;; esac";
        let pause = format!("{pause}; if [ \"$odd\" ]; then {odd}; fi");
        let engines = ["one", "other"].map(|name| EngineSpec {
            move_time: Some(Duration::from_secs(1)),
            ..lab.engine(name, begin, &pause)
        });
        let config = Config { engines: engines.into(), ..config };
        let run = lab.submit(&config, 0).await.run;
        let workers = ["odd", "early", "next"].map(|name| lab.worker(name, Trust::All));
        let aside = async || lab.run(&run).await.aside;
        lab.wait_for("one that is set aside", async || !aside().await.is_empty()).await;
        let reason = aside().await.remove("odd").expect("the odd one");
        assert!(reason.contains(wanted), "{reason}");
        assert_eq!(aside().await.len(), 1);
        assert!(lab.games(&run).iter().any(|game| game.worker == "odd"));
        lab.wait_for("what the worker says", async || {
            let status = status(&lab.address).await.unwrap();
            let odd = status.workers.into_iter().find(|worker| worker.name == "odd");
            odd.is_some_and(|odd| odd.refused.contains_key(&run))
        })
        .await;
        assert!(lab.has_said("does not play"), "{:#?}", lab.said);
        assert!(lab.run(&run).await.state == State::Playing, "it has ended before");
        hub.end(Control::Finish).await;
        let hub = lab.hub().await;
        lab.wait_for("the run", async || !aside().await.is_empty()).await;
        lab.finished(&run).await;
        let folder = lab.folder(&run);
        let bytes = fs::read(folder.join(log::FILE)).unwrap();
        let mut games = log::games(log::read(&bytes, &folder).unwrap().0);
        games.retain(|game| game.counts(false));
        games.sort_by_key(|game| game.number);
        let numbers: Vec<_> = games.iter().map(|game| game.number).collect();
        assert_eq!(numbers, (1..=2 * pairs).collect::<Vec<_>>());
        assert!(games.iter().all(|game| game.worker != "odd"));
        // What is derived from the log follows it.
        let pgn = fs::read_to_string(folder.join("games.pgn")).unwrap();
        assert_eq!(pgn.matches("[Result ").count(), 2 * pairs as usize);
        assert_eq!(lab.run(&run).await.played, 2 * pairs);
        for task in workers {
            task.end(Control::Now).await;
        }
        hub.end(Control::Finish).await;
    });
}

#[test]
fn nats_server_worker_where_engines_die_is_set_aside() {
    is_set_aside(100, "0.1", "exit 3", "games ended by a fault of an engine in");
}

#[test]
fn nats_server_worker_that_is_too_slow_is_set_aside() {
    is_set_aside(160, "0.2", "sleep 1.5", "games lost on time in");
}
