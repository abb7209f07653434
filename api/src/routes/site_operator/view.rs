//! The operator of sites, in responses.

use serde::Serialize;
use shared::{domain::site_operator::SiteOperator, store::site_operator};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Json, Success},
    state::AppState,
};

/// The operator of a workspace's sites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OneSiteOperator)]
pub(super) struct Answer {
    success: Success,
    operator: SiteOperator,
    /// Required fields that are empty, such as `legalName`. Without any, sites can be created.
    missing: Vec<&'static str>,
}

impl Answer {
    pub(super) fn of(operator: SiteOperator) -> Json<Self> {
        Json(Self { success: Success, missing: operator.missing(), operator })
    }
}

/// Returns the operator of a workspace's sites; all fields are empty before somebody entered it.
pub(crate) async fn find(state: &AppState, workspace_id: Uuid) -> Result<SiteOperator> {
    Ok(site_operator::find(&state.db, workspace_id).await?.unwrap_or_default())
}

/// Returns the operator if sites can be created.
///
/// # Errors
/// Returns [`ApiError::Conflict`] that names the empty fields and where to enter them.
pub(crate) async fn complete(state: &AppState, workspace_id: Uuid) -> Result<SiteOperator> {
    let operator = find(state, workspace_id).await?;
    match operator.incomplete() {
        None => Ok(operator),
        Some(detail) => {
            Err(ApiError::Conflict(FieldError::new("/operator", format!("{detail} Then create the site."))))
        }
    }
}
