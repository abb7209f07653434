//! Subscriptions to emails about the ranks of a website.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{now, rank::RankTopic},
    store::rank,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::digest::{self, answer, obstacle};
use crate::{
    auth::key::random_token,
    error::{ApiError, FieldError, Result},
    extract::{Json, Member, Query, RequestContext, Success},
    layer::guard,
    state::AppState,
};

/// Whether to get the digest by email.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RankDigestSubscription)]
pub(super) struct Input {
    website_id: Uuid,
    is_subscribed: bool,
}

/// Subscribe to the digest of ranks, or unsubscribe.
///
/// Every member may, for themselves. Requires a confirmed email address.
#[utoipa::path(
    put, path = "/api/ranks/digest/subscription", tag = "ranks", request_body = Input,
    responses((status = 200, body = digest::Answer))
)]
pub(super) async fn change(
    State(state): State<AppState>, member: Member, Json(input): Json<Input>,
) -> Result<Json<digest::Answer>> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let website = super::website(&state, workspace_id, input.website_id).await?;
    set(&state, (workspace_id, website.id), (user_id, RankTopic::Digest), input.is_subscribed).await?;
    answer(&state, workspace_id, user_id, website.id).await
}

/// Starts or ends a member's emails about the ranks of a website.
pub(super) async fn set(state: &AppState, at: (Uuid, Uuid), who: (Uuid, RankTopic), is_subscribed: bool) -> Result<()> {
    if !is_subscribed {
        return Ok(rank::unsubscribe(&state.db, at, who).await?);
    }
    if let Some(obstacle) = obstacle(state, who.0).await? {
        return Err(ApiError::Conflict(FieldError::new("/isSubscribed", obstacle)));
    }
    let (token, base_url) = (random_token(), &state.settings.public_url);
    Ok(rank::subscribe(&state.db, at, who, (&token, base_url), now()).await?)
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Token of the link in the email.
    token: String,
}

/// Confirmation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RankDigestUnsubscribed)]
pub(super) struct Unsubscribed {
    success: Success,
    message: &'static str,
}

/// Unsubscribe with the link of an email.
///
/// No account is needed. Mail programs send this request themselves (RFC 8058), so its body is ignored. The response is
/// the same if the subscription has already ended.
#[utoipa::path(
    post, path = "/api/ranks/digest/unsubscribe", tag = "ranks", security(()), params(Params),
    responses((status = 200, body = Unsubscribed))
)]
pub(super) async fn unsubscribe(
    State(state): State<AppState>, context: RequestContext, Query(params): Query<Params>,
) -> Result<Json<Unsubscribed>> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    rank::unsubscribe_by_token(&state.db, &params.token).await?;
    Ok(Json(Unsubscribed { success: Success, message: "You no longer get these emails." }))
}
