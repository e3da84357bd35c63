//! No parser panics, and what is printed reads back as the same value on one line.
#![no_main]

use ferz_wire::{bytes, cecp, ucci, uci};
use libfuzzer_sys::fuzz_target;

macro_rules! settles {
    ($line:expr, $parse:expr) => {{
        let value = $parse($line).value;
        let printed = value.to_string();
        assert!(!printed.contains(['\n', '\r']), "{printed:?}");
        assert_eq!($parse(&printed).value, value, "{:?} prints {printed:?}", $line);
    }};
}

fuzz_target!(|data: &[u8]| {
    let line = bytes::decode(data).replace(['\n', '\r'], " ");
    settles!(&line, uci::ToEngine::parse);
    settles!(&line, uci::FromEngine::parse);
    settles!(&line, ucci::ToEngine::parse);
    settles!(&line, ucci::FromEngine::parse);
    settles!(&line, cecp::ToEngine::parse);
    settles!(&line, cecp::EditLine::parse);
    settles!(&line, cecp::FromEngine::parse);
    if let Some(option) = cecp::OptionDecl::parse(&line) {
        let again = cecp::OptionDecl::parse(&option.value.to_string());
        assert_eq!(again.map(|parsed| parsed.value), Some(option.value), "{line:?}");
    }
});
