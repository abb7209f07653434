//! Queries and pages of a website in Bing.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair,
        imported::{BingGroup, BingRow, Imported, RecordFilter},
    },
    store::{Db, imported},
    table::{Column, Format, Unit},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::records::{self, Of, Read, Record};
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    routes::observations::website_id,
    state::AppState,
};

/// A report.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = BingReport)]
pub(super) enum Report {
    /// Queries.
    Query,
    /// Pages.
    Page,
}

impl Report {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Query => "query",
            Self::Page => "page",
        }
    }
}

impl Record for BingRow {
    const FILE: &'static str = "bing-performance";
    const COLUMNS: &'static [Column<'static>] = &[
        ("query", "Query", Unit::Plain),
        ("page", "Page", Unit::Plain),
        ("clicks", "Clicks", Unit::Plain),
        ("impressions", "Impressions", Unit::Plain),
        ("position", "Average position", Unit::Decimals(1)),
        ("firstDay", "First day", Unit::Plain),
        ("lastDay", "Last day", Unit::Plain),
        ("fileName", "Import", Unit::Plain),
        ("importedAt", "Imported at", Unit::Plain),
    ];

    fn read(db: Db, workspace_id: Uuid, website_id: Uuid, filter: RecordFilter, limit: usize) -> Read<Self> {
        async move { imported::bing_rows(&db, workspace_id, website_id, &filter, limit).await }.boxed()
    }

    fn cells(&self) -> Vec<Value> {
        vec![
            json!(self.query),
            json!(self.page),
            json!(self.clicks),
            json!(self.impressions),
            json!(self.position),
            json!(self.first_day),
            json!(self.last_day),
        ]
    }
}

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the query or the page.
    q: Option<String>,
    /// Report: `query` or `page`.
    #[param(inline)]
    report: Option<Report>,
    /// First day of the reports.
    from: Option<NaiveDate>,
    /// Last day of the reports.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page. Ignored by the export.
    #[param(value_type = Option<String>)]
    cursor: Option<Pair<i64, i64>>,
    /// Format of the export: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

impl Params {
    fn filter(&self) -> RecordFilter {
        RecordFilter {
            contains: self.q.clone(),
            from: self.from,
            to: self.to,
            after: self.cursor,
            group: self.report.map(|report| report.as_str().to_owned()),
            ..RecordFilter::default()
        }
    }
}

/// A page of rows, latest period first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BingList)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    rows: Vec<Imported<BingRow>>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// Reports of Bing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BingSummary)]
pub(super) struct Summary {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    groups: Vec<BingGroup>,
}

/// List the performance in Bing.
///
/// Clicks and impressions of queries and pages from exports of Bing Webmaster Tools, or of the weeks that a connection
/// fetched. The figures of Google are apart.
#[utoipa::path(get, path = "/api/bing-performance", tag = "imports", operation_id = "bing_performance_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = records::page(&state, &member, params.website_id, params.filter(), params.limit).await?;
    let (website_id, Page { items: rows, next_cursor }) = page;
    Ok(Json(Answer { success: Success, website_id, rows, next_cursor }))
}

/// Summarise the performance in Bing.
///
/// Totals of each report. Periods may overlap, so totals must not be added.
#[utoipa::path(get, path = "/api/bing-performance/summary", tag = "imports", operation_id = "bing_performance_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, of.website_id).await?;
    let Some(id) = website_id else {
        return Ok(Json(Summary { success: Success, website_id: None, groups: Vec::new() }));
    };
    let groups = imported::bing_groups(&state.db, workspace_id, id).await?;
    Ok(Json(Summary { success: Success, website_id, groups }))
}

/// Export the performance in Bing.
///
/// All that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/bing-performance/export", tag = "imports", operation_id = "bing_performance_export", params(Params),
    responses((status = 200, description = "A row for each.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn export(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let filter = params.filter();
    records::file::<BingRow>(state, &member, params.website_id, filter, params.format).await
}
