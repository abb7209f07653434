//! Removes an own value.

use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::market::{MarketKind, MarketRow, MarketSource},
    store::market,
};
use utoipa::ToSchema;

use super::{
    create::Stored,
    store::{named, store},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

/// The value to remove.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MarketValueRemoval)]
pub(super) struct Body {
    kind: MarketKind,
    /// Key of the value.
    key: String,
}

/// Remove own market data.
///
/// The reference data count again. The removal is a change, which can be undone.
#[utoipa::path(
    post, path = "/api/market-values/remove", tag = "market data", operation_id = "market_values_remove",
    request_body = Body, responses((status = 200, body = Stored))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(body): Json<Body>,
) -> Result<Json<Stored>> {
    let known = market::values(&state.db, member.workspace_id, Some(body.kind)).await?;
    if !known.iter().any(|one| one.key == body.key) {
        return Err(ApiError::NotFound("own value"));
    }
    let title = format!("removal of {}", named(body.kind, &body.key));
    let row = MarketRow { kind: body.kind, key: body.key, body: Value::Null };
    let change_id = store(&state, &member, (MarketSource::Form, &title), &[row]).await?;
    Ok(Json(Stored { success: Success, change_id, values: 1 }))
}
