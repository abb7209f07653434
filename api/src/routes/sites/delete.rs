//! Deletes a site.

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{
        audit::Action,
        rental,
        site::{self, Archived},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{start, view};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete a site.
///
/// Takes it offline, frees its host names and archives its website. Its texts, leads and ledger stay. A site at another target
/// than built-in hosting must be taken offline first, and the rental of a rented site ended. Requires an editor.
#[utoipa::path(
    delete, path = "/api/sites/{id}", tag = "sites", params(("id" = Uuid, Path)), responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    let workspace_id = member.workspace_id;
    let found = view::found(&state, workspace_id, id).await?;
    let mut tx = state.db.begin().await?;
    let stored = match site::archive(&mut tx, workspace_id, id, now()).await? {
        Archived::Done(events) => events,
        Archived::Busy(run_id) => {
            return start::begun(site::Started::Busy(run_id)).map(|_| Json(Deleted { success: Success }));
        }
        Archived::Remote => {
            let detail = "The site's files are at its target. Take it offline first, then delete it.";
            return Err(ApiError::Conflict(FieldError::new("/targetId", detail)));
        }
        Archived::NotFound => return Err(ApiError::NotFound("site")),
    };
    if let Some((tenant, _)) = rental::active_tenant(&mut tx, workspace_id, id).await? {
        let detail = format!("{} pays rent for this site. End the rental first, then delete the site.", tenant.name);
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    let detail = json!({"workspaceId": workspace_id, "websiteId": id, "name": found.name});
    session::note(&mut tx, Some(member.caller.user_id), Action::SiteDeleted, &context, detail).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    start::changed(&state, id);
    Ok(Json(Deleted { success: Success }))
}
