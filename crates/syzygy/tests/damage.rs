//! Damaged tables: whatever stands in a file, opening and probing come to an end with an answer or an
//! error.
//!
//! More sets, and of other tables than the few that are here:
//!
//! ```sh
//! FERZ_SYZYGY=/tables FERZ_SYZYGY_DAMAGED=2000 \
//!     cargo test -p ferz-syzygy --test damage -- --nocapture
//! ```

mod common;

use common::{Random, folder, names, setting};
use ferz_rules::chess::Board;
use ferz_syzygy::{ProbeError, Problem, Tablebase};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// A file made worse.
fn damaged(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let length = bytes.len();
    match random.below(10) {
        0 => bytes.clear(),
        1 => bytes.truncate(random.below(length)),
        // Cut, but of a length that tables may have.
        2 => bytes.truncate(random.below(length / 64 + 1) * 64 + 16),
        3 => return other.to_vec(),
        4 => {
            let (from, count) = (random.below(length), random.below(length));
            bytes[from..].iter_mut().take(count).for_each(|byte| *byte = 0);
        }
        5 => bytes.iter_mut().skip(4).for_each(|byte| *byte = random.below(256) as u8),
        // The head with numbers that are too large or too small.
        6 | 7 => {
            for _ in 0..=random.below(3) {
                let at = 4 + random.below(60).min(length - 5);
                bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)];
            }
        }
        8 => {
            for _ in 0..=random.below(20) {
                bytes[random.below(length)] ^= 1 << random.below(8);
            }
        }
        _ => {
            let at = random.below(length);
            bytes[at] = random.below(256) as u8;
        }
    }
    bytes
}

/// What came of the sets.
#[derive(Debug, Default)]
struct Tally {
    sets: usize,
    damaged_files: usize,
    left_out: usize,
    found_later: usize,
    answers: usize,
    errors: usize,
}

impl Tally {
    fn probe(&mut self, folder: &Path, boards: &[Board]) {
        let (tables, faults) = Tablebase::open([folder]);
        self.left_out += faults.len();
        for board in boards {
            let results = [
                tables.probe_wdl(board).err(),
                tables.probe_dtz(board).err(),
                tables.root_moves(board).err(),
            ];
            for error in results {
                match error {
                    None => self.answers += 1,
                    Some(ProbeError::Missing(..) | ProbeError::Damaged(..)) => self.errors += 1,
                    Some(error) => panic!("{board}: {error}"),
                }
            }
        }
        let later = tables.take_faults();
        for fault in &later {
            assert!(!faults.iter().any(|other| other.path == fault.path), "{fault} is told twice");
        }
        self.found_later += later.len();
        assert_eq!(tables.take_faults(), []);
    }
}

#[test]
fn damaged_sets_are_survived() {
    let whole = tempfile::tempdir().unwrap();
    let names = names(&folder());
    let files: Vec<String> =
        names.iter().flat_map(|name| [format!("{name}.rtbw"), format!("{name}.rtbz")]).collect();
    let contents: Vec<Vec<u8>> =
        files.iter().map(|file| fs::read(folder().join(file)).expect("a table")).collect();
    for (file, bytes) in files.iter().zip(&contents) {
        fs::write(whole.path().join(file), bytes).unwrap();
    }
    let mut random = Random(14);
    let boards: Vec<Board> =
        (0..300).map(|number| random.position(&names[number % names.len()])).collect();
    let mut tally = Tally::default();
    for _ in 0..setting("FERZ_SYZYGY_DAMAGED", 250) {
        let begin = Instant::now();
        let set = tempfile::tempdir().unwrap();
        // From one in eight to all files.
        let share = [8, 3, 2, 1][random.below(4)];
        for (file, bytes) in files.iter().zip(&contents) {
            let path = set.path().join(file);
            if random.chance(share) {
                let other = &contents[random.below(contents.len())];
                fs::write(path, damaged(bytes, other, &mut random)).unwrap();
                tally.damaged_files += 1;
            } else {
                fs::hard_link(whole.path().join(file), path).unwrap();
            }
        }
        tally.probe(set.path(), &boards);
        tally.sets += 1;
        let took = begin.elapsed();
        assert!(took < Duration::from_secs(60), "set {} took {took:?}", tally.sets);
    }
    println!("{tally:?}");
    assert!(tally.left_out > 0 && tally.found_later > 0 && tally.answers > 0, "{tally:?}");
}

