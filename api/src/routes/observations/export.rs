//! Exports a website's observations.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{Pair, observation::ObservationKind},
    store::import::{ImportedObservation, ObservationFilter, observation_page},
    table::{Column, Format, Unit},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::list::website_id;
use crate::{
    error::Result,
    extract::{Member, Query},
    routes::imported::export,
    state::AppState,
};

/// Rows per read: bodies of pages hold whole texts.
const AT_ONCE: usize = 200;

const SERPS: [Column<'static>; 11] = [
    ("query", "Query", Unit::Plain),
    ("observedAt", "Observed (UTC)", Unit::Plain),
    ("position", "Position", Unit::Plain),
    ("url", "URL", Unit::Plain),
    ("domain", "Host", Unit::Plain),
    ("title", "Title", Unit::Plain),
    ("location", "Location", Unit::Plain),
    ("device", "Device", Unit::Plain),
    ("features", "SERP features", Unit::Plain),
    ("fileName", "Import", Unit::Plain),
    ("importedAt", "Imported at", Unit::Plain),
];

const RANKS: [Column<'static>; 10] = [
    ("keyword", "Keyword", Unit::Plain),
    ("date", "Day", Unit::Plain),
    ("position", "Position", Unit::Decimals(1)),
    ("url", "URL", Unit::Plain),
    ("location", "Location", Unit::Plain),
    ("device", "Device", Unit::Plain),
    ("depth", "Depth", Unit::Plain),
    ("source", "Source", Unit::Plain),
    ("fileName", "Import", Unit::Plain),
    ("importedAt", "Imported at", Unit::Plain),
];

const PAGES: [Column<'static>; 10] = [
    ("url", "URL", Unit::Plain),
    ("observedAt", "Observed (UTC)", Unit::Plain),
    ("status", "Status", Unit::Plain),
    ("title", "Title", Unit::Plain),
    ("description", "Description", Unit::Plain),
    ("h1", "First heading", Unit::Plain),
    ("words", "Words", Unit::Plain),
    ("canonical", "Canonical URL", Unit::Plain),
    ("fileName", "Import", Unit::Plain),
    ("importedAt", "Imported at", Unit::Plain),
];

/// A table of observations.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ObservationTable)]
pub(super) enum Which {
    /// Results of SERPs.
    Serps,
    /// Ranks of the website by keyword and day.
    Rankings,
    /// Pages, without their texts.
    Pages,
}

/// Name of the file, kind of its observations, columns, and the values of a row.
type Parts = (&'static str, ObservationKind, &'static [Column<'static>], fn(&ImportedObservation) -> Vec<Value>);

impl Which {
    const fn parts(self) -> Parts {
        match self {
            Self::Serps => ("serps", ObservationKind::SerpResult, &SERPS, |one| values(&SERPS, one)),
            Self::Rankings => ("rankings", ObservationKind::Rank, &RANKS, |one| values(&RANKS, one)),
            Self::Pages => ("pages", ObservationKind::Page, &PAGES, |one| values(&PAGES, one)),
        }
    }
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The table: `serps`, `rankings` or `pages` (without their texts).
    #[param(inline)]
    table: Which,
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the query, the keyword or the address.
    q: Option<String>,
    /// First day.
    from: Option<NaiveDate>,
    /// Last day.
    to: Option<NaiveDate>,
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// Export observations.
///
/// All that match the filter, latest import first, as a file.
#[utoipa::path(
    get, path = "/api/observations/export", tag = "observations", operation_id = "observations_export", params(Params),
    responses((status = 200, description = "A row for each.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, params.website_id).await?;
    let (name, kind, columns, row) = params.table.parts();
    let contains = params.q.filter(|text| !text.is_empty());
    let filter = ObservationFilter { contains, from: params.from, to: params.to, after: None };
    let read = move |after: Option<Pair<i64, i64>>| {
        let (db, filter) = (state.db.clone(), ObservationFilter { after, ..filter.clone() });
        async move {
            match website_id {
                Some(id) => observation_page(&db, workspace_id, id, kind, &filter, AT_ONCE).await,
                None => Ok(export::nothing()),
            }
        }
        .boxed()
    };
    export::answer(name, params.format, columns, row, read)
}

/// Returns the fields of an observation by the names of the columns; lists as one text.
fn values(columns: &[Column<'_>], one: &ImportedObservation) -> Vec<Value> {
    let value = |name: &str| match name {
        "fileName" => json!(one.file_name),
        "importedAt" => json!(one.imported_at),
        name => match &one.body.0[name] {
            Value::Array(all) => json!(all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", ")),
            value => value.clone(),
        },
    };
    columns.iter().map(|(name, ..)| value(name)).collect()
}
