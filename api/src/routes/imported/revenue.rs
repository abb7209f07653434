//! Revenue of a website.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair,
        imported::{Imported, RecordFilter, Revenue, RevenueGroup},
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

impl Record for Revenue {
    const FILE: &'static str = "revenue";
    const COLUMNS: &'static [Column<'static>] = &[
        ("day", "Date", Unit::Plain),
        ("externalId", "Id", Unit::Plain),
        ("amountCents", "Amount", Unit::Money),
        ("currency", "Currency", Unit::Plain),
        ("kind", "Kind", Unit::Plain),
        ("page", "Page", Unit::Plain),
        ("source", "Source", Unit::Plain),
        ("vertical", "Vertical", Unit::Plain),
        ("place", "Place", Unit::Plain),
        ("fileName", "Import", Unit::Plain),
        ("importedAt", "Imported at", Unit::Plain),
    ];

    fn read(db: Db, workspace_id: Uuid, website_id: Uuid, filter: RecordFilter, limit: usize) -> Read<Self> {
        async move { imported::revenue(&db, workspace_id, website_id, &filter, limit).await }.boxed()
    }

    fn cells(&self) -> Vec<Value> {
        vec![
            json!(self.day),
            json!(self.external_id),
            json!(self.amount_cents),
            json!(self.currency),
            json!(self.kind),
            json!(self.page),
            json!(self.source),
            json!(self.vertical),
            json!(self.place),
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

/// List revenue.
///
/// Imported amounts. Rows with the same id are one entry.
#[utoipa::path(get, path = "/api/revenue", tag = "imports", operation_id = "revenue_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = records::page(&state, &member, params.website_id, params.filter(), params.limit).await?;
    let (website_id, Page { items: revenue, next_cursor }) = page;
    Ok(Json(Answer { success: Success, website_id, revenue, next_cursor }))
}

/// Summarise revenue.
///
/// Number and sum by kind and currency.
#[utoipa::path(get, path = "/api/revenue/summary", tag = "imports", operation_id = "revenue_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, of.website_id).await?;
    let Some(id) = website_id else {
        return Ok(Json(Summary { success: Success, website_id: None, groups: Vec::new() }));
    };
    let groups = imported::revenue_groups(&state.db, workspace_id, id).await?;
    Ok(Json(Summary { success: Success, website_id, groups }))
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
    let filter = params.filter();
    records::file::<Revenue>(state, &member, params.website_id, filter, params.format).await
}