/// What is wrong is said, with the name of the file.
#[test]
fn faults_name_the_file() {
    let table = fs::read(folder().join("KRvK.rtbw")).unwrap();
    let with = |at: usize, byte: u8| {
        let mut bytes = table.clone();
        bytes[at] = byte;
        bytes
    };
    let long = |length: usize| {
        let mut bytes = table.clone();
        bytes.resize(length, 0);
        bytes
    };
    for (name, bytes, said) in [
        ("KRvK.rtbw", Vec::new(), "an empty file"),
        ("KRvK.rtbw", long(79), "no table has 79 bytes"),
        ("KRvK.rtbw", long(100), "no table has 100 bytes"),
        ("KRvK.rtbw", long(144), "incomplete: 144 bytes instead of at least 208"),
        ("KRvK.rtbw", with(0, 0), "does not begin as a table does"),
        ("KRvK.rtbz", table.clone(), "does not begin as a table does"),
        ("KPvK.rtbw", table.clone(), "a table of other pieces, by its flags"),
        ("KQvK.rtbw", table.clone(), "a table of other pieces"),
        ("KRvK.rtbw", with(5, 0x77), "damaged: an impossible order of pieces"),
        ("KvKR.rtbw", table.clone(), "not the name of a table"),
        ("rook.rtbw", table.clone(), "not the name of a table"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(name), bytes).unwrap();
        let (tables, faults) = Tablebase::open([folder.path()]);
        assert_eq!(tables.largest(), 0);
        let words: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
        assert_eq!(words, [format!("{}: {said}", folder.path().join(name).display())]);
    }
}

/// A table that is damaged in the middle is told of once, and the others go on.
#[test]
fn a_fault_found_late_is_told_once() {
    let set = tempfile::tempdir().unwrap();
    for name in ["KQvK.rtbw", "KRvK.rtbw"] {
        fs::copy(folder().join(name), set.path().join(name)).unwrap();
    }
    // Both are checked when they are opened; then one loses its end.
    let (tables, faults) = Tablebase::open([set.path()]);
    assert_eq!((faults.len(), tables.counts()), (0, (2, 0)));
    let lost = set.path().join("KRvK.rtbw");
    fs::write(&lost, &fs::read(&lost).unwrap()[..100]).unwrap();
    let mut random = Random(3);
    for _ in 0..50 {
        assert!(tables.probe_wdl(&random.position("KQvK")).is_ok());
        let error = tables.probe_wdl(&random.position("KRvK")).unwrap_err();
        assert_eq!(error.to_string(), "KRvK.rtbw is damaged");
    }
    let faults = tables.take_faults();
    assert_eq!(faults.len(), 1);
    assert_eq!((&faults[0].path, &faults[0].problem), (&lost, &Problem::Size(100)));
    assert_eq!(tables.take_faults(), []);
}

/// A whole file in a later folder stands in for a damaged one.
#[test]
fn later_folders_stand_in() {
    let set = tempfile::tempdir().unwrap();
    fs::write(set.path().join("KRvK.rtbw"), b"").unwrap();
    let (tables, faults) = Tablebase::open([set.path(), &folder()]);
    assert_eq!(faults.len(), 1);
    assert!(tables.probe_wdl(&Random(5).position("KRvK")).is_ok());
}

/// A pipe is not waited for, and names cannot smuggle lines.
#[cfg(unix)]
#[test]
fn odd_entries_are_named() {
    let set = tempfile::tempdir().unwrap();
    fs::create_dir(set.path().join("KQvK.rtbw")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", set.path().join("KRvK.rtbw")).unwrap();
    std::os::unix::fs::symlink("nowhere", set.path().join("KPvK.rtbw")).unwrap();
    fs::write(set.path().join("a\nbestmove e2e4\u{1b}.rtbw"), b"").unwrap();
    let (_, faults) = Tablebase::open([set.path()]);
    let words: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
    assert_eq!(words.len(), 4);
    assert!(words.iter().all(|word| !word.contains(char::is_control)), "{words:?}");
    assert!(words[0].contains("cannot be read") && words[1].ends_with("no regular file"));
    assert!(words[2].ends_with("no regular file"), "{words:?}");
}
