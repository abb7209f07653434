//! Loads user data that override the reference data of markets.

use engines::{
    common::Day,
    local::{self, NamedMarket, OrganicResult, Overrides, OwnPayout, PackEntry, SerpSnapshot, markets_of},
};
use shared::{
    domain::observation::{Observation, ObservationKind, Payout, PayoutUnit, SerpResult},
    store::import,
};

use super::{count, serps};
use crate::{context::RunContext, error::JobError};

/// Loads imported rate cards and SERPs.
pub(super) async fn overrides(context: &RunContext) -> Result<Overrides, JobError> {
    let (payouts, serps) = (payouts(context).await?, snapshots(context).await?);
    Ok(Overrides { payouts, serps, ..Overrides::default() })
}

async fn payouts(context: &RunContext) -> Result<Vec<OwnPayout>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let rows = import::observations(&context.db, context.run.workspace_id, website_id, ObservationKind::Payout).await?;
    let payouts: Vec<Payout> = rows.into_iter().map(Observation::read).collect::<Result<_, _>>()?;
    Ok(payouts.into_iter().filter_map(payout).collect())
}

/// Rents and jobs are not prices of a lead and are skipped.
fn payout(payout: Payout) -> Option<OwnPayout> {
    let unit = match payout.unit {
        PayoutUnit::Lead => local::PayoutUnit::Lead,
        PayoutUnit::Call => local::PayoutUnit::Call,
        _ => return None,
    };
    Some(OwnPayout {
        vertical: payout.vertical,
        state: payout.state,
        city: payout.city,
        unit,
        amount_cents: count(payout.amount_cents),
        currency: Some(payout.currency),
        source: payout.source,
        valid_from: payout.valid_from.as_deref().and_then(Day::parse),
        valid_to: payout.valid_to.as_deref().and_then(Day::parse),
    })
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
