use super::*;
use crate::config::{DrawRule, Order, Resign, System};
use ferz_link::Protocol;
use std::time::Duration;

fn request(line: &str) -> Request {
    parse(Kind::Match, &shlex::split(line).unwrap()).unwrap()
}

fn complaint(line: &str) -> String {
    parse(Kind::Match, &shlex::split(line).unwrap()).unwrap_err().to_string()
}

const SHORT: &str = "a b --nodes 1";

#[test]
fn both_grammars_say_the_same() {
    let own = request(
        "'name=new option.Hash=64 ./new --uci' 'name=old proto=cecp ./old' --tc 8+0.08 \
         --option Threads=1 --rounds 50 --openings book.epd --order random --seed 3 --concurrency 2 \
         --resign 3:600:both --draw 34:8:20 --max-moves 200 --margin 20 --sprt -1.5:3",
    );
    let theirs = request(
        "-engine cmd=./new arg=--uci name=new option.Hash=64 -engine cmd=./old name=old proto=xboard \
         -each tc=8+0.08 option.Threads=1 timemargin=20 -rounds 50 -games 2 -repeat \
         -openings file=book.epd format=epd order=random -srand 3 -concurrency 2 \
         -resign movecount=3 score=600 twosided=true -draw movenumber=34 movecount=8 score=20 \
         -maxmoves 200 -recover -sprt elo0=-1.5 elo1=3 alpha=0.05",
    );
    let mut expected = own.config.clone();
    expected.openings.as_mut().unwrap().format = Some(crate::config::Format::Epd);
    assert_eq!(theirs.config, expected);
    assert!(theirs.warnings.is_empty());
    let config = own.config;
    assert_eq!((config.rounds, config.games, config.repeat, config.seed), (50, 2, true, 3));
    assert_eq!(config.adjudication.resign, Some(Resign { moves: 3, score: 600, two_sided: true }));
    assert_eq!(config.adjudication.draw, Some(DrawRule { from_move: 34, moves: 8, score: 20 }));
    let sprt = config.sprt.unwrap();
    assert_eq!((sprt.elo0, sprt.elo1, sprt.beta, sprt.pairs), (-1.5, 3.0, 0.05, true));
    let [new, old] = &config.engines[..] else { panic!() };
    assert_eq!(new.arguments, ["--uci"]);
    let names: Vec<_> = new.options.iter().map(|set| (set.name.as_str(), set.optional)).collect();
    assert_eq!(names, [("Hash", false), ("Threads", true)]);
    assert_eq!(old.protocol, Some(Protocol::Cecp));
    assert_eq!(old.margin, Some(Duration::from_millis(20)));
    assert_eq!(old.clock.as_ref().unwrap().to_string(), "8+0.08");
}

#[test]
fn limits_of_one_engine() {
    let config = request("'depth=4 a' 'st=0.5 b' --tc 10").config;
    let [a, b] = &config.engines[..] else { panic!() };
    assert_eq!((a.depth, a.clock.is_some()), (Some(4), true));
    assert_eq!((b.move_time, b.clock.is_some()), (Some(Duration::from_millis(500)), false));
}

#[test]
fn what_cutechess_leaves_open() {
    let config = request("-engine cmd=a -engine cmd=b -each depth=1 tc=inf -rounds 3").config;
    assert_eq!((config.games, config.repeat, config.rounds), (1, false, 3));
    assert_eq!(config.openings, None);
    let asked =
        request("-engine cmd=a -engine cmd=b -each nodes=9 -ratinginterval 10 -variant xiangqi");
    assert_eq!(asked.warnings, ["-ratinginterval: left out"]);
    assert_eq!(asked.config.variant, "xiangqi");
    let openings = "-engine cmd=a -engine cmd=b -each nodes=9 -openings file=x start=4";
    let openings = request(openings).config.openings.unwrap();
    assert_eq!((openings.order, openings.start), (Order::Sequential, 4));
}

