//! Revenue of a website.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Pair,
        imported::{Imported, RecordFilter, Revenue, RevenueGroup},
    },
    store::imported,
    table::{Column, Format, Unit},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::export;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    routes::observations::website_id,
    state::AppState,
};

const COLUMNS: [Column<'static>; 11] = [
    ("day", "Date", Unit::Plain),
    ("externalId", "Id", Unit::Plain),
    ("amountCents", "Amount (cents)", Unit::Plain),
    ("currency", "Currency", Unit::Plain),
    ("kind", "Kind", Unit::Plain),
    ("page", "Page", Unit::Plain),
    ("source", "Source", Unit::Plain),
    ("vertical", "Vertical", Unit::Plain),
    ("place", "Place", Unit::Plain),
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
    /// Text in the page, the source, the vertical, the place or the id.
    q: Option<String>,
    /// Kind as imported, such as `rent`.
    kind: Option<String>,
    /// First day.
    from: Option<NaiveDate>,
    /// Last day.
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
            group: self.kind.clone(),
            ..RecordFilter::default()
        }
    }
}

/// A page of revenue, latest import first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevenueList)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    revenue: Vec<Imported<Revenue>>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// Revenue by kind and currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RevenueSummary)]
pub(super) struct Summary {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    groups: Vec<RevenueGroup>,
}

/// Website of a summary.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Of {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
}

/// List revenue.
///
/// Imported amounts. Rows with the same id are one entry.
#[utoipa::path(get, path = "/api/revenue", tag = "imports", operation_id = "revenue_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let Some(website_id) = website_id(&state, workspace_id, params.website_id).await? else {
        return Ok(Json(Answer { success: Success, website_id: None, revenue: Vec::new(), next_cursor: None }));
    };
    let filter = params.filter();
    let page = imported::revenue(&state.db, workspace_id, website_id, &filter, params.limit.get()).await?;
    let (website_id, next_cursor) = (Some(website_id), page.next_cursor);
    Ok(Json(Answer { success: Success, website_id, revenue: page.items, next_cursor }))
}

/// Summarise revenue.
///
/// Number and sum by kind and currency.
#[utoipa::path(get, path = "/api/revenue/summary", tag = "imports", operation_id = "revenue_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let Some(website_id) = website_id(&state, workspace_id, of.website_id).await? else {
        return Ok(Json(Summary { success: Success, website_id: None, groups: Vec::new() }));
    };
    let groups = imported::revenue_groups(&state.db, workspace_id, website_id).await?;
    Ok(Json(Summary { success: Success, website_id: Some(website_id), groups }))
}

/// Export revenue.
///
/// All that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/revenue/export", tag = "imports", operation_id = "revenue_export", params(Params),
    responses((status = 200, description = "A row for each.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn export(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, params.website_id).await?;
    let filter = RecordFilter { after: None, ..params.filter() };
    let read = move |after: Option<Pair<i64, i64>>| {
        let (db, filter) = (state.db.clone(), RecordFilter { after, ..filter.clone() });
        async move {
            match website_id {
                Some(id) => imported::revenue(&db, workspace_id, id, &filter, export::AT_ONCE).await,
                None => Ok(export::nothing()),
            }
        }
        .boxed()
    };
    export::answer("revenue", params.format, &COLUMNS, row, read)
}

fn row(imported: &Imported<Revenue>) -> Vec<Value> {
    let one = &imported.record;
    vec![
        json!(one.day),
        json!(one.external_id),
        json!(one.amount_cents),
        json!(one.currency),
        json!(one.kind),
        json!(one.page),
        json!(one.source),
        json!(one.vertical),
        json!(one.place),
        json!(imported.file_name),
        json!(imported.imported_at),
    ]
}
