//! Exports all data of the caller as a streamed ZIP archive of JSON files.

mod archive;
mod content;
mod edits;
mod sites;

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde_json::json;
use shared::store::audit::Action;

use crate::{
    auth::session,
    error::Result,
    extract::{Person, RequestContext},
    layer::guard,
    state::AppState,
};

/// Export the data of the account.
///
/// A ZIP archive of JSON files: account, sessions, keys, notifications, security events, and the workspaces that the
/// caller owns.
#[utoipa::path(
    get, path = "/api/user/export", tag = "user",
    responses((status = 200, description = "A ZIP archive.", content_type = "application/zip", body = Vec<u8>))
)]
pub async fn handler(State(state): State<AppState>, context: RequestContext, person: Person) -> Result<Response> {
    guard::count(&state, guard::EXPORT, &person.user_id.to_string()).await?;
    let mut tx = state.db.begin().await?;
    session::note(&mut tx, Some(person.user_id), Action::DataExported, &context, json!({})).await?;
    tx.commit().await?;
    let (entries, stream) = archive::open();
    let db = state.db.clone();
    tokio::spawn(async move {
        if let Err(error) = content::write(&db, person.user_id, &entries).await {
            tracing::warn!(%error, "an export of an account broke off");
            entries.break_off(error).await;
        }
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/zip")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"motherlode-data.zip\"")),
    ];
    Ok((headers, Body::from_stream(stream)).into_response())
}
