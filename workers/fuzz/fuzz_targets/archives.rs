//! Archives of several tables: entries are separated by a zero byte.
#![no_main]

mod packing;
mod reading;

use libfuzzer_sys::fuzz_target;

const NAMES: [&str; 4] = ["Queries.csv", "Pages.csv", "Filters.csv", "data/rows.jsonl"];

fuzz_target!(|bytes: &[u8]| {
    let parts = bytes.splitn(NAMES.len(), |byte| *byte == 0);
    let entries: Vec<(&str, &[u8])> = NAMES.into_iter().zip(parts).collect();
    reading::survives(&packing::packed(&entries), "x.zip");
});
