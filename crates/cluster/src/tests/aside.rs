//! Workers whose games are not like those of the others.

use super::*;

/// One on which engines die is set aside: others play its games again, and the hub knows it
/// when it is started again.
#[test]
fn nats_server_worker_where_engines_die_is_set_aside() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let config = lab.config(60, "0");
        let begin = "case \"$PWD\" in *worker-odd*) dies=yes;; esac";
        let pause = "0.1; if [ \"$dies\" ]; then exit 3; fi";
        let engines = ["one", "other"].map(|name| lab.engine(name, begin, pause));
        let config = Config { engines: engines.into(), ..config };
        let run = lab.submit(&config, 0).await.run;
        let workers = ["odd", "early", "next"].map(|name| lab.worker(name, Trust::All));
        let aside = async || lab.run(&run).await.aside;
        lab.wait_for("one that is set aside", async || !aside().await.is_empty()).await;
        let reason = aside().await.remove("odd").expect("the odd one");
        assert!(reason.contains("games ended by a fault of an engine in"), "{reason}");
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
        games.sort_by_key(|game| game.number);
        let numbers: Vec<_> = games.iter().map(|game| game.number).collect();
        assert_eq!(numbers, (1..=120).collect::<Vec<_>>());
        assert!(games.iter().all(|game| game.worker != "odd"));
        // What is derived from the log follows it.
        let pgn = fs::read_to_string(folder.join("games.pgn")).unwrap();
        assert_eq!(pgn.matches("[Result ").count(), 120);
        assert_eq!(lab.run(&run).await.played, 120);
        for task in workers {
            task.end(Control::Now).await;
        }
        hub.end(Control::Finish).await;
    });
}
