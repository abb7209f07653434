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

/// Query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    /// Whether to list only unread notifications.
    #[serde(default)]
    unread: bool,
    /// Only this kind, such as `engine:error`.
    #[param(value_type = Option<String>)]
    kind: Option<NotificationKind>,
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the previous page.
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
    /// Total number of unread notifications, regardless of the filter.
    unread: i64,
}

/// Severity of a notification.
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
    /// Kind. Kinds with a colon are announced by the live event of the same name.
    kind: NotificationKind,
    /// Severity.
    #[schema(value_type = NotificationType)]
    r#type: String,
    title: String,
    message: String,
    /// Number of occurrences since the user last read one of the group.
    count: i64,
    /// Path in the web app of its object.
    #[schema(examples("/keyword-finder?website=0193a000-0000-7000-8000-000000000001"))]
    route: Option<String>,
    /// One of `run`, `import`, `opportunity`, `forecast`, `achievement`, `subscription`, `webhook`.
    object_type: Option<String>,
    object_id: Option<String>,
    /// Workspace of its object; `null` for notifications about the account.
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
/// The caller's notifications in all workspaces, newest first.
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
