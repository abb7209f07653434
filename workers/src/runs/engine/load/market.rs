//! What the user knows better than the reference data of markets.

use engines::{
    command::Body,
    local::{NamedMarket, markets_of},
};
use serde_json::{Value, json};
use shared::{
    domain::observation::{Observation, ObservationKind, Payout, PayoutUnit},
    store::import,
};

use super::serps;
use crate::{context::RunContext, error::JobError};

/// Imported rate cards and result pages as `overrides: {payouts: […], serps: […]}`.
pub(super) async fn overrides(context: &RunContext, action: &str, case: &mut Body) -> Result<(), JobError> {
    if action == "tenants" {
        return Ok(());
    }
    let mut overrides = Body::new();
    for (name, rows) in [("payouts", payouts(context).await?), ("serps", result_pages(context).await?)] {
        if !rows.is_empty() {
            overrides.insert(name.into(), json!(rows));
        }
    }
    if !overrides.is_empty() {
        case.insert("overrides".into(), Value::Object(overrides));
    }
    Ok(())
}

/// Rents and jobs are no price of a lead, and stay out.
async fn payouts(context: &RunContext) -> Result<Vec<Value>, JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(Vec::new()) };
    let rows = import::observations(&context.db, context.run.workspace_id, website_id, ObservationKind::Payout).await?;
    let payouts: Vec<Payout> = rows.into_iter().map(Observation::read).collect::<Result<_, _>>()?;
    Ok(payouts
        .into_iter()
        .filter(|payout| matches!(payout.unit, PayoutUnit::Lead | PayoutUnit::Call))
        .map(|payout| {
            json!({
                "vertical": payout.vertical, "state": payout.state, "city": payout.city, "unit": payout.unit,
                "amountCents": payout.amount_cents, "currency": payout.currency, "source": payout.source,
                "validFrom": payout.valid_from, "validTo": payout.valid_to,
            })
        })
        .collect())
}

/// Result pages of searches for a trade in a place; of several of one market the engine takes the last, the newest.
async fn result_pages(context: &RunContext) -> Result<Vec<Value>, JobError> {
    let looks: Vec<_> = serps::looks(context).await?.into_iter().collect();
    let searches: Vec<_> = looks.iter().map(|(look, _)| (look.query.as_str(), look.location.as_deref())).collect();
    let markets = markets_of(&searches);
    let pages = looks.into_iter().zip(markets).filter_map(|((look, (features, results)), market)| {
        let NamedMarket { vertical, place } = market?;
        let organic =
            results.into_values().map(|one| json!({"position": one.position, "url": one.url, "title": one.title}));
        let day: String = look.observed_at.chars().take(10).collect();
        Some(json!({
            "vertical": vertical, "place": place, "query": look.query, "observedAt": day,
            "organic": organic.collect::<Vec<_>>(), "pack": pack(&features), "source": "import",
        }))
    });
    Ok(pages.collect())
}

/// No entry where features were noted and no map was among them. Who stands in one, an import does not tell.
fn pack(features: &[String]) -> Value {
    let is_map = |feature: &String| feature.contains("local") || feature.contains("map");
    if features.is_empty() || features.iter().any(is_map) { Value::Null } else { json!([]) }
}
