//! Changes the record and the terms of a rental.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{
        audit::Action,
        lead_settings,
        rental::{self, Updated},
    },
};
use uuid::Uuid;

use super::{Answer, body::Input, built, incomplete};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Change a rental.
///
/// Replaces all fields. Requires an editor. A changed record of a verified tenant must be verified again; that of an active
/// tenant counts as verified by the user who changes it. The next invoice has the new price. A changed
/// record of an active tenant starts a build of the site.
#[utoipa::path(
    put, path = "/api/rentals/{id}", tag = "leads", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    Json(mut input): Json<Input>,
) -> Result<Json<Answer>> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let stored = rental::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("rental"))?;
    input.starts_on = input.starts_on.or(Some(stored.starts_on));
    let today = lead_settings::find(&state.db, workspace_id).await?.day(now());
    // A rental that began long ago keeps its first day.
    let near = if input.starts_on == Some(stored.starts_on) { stored.starts_on } else { today };
    let body = input.checked(near)?;
    match rental::update(&state.db, (workspace_id, id), user_id, &body, now()).await? {
        Updated::Done(stored) => events::publish_stored(&state.bus, stored),
        refused => return Err(refusal(&refused)),
    }
    let detail = json!({"workspaceId": workspace_id, "rentalId": id});
    let mut tx = state.db.begin().await?;
    session::note(&mut tx, Some(user_id), Action::RentalChanged, &context, detail).await?;
    tx.commit().await?;
    built(&state, workspace_id, id).await
}

fn refusal(updated: &Updated) -> ApiError {
    match updated {
        Updated::Ended => ApiError::Conflict(FieldError::new("", "The rental ended. Offer the website again.")),
        Updated::Fixed(name) => {
            let detail = "of an active rental does not change. End the rental and offer the website again.";
            ApiError::Conflict(FieldError::new(format!("/{name}"), detail))
        }
        Updated::Incomplete(missing) => incomplete(missing),
        Updated::TooEarly(today) => {
            ApiError::invalid("/endsOn", format!("must be today, {today}, or later. To end it earlier, end the rental"))
        }
        Updated::Done(_) | Updated::NotFound => ApiError::NotFound("rental"),
    }
}
