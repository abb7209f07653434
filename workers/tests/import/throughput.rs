//! Measures the throughput of reading text. Ignored by default, because debug builds are not representative: `cargo
//! test --release -p workers --test import throughput -- --ignored --nocapture`.

use std::io::Cursor;
use std::time::Instant;

use workers::collect::import::{Record, Watch, read};

/// Rows in one file.
const ROWS: u64 = 2_000_000;
/// Minimum throughput of a release build on one core.
const LEAST_ROWS_PER_SECOND: f64 = 1.5e6;

#[test]
#[ignore = "measures a release build"]
fn a_release_build_reads_a_million_and_a_half_rows_a_second() {
    let mut text = String::from("Top queries,Clicks,Impressions,CTR,Position\n");
    for row in 0..ROWS {
        let impressions = row % 977 + 1;
        text += &format!(
            "emergency plumber austin {row},{},{impressions},{}.5%,{}.25\n",
            impressions / 20,
            row % 9,
            row % 60 + 1
        );
    }
    let mut clicks = 0;
    let mut sink = |record: Record<'_>| {
        if let Record::Search(row) = record {
            clicks += row.clicks;
        }
        Ok(())
    };
    let begun = Instant::now();
    let summary = read(Cursor::new(text.as_bytes()), "Queries.csv", &Watch::default(), &mut sink, &mut |_| {}).unwrap();
    #[expect(clippy::cast_precision_loss, reason = "a few million")]
    let per_second = ROWS as f64 / begun.elapsed().as_secs_f64();
    println!("{per_second:.0} rows/s, {clicks} clicks");
    assert_eq!((summary.rows, summary.rejected), (ROWS, 0));
    assert!(per_second > LEAST_ROWS_PER_SECOND, "{per_second:.0} rows/s");
}
