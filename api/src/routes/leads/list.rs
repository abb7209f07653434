//! Lists received leads.

use axum::extract::State;
use chrono::{Days, NaiveDate, NaiveTime};
use serde::{Deserialize, Serialize};
use shared::{
    domain::lead::{LeadStatus, ReceivedLead},
    store::lead::{self, LeadFilter},
    table::Format,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Text in the name, email, phone, message, page or keyword.
    q: Option<String>,
    /// Only of this website.
    website_id: Option<Uuid>,
    /// Only of this buyer.
    buyer_id: Option<Uuid>,
    /// Only with this status.
    #[param(inline)]
    status: Option<LeadStatus>,
    /// First day (UTC).
    from: Option<NaiveDate>,
    /// Last day (UTC).
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    pub(super) limit: Limit,
    /// `nextCursor` of the previous page. Ignored by the export.
    pub(super) cursor: Option<Uuid>,
    /// Format of the export: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    pub(super) format: Format,
}

impl Params {
    pub(super) fn filter(&self) -> LeadFilter {
        let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
        LeadFilter {
            contains: self.q.clone(),
            website_id: self.website_id,
            buyer_id: self.buyer_id,
            status: self.status,
            from: self.from.map(midnight),
            until: self.to.and_then(|day| day.checked_add_days(Days::new(1))).map(midnight),
        }
    }
}

/// A page of leads, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReceivedLeadList)]
pub(super) struct Answer {
    success: Success,
    leads: Vec<ReceivedLead>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List received leads.
///
/// Leads of forms and calls, newest first. Imported leads are at `/api/leads`.
#[utoipa::path(
    get, path = "/api/received-leads", tag = "leads", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (filter, limit) = (params.filter(), params.limit.get());
    let page = lead::list(&state.db, member.workspace_id, &filter, params.cursor, limit).await?;
    Ok(Json(Answer { success: Success, leads: page.items, next_cursor: page.next_cursor }))
}
