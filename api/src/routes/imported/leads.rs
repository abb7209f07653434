//! Leads of a website.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Pair,
        imported::{Imported, Lead, LeadGroup, RecordFilter},
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

const COLUMNS: [Column<'static>; 10] = [
    ("day", "Date", Unit::Plain),
    ("externalId", "Id", Unit::Plain),
    ("page", "Page", Unit::Plain),
    ("keyword", "Keyword", Unit::Plain),
    ("source", "Source", Unit::Plain),
    ("status", "Status", Unit::Plain),
    ("valueCents", "Value (cents)", Unit::Plain),
    ("currency", "Currency", Unit::Plain),
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
    /// Text in the page, the keyword, the source or the id.
    q: Option<String>,
    /// Status as imported, such as `won`.
    status: Option<String>,
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
            group: self.status.clone(),
            ..RecordFilter::default()
        }
    }
}

/// A page of leads, latest import first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadList)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    leads: Vec<Imported<Lead>>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// Leads by status and currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadSummary)]
pub(super) struct Summary {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    groups: Vec<LeadGroup>,
}

/// Website of a summary.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Of {
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
}

/// List leads.
///
/// Imported leads. Rows with the same id are one lead.
#[utoipa::path(get, path = "/api/leads", tag = "imports", operation_id = "leads_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let Some(website_id) = website_id(&state, workspace_id, params.website_id).await? else {
        return Ok(Json(Answer { success: Success, website_id: None, leads: Vec::new(), next_cursor: None }));
    };
    let filter = params.filter();
    let page = imported::leads(&state.db, workspace_id, website_id, &filter, params.limit.get()).await?;
    let (website_id, next_cursor) = (Some(website_id), page.next_cursor);
    Ok(Json(Answer { success: Success, website_id, leads: page.items, next_cursor }))
}

/// Summarise leads.
///
/// Number and value by status and currency.
#[utoipa::path(get, path = "/api/leads/summary", tag = "imports", operation_id = "leads_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let Some(website_id) = website_id(&state, workspace_id, of.website_id).await? else {
        return Ok(Json(Summary { success: Success, website_id: None, groups: Vec::new() }));
    };
    let groups = imported::lead_groups(&state.db, workspace_id, website_id).await?;
    Ok(Json(Summary { success: Success, website_id: Some(website_id), groups }))
}

/// Export leads.
///
/// All that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/leads/export", tag = "imports", operation_id = "leads_export", params(Params),
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
                Some(id) => imported::leads(&db, workspace_id, id, &filter, export::AT_ONCE).await,
                None => Ok(export::nothing()),
            }
        }
        .boxed()
    };
    export::answer("leads", params.format, &COLUMNS, row, read)
}

fn row(imported: &Imported<Lead>) -> Vec<Value> {
    let one = &imported.record;
    vec![
        json!(one.day),
        json!(one.external_id),
        json!(one.page),
        json!(one.keyword),
        json!(one.source),
        json!(one.status),
        json!(one.value_cents),
        json!(one.currency),
        json!(imported.file_name),
        json!(imported.imported_at),
    ]
}
