//! Marks notifications as read.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::notification;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Caller, Json, Success},
    state::AppState,
};

const MOST: usize = 200;

/// Selected notifications, or all.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = ReadNotifications)]
pub struct Body {
    /// Ids, at most 200.
    #[serde(default)]
    ids: Vec<Uuid>,
    /// Whether to mark all notifications.
    #[serde(default)]
    all: bool,
}

/// Number of unread notifications.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = ReadAnswer)]
pub struct Answer {
    success: Success,
    /// Number of notifications that are still unread.
    unread: i64,
}

/// Mark notifications as read.
///
/// Ids that are not the caller's are ignored.
#[utoipa::path(
    post, path = "/api/notifications/read", tag = "notifications", request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, caller: Caller, Json(body): Json<Body>) -> Result<Json<Answer>> {
    let now = shared::domain::now();
    match (body.all, body.ids.len()) {
        (false, 0) => return Err(ApiError::invalid("/ids", "Name the notifications, or say 'all'.")),
        (false, count) if count > MOST => {
            return Err(ApiError::invalid("/ids", "At most 200 can be named at once."));
        }
        (true, _) => notification::mark_read(&state.db, caller.user_id, None, now).await?,
        (false, _) => notification::mark_read(&state.db, caller.user_id, Some(&body.ids), now).await?,
    };
    let unread = notification::unread(&state.db, caller.user_id).await?;
    Ok(Json(Answer { success: Success, unread }))
}
