//! Returns daily clicks and impressions of a website's pages.

use axum::extract::State;
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shared::{
    domain::daily::{DailySource, PageDay},
    store::{daily, website},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{daily::DayView, days::Days};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Path, Query, Success},
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
    /// Maximum number of pages, most impressions first, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
}

/// The days of one page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PageDays)]
pub(super) struct PageView {
    /// Address of the page.
    page: String,
    /// Days in order; days without impressions are omitted.
    days: Vec<DayView>,
}

/// Pages by address, each with its days.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DailyPages)]
pub(super) struct Answer {
    success: Success,
    /// `detail`: sums of dated rows with a page. `null` if no import has any.
    source: Option<DailySource>,
    pages: Vec<PageView>,
}

/// Get daily clicks and impressions by page.
#[utoipa::path(
    get, path = "/api/websites/{id}/daily/pages", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let days = Days::new(params.from, params.to)?;
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let most = i64::try_from(params.limit.get()).unwrap_or(i64::MAX);
    let found = daily::daily_pages(&state.db, member.workspace_id, id, most).await?;
    let source = (!found.is_empty()).then_some(DailySource::Detail);
    let pages = by_page(found.into_iter().filter(|one| days.contain(&one.day)));
    Ok(Json(Answer { success: Success, source, pages }))
}

/// Groups days, which are ordered by page.
fn by_page(found: impl Iterator<Item = PageDay>) -> Vec<PageView> {
    let mut pages: Vec<PageView> = Vec::new();
    for PageDay { page, day, figures } in found {
        let day = DayView::new(day, figures);
        match pages.last_mut().filter(|last| last.page == page) {
            Some(last) => last.days.push(day),
            None => pages.push(PageView { page, days: vec![day] }),
        }
    }
    pages
}
