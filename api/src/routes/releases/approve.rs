//! Approves a release.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{
        audit::Action,
        release::{self, Approval},
    },
};
use uuid::Uuid;

use super::{
    get::{self, Answer},
    review::{self, Approval as Body},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, OptionalJson, Path, Person, RequestContext},
    state::AppState,
};

/// Approve a release.
///
/// States that a person has looked at it, so that it may be deployed, and records who reviewed it. A release that the checks
/// block is refused, and one of a regulated trade without a review. The approval of a launch covers its planned pages that follow:
/// see `growth` of the site. Requires a signed-in editor; API keys are refused. Approving
/// it again changes nothing, except that a first review is recorded.
#[utoipa::path(
    post, path = "/api/releases/{id}/approve", tag = "sites", request_body = Option<Body>, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>, OptionalJson(body): OptionalJson<Body>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let review = review::checked(&state, workspace_id, body.review).await?;
    let mut tx = state.db.begin().await?;
    let was = release::find(&mut tx, workspace_id, id).await?.and_then(|release| release.approved_at);
    let (release, stored) =
        match release::approve(&mut tx, (workspace_id, id), person.user_id, review.as_ref(), now()).await? {
            Approval::Approved(release, events) => (release, events),
            Approval::Blocked => {
                let detail = "The checks forbid this release. Mend what they found, and build the site again.";
                return Err(ApiError::Conflict(FieldError::new("/isBlocked", detail)));
            }
            Approval::Unreviewed => return Err(review::missing()),
            Approval::SiteDeleted | Approval::NotFound => return Err(ApiError::NotFound("release")),
        };
    if was.is_none() {
        let detail = json!({"websiteId": release.website_id, "releaseId": id, "number": release.number,
            "reviewer": review.as_ref().map(|review| &review.name)});
        session::note(&mut tx, Some(person.user_id), Action::ReleaseApproved, &context, detail).await?;
    }
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    get::answer(&state, workspace_id, id).await
}
