//! Lists the caller's notifications, newest first.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::notification::{Notification, NotificationKind},
    store::notification::{self, Filter},
};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Caller, Json, Limit, Query, Success},
    state::AppState,
};

/// Which ones.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    /// `true` for those that were not read.
    #[serde(default)]
    unread: bool,
    /// Only this kind, as in `engine:error`.
    #[param(value_type = Option<String>)]
    kind: Option<NotificationKind>,
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the page before.
    cursor: Option<Uuid>,
}

/// A page of notifications.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Notifications)]
pub struct Answer {
    success: Success,
    notifications: Vec<NotificationView>,
    next_cursor: Option<String>,
    /// How many are unread in all, whatever the filter.
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
    /// What it is about. Kinds with a colon are announced by the live event of that name.
    kind: NotificationKind,
    /// Weight.
    #[schema(value_type = NotificationType)]
    r#type: String,
    title: String,
    message: String,
    /// Number of occurrences since the user last read one of the group.
    count: i64,
    /// Path in the web app of its object.
    #[schema(examples("/keyword-finder?website=0193a000-0000-7000-8000-000000000001"))]
    route: Option<String>,
    /// run, import, opportunity, forecast, achievement, subscription or webhook.
    object_type: Option<String>,
    object_id: Option<String>,
    /// The workspace of its object; `null` when it is about the account.
    workspace_id: Option<Uuid>,
    read_at: Option<DateTime<Utc>>,
    /// Time of the last occurrence.
    created_at: DateTime<Utc>,
}

impl From<Notification> for NotificationView {
    fn from(stored: Notification) -> Self {
        Self {
            id: stored.id,
            kind: stored.kind,
            r#type: stored.r#type,
            title: stored.title,
            message: stored.message,
            count: stored.count,
            route: stored.route,
            object_type: stored.object_type,
            object_id: stored.object_id,
            workspace_id: stored.workspace_id,
            read_at: stored.read_at,
            created_at: stored.created_at,
        }
    }
}

/// List notifications.
///
/// The caller's own, newest first, of all workspaces.
#[utoipa::path(
    get, path = "/api/notifications", tag = "notifications", params(Params), responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, caller: Caller, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter { unread: params.unread, kind: params.kind };
    let page = notification::list(&state.db, caller.user_id, filter, params.cursor, params.limit.get()).await?;
    let unread = notification::unread(&state.db, caller.user_id).await?;
    let notifications = page.items.into_iter().map(NotificationView::from).collect();
    Ok(Json(Answer { success: Success, notifications, next_cursor: page.next_cursor, unread }))
}
