//! Takes a site offline.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{
        audit::Action,
        site::{self, Archived},
    },
};
use uuid::Uuid;

use super::{
    start,
    view::{self, AtWork},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext, Success},
    state::AppState,
};

/// Take a site offline.
///
/// At built-in hosting at once; at another target a run removes its files. A deployment of any approved release brings it
/// back. Requires an editor.
#[utoipa::path(
    post, path = "/api/sites/{id}/offline", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = AtWork))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<AtWork>> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    if view::found(&state, workspace_id, id).await?.live_release_id.is_none() {
        return Err(ApiError::Conflict(FieldError::new("/status", "The site is not live.")));
    }
    let mut tx = state.db.begin().await?;
    let taken = site::take_offline(&mut tx, workspace_id, id, now()).await?;
    let (stored, begun) = match taken {
        Archived::Done(events) => (events, None),
        Archived::Remote => {
            let limits = state.settings.workspace;
            let started = site::start_offline(&mut tx, limits, (workspace_id, id), user_id, now()).await?;
            (Vec::new(), Some(start::begun(started)?))
        }
        Archived::Busy(run_id) => (Vec::new(), Some(start::begun(site::Started::Busy(run_id))?)),
        Archived::NotFound => return Err(ApiError::NotFound("site")),
    };
    let detail = json!({"workspaceId": workspace_id, "websiteId": id});
    session::note(&mut tx, Some(user_id), Action::SiteTakenOffline, &context, detail).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    start::changed(&state, id);
    let run_id = match begun {
        Some(begun) => Some(start::deliver(&state, begun).await.id),
        None => None,
    };
    Ok(Json(AtWork { success: Success, site: view::one(&state, workspace_id, id).await?, run_id }))
}
