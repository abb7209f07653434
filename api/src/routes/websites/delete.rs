//! Deletes a website permanently.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::store::{
    audit::Action,
    website::{self, Deletion},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext, Success},
    routes::{auth::answer::Done, workspaces::delete::forget_uploads},
    state::AppState,
};

/// Confirmation of a deletion.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WebsiteDeletion)]
pub(super) struct Body {
    /// The website's host, to confirm the deletion.
    #[schema(examples("example.com"))]
    host: String,
}

/// Delete a website.
///
/// Deletes the website with its imports, findings, forecasts, opportunities, plans, experiments, notes, messages and
/// runs. It cannot be undone; archive the website to keep its data. Requires an editor or owner. Fails with 422 if the
/// host does not match, and with 409 while a run is working on it.
#[utoipa::path(
    delete, path = "/api/websites/{id}", tag = "websites", params(("id" = Uuid, Path)), request_body = Body,
    responses((status = 200, body = Done))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    Json(body): Json<Body>,
) -> Result<Json<Done>> {
    let found = website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    if !body.host.trim().eq_ignore_ascii_case(&found.host) {
        return Err(ApiError::invalid("/host", format!("Enter {} to delete this website.", found.host)));
    }
    let mut tx = state.db.begin().await?;
    let imports = match website::delete(&mut tx, member.workspace_id, id).await? {
        Deletion::Deleted(imports) => imports,
        Deletion::NotFound => return Err(ApiError::NotFound("website")),
        Deletion::Busy => {
            let detail = "A run is working on this website. Wait until it ends or cancel it, then try again.";
            return Err(ApiError::Conflict(FieldError::new("", detail)));
        }
    };
    let detail = json!({"workspaceId": member.workspace_id, "websiteId": id, "host": found.host});
    session::note(&mut tx, Some(member.caller.user_id), Action::WebsiteDeleted, &context, detail).await?;
    tx.commit().await?;
    forget_uploads(&state, &imports).await;
    Ok(Json(Done { success: Success }))
}
