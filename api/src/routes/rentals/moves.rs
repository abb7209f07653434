//! Changes the status of a rental.

use axum::extract::State;
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{now, rental::RentalMove},
    events,
    store::{
        audit::Action,
        rental::{self, RentalDeed, RentalMoved},
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Answer, built, incomplete};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// A move of a rental.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RentalMoveInput)]
pub(super) struct Input {
    /// What happens to the rental.
    r#move: RentalMove,
    /// Last day of the rent, at most today, for `end`. Default: today.
    #[serde(default)]
    ends_on: Option<NaiveDate>,
}

/// Change the status of a rental.
///
/// Requires an editor. `verify` states that the record of the tenant is correct, and is recorded with its user. `activate`
/// lets its site state the tenant, sends the website's leads to the tenant without a price, and issues the invoices that are due.
/// Rent of a live site counts from the day on which its live release first names the tenant: until then nothing is invoiced.
/// `end` gives the website back: its leads go to buyers again. The site is built at once; its leads follow the live release, so
/// that they change once the new release is approved and live (`disclosure`). Open invoices of days after the end are replaced by
/// invoices of the days until it; days after it that were paid are credited (`creditCents`). `revise` returns a verified tenant to the offer.
#[utoipa::path(
    post, path = "/api/rentals/{id}/move", tag = "leads", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let (workspace_id, user_id, by) = (member.workspace_id, member.caller.user_id, input.r#move);
    if input.ends_on.is_some() && by != RentalMove::End {
        return Err(ApiError::invalid("/endsOn", "is only for the move 'end'"));
    }
    let deed = RentalDeed { user_id: Some(user_id), ends_on: input.ends_on };
    match rental::apply(&state.db, (workspace_id, id), by, deed, now()).await? {
        RentalMoved::Done(stored) => events::publish_stored(&state.bus, stored),
        refused => return Err(refusal(&refused)),
    }
    let detail = json!({"workspaceId": workspace_id, "rentalId": id, "move": by});
    let mut tx = state.db.begin().await?;
    session::note(&mut tx, Some(user_id), Action::RentalMoved, &context, detail).await?;
    tx.commit().await?;
    built(&state, workspace_id, id).await
}

fn refusal(moved: &RentalMoved) -> ApiError {
    let conflict = |detail: String| ApiError::Conflict(FieldError::new("/move", detail));
    match moved {
        RentalMoved::Refused(status) => conflict(format!("A rental with the status '{status}' does not allow this.")),
        RentalMoved::Incomplete(missing) => incomplete(missing),
        RentalMoved::Occupied(_) => conflict("Another rental of this website is active. End it first.".to_owned()),
        RentalMoved::Over(day) => conflict(format!("The rental's last day, {day}, is over. Change it first.")),
        RentalMoved::TooLate(today) => ApiError::invalid("/endsOn", format!("must be at most today, {today}")),
        RentalMoved::Done(_) | RentalMoved::NotFound => ApiError::NotFound("rental"),
    }
}
