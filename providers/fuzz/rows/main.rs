//! Addresses, and records of links, keywords and Bing.
#![no_main]

use libfuzzer_sys::fuzz_target;
use providers::{
    bing::Stats,
    data_for_seo::{BacklinkPage, RankedPage},
    secret::Redactor,
    web,
};

fuzz_target!(|body: &[u8]| {
    let _ = serde_json::from_slice::<Vec<Stats>>(body);
    let _ = serde_json::from_slice::<RankedPage>(body);
    let _ = serde_json::from_slice::<BacklinkPage>(body);
    let redacted = Redactor::new(["secret-word"]).bytes(body);
    assert!(!redacted.windows(11).any(|window| window == b"secret-word"));
    let Ok(text) = std::str::from_utf8(body) else { return };
    if let Some(normal) = web::normalise(text) {
        assert_eq!(web::normalise(&normal).as_ref(), Some(&normal));
    }
});
