//! Returns Core Web Vitals.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::analytics::{Vitals, VitalsDevice},
    store::{vitals, website},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Weeks of a history at most.
const MOST_WEEKS: i64 = 200;

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Device. Default: `phone`.
    #[param(inline)]
    pub(super) device: Option<VitalsDevice>,
}

/// 75th percentiles of visits in 28 days: three of four visits were at least as good. `null` where too few visitors had it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebVitals)]
pub(super) struct VitalsView {
    /// Page, or the origin of the website.
    url: String,
    /// Whether it is about all pages of the origin.
    is_origin: bool,
    /// First day of the visits.
    first_day: NaiveDate,
    /// Last day of the visits.
    day: NaiveDate,
    /// Largest Contentful Paint, in milliseconds. Good up to 2,500, poor above 4,000.
    lcp: Option<f64>,
    /// Interaction to Next Paint, in milliseconds. Good up to 200, poor above 500.
    inp: Option<f64>,
    /// Cumulative Layout Shift. Good up to 0.1, poor above 0.25.
    cls: Option<f64>,
    /// First Contentful Paint, in milliseconds. Good up to 1,800, poor above 3,000.
    fcp: Option<f64>,
    /// Time to First Byte, in milliseconds. Good up to 800, poor above 1,800.
    ttfb: Option<f64>,
}

/// Core Web Vitals of a website.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VitalsReport)]
pub(super) struct Answer {
    success: Success,
    device: VitalsDevice,
    /// Latest figures: of the origin first, then of the pages with the most clicks.
    latest: Vec<VitalsView>,
    /// Figures of the origin, oldest first.
    history: Vec<VitalsView>,
}

/// Get the Core Web Vitals of a website.
///
/// As visitors of Chrome had them (Chrome UX Report), fetched by a connection. Pages with few visitors have none.
#[utoipa::path(
    get, path = "/api/websites/{id}/vitals", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    website::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let device = params.device.unwrap_or(VitalsDevice::Phone);
    let latest = vitals::latest(db, workspace_id, id, device).await?;
    let history = match latest.first().filter(|first| first.is_origin) {
        Some(first) => vitals::history(db, workspace_id, id, Some(&first.url), Some(device), MOST_WEEKS).await?,
        None => Vec::new(),
    };
    let view = |rows: Vec<Vitals>| rows.into_iter().map(VitalsView::from).collect();
    Ok(Json(Answer { success: Success, device, latest: view(latest), history: view(history) }))
}

impl From<Vitals> for VitalsView {
    fn from(row: Vitals) -> Self {
        let Vitals { url, is_origin, first_day, day, lcp, inp, cls, fcp, ttfb, .. } = row;
        Self { url, is_origin, first_day, day, lcp, inp, cls, fcp, ttfb }
    }
}
