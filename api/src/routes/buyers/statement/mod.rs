//! The statement of a buyer: charged leads, refunds and payments of a period, and what is owed.

mod get;
mod html;

use chrono::{Datelike, NaiveDate};
use serde::Deserialize;
use shared::{
    domain::{now, statement::Statement},
    store::{buyer, ledger},
};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    routes::boxed_handler::routes,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct Params {
    /// First day (UTC). Default: the first of the month of the last day.
    from: Option<NaiveDate>,
    /// Last day (UTC). Default: today.
    to: Option<NaiveDate>,
}

/// Routes of this resource.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get::handler)).routes(routes!(html::handler))
}

/// Returns the statement of a buyer of the workspace.
async fn find(state: &AppState, workspace_id: Uuid, id: Uuid, params: &Params) -> Result<Statement> {
    let period = period(params, now().date_naive())?;
    let buyer = buyer::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("buyer"))?;
    let statement = ledger::statement(&state.db, workspace_id, &buyer, period).await?;
    statement.ok_or_else(|| {
        let most = ledger::STATEMENT_LINES;
        ApiError::invalid("/from", format!("has more than {most} transactions until the last day; choose a later day"))
    })
}

/// Returns the first and the last day.
fn period(params: &Params, today: NaiveDate) -> Result<(NaiveDate, NaiveDate)> {
    let to = params.to.unwrap_or(today);
    let from = params.from.or_else(|| to.with_day(1)).unwrap_or(to);
    if from > to {
        return Err(ApiError::invalid("/from", format!("must not be after the last day, {to}")));
    }
    Ok((from, to))
}
