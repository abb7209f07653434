//! Turns checks into observations, which the engines read.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        observation::{ObservationKind, Rank, SerpResult},
        rank::{RankCheck, TrackedKeyword},
    },
    store::{
        import::{self, ImportEnd, NewImport},
        rank,
    },
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Observations per statement.
const AT_ONCE: usize = 1_000;

/// Checks as an import that is not committed yet.
#[derive(Debug)]
pub(super) struct Observed {
    pub(super) import: Option<ImportEnd>,
    pub(super) read: Vec<(Uuid, DateTime<Utc>)>,
    pub(super) bytes: i64,
}

/// Stores the observations of all checks that no import holds. The import has the id of the run, so that a later attempt
/// replaces what an earlier one has left.
pub(super) async fn observe(
    context: &RunContext, website_id: Uuid, host: &str, keywords: &[TrackedKeyword],
) -> Result<Observed, JobError> {
    let (db, workspace_id, run_id) = (&context.db, context.run.workspace_id, context.run.id);
    let checks = rank::unread(db, workspace_id, website_id, run_id).await?;
    let by_id: HashMap<Uuid, &TrackedKeyword> = keywords.iter().map(|keyword| (keyword.id, keyword)).collect();
    let mut rows = Vec::new();
    for check in &checks {
        if let Some(keyword) = by_id.get(&check.keyword_id) {
            rows.extend(observations(keyword, check));
        }
    }
    let read = checks.iter().map(|check| (check.keyword_id, check.checked_at)).collect();
    if rows.is_empty() {
        return Ok(Observed { import: None, read, bytes: 0 });
    }
    let import_id = begin(context, website_id, host).await?;
    let batch_id = import::begin_batch(db, import_id, website_id, context.run.attempt, now()).await?;
    let bytes = insert(context, batch_id, &rows).await?;
    let days = checks.iter().map(|check| check.checked_at.date_naive());
    let import = ImportEnd {
        import_id,
        batch_id,
        rows: i64::try_from(rows.len()).unwrap_or(i64::MAX),
        rejected: 0,
        kinds: vec!["rank_history".to_owned(), "serp_results".to_owned()],
        rejects: json!({"rows": [], "reasons": []}),
        totals: (0, 0, 0),
        observed: (days.clone().min(), days.max()),
    };
    Ok(Observed { import: Some(import), read, bytes })
}

/// Returns the import of the run, without rows of an earlier attempt.
async fn begin(context: &RunContext, website_id: Uuid, host: &str) -> Result<Uuid, JobError> {
    let (db, run) = (&context.db, &context.run);
    if import::find(db, run.workspace_id, run.id).await?.is_none() {
        let new = NewImport {
            id: run.id,
            workspace_id: run.workspace_id,
            website_id: Some(website_id),
            user_id: run.user_id,
            file_name: format!("Ranks of {host}"),
        };
        let mut tx = db.begin().await?;
        import::insert(&mut tx, &new, now()).await?;
        let begun = import::begin(&mut tx, run.workspace_id, run.id, website_id, run.id).await?;
        begun.ok_or_else(|| JobError::defect(&"a new import cannot be filled"))?;
        tx.commit().await?;
    }
    import::delete_batch(db, run.id, None).await?;
    Ok(run.id)
}

async fn insert(context: &RunContext, batch_id: i64, rows: &[Value]) -> Result<i64, JobError> {
    let (mut no, mut bytes) = (0, 0);
    for piece in rows.chunks(AT_ONCE) {
        let text = Value::from(piece).to_string();
        import::insert_observations(&context.db, batch_id, no, &text).await?;
        no += i64::try_from(piece.len()).unwrap_or(0);
        bytes += i64::try_from(text.len()).unwrap_or(0);
    }
    Ok(bytes)
}

fn location(keyword: &TrackedKeyword) -> String {
    if keyword.place.is_empty() { keyword.country.clone() } else { keyword.place.clone() }
}

/// Returns the rows of a check: its rank and its first results.
fn observations(keyword: &TrackedKeyword, check: &RankCheck) -> Vec<Value> {
    let day = check.checked_at.date_naive().to_string();
    let device = keyword.device.as_str().to_owned();
    let rank = Rank {
        keyword: keyword.query(),
        date: day.clone(),
        position: check.rank.map(f64::from),
        url: check.url.clone(),
        location: Some(location(keyword)),
        device: Some(device.clone()),
        depth: u32::try_from(check.depth).ok(),
        source: Some(check.provider.clone()),
    };
    let mut rows = vec![json!([ObservationKind::Rank, keyword.query(), day, rank])];
    for found in check.results.iter().flat_map(|results| &results.0) {
        let result = SerpResult {
            query: keyword.query(),
            position: found.position,
            url: found.url.clone(),
            domain: found.host.clone(),
            title: Some(found.title.clone()),
            location: Some(location(keyword)),
            device: Some(device.clone()),
            features: check.features.0.clone(),
            observed_at: check.checked_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        };
        rows.push(json!([ObservationKind::SerpResult, keyword.query(), day, result]));
    }
    rows
}
