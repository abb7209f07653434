//! Reads uploads as a user does: first the preview, then the rows.

use std::io::Cursor;

use workers::collect::import::{Observed, Record, Watch, preview, read};

/// Reads an upload and checks what holds for every one.
pub fn survives(bytes: &[u8], name: &str) {
    let _ = preview(Cursor::new(bytes), name, &Watch::default());
    let mut records = 0_u64;
    let mut sink = |record: Record<'_>| {
        if let Record::Search(row) = &record {
            assert!(row.position.is_none_or(|position| position >= 1.0 && position.is_finite()));
        }
        // Sums of a log stand for their requests.
        records += match &record {
            Record::Observed(row) => match &row.observed {
                Observed::CrawlerVisits(visits) => u64::try_from(visits.requests).unwrap_or(0),
                _ => 1,
            },
            _ => 1,
        };
        Ok(())
    };
    if let Ok(summary) = read(Cursor::new(bytes), name, &Watch::default(), &mut sink, &mut |_| {}) {
        assert!(records >= summary.rows && records <= summary.rows * 2, "one or two records for each row");
    }
}
