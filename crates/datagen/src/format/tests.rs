use super::*;
use crate::reader::Games;
use ferz_rules::{chess, xiangqi};
use proptest::prelude::*;
use std::collections::HashSet;

type Record = super::Record<chess::Board>;

/// Played by the program of commit 2928a0a: `datagen play --nodes 1 --games 2 --seed 7 --hash 1`.
const OLD_CHESS: &[u8] = include_bytes!("old/chess.games");
/// By the same: `branch --nodes 1 --lines 6 --seed 3` of a game from `play --seed 11`.
const OLD_LINES: &[u8] = include_bytes!("old/xiangqi-lines.games");

fn read(bytes: &[u8]) -> Result<(Record, usize), FormatError> {
    Record::read(Version::CURRENT, bytes)
}

fn written<P: Playable>(record: &super::Record<P>) -> Vec<u8> {
    let mut bytes = Vec::new();
    record.write(&mut bytes);
    bytes
}

fn record() -> impl Strategy<Value = Record> {
    let plies = prop::collection::vec((any::<u16>(), -3000..3000i32), 0..120);
    let choices = (0..3u8, 0..Ending::ALL.len(), any::<bool>(), any::<Option<u64>>());
    (plies, 0..10usize, choices).prop_map(|(plies, opening, choices)| {
        let (outcome, ending, with_fen, left) = choices;
        let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
        let mut record = Record {
            left,
            outcome: [Outcome::BlackWins, Outcome::Draw, Outcome::WhiteWins][outcome as usize],
            ending: Ending::ALL[ending],
            ..Record::new(Variant::CHESS960, with_fen.then(|| fen.to_owned()))
        };
        let mut board = record.start().expect("a start");
        for (choice, score) in plies {
            let moves = ordered_moves(&board);
            let Some(mv) = moves.get(choice as usize % moves.len().max(1)) else { break };
            if record.opening.len() < opening {
                record.opening.push(*mv);
            } else {
                record.moves.push(Played { mv: *mv, score });
            }
            board.play(*mv);
        }
        record
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read(record in record()) {
        let bytes = written(&record);
        prop_assert_eq!(read(&bytes), Ok((record, bytes.len())));
    }

    #[test]
    fn a_cut_game_is_truncated(record in record(), cut in any::<prop::sample::Index>()) {
        let bytes = written(&record);
        let cut = cut.index(bytes.len());
        prop_assert_eq!(read(&bytes[..cut]), Err(FormatError::Truncated));
    }

    #[test]
    fn any_bytes_are_read_without_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = read_file_start(&bytes);
        for version in [Version::One, Version::Two] {
            let _ = Record::read(version, &bytes);
            // The body behind a right check sum.
            let _ = Record::read_body(version, &bytes);
        }
    }

    #[test]
    fn numbers_of_any_size(value in any::<i32>(), wide in 0..1u64 << 62) {
        prop_assert_eq!(unzigzag(zigzag(value)), Ok(value));
        let mut bytes = Vec::new();
        put_varint(&mut bytes, wide);
        prop_assert_eq!(Cursor::new(&bytes).varint(), Ok(wide));
    }
}

/// A game of xiangqi is kept as well, and is none of chess.
#[test]
fn games_of_xiangqi() {
    let mut record = super::Record::<xiangqi::Board> {
        outcome: Outcome::BlackWins,
        ending: Ending::Forbidden,
        ..super::Record::new(Variant::XIANGQI, None)
    };
    let mut board = record.start().expect("the start position");
    for number in 0..60 {
        let moves = ordered_moves(&board);
        let mv = moves[number * 7 % moves.len()];
        record.moves.push(Played { mv, score: 10 * number as i32 });
        board.play(mv);
    }
    let bytes = written(&record);
    assert_eq!(super::Record::read(Version::CURRENT, &bytes), Ok((record, bytes.len())));
    assert_eq!(read(&bytes), Err(FormatError::OtherGame(Variant::XIANGQI)));
}

/// Numbers of moves need not fit one byte of a varint.
#[test]
fn each_of_many_moves() {
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let start = Record::new(Variant::NORMAL, Some(fen.to_owned()));
    let moves = ordered_moves(&start.start().expect("a position"));
    assert_eq!(moves.len(), 218);
    for mv in moves {
        let record = Record { opening: vec![mv], ..start.clone() };
        let bytes = written(&record);
        assert_eq!(read(&bytes), Ok((record, bytes.len())));
    }
}

#[test]
fn a_start_is_read_back() {
    let bytes = file_start("seed 7\nnodes 2000");
    let header = "seed 7\nnodes 2000".to_owned();
    let start = FileStart { version: Version::Two, header, len: bytes.len() };
    assert_eq!(read_file_start(&bytes), Ok(start));
    assert_eq!(read_file_start(b"FERZGAME\x09"), Err(FormatError::Version(9)));
    assert_eq!(read_file_start(b"[Event ]"), Err(FormatError::NotGames));
    assert_eq!(read_file_start(b"FERZGAME\x02\x7fseed"), Err(FormatError::Truncated));
}

/// A game of this body, with the length and the check sum that belong to it.
fn sealed(body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_varint(&mut bytes, body.len() as u64);
    bytes.extend_from_slice(&check(body).to_le_bytes());
    bytes.extend_from_slice(body);
    bytes
}

#[test]
fn what_is_wrong_with_a_game_is_named() {
    let said = |body: &[u8]| read(&sealed(body)).expect_err("a fault").to_string();
    assert_eq!(said(b"\x03"), "unknown code 3");
    assert_eq!(said(b"\xfd"), "unknown code 253");
    assert_eq!(said(b"\x01\x04ludo\0\0\0\0"), "unknown game \"ludo\"");
    assert_eq!(said(b"\x01\x06l\x1b[2Jo\0\0\0\0"), "unknown game \"l\\u{1b}[2Jo\"");
    assert_eq!(said(b"\x01\x06normal\x038/8\0\0\0"), "no start position: \"8/8\"");
    assert_eq!(said(b"\x01\x06normal\0\x02\0\0"), "unknown code 2");
    let many = said(b"\x01\x06normal\0\0\x01\xc0\x02\0");
    assert_eq!(many, format!("no move number 320 in \"{}\"", Variant::NORMAL.start_fen));
    assert_eq!(said(b"\x01\x06normal\0\0\x05\0\0"), "a game's parts do not fit its length");
    assert_eq!(said(b"\x01\x06normal\0\0\0\0\0"), "a game's parts do not fit its length");
    assert_eq!(said(b"\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"), "a number is too large");
    assert_eq!(
        said(b"\x01\xff\xff\xff\xff\xff\xff\xff\x7fxx"),
        "a game's parts do not fit its length"
    );
    let mut damaged = sealed(b"\x01\x06normal\0\0\0\0");
    damaged[5] ^= 32;
    assert_eq!(read(&damaged), Err(FormatError::Damaged));
    assert!(read(&sealed(b"\x01\x06normal\0\0\0\0")).is_ok());
}

/// Games of the first version are read as they were written, and are the same in the present one.
#[test]
fn old_games_are_read() {
    let mut games = Games::<chess::Board>::from_bytes(OLD_CHESS.to_vec());
    let records: Vec<Record> = games.by_ref().collect();
    assert_eq!((games.version(), games.problem(), games.position()), (Version::One, None, 757));
    assert!(games.header().starts_with("seed 7\nplan "), "{}", games.header());
    let told = |record: &Record| (record.opening.len(), record.moves.len(), record.outcome);
    assert_eq!(told(&records[0]), (8, 171, Outcome::WhiteWins));
    assert_eq!(told(&records[1]), (9, 39, Outcome::BlackWins));
    assert!(records.iter().all(|record| record.ending == Ending::AdjudicatedWin));
    // Both were given up at such scores, six times in a row.
    let last = |record: &Record| record.moves.iter().rev().take(6).map(|it| it.score).min();
    assert!(last(&records[0]) >= Some(1500) && last(&records[1]) <= Some(-1500));
    for record in &records {
        assert_eq!(read(&written(record)).map(|(record, _)| record).as_ref(), Ok(record));
        assert_eq!(record.source(), Some(record.fingerprint()));
    }

    let lines: Vec<_> = Games::<xiangqi::Board>::from_bytes(OLD_LINES.to_vec()).collect();
    assert_eq!(lines.len(), 5);
    assert!(lines.iter().all(|line| line.left.is_none() && line.ending == Ending::Open));
}

/// Side lines stay with the game that they left: where the file says which, and where the first
/// moves do.
#[test]
fn side_lines_stay_with_their_game() {
    let games = Games::<chess::Board>::from_bytes(OLD_CHESS.to_vec());
    let game = games.into_iter().next().expect("a game");
    let moves: Vec<_> = game.moves.iter().map(|played| played.mv).collect();
    let line = |plies: usize, left: Option<u64>| Record {
        left,
        opening: [&game.opening[..], &moves[..plies]].concat(),
        ..Record::new(game.variant, None)
    };
    let own = game.fingerprint();
    assert_eq!(line(10, Some(own)).source(), Some(own));
    assert_eq!(line(24, None).source(), Some(own));
    assert_eq!(line(23, None).source(), None);
    for line in [line(10, Some(own)), line(24, None)] {
        for one_of in [1, 2, 3, 5, 20] {
            assert_eq!(line.judges(one_of), game.judges(one_of));
        }
    }
    // Other starts are other games.
    let shuffled = Record { fen: Some(Variant::NO_CASTLE.start_fen.to_owned()), ..game.clone() };
    assert_ne!(shuffled.fingerprint(), own);
    let numbers: HashSet<u64> = (0..60).map(|plies| line(plies, None).fingerprint()).collect();
    assert_eq!(numbers.len(), TELLING - game.opening.len() + 1);
}
