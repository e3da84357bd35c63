use super::*;
use ferz_arena::config::{
    Comments, DrawRule, Format, Order, Policy, Resign, SanMoves, System, TableResults,
};
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
    expected.openings.as_mut().unwrap().format = Some(ferz_arena::config::Format::Epd);
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
    assert!(asked.config.swap && !asked.config.reverse);
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
        ("-engine cmd=a -engine cmd=b -frobnicate", "-frobnicate"),
        ("-engine cmd=a wings=2", "wings=2"),
        ("-engine cmd=a -rounds many", "many"),
        ("-engine cmd=a -openings order=random", "file="),
        ("-engine cmd=a -sprt elo0=0", "elo1"),
        ("-engine cmd=a -sprt elo0=0 elo1=1 model=bayesian", "bayesian"),
        ("a b --nodes 1 --sprt 5:0", "5 is not less than 0"),
        ("a b --nodes 1 --sprt 5", "--sprt 5"),
        // N18: what is wrong, and no advice that does not help.
        ("a b --nodes 1 --rounds -1", "-1 is not"),
        ("a b --tc -5", "not a time control: \"-5\""),
        ("a b --depth -5", "--depth -5: not a depth"),
        ("'colour=3 stockfish' b --nodes 1", "unknown word \"colour=3\""),
        ("'name=a colour=3 stockfish' b --nodes 1", "unknown word \"colour=3\""),
        ("a b --nodes 1 --system swiss", "--system is for ferz tournament"),
        ("a b --nodes 1 --affinity=2,x", "no list of cores"),
        // N20: what changes games is not left out.
        ("-engine cmd=a -engine cmd=b -each nodes=1 book=x.bin", "book=x.bin"),
        ("-engine cmd=a -engine cmd=b -each nodes=1 bookdepth=8", "bookdepth=8"),
        ("-engine cmd=a trust -engine cmd=b -each nodes=1", "trust"),
        ("-engine cmd=a -engine cmd=b -each nodes=1 -pgnout file=x wings=true", "wings"),
        ("-engine cmd=a -engine cmd=b -each nodes=1 -pgnout file=x notation=wxf", "wxf"),
        ("-engine cmd=a -engine cmd=b -each nodes=1 -config file=x.json", "--resume"),
        ("-engine cmd=a -engine cmd=b -each nodes=1 -openings file=x policy=y", "policy=y"),
        ("-engine cmd=a -engine cmd=b -each nodes=1 -tbadjudicate DRAW", "without -tb"),
        ("-quick cmd=a book=x.epd", "cmd=… twice"),
    ] {
        let text = complaint(line);
        assert!(text.contains(named), "{line}: {text}");
    }
}

/// No advice of clap's about `--`, which would make an argument an engine.
#[test]
fn hints_are_not_wrong() {
    for line in ["a b --nodes 1 --rounds -1", "a b --tc -5", "a b --nodes 1 --games x"] {
        let text = complaint(line);
        assert!(!text.contains("'-- ") && !text.contains("tip:"), "{text}");
    }
}

/// N20: the words of the others that say how games are written and recorded.
#[test]
fn files_of_the_others() {
    let two = "-engine cmd=a -engine cmd=b -each nodes=1";
    let asked = request(&format!(
        "{two} -pgnout file=y.pgn notation=uci nodes=true nps=true seldepth=true hashfull=true \
         pv=true latency=true timeleft=true tbhits=true append=false -epdout file=z.epd \
         -log file=talk.log engine=true -debug -site here -show-latency -strict -event a b"
    ));
    assert_eq!((asked.pgn, asked.pgn_anew), (Some("y.pgn".into()), true));
    assert_eq!((asked.epd, asked.epd_anew), (Some("z.epd".into()), false));
    assert_eq!(asked.log, Some("talk.log".into()));
    assert!(asked.debug && asked.strict && asked.show_latency && asked.warnings.is_empty());
    let style = asked.config.pgn;
    assert_eq!(style.moves, SanMoves::Uci);
    let details = style.details;
    assert!(details.nodes && details.nps && details.seldepth && details.hashfull && details.pv);
    assert!(details.latency && details.time_left && details.tbhits);
    assert_eq!((asked.config.site.as_str(), asked.config.event.as_str()), ("here", "a b"));
    let asked = request(&format!("{two} -pgnout y.pgn min fi -log file=x.log"));
    assert_eq!((asked.pgn, asked.log), (Some("y.pgn".into()), None));
    assert!(asked.config.pgn.few_tags && asked.config.pgn.comments == Comments::None);
    assert!(asked.warnings[0].starts_with("-log: left out"), "{:?}", asked.warnings);
    let own = request(
        "a b --nodes 1 --pgn y.pgn --pgn-moves lan --pgn-with nodes,pv --epdout z.epd --log talk/ \
         --debug --site here --show-latency --strict --few-tags",
    );
    assert_eq!((own.epd, own.log), (Some("z.epd".into()), Some("talk/".into())));
    assert!(own.debug && own.strict && own.show_latency && own.config.pgn.few_tags);
    let details = own.config.pgn.details;
    assert_eq!((details.nodes, details.pv, details.nps), (true, true, false));
}

