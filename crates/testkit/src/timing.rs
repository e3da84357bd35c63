//! Tests of wall-clock time on machines that do other things too.

use std::fs::File;
use std::io::Write;
use std::panic::Location;
use std::time::Duration;

/// The environment variable that names the file to which attempts that came too late are added,
/// a line each, so that a fault that shows now and then is seen although the test passes.
pub const LATE_ATTEMPTS: &str = "FERZ_LATE_ATTEMPTS";

/// Tries up to five times: a busy machine may delay any single attempt, a fault of ours shows in
/// all of them.
///
/// # Panics
/// When all attempts fail; with their complaints.
#[track_caller]
pub fn in_time(mut attempt: impl FnMut() -> Result<(), String>) {
    let place = Location::caller();
    let mut complaints = Vec::new();
    for _ in 0..5 {
        match attempt() {
            Ok(()) => return,
            Err(complaint) => {
                note(&format!("{}:{}: {complaint}", place.file(), place.line()));
                complaints.push(complaint);
            }
        }
    }
    panic!("each time too late: {complaints:#?}");
}

/// As [`in_time`], for attempts that may last as long as `limit`.
#[track_caller]
pub fn in_time_of(limit: Duration, mut attempt: impl FnMut() -> Duration) {
    in_time(|| match attempt() {
        time if time <= limit => Ok(()),
        time => Err(format!("{time:?} instead of at most {limit:?}")),
    });
}

fn note(line: &str) {
    // The tests of this file are late on purpose.
    if cfg!(test) {
        return;
    }
    // A test that cannot write its report is not to fail for that.
    if let Some(file) = std::env::var_os(LATE_ATTEMPTS)
        && let Ok(mut file) = File::options().append(true).create(true).open(file)
    {
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_good_attempt_is_enough() {
        let mut attempts = 0;
        in_time(|| {
            attempts += 1;
            if attempts == 5 { Ok(()) } else { Err("late".into()) }
        });
        assert_eq!(attempts, 5);
    }

    #[test]
    #[should_panic(expected = "each time too late")]
    fn five_bad_ones_are_too_many() {
        in_time_of(Duration::from_millis(1), || Duration::from_millis(2));
    }
}
