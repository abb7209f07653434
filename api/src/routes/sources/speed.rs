//! Returns tests of pages in a laboratory.

use axum::extract::State;
use chrono::NaiveDate;
use serde::Serialize;
use shared::{
    domain::{
        analytics::VitalsDevice,
        speed::{SpeedSummary, summaries},
    },
    store::{speed, website},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::vitals::Params;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Tests that are read.
const MOST: i64 = 20_000;

/// Medians of the latest tests of a page, five at most: one test varies.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SpeedTests)]
struct TestsView {
    url: String,
    /// Day of the latest test.
    day: NaiveDate,
    /// Number of tests, 1 to 5.
    tests: usize,
    /// Score of performance, from 0 to 1. Good from 0.9, poor below 0.5.
    performance: Option<f64>,
    /// Lowest score of these tests.
    lowest: Option<f64>,
    /// Highest score of these tests.
    highest: Option<f64>,
    /// Largest Contentful Paint, in milliseconds. Good up to 2,500, poor above 4,000.
    lcp: Option<f64>,
    /// Cumulative Layout Shift. Good up to 0.1, poor above 0.25.
    cls: Option<f64>,
    /// Total Blocking Time, in milliseconds. Good up to 200 on phones, poor above 600.
    tbt: Option<f64>,
    /// Response time of the server, in milliseconds.
    response: Option<f64>,
    /// Version of Lighthouse of the latest test.
    lighthouse: Option<String>,
}

/// Tests of a website's pages.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SpeedReport)]
pub(super) struct Answer {
    success: Success,
    device: VitalsDevice,
    pages: Vec<TestsView>,
}

/// Get the tests of a website's pages in a laboratory.
///
/// A connection to PageSpeed Insights tests the start page and the nine pages with the most clicks every day.
#[utoipa::path(
    get, path = "/api/websites/{id}/speed", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    website::find(db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let device = params.device.unwrap_or(VitalsDevice::Phone);
    let tests = speed::history(db, workspace_id, id, Some(device), MOST).await?;
    let pages = summaries(&tests).into_iter().map(TestsView::from).collect();
    Ok(Json(Answer { success: Success, device, pages }))
}

impl From<SpeedSummary> for TestsView {
    fn from(SpeedSummary { median, tests, lowest, highest }: SpeedSummary) -> Self {
        Self {
            url: median.url,
            day: median.day,
            tests,
            performance: median.performance,
            lowest,
            highest,
            lcp: median.lcp,
            cls: median.cls,
            tbt: median.tbt,
            response: median.response,
            lighthouse: median.lighthouse,
        }
    }
}
