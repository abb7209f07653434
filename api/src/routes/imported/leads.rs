//! Leads of a website.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair,
        imported::{Imported, Lead, LeadGroup, RecordFilter},
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

impl Record for Lead {
    const FILE: &'static str = "leads";
    const COLUMNS: &'static [Column<'static>] = &[
        ("day", "Date", Unit::Plain),
        ("externalId", "Id", Unit::Plain),
        ("page", "Page", Unit::Plain),
        ("keyword", "Keyword", Unit::Plain),
        ("source", "Source", Unit::Plain),
        ("status", "Status", Unit::Plain),
        ("valueCents", "Value", Unit::Money),
        ("currency", "Currency", Unit::Plain),
        ("fileName", "Import", Unit::Plain),
        ("importedAt", "Imported at", Unit::Plain),
    ];

    fn read(db: Db, workspace_id: Uuid, website_id: Uuid, filter: RecordFilter, limit: usize) -> Read<Self> {
        async move { imported::leads(&db, workspace_id, website_id, &filter, limit).await }.boxed()
    }

    fn cells(&self) -> Vec<Value> {
        vec![
            json!(self.day),
            json!(self.external_id),
            json!(self.page),
            json!(self.keyword),
            json!(self.source),
            json!(self.status),
            json!(self.value_cents),
            json!(self.currency),
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

/// List leads.
///
/// Imported leads. Rows with the same id are one lead.
#[utoipa::path(get, path = "/api/leads", tag = "imports", operation_id = "leads_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = records::page(&state, &member, params.website_id, params.filter(), params.limit).await?;
    let (website_id, Page { items: leads, next_cursor }) = page;
    Ok(Json(Answer { success: Success, website_id, leads, next_cursor }))
}

/// Summarise leads.
///
/// Number and value by status and currency.
#[utoipa::path(get, path = "/api/leads/summary", tag = "imports", operation_id = "leads_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, of.website_id).await?;
    let Some(id) = website_id else {
        return Ok(Json(Summary { success: Success, website_id: None, groups: Vec::new() }));
    };
    let groups = imported::lead_groups(&state.db, workspace_id, id).await?;
    Ok(Json(Summary { success: Success, website_id, groups }))
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
    let filter = params.filter();
    records::file::<Lead>(state, &member, params.website_id, filter, params.format).await
}
