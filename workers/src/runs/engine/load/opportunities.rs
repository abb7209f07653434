//! Opportunities as bets.

use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::opportunity::{OpportunityBody, OpportunityStatus},
    store::opportunity,
};

use crate::{context::RunContext, error::JobError};

/// Opportunities that a plan chooses among.
const MOST: i64 = 200;
/// Work on an opportunity whose finder gave no figure.
const USUAL_MINUTES: i32 = 60;

/// Those that nobody has begun or dropped, as `opportunities: […]`.
pub(super) async fn bets(context: &RunContext, case: &mut Body) -> Result<(), JobError> {
    let found = opportunity::list(&context.db, context.run.workspace_id, context.run.website_id, MOST).await?;
    // One without a worth cannot be weighed against the others.
    let open = found.into_iter().filter(|one| {
        matches!(one.status, OpportunityStatus::Discovered | OpportunityStatus::InReview) && one.body.impact.is_some()
    });
    let bets: Vec<Value> = open.map(|one| bet(one.id, &one.body)).collect();
    case.insert("opportunities".into(), json!(bets));
    Ok(())
}

fn bet(id: uuid::Uuid, body: &OpportunityBody) -> Value {
    let impact = body.impact.as_ref();
    let minutes = body.effort_minutes.unwrap_or(USUAL_MINUTES);
    json!({
        "id": id, "title": body.title, "vertical": body.category, "lowCents": impact.map(|impact| impact.low_cents),
        "midCents": impact.map(|impact| impact.mid_cents), "highCents": impact.map(|impact| impact.high_cents),
        "costCents": 0, "hours": f64::from(minutes) / 60.0,
    })
}
