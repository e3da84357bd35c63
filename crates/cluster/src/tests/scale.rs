//! Many workers that only pretend to play: what hub and server can do.
//!
//! `FERZ_CLUSTER_WORKERS` says how many, `FERZ_CLUSTER_PAIRS` how many pairs of games for each, and
//! `FERZ_CLUSTER_PACE` how many milliseconds a pair takes. `--nocapture` shows the figures.

use super::*;
use crate::messages::{Hello, Offer, Outcome, Welcome, unpack};
use crate::user::ask;
use crate::worker::pulled;
use ferz_arena::queue::{Done, Job};
use std::cell::Cell;
use std::process::{Child, Command, Stdio};

/// Where the hub is, for the program that is the workers.
const URL: &str = "FERZ_CLUSTER_URL";

fn number(name: &str, default: u32) -> u32 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

/// A game of eighty half-moves, as long as games are.
fn played(job: &Job) -> Done {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"]
        .map(|mv| format!(r#"{{"m":"{mv}","d":14,"n":123456,"t":81234,"sd":21,"nps":1500000}}"#));
    let moves = vec![moves.join(","); 20].join(",");
    let record = |pairing: &ferz_arena::schedule::Pairing| -> GameRecord {
        let text = format!(
            r#"{{"number":{},"round":{},"first":{},"second":{},"opening":0,"moves":[{moves}],
            "result":"0-1","reason":"resignation","attempt":{},"began":0,"seconds":1}}"#,
            pairing.number, pairing.round, pairing.first, pairing.second, job.attempt
        );
        serde_json::from_str(&text).unwrap()
    };
    Done { run: job.run.clone(), games: job.games.iter().map(record).collect(), worker: "x".into() }
}

/// A worker with one table; how long its first job took to come.
async fn pretends(address: Address, number: u32, pace: Duration, first: Rc<dyn Fn(Duration)>) {
    let began = Instant::now();
    let streams = Streams::open(address.connect("pretends").await.unwrap()).await.unwrap();
    let hello = || Hello {
        worker: format!("worker-{number}"),
        machine: "a test".into(),
        facts: Facts::default(),
        tables: 1,
        playing: 0,
        refused: BTreeMap::new(),
        trouble: String::new(),
    };
    let runs = RefCell::new(Vec::<Offer>::new());
    let greet = async || {
        let welcome = ask::<Welcome>(&streams.client, "hello", hello()).await;
        if let Ok(welcome) = welcome {
            *runs.borrow_mut() = welcome.runs;
        }
    };
    greet().await;
    let greeting = async {
        loop {
            tokio::time::sleep(Duration::from_secs(2)).await;
            greet().await;
        }
    };
    let playing = async {
        let is_first = Cell::new(true);
        let mut consumer = None;
        loop {
            let run = runs.borrow().first().map(|offer| offer.run.clone());
            let Some(run) = run else {
                tokio::time::sleep(Duration::from_millis(200)).await;
                continue;
            };
            if consumer.as_ref().is_none_or(|(of, _)| *of != run) {
                let Ok(found) = streams.jobs(&run).await else { continue };
                consumer = Some((run.clone(), found));
            }
            let Some((_, jobs)) = &consumer else { continue };
            let message = match pulled(jobs, Some(Duration::from_secs(1))).await {
                Ok(Some(message)) => message,
                Ok(None) => continue,
                Err(_) => {
                    consumer = None;
                    tokio::time::sleep(Duration::from_secs(1)).await;
                    continue;
                }
            };
            if is_first.replace(false) {
                first(began.elapsed());
            }
            let job: Job = unpack(&message.payload).unwrap();
            tokio::time::sleep(pace).await;
            let bytes = Envelope::pack(Outcome::Done(played(&job)));
            while streams.finish(&run, bytes.clone()).await.is_err() {}
            let _ = message.double_ack().await;
        }
    };
    tokio::join!(greeting, playing);
}

/// The program that is the workers; without an address it has nothing to do.
#[test]
fn nats_server_workers_that_pretend() {
    let Ok(url) = std::env::var(URL) else { return };
    let address: Address = url.parse().unwrap();
    let workers = number("FERZ_CLUSTER_WORKERS", 20);
    let pace = Duration::from_millis(number("FERZ_CLUSTER_PACE", 0).into());
    on_one_thread(async || {
        let times: Rc<RefCell<Vec<Duration>>> = Rc::default();
        for number in 0..workers {
            let times = times.clone();
            let first: Rc<dyn Fn(Duration)> = Rc::new(move |time| times.borrow_mut().push(time));
            tokio::task::spawn_local(pretends(address.clone(), number, pace, first));
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        // All are there and play: one more comes.
        while times.borrow().len() < workers as usize {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let late: Rc<dyn Fn(Duration)> = Rc::new(|time| println!("first game after {time:?}"));
        pretends(address, workers, pace, late).await;
    });
}

/// What the system says of a program's memory, in MiB.
fn memory(id: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", id.trim())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or("0");
    line.split_whitespace().next().and_then(|text| text.parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// The program that is the workers, ended whatever comes.
struct Crowd(Child);

impl Drop for Crowd {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// All jobs of many workers are counted once.
#[test]
fn nats_server_and_many_workers() {
    on_one_thread(async || {
        let (workers, pairs) =
            (number("FERZ_CLUSTER_WORKERS", 20), number("FERZ_CLUSTER_PAIRS", 10));
        let lab = Lab::new().await;
        let hub = lab.hub_with(Duration::from_secs(60)).await;
        let run = lab.submit(&lab.config(workers * pairs, "0"), 0).await.run;
        let crowd = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "--nocapture", "tests::scale::nats_server_workers_that_pretend"])
            .env(URL, lab.address.whole())
            .stderr(Stdio::null())
            .spawn();
        let _crowd = Crowd(crowd.unwrap());
        lab.wait_for("the first games", async || lab.run(&run).await.played > 0).await;
        let (began, before) = (Instant::now(), lab.run(&run).await.played);
        let games = 2 * workers * pairs;
        let (mut last, mut when) = (before, Instant::now());
        while lab.run(&run).await.state == State::Playing {
            let played = lab.run(&run).await.played;
            if played > last {
                (last, when) = (played, Instant::now());
            }
            assert!(when.elapsed() < PATIENCE, "nothing after {last} games: {:?}", lab.said);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let seconds = began.elapsed().as_secs_f64();
        let rate = f64::from(games - before) / 2.0 / seconds;
        let (of_hub, server) = (
            memory("self"),
            memory(&fs::read_to_string(lab.path("nats").join("nats.pid")).unwrap()),
        );
        println!(
            "{workers} workers, {games} games: {rate:.0} jobs a second; at most {of_hub} MiB at the hub, \
             {server} MiB at the server"
        );
        lab.assert_whole(&run, games);
        hub.end(Control::Finish).await;
    });
}
