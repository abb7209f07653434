//! Offers a website to a business.

use axum::{extract::State, http::StatusCode};
use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{new_id, now},
    store::{
        audit::Action,
        lead_settings,
        rental::{self, MOST_RENTALS},
        website, workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    Answer, answer,
    body::{Input, TenantInput, dollars, first},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, RequestContext},
    state::AppState,
};

/// An offer of a website to a business.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewRental)]
pub(super) struct NewInput {
    /// Website: a site, or an own website.
    website_id: Uuid,
    /// Business that rents the website.
    tenant: TenantInput,
    /// Rent of a month, in cents.
    #[schema(examples(90_000), minimum = 100)]
    price_cents: i64,
    /// Three capital letters. Default: `USD`.
    #[serde(default = "dollars")]
    currency: String,
    /// First day of the rent. Default: today.
    #[serde(default)]
    starts_on: Option<NaiveDate>,
    /// Last day of the rent; `null` for an open end.
    #[serde(default)]
    ends_on: Option<NaiveDate>,
    /// Day of the month on which its rent is invoiced, 1 to 28. Default: 1.
    #[serde(default = "first")]
    billing_day: i32,
}

/// Offer a website for rent.
///
/// Requires an editor. Nothing changes for the website until the rental is active. A workspace has at most 2,000 rentals that
/// did not end.
#[utoipa::path(
    post, path = "/api/rentals", tag = "leads", request_body = NewInput, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Json(new): Json<NewInput>,
) -> Result<(StatusCode, Json<Answer>)> {
    let (workspace_id, user_id, id) = (member.workspace_id, member.caller.user_id, new_id());
    let NewInput { website_id, tenant, price_cents, currency, starts_on, ends_on, billing_day } = new;
    let input = Input { tenant, price_cents, currency, starts_on, ends_on, billing_day };
    let body = input.checked(lead_settings::find(&state.db, workspace_id).await?.day(now()))?;
    if !website::exists(&state.db, workspace_id, website_id).await? {
        return Err(ApiError::NotFound("website"));
    }
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if rental::count(&mut tx, workspace_id).await? >= MOST_RENTALS {
        return Err(ApiError::Conflict(FieldError::new("", "A workspace has at most 2,000 rentals. End one first.")));
    }
    rental::insert(&mut tx, (workspace_id, user_id), (id, website_id), &body, now()).await?;
    let detail = json!({"workspaceId": workspace_id, "rentalId": id, "websiteId": website_id});
    session::note(&mut tx, Some(user_id), Action::RentalAdded, &context, detail).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, answer(&state, workspace_id, id).await?))
}
