//! Exports answers.

use std::collections::HashMap;

use axum::{extract::State, response::Response};
use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{answer::StoredAnswer, now},
    store::answer::{self, AnswerFilter},
    table::{Column, Format, Table, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::{
    list::{after, midnight},
    view::website,
};
use crate::{
    error::{ApiError, Result},
    extract::{Member, Query},
    routes::{connections::calls::check_days, file},
    state::AppState,
};

/// Rows per read, and of a file.
const AT_ONCE: usize = 500;
const MOST: usize = 50_000;
const DEFAULT_DAYS: u32 = 90;
const MOST_DAYS: u32 = 3_650;

const COLUMNS: [Column<'static>; 15] = [
    ("id", "Id", Unit::Plain),
    ("askedAt", "Time (UTC)", Unit::Plain),
    ("prompt", "Prompt", Unit::Plain),
    ("engine", "Engine", Unit::Plain),
    ("modelVersion", "Model version", Unit::Plain),
    ("surface", "Surface", Unit::Plain),
    ("country", "Country", Unit::Plain),
    ("city", "City", Unit::Plain),
    ("language", "Language", Unit::Plain),
    ("finish", "End", Unit::Plain),
    ("costMicros", "Cost (millionths of a dollar)", Unit::Plain),
    ("cited", "Cited pages", Unit::Plain),
    ("mentioned", "Mentioned brands", Unit::Plain),
    ("text", "Answer", Unit::Plain),
    ("runId", "Run", Unit::Plain),
];

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// Days back from now, 1 to 3,650. Default: 90, or 3,650 with `to`.
    days: Option<u32>,
    /// Only answers of this engine.
    engine: Option<String>,
    /// Text in the prompt or the answer.
    q: Option<String>,
    /// First day, in UTC; overrides `days`.
    from: Option<NaiveDate>,
    /// Last day, in UTC.
    to: Option<NaiveDate>,
}

/// Returns the time of the earliest answer that a file has.
fn since(params: &Params) -> Result<DateTime<Utc>> {
    check_days(params.from, params.to)?;
    // Without a first day, a last one may be long ago.
    let days = params.days.unwrap_or(if params.to.is_some() { MOST_DAYS } else { DEFAULT_DAYS });
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(ApiError::invalid("/days", "must be 1 to 3,650"));
    }
    Ok(params.from.map_or_else(|| now() - Duration::days(i64::from(days)), midnight))
}

/// Export answers.
///
/// The newest answers that match the filter, with their cited pages and mentioned brands, at most 50,000.
#[utoipa::path(
    get, path = "/api/answers/export", tag = "answers", params(Params),
    responses((status = 200, description = "A row for each answer.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    let website = website(&state, workspace_id, params.website_id).await?;
    let since = since(&params)?;
    let mut cited: HashMap<Uuid, Vec<String>> = HashMap::new();
    for (id, url, host, ..) in answer::citations_since(db, workspace_id, website.id, since).await? {
        cited.entry(id).or_default().push(url.unwrap_or(host));
    }
    let mut mentioned: HashMap<Uuid, Vec<String>> = HashMap::new();
    for (id, host) in answer::mentions_since(db, workspace_id, website.id, since).await? {
        mentioned.entry(id).or_default().push(host);
    }
    let mut table = Table::new(&COLUMNS);
    let filter = AnswerFilter {
        since: Some(since),
        until: params.to.and_then(after),
        engine: params.engine,
        contains: params.q,
        ..AnswerFilter::default()
    };
    let mut before = None;
    loop {
        let page = answer::list(db, workspace_id, Some(website.id), &filter, before, AT_ONCE).await?;
        before = page.items.last().map(|row| row.id);
        table.rows.extend(page.items.into_iter().map(|row| line(row, &mut cited, &mut mentioned)));
        if page.next_cursor.is_none() || table.rows.len() >= MOST {
            let name = format!("ai-answers-{}", DateTime::date_naive(&now()));
            return file::answer(&name, params.format, table.text(params.format));
        }
    }
}

fn line(
    row: StoredAnswer, cited: &mut HashMap<Uuid, Vec<String>>, mentioned: &mut HashMap<Uuid, Vec<String>>,
) -> Vec<Value> {
    let list = |from: &mut HashMap<Uuid, Vec<String>>| from.remove(&row.id).unwrap_or_default().join(" ");
    vec![
        json!(row.id),
        json!(row.asked_at),
        json!(row.prompt_text),
        json!(row.engine),
        json!(row.model_version),
        json!(row.surface),
        json!(row.country),
        json!(row.city),
        json!(row.language),
        json!(row.finish),
        json!(row.cost_micros),
        json!(list(cited)),
        json!(list(mentioned)),
        json!(row.text),
        json!(row.run_id),
    ]
}
