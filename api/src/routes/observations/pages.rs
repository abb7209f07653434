//! Lists pages of crawls and exports.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{Pair, observation::ObservationKind},
    store::import::ObservationFilter,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::list::{Answer, filled, page};
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query},
    state::AppState,
};

/// Class of the HTTP status of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PageStatusClass)]
pub(super) enum StatusClass {
    /// 200 to 299.
    Found,
    /// 300 to 399.
    Redirect,
    /// 400 to 499.
    ClientError,
    /// 500 to 599.
    ServerError,
}

impl StatusClass {
    /// Returns the first digit of the status.
    pub(super) const fn digit(self) -> u8 {
        match self {
            Self::Found => 2,
            Self::Redirect => 3,
            Self::ClientError => 4,
            Self::ServerError => 5,
        }
    }
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the address.
    q: Option<String>,
    /// Class of the status: `found`, `redirect`, `client_error` or `server_error`. Pages without a status are in none.
    #[param(inline)]
    status: Option<StatusClass>,
    /// First day of the observation.
    from: Option<NaiveDate>,
    /// Last day of the observation.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[param(value_type = Option<String>)]
    cursor: Option<Pair<i64, i64>>,
}

/// List pages.
///
/// Page contents from crawls and exports, latest import first.
#[utoipa::path(get, path = "/api/pages", tag = "observations", operation_id = "pages_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = ObservationFilter {
        contains: filled(params.q),
        from: params.from,
        to: params.to,
        status: params.status.map(StatusClass::digit),
        after: params.cursor,
        ..ObservationFilter::default()
    };
    page(&state, member.workspace_id, params.website_id, ObservationKind::Page, (&filter, params.limit)).await
}
