//! Lists tracked keywords.

use axum::extract::State;
use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use shared::{
    domain::{now, rank::RankDevice},
    store::rank::{self, RankFilter, RankSort},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{filter::Filter, view::KeywordView};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Offset, Query, Success},
    state::AppState,
};

/// Days of the sparkline.
const DAYS: TimeDelta = TimeDelta::days(30);

/// Filter and order.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Text in the keyword.
    q: Option<String>,
    /// Tag.
    tag: Option<String>,
    /// `desktop` or `mobile`.
    #[param(inline)]
    device: Option<RankDevice>,
    /// Name of the place; empty for whole countries.
    place: Option<String>,
    /// Range of ranks, such as `1-3`, or `beyond`.
    ranks: Option<String>,
    /// Feature of the results.
    feature: Option<String>,
    /// Order. Default: `value`, highest first.
    #[param(inline)]
    sort: Option<RankSort>,
    /// `asc` or `desc`. Default: `asc` for keyword, rank and next check, otherwise `desc`.
    order: Option<String>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    cursor: Offset,
}

impl Params {
    fn filter(&self) -> Result<RankFilter> {
        let sort = self.sort.unwrap_or(RankSort::Value);
        let is_descending = !matches!(sort, RankSort::Keyword | RankSort::Rank | RankSort::Next);
        let descending = match self.order.as_deref() {
            None => is_descending,
            Some("asc") => false,
            Some("desc") => true,
            Some(_) => return Err(ApiError::invalid("/order", "must be asc or desc")),
        };
        let filter = Filter {
            q: self.q.as_deref(),
            tag: self.tag.as_deref(),
            device: self.device,
            place: self.place.as_deref(),
            ranks: self.ranks.as_deref(),
            feature: self.feature.as_deref(),
        };
        Ok(RankFilter { sort, descending, offset: self.cursor.get(), ..filter.of(self.website_id)? })
    }
}

/// A page of tracked keywords.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TrackedKeywordList)]
pub(super) struct Answer {
    success: Success,
    keywords: Vec<KeywordView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
    /// Number of keywords that match the filter.
    total: i64,
}

/// List tracked keywords.
#[utoipa::path(get, path = "/api/ranks/keywords", tag = "ranks", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    let filter = params.filter()?;
    let page = rank::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let total = rank::total(&state.db, member.workspace_id, &filter).await?;
    let ids: Vec<Uuid> = page.items.iter().map(|keyword| keyword.id).collect();
    let points = rank::points(&state.db, member.workspace_id, website.id, now() - DAYS, Some(&ids)).await?;
    let keywords = page.items.into_iter().map(|keyword| KeywordView::new(keyword, &points)).collect();
    Ok(Json(Answer { success: Success, keywords, next_cursor: page.next_cursor, total }))
}
