//! What the user knows better than the reference data of markets.

use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::observation::{ObservationKind, Payout, PayoutUnit},
    store::import,
};

use crate::{context::RunContext, error::JobError};

/// Imported rate cards as `overrides: {payouts: […]}`. Rents and jobs are no price of a lead, and stay out.
pub(super) async fn rates(context: &RunContext, action: &str, case: &mut Body) -> Result<(), JobError> {
    let Some(website_id) = context.run.website_id else { return Ok(()) };
    if action == "tenants" {
        return Ok(());
    }
    let rows = import::observations(&context.db, context.run.workspace_id, website_id, ObservationKind::Payout).await?;
    let payouts: Vec<Value> = rows
        .into_iter()
        .filter_map(|row| serde_json::from_value::<Payout>(row.body.0).ok())
        .filter(|payout| matches!(payout.unit, PayoutUnit::Lead | PayoutUnit::Call))
        .map(|payout| {
            json!({
                "vertical": payout.vertical, "state": payout.state, "city": payout.city, "unit": payout.unit,
                "amountCents": payout.amount_cents, "currency": payout.currency, "source": payout.source,
                "validFrom": payout.valid_from, "validTo": payout.valid_to,
            })
        })
        .collect();
    if !payouts.is_empty() {
        case.insert("overrides".into(), json!({ "payouts": payouts }));
    }
    Ok(())
}
