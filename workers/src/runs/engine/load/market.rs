//! Loads user data that override the reference data of markets.

use engines::{
    common::Day,
    local::{NamedMarket, OrganicResult, Overrides, PackEntry, SerpSnapshot, markets_of},
};
use shared::domain::observation::SerpResult;

use super::serps;
use crate::{context::RunContext, error::JobError};

/// Loads imported rate cards and SERPs, and the own values and places of the workspace.
pub(super) async fn overrides(context: &RunContext) -> Result<Overrides, JobError> {
    let (own, serps) = (own(context).await?, snapshots(context).await?);
    Ok(Overrides { serps, ..own })
}

/// Loads the workspace's own values, places and rate cards; those of the run's website count first.
async fn own(context: &RunContext) -> Result<Overrides, JobError> {
    let own = markets::own(&context.db, context.run.workspace_id, context.run.website_id).await?;
    Ok(own.overrides)
}

/// Loads SERPs of a trade in a place; the engine uses the last, which is the latest, per market.
async fn snapshots(context: &RunContext) -> Result<Vec<SerpSnapshot>, JobError> {
    let looks: Vec<_> = serps::looks(context).await?.into_iter().collect();
    let queries: Vec<_> = looks.iter().map(|(look, _)| (look.query.as_str(), look.location.as_deref())).collect();
    let markets = markets_of(&queries);
    let snapshots = looks.into_iter().zip(markets).filter_map(|((look, (features, results)), market)| {
        let NamedMarket { vertical, place } = market?;
        Some(SerpSnapshot {
            vertical,
            place,
            query: Some(look.query),
            observed_at: Day::parse(&look.observed_at),
            organic: results.into_values().map(organic).collect(),
            pack: pack(&features),
            source: Some("import".to_owned()),
            ..SerpSnapshot::default()
        })
    });
    Ok(snapshots.collect())
}

fn organic(result: SerpResult) -> OrganicResult {
    OrganicResult {
        position: Some(f64::from(result.position)),
        url: result.url,
        title: result.title,
        referring_domains: None,
    }
}

/// Returns an empty pack if features were recorded without a map pack. An import does not contain the businesses of a
/// pack.
fn pack(features: &[String]) -> Option<Vec<PackEntry>> {
    let is_map = |feature: &String| feature.contains("local") || feature.contains("map");
    if features.is_empty() || features.iter().any(is_map) { None } else { Some(Vec::new()) }
}
