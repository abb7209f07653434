//! Lists imported rates.

use axum::extract::State;
use chrono::NaiveDate;
use serde::Deserialize;
use shared::{
    domain::{
        Pair,
        observation::{ObservationKind, PayoutUnit},
    },
    store::import::ObservationFilter,
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::list::{Answer, filled, page};
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the vertical.
    q: Option<String>,
    /// Text in the city or the state.
    place: Option<String>,
    /// What is paid for: `lead`, `call`, `rent` or `job`.
    #[param(inline)]
    unit: Option<PayoutUnit>,
    /// First day from which the rate is valid. Rates without a day are left out.
    from: Option<NaiveDate>,
    /// Last day from which the rate is valid. Rates without a day are left out.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[param(value_type = Option<String>)]
    cursor: Option<Pair<i64, i64>>,
}

/// List imported rates.
///
/// Amounts of rate cards that are paid for leads, calls, rentals and jobs, latest import first.
#[utoipa::path(get, path = "/api/payout-rates", tag = "observations", operation_id = "payout_rates_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = ObservationFilter {
        contains: filled(params.q),
        place: filled(params.place),
        unit: params.unit,
        from: params.from,
        to: params.to,
        after: params.cursor,
        ..ObservationFilter::default()
    };
    page(&state, member.workspace_id, params.website_id, ObservationKind::Payout, (&filter, params.limit)).await
}
