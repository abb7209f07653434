//! Sessions of landing pages and sources.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair,
        imported::{Imported, PageSessions, RecordFilter, SessionPeriod},
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

impl Record for PageSessions {
    const FILE: &'static str = "page-sessions";
    const COLUMNS: &'static [Column<'static>] = &[
        ("firstDay", "First day", Unit::Plain),
        ("lastDay", "Last day", Unit::Plain),
        ("page", "Landing page", Unit::Plain),
        ("source", "Source", Unit::Plain),
        ("medium", "Medium", Unit::Plain),
        ("channel", "Channel", Unit::Plain),
        ("sessions", "Sessions", Unit::Plain),
        ("engagedSessions", "Engaged sessions", Unit::Plain),
        ("users", "Users", Unit::Plain),
        ("keyEvents", "Key events", Unit::Plain),
        ("revenueCents", "Revenue", Unit::Money),
        ("currency", "Currency", Unit::Plain),
        ("fileName", "Import", Unit::Plain),
        ("importedAt", "Imported at", Unit::Plain),
    ];

    fn read(db: Db, workspace_id: Uuid, website_id: Uuid, filter: RecordFilter, limit: usize) -> Read<Self> {
        async move { imported::sessions(&db, workspace_id, website_id, &filter, limit).await }.boxed()
    }

    fn cells(&self) -> Vec<Value> {
        vec![
            json!(self.first_day),
            json!(self.last_day),
            json!(self.page),
            json!(self.source),
            json!(self.medium),
            json!(self.channel),
            json!(self.sessions),
            json!(self.engaged_sessions),
            json!(self.users),
            json!(self.key_events),
            json!(self.revenue_cents),
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
    /// Text in the page, the source or the channel.
    q: Option<String>,
    /// Channel or source, such as `Organic Search`.
    channel: Option<String>,
    /// First day of the periods.
    from: Option<NaiveDate>,
    /// Last day of the periods.
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
            group: self.channel.clone(),
            ..RecordFilter::default()
        }
    }
}

/// A page of sessions, latest import first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageSessionsList)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    sessions: Vec<Imported<PageSessions>>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// Sessions by period.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageSessionsSummary)]
pub(super) struct Summary {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    groups: Vec<SessionPeriod>,
}

/// List sessions.
///
/// Sessions from exports of Google Analytics: by landing page or by source, of a day or a period.
#[utoipa::path(get, path = "/api/page-sessions", tag = "imports", operation_id = "page_sessions_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = records::page(&state, &member, params.website_id, params.filter(), params.limit).await?;
    let (website_id, Page { items: sessions, next_cursor }) = page;
    Ok(Json(Answer { success: Success, website_id, sessions, next_cursor }))
}

/// Summarise sessions.
///
/// Totals of each period and dimension. Periods may overlap and dimensions count the same sessions, so totals must not be added.
#[utoipa::path(get, path = "/api/page-sessions/summary", tag = "imports", operation_id = "page_sessions_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, of.website_id).await?;
    let Some(id) = website_id else {
        return Ok(Json(Summary { success: Success, website_id: None, groups: Vec::new() }));
    };
    let groups = imported::session_groups(&state.db, workspace_id, id).await?;
    Ok(Json(Summary { success: Success, website_id, groups }))
}

/// Export sessions.
///
/// All that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/page-sessions/export", tag = "imports", operation_id = "page_sessions_export", params(Params),
    responses((status = 200, description = "A row for each.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn export(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let filter = params.filter();
    records::file::<PageSessions>(state, &member, params.website_id, filter, params.format).await
}
