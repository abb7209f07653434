//! Changes a campaign.

use axum::extract::State;
use shared::{
    domain::{campaign::CampaignStatus, now},
    store::campaign,
};
use uuid::Uuid;

use super::{
    body,
    change::Input,
    market_pool,
    view::{self, Answer},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Change a campaign.
///
/// Only the name of a campaign that is active or has ended can be changed: pause it first, and resume it afterwards, which
/// needs a person. Requires an editor.
#[utoipa::path(
    patch, path = "/api/campaigns/{id}", tag = "campaigns", operation_id = "campaigns_update", request_body = Input,
    params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let missing = || ApiError::NotFound("campaign");
    let stored = campaign::find(&state.db, workspace_id, id).await?.ok_or_else(missing)?;
    let (changes_terms, changes_targets) = (input.changes_terms(), input.changes_targets());
    let plan = input.apply(stored.plan())?;
    body::check(&state, workspace_id, &plan).await?;
    if changes_targets {
        market_pool::check(&state, workspace_id, &plan.targets).await?;
    }
    let mut tx = state.db.begin().await?;
    let locked = campaign::lock(&mut tx, workspace_id, id).await?.ok_or_else(missing)?;
    let is_open = matches!(locked.status, CampaignStatus::Draft | CampaignStatus::Paused);
    if changes_terms && !is_open {
        let remedy = if locked.status == CampaignStatus::Active { "Pause it first." } else { "Create a new one." };
        let detail = format!("The campaign is {}. {remedy}", locked.status);
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    }
    if locked.updated_at != stored.updated_at {
        let detail = "The campaign was changed meanwhile. Load it again.";
        return Err(ApiError::Conflict(FieldError::new("/updatedAt", detail)));
    }
    campaign::update(&mut tx, workspace_id, id, &plan, now()).await?;
    tx.commit().await?;
    view::answer(&state, workspace_id, id).await
}
