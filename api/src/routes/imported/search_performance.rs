//! Rows of Search Console by query, page and day.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use chrono::{Days, NaiveDate};
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Pair,
        search_performance::{
            SearchPerformanceFilter, SearchPerformanceRow, SearchPerformanceSort, SearchPerformanceSource,
        },
    },
    store::search_performance::{self, BatchDays, SearchPerformanceOrder},
    table::{Column, Format, Unit},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{export, records::Of};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Offset, Query, Success},
    routes::{connections::calls::check_days, observations::website_id},
    state::AppState,
};

/// Days before the last one, if the caller names no first day.
const DAYS_BEFORE: Days = Days::new(27);

const COLUMNS: [Column<'static>; 10] = [
    ("day", "Day", Unit::Plain),
    ("query", "Query", Unit::Plain),
    ("page", "Page", Unit::Plain),
    ("facet", "Device or country", Unit::Plain),
    ("clicks", "Clicks", Unit::Plain),
    ("impressions", "Impressions", Unit::Plain),
    ("ctr", "CTR (%)", Unit::Percent),
    ("position", "Average position", Unit::Decimals(1)),
    ("fileName", "Import", Unit::Plain),
    ("importedAt", "Imported at", Unit::Plain),
];

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the query.
    query: Option<String>,
    /// Text in the page.
    page: Option<String>,
    /// First day. Default: 27 days before the last day with rows.
    from: Option<NaiveDate>,
    /// Last day. Default: the last day with rows.
    to: Option<NaiveDate>,
    /// Order. Default: `day`. Ignored by the export, which has the order of the imports.
    #[param(inline)]
    sort: Option<SearchPerformanceSort>,
    /// `asc` or `desc`. Default: `asc` for the query and the position, otherwise `desc`. Ignored by the export.
    order: Option<String>,
    /// Maximum number of results, 1 to 200. Default: 50. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    cursor: Offset,
    /// Format of the export: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

impl Params {
    fn filter(&self) -> SearchPerformanceFilter {
        SearchPerformanceFilter { query: self.query.clone(), page: self.page.clone() }
    }

    fn order(&self) -> Result<SearchPerformanceOrder> {
        let sort = self.sort.unwrap_or(SearchPerformanceSort::Day);
        let is_descending = !matches!(sort, SearchPerformanceSort::Query | SearchPerformanceSort::Position);
        let descending = match self.order.as_deref() {
            None => is_descending,
            Some("asc") => false,
            Some("desc") => true,
            Some(_) => return Err(ApiError::invalid("/order", "must be asc or desc")),
        };
        Ok(SearchPerformanceOrder { sort, descending, offset: self.cursor.get() })
    }

    /// Returns the days to read, with the batches that hold them.
    async fn days(&self, state: &AppState, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<BatchDays>> {
        let all = search_performance::batch_days(&state.db, workspace_id, website_id, None, self.to).await?;
        let Some(last) = all.last().map(|span| span.to) else { return Ok(Vec::new()) };
        let first = self.from.or_else(|| last.checked_sub_days(DAYS_BEFORE)).unwrap_or(last);
        let shown = all.into_iter().filter(|span| span.to >= first);
        Ok(shown.map(|span| BatchDays { from: span.from.max(first), ..span }).collect())
    }
}

/// A page of rows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchPerformanceList)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    /// First day with rows of the period; `null` without rows.
    first_day: Option<NaiveDate>,
    /// Last day with rows of the period; `null` without rows.
    last_day: Option<NaiveDate>,
    rows: Vec<SearchPerformanceRow>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// What is stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchPerformanceSummary)]
pub(super) struct Summary {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    /// First day with rows; `null` without any.
    first_day: Option<NaiveDate>,
    /// Last day with rows; `null` without any.
    last_day: Option<NaiveDate>,
    /// The 50 latest imports and connections from which the days are read, latest day first.
    sources: Vec<SearchPerformanceSource>,
}

/// List the performance in Google Search.
///
/// Clicks, impressions and positions by query, page and day, from Search Console or its exports. A day that several imports
/// have is read from one of them: from a connection before files, from newer imports before older ones. Days that may
/// still change are left out.
#[utoipa::path(get, path = "/api/search-performance", tag = "imports", operation_id = "search_performance_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    check_days(params.from, params.to)?;
    let (workspace_id, order) = (member.workspace_id, params.order()?);
    let Some(website_id) = website_id(&state, workspace_id, params.website_id).await? else {
        let (website_id, first_day, last_day, next_cursor) = (None, None, None, None);
        let rows = Vec::new();
        return Ok(Json(Answer { success: Success, website_id, first_day, last_day, rows, next_cursor }));
    };
    let days = params.days(&state, workspace_id, website_id).await?;
    let of = (workspace_id, website_id);
    let page = search_performance::list(&state.db, of, &days, &params.filter(), order, params.limit.get()).await?;
    Ok(Json(Answer {
        success: Success,
        website_id: Some(website_id),
        first_day: days.first().map(|span| span.from),
        last_day: days.last().map(|span| span.to),
        rows: page.items,
        next_cursor: page.next_cursor,
    }))
}

/// Summarise the performance in Google Search.
///
/// The stored days and where they come from.
#[utoipa::path(get, path = "/api/search-performance/summary", tag = "imports", operation_id = "search_performance_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, of.website_id).await?;
    let (sources, days) = match website_id {
        Some(id) => (
            search_performance::sources(&state.db, workspace_id, id).await?,
            search_performance::batch_days(&state.db, workspace_id, id, None, None).await?,
        ),
        None => (Vec::new(), Vec::new()),
    };
    let (first_day, last_day) = (days.first().map(|span| span.from), days.last().map(|span| span.to));
    Ok(Json(Summary { success: Success, website_id, first_day, last_day, sources }))
}

/// Export the performance in Google Search.
///
/// All rows of the period that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/search-performance/export", tag = "imports", operation_id = "search_performance_export", params(Params),
    responses((status = 200, description = "A row for each query, page and day.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn export(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    check_days(params.from, params.to)?;
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, params.website_id).await?;
    let days = match website_id {
        Some(id) => params.days(&state, workspace_id, id).await?,
        None => Vec::new(),
    };
    let (days, filter) = (Arc::new(days), params.filter());
    let of = (workspace_id, website_id.unwrap_or_default());
    let read = move |after: Option<Pair<i64, i64>>| {
        let (db, days, filter) = (state.db.clone(), Arc::clone(&days), filter.clone());
        async move { search_performance::export(&db, of, &days, &filter, after, export::AT_ONCE).await }.boxed()
    };
    export::answer("search-performance", params.format, &COLUMNS, row, read)
}

#[expect(clippy::cast_precision_loss, reason = "clicks of a query on a day stay far below 2^53")]
fn row(one: &SearchPerformanceRow) -> Vec<Value> {
    let ctr = (one.impressions > 0).then(|| one.clicks as f64 / one.impressions as f64);
    vec![
        json!(one.day),
        json!(one.query),
        json!(one.page),
        json!(one.facet),
        json!(one.clicks),
        json!(one.impressions),
        json!(ctr),
        json!(one.position),
        json!(one.file_name),
        json!(one.imported_at),
    ]
}
