//! Messages that come twice, too often, too late or in part.

use super::*;
use crate::messages::{Failure, Outcome, Try, unpack};
use ferz_arena::queue::{Done, Job};
use futures_util::StreamExt;

/// A job as a worker gets it that does not take it.
async fn jobs(streams: &Streams, run: &str) -> Vec<Job> {
    let consumer = streams.jobs(run).await.unwrap();
    let mut batch = consumer.fetch().max_messages(100).messages().await.unwrap();
    let mut jobs = Vec::new();
    while let Some(Ok(message)) = batch.next().await {
        jobs.push(unpack::<Job>(&message.payload).unwrap());
        message.ack_with(async_nats::jetstream::AckKind::Nak(None)).await.unwrap();
    }
    jobs
}

/// Jobs and results that come twice count once; half a pair counts for nothing.
#[test]
fn nats_server_delivers_twice_and_in_part() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let run = lab.submit(&lab.config(4, "0"), 0).await.run;
        let streams = lab.streams().await;
        lab.jobs_are_there(&run, 4).await;
        let mut given = jobs(&streams, &run).await;
        assert_eq!(given.len(), 4);
        given.sort_by_key(|job| job.games[0].number);
        // Each job once more, and one of them much later than its result.
        for job in &given {
            streams.give(&run, Envelope::pack(job)).await.unwrap();
        }
        // Somebody sends the first game of a pair without the second.
        let record = |number: u32, result: &str| -> GameRecord {
            let text = format!(
                r#"{{"number":{number},"round":1,"first":0,"second":1,"opening":0,"moves":[],
                "result":"{result}","reason":"resignation","began":0,"seconds":0}}"#
            );
            serde_json::from_str(&text).unwrap()
        };
        let half = Outcome::Done(Done {
            run: run.clone(),
            games: vec![record(1, "1-0")],
            worker: "cut".into(),
        });
        streams.finish(&run, Envelope::pack(&half)).await.unwrap();
        // Or a pair of engines that are not there.
        let mut nobody = [record(1, "1-0"), record(2, "1-0")];
        nobody[1].first = 99;
        let nobody = Done { run: run.clone(), games: nobody.into(), worker: "nobody".into() };
        streams.finish(&run, Envelope::pack(Outcome::Done(nobody))).await.unwrap();
        // And a whole pair that was never asked for.
        let strange = Outcome::Done(Done {
            run: run.clone(),
            games: vec![record(101, "1-0"), record(102, "1-0")],
            worker: "strange".into(),
        });
        streams.finish(&run, Envelope::pack(&strange)).await.unwrap();
        streams.finish(&run, b"not even JSON".to_vec()).await.unwrap();
        assert_eq!(lab.games(&run).len(), 0);
        let workers = [lab.worker("one", Trust::All), lab.worker("other", Trust::All)];
        lab.wait_for("half of the games", async || lab.games(&run).len() >= 4).await;
        // A result that has counted comes again.
        let again = Outcome::Done(Done {
            run: run.clone(),
            games: vec![record(1, "1/2-1/2"), record(2, "1/2-1/2")],
            worker: "late".into(),
        });
        streams.finish(&run, Envelope::pack(&again)).await.unwrap();
        lab.finished(&run).await;
        lab.assert_whole(&run, 8);
        // White gives up each game.
        assert!(lab.games(&run).iter().all(|game| game.result.to_string() == "0-1"));
        for task in workers {
            task.end(Control::Now).await;
        }
        hub.end(Control::Finish).await;
    });
}

/// A job that kills whoever takes it is given up after some tries: the run fails and says so. When the
/// hub is started again, it is tried again.
#[test]
fn nats_server_and_a_job_that_nobody_finishes() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let run = lab.submit(&lab.config(1, "0"), 0).await.run;
        let streams = lab.streams().await;
        lab.wait_for("the job", async || streams.jobs(&run).await.is_ok()).await;
        // What workers that take it tell of its games: one that plays it would finish it.
        let tell = async |number, game, moves: &[&str]| {
            let moves = moves.iter().map(|&mv| mv.to_owned()).collect();
            let tried = Try { number, game, worker: "gone".into(), fen: None, moves };
            streams.tell_try(&run, Envelope::pack(&tried)).await;
        };
        tell(1, 1, &["e2e4"]).await;
        tell(1, 1, &["e2e4", "e7e5"]).await;
        tell(2, 2, &[]).await;
        tell(2, 1, &["e2e4"]).await;
        tell(1, 7, &["a2a3"]).await;
        let mut taken = 0;
        lab.wait_for("five that take it", async || {
            taken += jobs(&streams, &run).await.len();
            taken >= 5
        })
        .await;
        let worker = lab.worker("one", Trust::All);
        let has_failed = async || lab.run(&run).await.state == State::Failed;
        lab.wait_for("the failure", has_failed).await;
        let reason = lab.run(&run).await.reason;
        assert!(reason.contains("game 1 was given up: 5 workers have taken it"), "{reason}");
        let letter = fs::read_to_string(lab.folder(&run).join("dead-letters.jsonl")).unwrap();
        let letter: BTreeMap<String, Failure> = serde_json::from_str(&letter).unwrap();
        assert_eq!((letter["dead"].game, &*letter["dead"].worker), (1, "one"));
        let tries = letter["dead"].tries.iter();
        let tries: Vec<_> =
            tries.map(|tried| (tried.number, tried.game, tried.moves.len())).collect();
        assert_eq!(tries, [(1, 1, 2), (2, 1, 1), (2, 2, 0)]);
        assert_eq!(lab.games(&run).len(), 0);
        hub.end(Control::Finish).await;
        let hub = lab.hub().await;
        lab.finished(&run).await;
        lab.assert_whole(&run, 2);
        worker.end(Control::Now).await;
        hub.end(Control::Finish).await;
    });
}

