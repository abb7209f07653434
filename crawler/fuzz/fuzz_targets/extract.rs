//! Extracts the main content of any bytes.

#![no_main]

use crawler::page::extract;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|body: &[u8]| {
    let _ = extract(body, None, &|| false).unwrap();
});
