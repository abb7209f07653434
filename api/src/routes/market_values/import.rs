//! Imports own values from CSV.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use shared::domain::market::{MarketRow, MarketSource};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    csv::{self, Line},
    input::{Input, rows},
    store::store,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Success},
    market::own,
    state::AppState,
};

/// Maximum number of faults that are listed.
const MOST_LISTED: usize = 100;

/// A CSV file with rates or places.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = MarketFile)]
pub(super) struct Body {
    /// Name of the file.
    file_name: String,
    /// Its text with a header line, at most 1 MiB. Rates: `vertical,state,city,unit,amount,low,high,currency,source`.
    /// Places: `name,region,country,latitude,longitude,population,households`.
    text: String,
    /// Imports the other rows if some are wrong. Default: a file with a wrong row changes nothing.
    #[serde(default)]
    skip_wrong_rows: bool,
}

/// A wrong row.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = MarketFileFault)]
pub(super) struct WrongRow {
    /// Line of the file, from 1.
    line: usize,
    /// Column, and what it requires.
    detail: String,
}

/// The result of an import.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketFileImported)]
pub(super) struct Imported {
    success: Success,
    /// Change, which can be undone; `null` if nothing was imported.
    change_id: Option<Uuid>,
    /// Number of imported values.
    values: usize,
    /// Number of wrong rows.
    wrong: usize,
    /// The first 100 wrong rows.
    wrong_rows: Vec<WrongRow>,
}

/// Import own market data.
///
/// Reads a rate card or a list of places. If a row is wrong, nothing is imported unless `skipWrongRows` is set.
#[utoipa::path(
    post, path = "/api/market-values/import", tag = "market data", operation_id = "market_values_import",
    request_body = Body, responses((status = 200, body = Imported))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Imported>)> {
    let name: String = body.file_name.trim().chars().take(200).collect();
    if name.is_empty() {
        return Err(ApiError::invalid("/fileName", "must not be empty"));
    }
    let own = own(&state.db, member.workspace_id).await?;
    let read = tokio::task::spawn_blocking(move || {
        let lines = csv::read(&body.text)?;
        split(&own.overrides, lines)
    });
    let (accepted, wrong) = read.await.map_err(ApiError::unexpected)??;
    let is_imported = !accepted.is_empty() && (wrong.is_empty() || body.skip_wrong_rows);
    let change_id =
        if is_imported { Some(store(&state, &member, (MarketSource::Import, &name), &accepted).await?) } else { None };
    let values = if is_imported { accepted.len() } else { 0 };
    let wrong_rows = wrong.iter().take(MOST_LISTED).cloned().collect();
    Ok((StatusCode::OK, Json(Imported { success: Success, change_id, values, wrong: wrong.len(), wrong_rows })))
}

/// Separates rows that can be imported from wrong ones.
fn split(own: &engines::local::Overrides, lines: Vec<Line>) -> Result<(Vec<MarketRow>, Vec<WrongRow>)> {
    let (mut numbers, mut values, mut wrong): (Vec<usize>, Vec<Input>, Vec<WrongRow>) = Default::default();
    for Line { number, value } in lines {
        match value {
            Ok(value) => {
                numbers.push(number);
                values.push(*value);
            }
            Err(detail) => wrong.push(WrongRow { line: number, detail }),
        }
    }
    let mut accepted = Vec::new();
    for (line, row) in numbers.into_iter().zip(rows(own, values)?) {
        match row {
            Ok(row) => accepted.push(row),
            Err(faults) => {
                let detail = faults.iter().map(|(field, detail)| format!("{field}: {detail}")).collect::<Vec<_>>();
                wrong.push(WrongRow { line, detail: detail.join("; ") });
            }
        }
    }
    wrong.sort_by_key(|row| row.line);
    Ok((accepted, wrong))
}
