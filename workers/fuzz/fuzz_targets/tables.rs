//! Uploads of any bytes, under the names of each format.
#![no_main]

mod reading;

use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 5] = ["x.csv", "x.tsv", "x.jsonl", "x.zip", "x.xlsx"];

fuzz_target!(|bytes: &[u8]| {
    // The container is detected by its first bytes, so a file needs no byte of its own for the name.
    let name = NAMES[bytes.len() % NAMES.len()];
    reading::survives(bytes, name);
});
