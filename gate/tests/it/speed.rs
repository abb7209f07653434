//! How long a check takes. The bound is loose, because tests are not optimised; `cargo test --release` prints the real time.
#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "measures time")]

use std::time::Instant;

use engines::common::Unattended;
use gate::{Candidate, Limits, Prepared, StoredPage, sketch};

use crate::build::honest;

#[test]
fn check_of_a_small_site_is_fast() {
    let built = honest();
    built.check();
    let start = Instant::now();
    for _ in 0..5 {
        assert!(built.check().passes);
    }
    let each = start.elapsed() / 5;
    eprintln!("7 pages: {each:?} a site");
    assert!(each.as_secs() < 2, "{each:?}");
}

#[test]
fn search_of_ten_thousand_pages_is_fast() {
    let built = honest();
    let stored: Vec<StoredPage> = (0..10_000_u32)
        .map(|at| StoredPage {
            site: "o".to_owned(),
            path: at.to_string(),
            sketch: sketch(&format!("w{at} x{at} y{at} z{at} v{at} u{at}"), &[]).0,
            shingles: None,
        })
        .collect();
    let candidate = Candidate { site: &built.site, files: &built.files, state: built.state.clone() };
    let prepared = Prepared::new(&candidate, &Unattended).unwrap();
    let start = Instant::now();
    let needed = prepared.needs(&stored, &Limits::default(), &Unattended).unwrap();
    eprintln!("{} pages with 10,000: {:?}", prepared.sketches().len(), start.elapsed());
    assert!(needed.is_empty() && start.elapsed().as_secs() < 5);
}
