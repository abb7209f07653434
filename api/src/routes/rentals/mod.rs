//! Rentals of websites, and what a workspace does with leads and rent.

mod body;
mod create;
mod get;
mod list;
mod moves;
mod settings;
mod update;

use serde::Serialize;
use shared::{
    domain::rental::{Rental, RentalMove},
    store::rental,
};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Json, Success},
    routes::{boxed_handler::routes, sites::start},
    state::AppState,
};

/// A rental with the moves that its status allows.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RentalView)]
pub(super) struct View {
    #[serde(flatten)]
    rental: Rental,
    /// Moves that its status allows.
    moves: Vec<RentalMove>,
}

impl From<Rental> for View {
    fn from(rental: Rental) -> Self {
        Self { moves: rental.status.moves(), rental }
    }
}

/// Response with a rental.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneRental)]
pub(super) struct Answer {
    success: Success,
    rental: View,
}

/// Returns the response with a rental.
async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let rental = rental::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("rental"))?;
    Ok(Json(Answer { success: Success, rental: rental.into() }))
}

/// Starts the build of the site that states another tenant now, and returns the response with the rental.
async fn built(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let rental = rental::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("rental"))?;
    start::wanted(state, rental.website_id).await;
    answer(state, workspace_id, id).await
}

/// Returns the errors of missing fields of a tenant's record.
fn incomplete(missing: &[&'static str]) -> ApiError {
    let error = |name: &&str| FieldError::new(format!("/tenant/{name}"), "is missing: a verified record needs it");
    ApiError::Invalid(missing.iter().map(error).collect())
}

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler))
        .routes(routes!(moves::handler))
        .routes(routes!(settings::get, settings::put))
}
