//! Loads the ledger of forecasts with the outcomes of due ones.

use std::collections::BTreeMap;

use engines::learning::LedgerEntry;
use shared::{
    domain::{
        engine_version::{VersionRole, ledger_name},
        forecast::{Forecast, TOP10, top10_day},
        now,
    },
    store::{
        engine_version,
        forecast::{self, Filter},
    },
};
use uuid::Uuid;

use super::day;
use crate::{context::RunContext, error::JobError};

/// Maximum number of rank forecasts in a report, and of other entries, the latest of each: a run makes so many rank
/// forecasts that they would displace the others.
const MOST: usize = 5_000;

/// Loads all entries, oldest first, with the outcomes that will be stored.
pub(super) async fn entries(context: &RunContext, outcomes: &[(Uuid, f64)]) -> Result<Vec<LedgerEntry>, JobError> {
    let workspace_id = context.run.workspace_id;
    let filter = Filter { website_id: context.run.website_id, ..Filter::default() };
    let ranks = Filter { subject: Some(TOP10.to_owned()), ..filter.clone() };
    let others = Filter { without: Some(TOP10.to_owned()), ..filter };
    let mut all = forecast::list(&context.db, workspace_id, &ranks, MOST).await?.items;
    all.extend(forecast::list(&context.db, workspace_id, &others, MOST).await?.items);
    all.sort_by_key(|entry| entry.id);
    for entry in &mut all {
        if let Some((_, outcome)) = outcomes.iter().find(|(id, _)| *id == entry.id) {
            entry.outcome = Some(*outcome);
            entry.outcome_at = Some(now());
        }
    }
    Ok(all.iter().map(row).collect())
}

/// Returns the champions by the name under which their forecasts are scored.
pub(super) async fn champions(context: &RunContext) -> Result<BTreeMap<String, String>, JobError> {
    let stored = engine_version::list(&context.db, context.run.workspace_id, None).await?;
    let champions = stored.into_iter().filter(|one| one.role == VersionRole::Champion);
    Ok(champions.map(|one| (ledger_name(&one.engine_id, &one.action), one.name)).collect())
}

fn row(entry: &Forecast) -> LedgerEntry {
    let action = if top10_day(&entry.subject).is_some() { "ranking" } else { "" };
    let engine = ledger_name(&entry.engine_id, action);
    let quantiles = entry.quantiles.as_ref();
    LedgerEntry {
        id: entry.id.to_string(),
        model: engine.clone(),
        engine: Some(engine),
        version: Some(entry.version.clone()),
        pair: Some(format!("{}:{}", entry.run_id, entry.subject)),
        made_at: day(entry.made_at.date_naive()),
        due_at: day(entry.due_at.date_naive()),
        probability: entry.probability,
        mean: quantiles.map(|at| at.mean),
        lo: quantiles.map(|at| at.p10),
        hi: quantiles.map(|at| at.p90),
        // 10 and 90 % quantiles.
        level: quantiles.map(|_| 0.8),
        naive: entry.naive,
        outcome: entry.outcome,
    }
}

/// Returns due forecasts with an outcome in the websites' data.
pub(super) async fn settled(context: &RunContext) -> Result<Vec<(Uuid, f64)>, JobError> {
    let workspace_id = context.run.workspace_id;
    let due = forecast::due(&context.db, workspace_id, context.run.website_id, now()).await?;
    let mut by_website: BTreeMap<Uuid, Vec<Forecast>> = BTreeMap::new();
    for entry in due {
        if let Some(website_id) = entry.website_id {
            by_website.entry(website_id).or_default().push(entry);
        }
    }
    let mut outcomes = Vec::new();
    for (website_id, due) in &by_website {
        outcomes.extend(forecast::outcomes(&context.db, workspace_id, *website_id, due).await?);
    }
    Ok(outcomes)
}
