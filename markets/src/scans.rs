//! Saved scans: the figures of markets that were known on a day.

use std::{cmp::Reverse, collections::HashMap};

use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use engines::local::Market;
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::{
        campaign::{CURRENCY, Candidate},
        run::RunStatus,
    },
    store::{
        Db, Result,
        run::{self, Filter},
    },
};
use uuid::Uuid;

use super::market::candidate;

/// Days for which the figures of a scan count.
const VALID_DAYS: i64 = 30;
/// Maximum number of scans that are looked at, the latest.
const MOST_SCANS: usize = 200;

/// A saved scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scan {
    /// Id of its run.
    pub id: Uuid,
    /// Time of its end.
    pub finished_at: DateTime<Utc>,
}

/// Returns the workspace's scans that succeeded, the latest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn scans(db: &Db, workspace_id: Uuid) -> Result<Vec<Scan>> {
    let filter = Filter {
        engine_id: Some("local".to_owned()),
        action: Some("scan".to_owned()),
        status: Some(RunStatus::Succeeded),
        ..Filter::default()
    };
    let runs = run::list(db, workspace_id, &filter, MOST_SCANS).await?.items;
    let mut scans: Vec<Scan> =
        runs.into_iter().filter_map(|run| Some(Scan { id: run.id, finished_at: run.finished_at? })).collect();
    scans.sort_by_key(|scan| Reverse(scan.finished_at));
    Ok(scans)
}

impl Scan {
    /// Returns the latest of `scans` (the latest first) that was known at the end of a day (UTC) and not too old.
    #[must_use]
    pub fn of_day(scans: &[Self], day: NaiveDate) -> Option<Self> {
        let end = day.checked_add_days(Days::new(1)).unwrap_or(day).and_time(NaiveTime::MIN).and_utc();
        let oldest = end - chrono::Duration::days(VALID_DAYS);
        scans.iter().find(|scan| scan.finished_at < end).filter(|scan| scan.finished_at >= oldest).copied()
    }
}

/// Replaces the figures of candidates by those of a scan, for the markets that it lists; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn known(db: &Db, workspace_id: Uuid, scan: Scan, candidates: &mut [Candidate]) -> Result<usize> {
    let Some(result) = run::result(db, workspace_id, scan.id).await? else { return Ok(0) };
    Ok(replace(&result, scan.id, candidates))
}

fn replace(result: &Value, scan_id: Uuid, candidates: &mut [Candidate]) -> usize {
    if result.get("currency").and_then(Value::as_str) != Some(CURRENCY) {
        return 0;
    }
    let Some(rows) = result.get("markets").and_then(Value::as_array) else { return 0 };
    let mut places: HashMap<(String, String), usize> = HashMap::with_capacity(candidates.len());
    for (at, one) in candidates.iter().enumerate() {
        let (vertical, place) = one.key();
        places.insert((vertical.to_owned(), place.to_owned()), at);
    }
    let mut replaced = 0;
    for row in rows {
        // A market of a version with another form counts as not scanned.
        let Ok(market) = Market::deserialize(row) else { continue };
        let key = (market.key.vertical.clone(), market.key.place_id.clone());
        let Some(one) = places.get(&key).and_then(|at| candidates.get_mut(*at)) else { continue };
        *one = candidate(&market);
        one.market.run_id = Some(scan_id);
        replaced += 1;
    }
    replaced
}