/// N20: what the others have that changes who plays what, and where.
#[test]
fn games_of_the_others() {
    let two = "-engine cmd=a -engine cmd=b -each nodes=1";
    let asked = request(&format!(
        "{two} -noswap -reverse -wait 50 -use-affinity 2,4-6 -startup-ms 20000 -force-concurrency \
         -ping-ms 5000 -tb a;b -tbadjudicate WIN_LOSS -openings file=x.epd policy=round"
    ));
    assert_eq!(asked.warnings, Vec::<String>::new());
    let config = asked.config;
    assert!(!config.swap && config.reverse && config.affinity);
    assert_eq!((config.wait, config.cores), (50, vec![2, 4, 5, 6]));
    assert_eq!(config.engines[0].patience, Some(Duration::from_secs(20)));
    let tables = config.adjudication.tables.unwrap();
    assert_eq!(tables.results, TableResults::Wins);
    assert!(cfg!(windows) || tables.path == "a:b");
    assert_eq!(config.openings.unwrap().policy, Policy::Round);
    let three = format!("{two} -engine cmd=c -tournament gauntlet -seeds 2");
    assert_eq!(request(&three).config.seeds, Some(2));
    let left = request(&format!("{two} -seeds 2")).warnings;
    assert!(left[0].contains("-seeds"), "{left:?}");
    let quick = request("-quick cmd=./a cmd=./b book=x.epd").config;
    assert_eq!((quick.rounds, quick.games, quick.repeat), (25_000, 2, true));
    assert_eq!(quick.engines[1].limits(), "10+0.1");
    let own = request("a b --nodes 1 --no-swap --reverse --wait 50 --affinity=2,4-6").config;
    assert!(!own.swap && own.reverse);
    assert_eq!((own.wait, own.cores), (50, vec![2, 4, 5, 6]));
    assert!(request("--affinity a b --nodes 1").config.cores.is_empty());
    let own = tournament("a b c --nodes 1 --system gauntlet --seeds 2").unwrap().config;
    assert_eq!(own.seeds, Some(2));
    let why = tournament("a b c --nodes 1 --seeds 2").unwrap_err().to_string();
    assert!(why.contains("seeds are for a gauntlet"), "{why}");
}

/// N13, N14: one page for each command, grouped, with examples, within the width of a terminal.
#[test]
fn help_is_complete() {
    for (kind, name, own, other) in [
        (Kind::Match, "match", "--sprt", "--system"),
        (Kind::Tournament, "tournament", "--system", "--sprt"),
        (Kind::Tune, "tune", "--parameters", "--sprt"),
    ] {
        let mut command = command(kind).term_width(80);
        let long = command.render_long_help().to_string();
        for wanted in [
            &format!("Usage: ferz {name}"),
            "Engines:",
            "Openings:",
            "The machine:",
            "Examples:\n",
            "  option.X=Y",
            own,
        ] {
            assert!(long.contains(wanted), "{wanted}: {long}");
        }
        assert!(!long.contains(&format!("{other} <")), "{long}");
        let wide = long.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None);
        let short = command.render_help().to_string();
        assert!(short.contains(&format!("ferz help {name}")), "{short}");
        let bare = command.get_arguments().find(|argument| argument.get_help().is_none());
        assert!(bare.is_none(), "{bare:?}");
    }
}

/// R-C1: what the file of a league says decides its tournament, unless the command line says more.
#[test]
fn the_file_of_a_league() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("UCCILEAG.INI");
    let position = "rnbakab1r/9/1c1c2n2/p1p1p3p/6p2/2P6/P3P1P1P/1C2B1NC1/9/RNBAKA1R1 b - - 0 4";
    let text = format!(
        "[League]\nEvent=热身赛\nSite=上海\nTeams=3\nProcessors=2\nRoundrobins=2\n\
         InitialTime=10(分钟)\nIncrementalTime=3(秒)\n[Positions]\nPosition={position} ;甲\n\
         [Teams]\nTeam=A,甲,2000,20,a\nTeam=B,乙,2000,20,b\nTeam=C,丙,2000,20,c\n"
    );
    std::fs::write(&file, encoding_rs::GBK.encode(&text).0).unwrap();
    let asked = tournament(&format!("--engines {}", file.display())).unwrap();
    let config = asked.config;
    assert_eq!((config.event.as_str(), config.site.as_str()), ("热身赛", "上海"));
    assert_eq!((config.variant.as_str(), config.rounds, config.games), ("xiangqi", 2, 2));
    assert_eq!((config.concurrency, config.engines.len()), (2, 3));
    assert_eq!(config.engines[0].limits(), "600+3");
    let openings = config.openings.unwrap();
    assert_eq!((openings.format, openings.policy), (Some(Format::League), Policy::Round));
    assert!(asked.warnings.iter().all(|text| text.contains("UCCILEAG.INI")));
    let told = format!("--engines {} --rounds 1 --concurrency 1 --event x", file.display());
    let config = tournament(&told).unwrap().config;
    assert_eq!((config.rounds, config.concurrency, config.event.as_str()), (1, 1, "x"));
}

/// R-E1: names are one line.
#[test]
fn names_are_one_line() {
    let config = request("'name=\"a\nb\" x' y --nodes 1 --event 'e\n[Result \"1-0\"]'").config;
    assert_eq!(config.engines[0].name.as_deref(), Some("a\u{fffd}b"));
    assert_eq!(config.event, "e\u{fffd}[Result \"1-0\"]");
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
