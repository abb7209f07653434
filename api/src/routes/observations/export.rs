//! Exports a website's observations.

use axum::{extract::State, response::Response};
use chrono::NaiveDate;
use futures::FutureExt;
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::{
        Pair,
        observation::{ObservationKind, PayoutUnit},
    },
    store::import::{ImportedObservation, ObservationFilter, observation_page},
    table::{Column, Format, Unit},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    list::{filled, website_id},
    pages::StatusClass,
};
use crate::{
    error::{ApiError, Result},
    extract::{Member, Query},
    routes::{connections::calls::check_days, imported::export},
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

const RATES: [Column<'static>; 13] = [
    ("vertical", "Vertical", Unit::Plain),
    ("service", "Service", Unit::Plain),
    ("city", "City", Unit::Plain),
    ("state", "State", Unit::Plain),
    ("unit", "Unit", Unit::Plain),
    ("amountCents", "Amount", Unit::Money),
    ("currency", "Currency", Unit::Plain),
    ("source", "Source", Unit::Plain),
    ("validFrom", "Valid from", Unit::Plain),
    ("validTo", "Valid to", Unit::Plain),
    ("notes", "Notes", Unit::Plain),
    ("fileName", "Import", Unit::Plain),
    ("importedAt", "Imported at", Unit::Plain),
];

/// A table of observations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ObservationTable)]
pub(super) enum Which {
    /// Results of SERPs.
    Serps,
    /// Ranks of the website by keyword and day.
    Rankings,
    /// Pages, without their texts.
    Pages,
    /// Rates that are paid for leads, calls, rentals and jobs.
    Rates,
}

/// Name of the file, kind of its observations, columns, and the values of a row.
type Parts = (&'static str, ObservationKind, &'static [Column<'static>], fn(&ImportedObservation) -> Vec<Value>);

impl Which {
    const fn parts(self) -> Parts {
        match self {
            Self::Serps => ("serps", ObservationKind::SerpResult, &SERPS, |one| values(&SERPS, one)),
            Self::Rankings => ("rankings", ObservationKind::Rank, &RANKS, |one| values(&RANKS, one)),
            Self::Pages => ("pages", ObservationKind::Page, &PAGES, |one| values(&PAGES, one)),
            Self::Rates => ("rates", ObservationKind::Payout, &RATES, |one| values(&RATES, one)),
        }
    }
}

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// The table: `serps`, `rankings`, `pages` (without their texts) or `rates`.
    #[param(inline)]
    table: Which,
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Text in the query, the keyword, the address or the vertical.
    q: Option<String>,
    /// Text in the city or the state of a rate.
    place: Option<String>,
    /// What a rate is paid for: `lead`, `call`, `rent` or `job`.
    #[param(inline)]
    unit: Option<PayoutUnit>,
    /// Class of a page's status: `found`, `redirect`, `client_error` or `server_error`.
    #[param(inline)]
    status: Option<StatusClass>,
    /// First day.
    from: Option<NaiveDate>,
    /// Last day.
    to: Option<NaiveDate>,
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

impl Params {
    /// Returns the filter.
    ///
    /// # Errors
    /// Names a parameter of another table.
    fn filter(&self) -> Result<ObservationFilter> {
        check_days(self.from, self.to)?;
        let is_of_rates = self.place.is_some() || self.unit.is_some();
        if is_of_rates && self.table != Which::Rates {
            let pointer = if self.unit.is_some() { "/unit" } else { "/place" };
            return Err(ApiError::invalid(pointer, "applies to the table `rates` only"));
        }
        if self.status.is_some() && self.table != Which::Pages {
            return Err(ApiError::invalid("/status", "applies to the table `pages` only"));
        }
        Ok(ObservationFilter {
            contains: filled(self.q.clone()),
            from: self.from,
            to: self.to,
            unit: self.unit,
            place: filled(self.place.clone()),
            status: self.status.map(StatusClass::digit),
            after: None,
        })
    }
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
    let filter = params.filter()?;
    let workspace_id = member.workspace_id;
    let website_id = website_id(&state, workspace_id, params.website_id).await?;
    let (name, kind, columns, row) = params.table.parts();
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
