//! Backlinks of a website.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::{
        Page, Pair,
        imported::{Backlink, BacklinkGroup, Imported, LinkRel, RecordFilter},
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

impl Record for Backlink {
    const FILE: &'static str = "backlinks";
    const COLUMNS: &'static [Column<'static>] = &[
        ("provider", "Provider", Unit::Plain),
        ("sourceUrl", "Source URL", Unit::Plain),
        ("sourceHost", "Source host", Unit::Plain),
        ("targetUrl", "Target URL", Unit::Plain),
        ("anchor", "Anchor", Unit::Plain),
        ("isNofollow", "Nofollow", Unit::Plain),
        ("isUgc", "UGC", Unit::Plain),
        ("isSponsored", "Sponsored", Unit::Plain),
        ("firstSeen", "First seen", Unit::Plain),
        ("lastSeen", "Last seen", Unit::Plain),
        ("isLost", "Lost", Unit::Plain),
        ("lostOn", "Lost on", Unit::Plain),
        ("authority", "Authority (0 to 100)", Unit::Plain),
        ("authorityName", "Authority figure", Unit::Plain),
        ("fileName", "Import", Unit::Plain),
        ("importedAt", "Imported at", Unit::Plain),
    ];

    fn read(db: Db, workspace_id: Uuid, website_id: Uuid, filter: RecordFilter, limit: usize) -> Read<Self> {
        async move { imported::backlinks(&db, workspace_id, website_id, &filter, limit).await }.boxed()
    }

    fn cells(&self) -> Vec<Value> {
        vec![
            json!(self.provider),
            json!(self.source_url),
            json!(self.source_host),
            json!(self.target_url),
            json!(self.anchor),
            json!(self.is_nofollow),
            json!(self.is_ugc),
            json!(self.is_sponsored),
            json!(self.first_seen),
            json!(self.last_seen),
            json!(self.is_lost),
            json!(self.lost_on),
            json!(self.authority),
            json!(self.authority_name),
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
    /// Text in the source, the target or the anchor.
    q: Option<String>,
    /// Provider, such as `ahrefs`.
    provider: Option<String>,
    /// Relation of the link.
    #[param(inline)]
    rel: Option<LinkRel>,
    /// Whether the provider lost the link.
    lost: Option<bool>,
    /// First day on which a link was first seen.
    from: Option<NaiveDate>,
    /// Last day on which a link was first seen.
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
            group: self.provider.clone(),
            rel: self.rel,
            is_lost: self.lost,
        }
    }
}

/// A page of backlinks, latest import first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BacklinkList)]
pub(super) struct Answer {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    backlinks: Vec<Imported<Backlink>>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// Backlinks by provider.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BacklinkSummary)]
pub(super) struct Summary {
    success: Success,
    /// Website; `null` without any.
    website_id: Option<Uuid>,
    groups: Vec<BacklinkGroup>,
    /// Hosts with a link that is not lost, according to any provider. Figures of providers overlap and are not added.
    referring_domains: i64,
}

/// List backlinks.
///
/// Links of other websites according to Ahrefs, Semrush, Majestic and other tools. A later import of the same provider replaces a link; providers are kept apart.
#[utoipa::path(get, path = "/api/backlinks", tag = "imports", operation_id = "backlinks_list", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn list(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = records::page(&state, &member, params.website_id, params.filter(), params.limit).await?;
    let (website_id, Page { items: backlinks, next_cursor }) = page;
    Ok(Json(Answer { success: Success, website_id, backlinks, next_cursor }))
}

/// Summarise backlinks.
///
/// Links, referring domains and lost links by provider.
#[utoipa::path(get, path = "/api/backlinks/summary", tag = "imports", operation_id = "backlinks_summary", params(Of), responses((status = 200, body = Summary)))]
pub(super) async fn summary(
    State(state): State<AppState>, member: Member, Query(of): Query<Of>,
) -> Result<Json<Summary>> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, of.website_id).await?;
    let Some(id) = website_id else {
        return Ok(Json(Summary { success: Success, website_id: None, groups: Vec::new(), referring_domains: 0 }));
    };
    let groups = imported::backlink_groups(&state.db, workspace_id, id).await?;
    let referring_domains = imported::referring_domains(&state.db, workspace_id, id).await?;
    Ok(Json(Summary { success: Success, website_id, groups, referring_domains }))
}

/// Export backlinks.
///
/// All that match the filter, as a file.
#[utoipa::path(
    get, path = "/api/backlinks/export", tag = "imports", operation_id = "backlinks_export", params(Params),
    responses((status = 200, description = "A row for each.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn export(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let filter = params.filter();
    records::file::<Backlink>(state, &member, params.website_id, filter, params.format).await
}
