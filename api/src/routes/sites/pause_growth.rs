//! Pauses the growth of a site.

use axum::extract::State;
use shared::store::audit::Action;
use uuid::Uuid;

use super::{
    get::{self, Answer},
    growth,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Pause the growth of a site.
///
/// No build adds planned pages until it is resumed. Requires an editor.
#[utoipa::path(
    post, path = "/api/sites/{id}/growth/pause", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let by = (member.workspace_id, member.caller.user_id);
    growth::set_paused(&state, &context, by, id, (true, Action::SiteGrowthPaused)).await?;
    get::answer(&state, member.workspace_id, id).await
}
