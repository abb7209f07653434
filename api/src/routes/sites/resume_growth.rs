//! Resumes the growth of a site.

use axum::extract::State;
use shared::store::audit::Action;
use uuid::Uuid;

use super::{
    get::{self, Answer},
    growth,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path, Person, RequestContext},
    state::AppState,
};

/// Resume the growth of a site.
///
/// The next planned pages follow at their time, those whose time has passed at once, within the number of new pages a day.
/// Requires a signed-in editor; API keys are refused.
#[utoipa::path(
    post, path = "/api/sites/{id}/growth/resume", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let by = (member.workspace_id, person.user_id);
    growth::set_paused(&state, &context, by, id, (false, Action::SiteGrowthResumed)).await?;
    get::answer(&state, member.workspace_id, id).await
}
