//! Subscriptions to the alerts about a website's ranks.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{domain::rank::RankTopic, store::rank};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    digest::{Params, obstacle},
    digest_subscription::set,
};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Whether to get alerts by email.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewRankAlertSubscription)]
pub(super) struct Input {
    website_id: Uuid,
    is_subscribed: bool,
}

/// Who gets the alerts of a website by email.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RankAlertSubscription)]
pub(super) struct Answer {
    success: Success,
    /// Whether you get them.
    is_subscribed: bool,
    /// Why you cannot get them; `null` if you can.
    obstacle: Option<&'static str>,
    /// Members who get them.
    subscribers: usize,
}

/// Get whether you get alerts about ranks by email.
#[utoipa::path(
    get, path = "/api/ranks/alerts/subscription", tag = "ranks", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn read(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    answer(&state, (member.workspace_id, website.id), member.caller.user_id).await
}

/// Subscribe to alerts about ranks, or unsubscribe.
///
/// After each run that finds some, one email has the worst 20. Every member may, for themselves. Requires a confirmed email
/// address.
#[utoipa::path(
    put, path = "/api/ranks/alerts/subscription", tag = "ranks", request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn change(
    State(state): State<AppState>, member: Member, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, input.website_id).await?;
    let (at, user_id) = ((member.workspace_id, website.id), member.caller.user_id);
    set(&state, at, (user_id, RankTopic::Alerts), input.is_subscribed).await?;
    answer(&state, at, user_id).await
}

async fn answer(state: &AppState, at: (Uuid, Uuid), user_id: Uuid) -> Result<Json<Answer>> {
    Ok(Json(Answer {
        success: Success,
        is_subscribed: rank::is_subscribed(&state.db, at, (user_id, RankTopic::Alerts)).await?,
        obstacle: obstacle(state, user_id).await?,
        subscribers: rank::subscribers(&state.db, at.0, at.1, RankTopic::Alerts).await?.len(),
    }))
}
