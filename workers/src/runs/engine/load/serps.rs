//! Result pages.

use std::collections::{BTreeMap, BTreeSet};

use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::observation::{ObservationKind, SerpResult},
    store::{import, keyword},
};

use crate::{context::RunContext, error::JobError};

/// One look at one search: what tells looks apart.
type Look = (String, String, String, String);

/// Snapshots as `snapshots: [{query, location, device, observedAt, features, results: [{position, url, title, domain}]}]`,
/// and what the keyword engine knows of the searches as `volumes: [{query, volume, cpcCents, cluster}]`.
pub(super) async fn snapshots(context: &RunContext, case: &mut Body) -> Result<(), JobError> {
    let snapshots = of(context).await?;
    let asked: BTreeSet<String> =
        snapshots.iter().filter_map(|one| one["query"].as_str()).map(str::to_lowercase).collect();
    case.insert("volumes".into(), json!(volumes(context, &asked).await?));
    case.insert("snapshots".into(), json!(snapshots));
    Ok(())
}

async fn volumes(context: &RunContext, asked: &BTreeSet<String>) -> Result<Vec<Value>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let known = keyword::volumes(&context.db, context.run.workspace_id, website_id).await?;
    let wanted = known.into_iter().filter(|row| asked.contains(&row.query.to_lowercase()));
    Ok(wanted
        .map(|row| {
            json!({"query": row.query, "volume": row.volume, "cpcCents": row.cpc_cents, "cluster": row.cluster_head})
        })
        .collect())
}

/// Searches that the website is already found for, as `known: […]`: no candidate is made of them.
pub(super) async fn known(context: &RunContext, case: &mut Body) -> Result<(), JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(()) };
    let known = keyword::volumes(&context.db, context.run.workspace_id, website_id).await?;
    case.insert("known".into(), known.into_iter().map(|row| row.query).collect());
    Ok(())
}

/// The website's snapshots, oldest first.
pub(super) async fn of(context: &RunContext) -> Result<Vec<Value>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let workspace_id = context.run.workspace_id;
    let rows = import::observations(&context.db, workspace_id, website_id, ObservationKind::SerpResult).await?;
    let mut looks: BTreeMap<Look, (Vec<String>, BTreeMap<u32, Value>)> = BTreeMap::new();
    for row in rows {
        let Ok(found) = serde_json::from_value::<SerpResult>(row.body.0) else { continue };
        let look =
            (found.observed_at, found.query, found.location.unwrap_or_default(), found.device.unwrap_or_default());
        let (features, results) = looks.entry(look).or_default();
        *features = found.features;
        let result =
            json!({"position": found.position, "url": found.url, "title": found.title, "domain": found.domain});
        results.insert(found.position, result);
    }
    Ok(looks.into_iter().map(snapshot).collect())
}

fn snapshot((look, (features, results)): (Look, (Vec<String>, BTreeMap<u32, Value>))) -> Value {
    let (observed_at, query, location, device) = look;
    let given = |text: String| (!text.is_empty()).then_some(text);
    json!({
        "query": query, "location": given(location), "device": given(device), "observedAt": observed_at,
        "features": features, "results": results.into_values().collect::<Vec<_>>(),
    })
}
