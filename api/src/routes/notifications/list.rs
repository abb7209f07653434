//! The caller's notifications, newest first.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{domain::notification::Notification, store::notification};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Caller, Json, Limit, Query, Success},
    state::AppState,
};

/// Which page.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the page before.
    cursor: Option<Uuid>,
}

/// A page of them.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notifications)]
pub struct Answer {
    success: Success,
    notifications: Vec<NotificationView>,
    next_cursor: Option<String>,
    /// How many are unread in all.
    unread: i64,
}

/// The weight of a notification.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "it describes what is stored as text")]
pub(crate) enum NotificationType {
    Info,
    Success,
    Warning,
    Error,
}

/// A notification.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notification)]
pub struct NotificationView {
    id: Uuid,
    /// Its weight.
    #[schema(value_type = NotificationType)]
    r#type: String,
    title: String,
    message: String,
    read_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

impl From<Notification> for NotificationView {
    fn from(kept: Notification) -> Self {
        let Notification { id, r#type, title, message, read_at, created_at } = kept;
        Self { id, r#type, title, message, read_at, created_at }
    }
}

/// List notifications.
///
/// Newest first.
#[utoipa::path(
    get, path = "/api/notifications", tag = "notifications", params(Params), responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, caller: Caller, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = notification::list(&state.db, caller.user_id, params.cursor, params.limit.get()).await?;
    let unread = notification::unread(&state.db, caller.user_id).await?;
    let notifications = page.items.into_iter().map(NotificationView::from).collect();
    Ok(Json(Answer { success: Success, notifications, next_cursor: page.next_cursor, unread }))
}