/// Of each game that takes its time a worker tells how far it has come, at its first try and at later ones.
#[test]
fn nats_server_and_what_is_told_of_games_that_are_played() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        // Long enough that no job is given twice because the machine is busy.
        let hub = lab.hub_with(Duration::from_secs(60)).await;
        let run = lab.submit(&lab.config(2, "2"), 0).await.run;
        let streams = lab.streams().await;
        let mut told = streams.tries(&run).await.unwrap();
        lab.jobs_are_there(&run, 2).await;
        let consumer = streams.jobs(&run).await.unwrap();
        let taken = crate::worker::pulled(&consumer, Some(Duration::from_secs(10))).await;
        let message = taken.ok().flatten().expect("a job");
        let job: Job = unpack(&message.payload).unwrap();
        message.ack_with(async_nats::jetstream::AckKind::Nak(None)).await.unwrap();
        let worker = lab.worker("one", Trust::All);
        let again: Vec<u32> = job.games.iter().map(|game| game.number).collect();
        let mut games = BTreeMap::new();
        while games.len() < 4 {
            let message = tokio::time::timeout(PATIENCE, told.next()).await.unwrap().unwrap();
            let tried: Try = unpack(&message.payload).unwrap();
            assert_eq!((&*tried.worker, tried.fen, tried.moves.len()), ("one", None, 0));
            games.insert(tried.game, tried.number);
        }
        let wanted = (1..=4).map(|game| (game, if again.contains(&game) { 2 } else { 1 }));
        assert_eq!(games, wanted.collect());
        lab.finished(&run).await;
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// Whoever ends a worker takes no try from its job, however often.
#[test]
fn nats_server_and_workers_that_end_at_once() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let run = lab.submit(&lab.config(1, "1.5"), 0).await.run;
        for name in ["a", "b", "c", "d", "e", "f", "g"] {
            let worker = lab.worker(name, Trust::All);
            let plays = async || {
                let status = status(&lab.address).await.unwrap();
                status.workers.iter().any(|worker| worker.name == name && worker.playing > 0)
            };
            lab.wait_for("a game", plays).await;
            worker.end(Control::Now).await;
            assert_eq!(lab.run(&run).await.state, State::Playing);
        }
        let worker = lab.worker("one", Trust::All);
        lab.finished(&run).await;
        lab.assert_whole(&run, 2);
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// The run of the higher priority is played first, though it was submitted later.
#[test]
fn nats_server_and_priorities() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let first = lab.submit(&lab.config(40, "0"), 0).await.run;
        let urgent = lab.submit(&lab.config(4, "0"), 3).await.run;
        lab.jobs_are_there(&urgent, 4).await;
        let worker = lab.worker("one", Trust::All);
        lab.finished(&urgent).await;
        let before = lab.games(&first).len();
        assert!(before <= 8, "{before} games of the other run");
        lab.finished(&first).await;
        lab.assert_whole(&first, 80);
        lab.assert_whole(&urgent, 8);
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}

/// Runs of one priority share the workers' time. One begins before the other, so that the time its engines
/// take to start is no part of what is shared; games take long enough that the other's hardly counts.
#[test]
fn nats_server_and_shares() {
    on_one_thread(async || {
        let lab = Lab::new().await;
        let hub = lab.hub().await;
        let one = lab.submit(&lab.config(25, "0.1"), 0).await.run;
        let worker = lab.worker("one", Trust::All);
        lab.wait_for("games", async || lab.games(&one).len() >= 2).await;
        let wish = Wish { config: lab.config(20, "0.1"), share: 3, ..Wish::default() };
        let three = lab.wish(wish).await.unwrap().run;
        lab.wait_for("the other's games", async || lab.games(&three).len() >= 2).await;
        let before = lab.games(&one).len();
        lab.finished(&three).await;
        let games = lab.games(&one).len() - before;
        assert!((4..=26).contains(&games), "{games} games beside 38");
        lab.finished(&one).await;
        for (run, games) in [(&one, 50), (&three, 40)] {
            lab.assert_whole(run, games);
        }
        worker.end(Control::Finish).await;
        hub.end(Control::Finish).await;
    });
}
