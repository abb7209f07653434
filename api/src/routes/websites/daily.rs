//! Returns a website's daily clicks and impressions.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::daily::{DailyFigures, DailySource, SiteDay},
    store::{daily, website},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::days::Days;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// First day.
    from: Option<NaiveDate>,
    /// Last day.
    to: Option<NaiveDate>,
}

/// A day.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Day)]
pub(super) struct DayView {
    /// `YYYY-MM-DD`, in the time zone of the export (Search Console: Pacific).
    day: String,
    clicks: i64,
    impressions: i64,
    /// Average position weighted by impressions, from 1; `null` without impressions.
    position: Option<f64>,
}

/// Days in order, all from one source; days without data are omitted.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DailySeries)]
pub(super) struct Answer {
    success: Success,
    /// `days`: the export's own daily totals. `detail`: sums of dated rows, without rows omitted by the export, because
    /// no import has daily totals. `null` without either.
    source: Option<DailySource>,
    days: Vec<DayView>,
    /// Days after these that Search Console has not finished counting. Their figures may change, and no engine reads them.
    preliminary: Vec<DayView>,
}

/// Get daily clicks and impressions.
#[utoipa::path(
    get, path = "/api/websites/{id}/daily", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let days = Days::new(params.from, params.to)?;
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let series = daily::daily(&state.db, member.workspace_id, id).await?;
    let source = series.first().map(|day| day.source);
    let preliminary = daily::preliminary(&state.db, member.workspace_id, id).await?;
    let view = |all: Vec<SiteDay>| {
        let found = all.into_iter().filter(|one| days.contain(&one.day));
        found.map(|one| DayView::new(one.day, one.figures)).collect()
    };
    Ok(Json(Answer { success: Success, source, days: view(series), preliminary: view(preliminary) }))
}

impl DayView {
    pub(super) fn new(day: String, figures: DailyFigures) -> Self {
        let DailyFigures { clicks, impressions, position } = figures;
        Self { day, clicks, impressions, position }
    }
}
