//! Records the outcome of an insight.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::insight::{Nature, Verdict},
    events,
    store::{
        achievement,
        event::{self, Audience, NewEvent},
        insight,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{confidence, insight_view::InsightView};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Outcome of an insight.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = InsightJudgement)]
pub(super) struct Input {
    /// One of `open`, `confirmed`, `refuted`.
    #[schema(value_type = Verdict)]
    verdict: String,
}

/// The updated insight.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = InsightAnswer)]
pub(super) struct Answer {
    success: Success,
    insight: InsightView,
}

/// Record the outcome of an insight.
///
/// The learning engine uses it to calibrate the confidence of the engine.
#[utoipa::path(patch, path = "/api/intelligence-engines/insights/{id}", tag = "engines", params(("id" = Uuid, Path)), request_body = Input, responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let verdict = match input.verdict.parse() {
        Ok(verdict @ (Verdict::Open | Verdict::Confirmed | Verdict::Refuted)) => verdict,
        _ => return Err(ApiError::invalid("/verdict", "must be open, confirmed or refuted")),
    };
    let found = insight::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("insight"))?;
    if found.body.nature == Nature::Fact {
        return Err(ApiError::invalid(
            "/verdict",
            "is not applicable: this insight is a fact, and facts are not scored",
        ));
    }
    let now = shared::domain::now();
    let mut tx = state.db.begin().await?;
    let judged = insight::judge(&mut tx, member.workspace_id, id, verdict, now).await?;
    let judged = judged.ok_or(ApiError::NotFound("insight"))?;
    let mut told = achievement::award_outcomes(&mut tx, member.caller.user_id, now).await?;
    let payload = json!({"insight": &judged});
    told.push(NewEvent { audience: Audience::Workspace(member.workspace_id), r#type: "engine:insight", payload });
    let told = event::append(&mut tx, &told, now).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    let insight = confidence::calibrated(&state, member.workspace_id, vec![judged.into()]).await?.remove(0);
    Ok(Json(Answer { success: Success, insight }))
}
