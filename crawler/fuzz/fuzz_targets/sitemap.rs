//! A sitemap has the same entries in pieces of any size.
#![no_main]

use crawler::sitemap::{Entry, MAX_ENTRIES, Scanner};
use libfuzzer_sys::fuzz_target;

fn scan(text: &[u8], piece: usize) -> Vec<Entry> {
    let (mut scanner, mut found) = (Scanner::default(), Vec::new());
    text.chunks(piece).for_each(|piece| scanner.push(piece, |entry| found.push(entry)));
    scanner.finish(|entry| found.push(entry));
    found
}

fuzz_target!(|data: (&[u8], u8)| {
    let (text, piece) = data;
    let whole = scan(text, usize::MAX);
    assert!(whole.len() <= MAX_ENTRIES);
    assert_eq!(whole, scan(text, usize::from(piece).max(1)));
});
