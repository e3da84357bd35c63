//! `encode` undoes `decode`, whatever the bytes.
#![no_main]

use ferz_wire::bytes;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    assert_eq!(&*bytes::encode(&bytes::decode(data)), data);
});
