//! Where the website stood for its keywords.

use std::collections::BTreeMap;

use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::observation::{ObservationKind, Rank},
    store::import,
};

use crate::{context::RunContext, error::JobError};

/// Rank paths as `keywords: [{keyword, points: [{date, rank}]}]`. Of a day that was imported twice the newer import counts.
pub(super) async fn paths(context: &RunContext, case: &mut Body) -> Result<(), JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(()) };
    let rows = import::observations(&context.db, context.run.workspace_id, website_id, ObservationKind::Rank).await?;
    let mut paths: BTreeMap<String, BTreeMap<String, Option<f64>>> = BTreeMap::new();
    for row in rows {
        let rank: Rank = row.read()?;
        paths.entry(rank.keyword).or_default().insert(rank.date, rank.position);
    }
    let keywords = paths.into_iter().map(|(keyword, points)| {
        let points: Vec<Value> = points.into_iter().map(|(date, rank)| json!({"date": date, "rank": rank})).collect();
        json!({"keyword": keyword, "points": points})
    });
    case.insert("keywords".into(), keywords.collect());
    Ok(())
}
