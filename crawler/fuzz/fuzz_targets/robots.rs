//! Any robots.txt can be read, and an empty one allows everything.
#![no_main]

use crawler::robots::{Escapes, Robots, Verdict, decide};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: (&[u8], &str, &str)| {
    let (text, agent, url) = data;
    let _ = decide(text, agent, url);
    let robots = Robots::parse(text, agent, Escapes::Decoded);
    assert!(robots.sitemaps().len() <= 1_000);
    assert_eq!(decide(b"", agent, url), Verdict::Allowed);
});