#[test]
fn mistakes_are_named() {
    for (line, named) in [
        ("a b", "no time control"),
        ("a --nodes 1", "two are needed"),
        ("a b c --nodes 1", "a match is between two"),
        ("a b --tc 5x", "5x"),
        ("'tc=5 st=1 a' b --nodes 1", "both a clock and a time per move"),
        ("a 'depth=x b' --nodes 1", "depth=x"),
        ("a 'proto=usi b' --nodes 1", "usi"),
        ("a 'name=x' --nodes 1", "no command"),
        ("a b --nodes 1 --resign 3", "--resign 3"),
        ("a b --nodes 1 --draw 1:2", "--draw 1:2"),
        ("a b --nodes 1 --variant ludo", "ludo"),
        ("-engine cmd=a -engine cmd=b -frobnicate", "-frobnicate"),
        ("-engine cmd=a wings=2", "wings=2"),
        ("-engine cmd=a -rounds many", "many"),
        ("-engine cmd=a -openings order=random", "file="),
        ("-engine cmd=a -sprt elo0=0", "elo1"),
        ("-engine cmd=a -sprt elo0=0 elo1=1 model=bayesian", "bayesian"),
        ("a b --nodes 1 --sprt 5:0", "5 is not less than 0"),
        ("a b --nodes 1 --sprt 5", "--sprt 5"),
    ] {
        let text = complaint(line);
        assert!(text.contains(named), "{line}: {text}");
    }
}

#[test]
fn a_test_of_games_instead_of_pairs() {
    for line in [
        "-engine cmd=a -engine cmd=b -each nodes=1 -report penta=false -sprt elo0=0 elo1=5",
        "-engine cmd=a -engine cmd=b -each nodes=1 -sprt elo0=0 elo1=5 -report penta=false",
        "a b --nodes 1 --sprt 0:5 --trinomial",
    ] {
        let sprt = request(line).config.sprt.unwrap();
        assert_eq!((sprt.elo1, sprt.pairs), (5.0, false), "{line}");
    }
    let line = "-engine cmd=a -engine cmd=b -each nodes=1 -report penta=false";
    assert_eq!(request(line).config.sprt, None);
}

fn tournament(line: &str) -> Result<Request, BadArguments> {
    parse(Kind::Tournament, &shlex::split(line).unwrap())
}

#[test]
fn tournaments() {
    let config = tournament("a b c --nodes 1 --system swiss --rounds 5").unwrap().config;
    assert_eq!((config.system, config.engines.len(), config.rounds), (System::Swiss, 3, 5));
    let config = tournament("a b c --nodes 1").unwrap().config;
    assert_eq!(config.system, System::RoundRobin);
    let why = tournament("a b --nodes 1 --sprt 0:5").unwrap_err().to_string();
    assert!(why.contains("SPRT is for a match"), "{why}");
    let three = "-engine cmd=a -engine cmd=b -engine cmd=c -each nodes=1";
    assert_eq!(request(three).config.system, System::RoundRobin);
    let gauntlet = format!("{three} -tournament gauntlet");
    assert_eq!(request(&gauntlet).config.system, System::Gauntlet);
    let two = "-engine cmd=a -engine cmd=b -each nodes=1 -tournament round-robin";
    assert_eq!(request(two).config.system, System::Match);
}

/// Engines of a list by their names, with words of their own before them.
#[test]
fn engines_of_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engines.toml");
    let list = "[[engine]]\nname = \"A B\"\ncommand = \"./a -x\"\noptions = { Hash = 8 }\n\
                [[engine]]\nname = \"C\"\ncommand = \"./c\"\n";
    std::fs::write(&file, list).unwrap();
    let engines = file.display();
    let line = format!("'depth=4 option.Hash=9 \"A B\"' './d' --engines {engines} --nodes 1");
    let config = request(&line).config;
    let [a, d] = &config.engines[..] else { panic!() };
    assert_eq!((a.name.as_deref(), a.program.to_str()), (Some("A B"), Some("./a")));
    assert_eq!((a.depth, a.options[0].value.as_deref()), (Some(4), Some("9")));
    assert_eq!(d.program.to_str(), Some("./d"));
    let all = tournament(&format!("--engines {engines} --nodes 1")).unwrap().config;
    assert_eq!(all.engines.len(), 2);
}

#[test]
fn a_run_goes_on_without_engines() {
    let asked = request("--resume runs/1 --concurrency 4");
    assert!(asked.resume);
    assert_eq!(asked.folder, Some("runs/1".into()));
    assert_eq!(asked.config.concurrency, 4);
    assert!(!request(SHORT).resume);
}
