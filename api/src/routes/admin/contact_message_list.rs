//! Lists what visitors wrote to the operator.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::store::contact::{self, Message};
use utoipa::IntoParams;
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Admin, Json, Limit, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Params {
    #[serde(default)]
    #[param(inline, required = false)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of messages, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceivedMessages)]
pub struct Answer {
    success: Success,
    messages: Vec<MessageView>,
    next_cursor: Option<String>,
}

/// A message of a visitor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceivedMessage)]
pub struct MessageView {
    id: Uuid,
    name: String,
    /// Where to answer. Nobody has checked that the sender owns it.
    email: String,
    message: String,
    /// Network address of the sender.
    address: String,
    created_at: DateTime<Utc>,
}

impl From<Message> for MessageView {
    fn from(stored: Message) -> Self {
        let Message { id, name, email, message, address, created_at } = stored;
        Self { id, name, email, message, address, created_at }
    }
}

/// List messages of the contact form.
///
/// Administrators only.
#[utoipa::path(
    get, path = "/api/admin/contact-messages", tag = "admin", params(Params),
    responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, _: Admin, Query(params): Query<Params>) -> Result<Json<Answer>> {
    let page = contact::list(&state.db, params.cursor, params.limit.get()).await?;
    let messages = page.items.into_iter().map(MessageView::from).collect();
    Ok(Json(Answer { success: Success, messages, next_cursor: page.next_cursor }))
}
