//! Lists and exports the conversions of a website.

use axum::{extract::State, response::Response};
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use futures::FutureExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::visit::{Channel, Conversion, ConversionFilter, Device},
    store::{visit, website},
    table::{Column, Format, Unit},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Path, Query, Success},
    routes::{connections::calls::check_days, imported::export as records},
    state::AppState,
};

const COLUMNS: [Column<'static>; 9] = [
    ("at", "Time (UTC)", Unit::Plain),
    ("name", "Name", Unit::Plain),
    ("page", "Page", Unit::Plain),
    ("entryPage", "First page", Unit::Plain),
    ("channel", "Channel", Unit::Plain),
    ("source", "Source", Unit::Plain),
    ("device", "Device", Unit::Plain),
    ("valueCents", "Value", Unit::Money),
    ("currency", "Currency", Unit::Plain),
];

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Text in the name, the page, the first page or the source.
    q: Option<String>,
    /// Channel.
    #[param(inline)]
    channel: Option<Channel>,
    /// Device.
    #[param(inline)]
    device: Option<Device>,
    /// First day, in UTC.
    from: Option<NaiveDate>,
    /// Last day, in UTC.
    to: Option<NaiveDate>,
    /// Maximum number of results, 1 to 200. Default: 50. Ignored by the export.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page. Ignored by the export.
    cursor: Option<Uuid>,
    /// Format of the export: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

impl Params {
    fn filter(&self) -> ConversionFilter {
        let midnight = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
        ConversionFilter {
            contains: self.q.clone(),
            channel: self.channel,
            device: self.device,
            since: self.from.map(midnight),
            until: self.to.and_then(|day| day.checked_add_days(Days::new(1))).map(midnight),
        }
    }
}

/// A conversion.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Conversion)]
pub(super) struct ConversionView {
    id: Uuid,
    at: DateTime<Utc>,
    /// Name of the form, or the name that the website's script reports; may be empty.
    name: String,
    /// Path of the page on which it happened.
    page: String,
    /// Path of the first page of the visit.
    entry_page: String,
    channel: Channel,
    /// Empty for none.
    source: String,
    device: Device,
    /// Value in cents of the website's currency, if the website's script reports one.
    value_cents: Option<i64>,
}

/// Conversions, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ConversionList)]
pub(super) struct Answer {
    success: Success,
    conversions: Vec<ConversionView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List the conversions of a website.
///
/// Those that match the filter, newest first.
#[utoipa::path(
    get, path = "/api/websites/{id}/conversions", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    check_days(params.from, params.to)?;
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let page =
        visit::conversions(&state.db, member.workspace_id, id, &params.filter(), params.cursor, params.limit.get())
            .await?;
    let conversions = page.items.into_iter().map(ConversionView::from).collect();
    Ok(Json(Answer { success: Success, conversions, next_cursor: page.next_cursor }))
}

/// Export the conversions of a website.
///
/// All that match the filter, newest first, as a file.
#[utoipa::path(
    get, path = "/api/websites/{id}/conversions/export", tag = "websites", params(("id" = Uuid, Path), Params),
    responses((status = 200, description = "A row for each.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn export(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Response> {
    check_days(params.from, params.to)?;
    let workspace_id = member.workspace_id;
    let website = website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let currency = website.settings.currency.clone().unwrap_or_else(|| "USD".to_owned());
    let filter = params.filter();
    let read = move |before: Option<Uuid>| {
        let (db, filter) = (state.db.clone(), filter.clone());
        async move { visit::conversions(&db, workspace_id, id, &filter, before, records::AT_ONCE).await }.boxed()
    };
    records::answer(
        &format!("conversions-{}", website.host),
        params.format,
        &COLUMNS,
        move |one| row(one, &currency),
        read,
    )
}

fn row(one: &Conversion, currency: &str) -> Vec<Value> {
    vec![
        json!(one.at),
        json!(one.name),
        json!(one.page),
        json!(one.entry_page),
        json!(one.channel),
        json!(one.source),
        json!(one.device),
        json!(one.value_cents),
        json!(one.value_cents.map(|_| currency)),
    ]
}

impl From<Conversion> for ConversionView {
    fn from(one: Conversion) -> Self {
        Self {
            id: one.id,
            at: one.at,
            name: one.name,
            page: one.page,
            entry_page: one.entry_page,
            channel: one.channel,
            source: one.source,
            device: one.device,
            value_cents: one.value_cents,
        }
    }
}
