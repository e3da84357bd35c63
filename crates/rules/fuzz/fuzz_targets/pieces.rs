//! Betza notation: what is read is written so that it is read as the same.
#![no_main]

use ferz_rules::table::betza;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(walks) = betza::read(text) {
        assert_eq!(betza::read(&walks.to_string()), Ok(walks), "{text}");
    }
});
