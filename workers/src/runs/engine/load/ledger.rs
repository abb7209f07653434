//! The ledger of forecasts, with what came of those that are due.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::{
    domain::{
        engine_version::{VersionRole, ledger_name},
        forecast::{Forecast, TOP10, top10_day},
        now,
    },
    store::{
        engine_version,
        forecast::{self, Filter},
        run::Effect,
    },
};
use uuid::Uuid;

use super::Loaded;
use crate::{context::RunContext, error::JobError};

/// Claims about ranks that a report looks at, and other entries, the newest of each: a run foretells so many ranks that they
/// would leave no room for the rest.
const MOST: usize = 5_000;

/// All entries as `entries: […]`. Those that are due are settled by what the data tell since.
pub(super) async fn entries(context: &RunContext, action: &str, loaded: &mut Loaded) -> Result<(), JobError> {
    if action != "report" {
        return Ok(());
    }
    let workspace_id = context.run.workspace_id;
    let outcomes = settled(context).await?;
    let filter = Filter { website_id: context.run.website_id, ..Filter::default() };
    let ranks = Filter { subject: Some(TOP10.to_owned()), ..filter.clone() };
    let others = Filter { without: Some(TOP10.to_owned()), ..filter };
    let mut all = forecast::list(&context.db, workspace_id, &ranks, MOST).await?.items;
    all.extend(forecast::list(&context.db, workspace_id, &others, MOST).await?.items);
    all.sort_by_key(|entry| std::cmp::Reverse(entry.id));
    for entry in &mut all {
        if let Some((_, outcome)) = outcomes.iter().find(|(id, _)| *id == entry.id) {
            entry.outcome = Some(*outcome);
            entry.outcome_at = Some(now());
        }
    }
    all.reverse();
    let rows: Vec<Value> = all.iter().map(row).collect();
    loaded.case.insert("entries".into(), json!(rows));
    loaded.case.insert("champions".into(), json!(champions(context).await?));
    if !outcomes.is_empty() {
        loaded.effects.push(Effect::Outcomes(outcomes));
    }
    Ok(())
}

/// The versions in charge, by the name under which their forecasts are scored.
async fn champions(context: &RunContext) -> Result<BTreeMap<String, String>, JobError> {
    let stored = engine_version::list(&context.db, context.run.workspace_id, None).await?;
    let champions = stored.into_iter().filter(|one| one.role == VersionRole::Champion);
    Ok(champions.map(|one| (ledger_name(&one.engine_id, &one.action), one.name)).collect())
}

fn row(entry: &Forecast) -> Value {
    let action = if top10_day(&entry.subject).is_some() { "ranking" } else { "" };
    let engine = ledger_name(&entry.engine_id, action);
    let mut row = json!({
        "id": entry.id, "model": engine, "madeAt": entry.made_at.date_naive(),
        "dueAt": entry.due_at.date_naive(), "probability": entry.probability, "naive": entry.naive,
        "outcome": entry.outcome, "engine": engine, "version": entry.version,
        "pair": format!("{}:{}", entry.run_id, entry.subject),
    });
    if let (Some(fields), Some(quantiles)) = (row.as_object_mut(), &entry.quantiles) {
        fields.insert("mean".into(), json!(quantiles.mean));
        fields.insert("lo".into(), json!(quantiles.p10));
        fields.insert("hi".into(), json!(quantiles.p90));
        fields.insert("level".into(), json!(0.8));
    }
    row
}

/// Forecasts that are due and that the websites' data tell of, each with what came.
async fn settled(context: &RunContext) -> Result<Vec<(Uuid, f64)>, JobError> {
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
