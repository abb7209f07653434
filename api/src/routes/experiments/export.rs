//! Exports all experiments, or the days of one.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    store::experiment::{self, Filter},
    table::{Column, Format, Table, Unit},
};
use utoipa::IntoParams;
use uuid::Uuid;

use super::view::{ExperimentView, Listed};
use crate::{
    error::{ApiError, Result},
    extract::{Member, Path, Query},
    routes::file,
    state::AppState,
};

/// Rows per read.
const AT_ONCE: usize = 200;

const COLUMNS: [Column<'static>; 16] = [
    ("title", "Title", Unit::Plain),
    ("design", "Design", Unit::Plain),
    ("unit", "Unit of analysis", Unit::Plain),
    ("metric", "Metric", Unit::Plain),
    ("startsOn", "Start (date)", Unit::Plain),
    ("days", "Duration (days)", Unit::Plain),
    ("smallestEffect", "Smallest detectable effect (%)", Unit::Percent),
    ("verdict", "Verdict", Unit::Plain),
    ("isPreliminary", "Preliminary", Unit::Plain),
    ("relativeEffect", "Relative effect (%)", Unit::Percent),
    ("lo", "95% interval, low (%)", Unit::Percent),
    ("hi", "95% interval, high (%)", Unit::Percent),
    ("p", "p-value", Unit::Decimals(4)),
    ("decision", "Decision", Unit::Plain),
    ("judgedAt", "Evaluated at (UTC)", Unit::Plain),
    ("id", "ID", Unit::Plain),
];

/// Columns of the days of an experiment; the values are in units of its metric.
const DAY_COLUMNS: [Column<'static>; 6] = [
    ("site", "Website", Unit::Plain),
    ("day", "Date", Unit::Plain),
    ("observed", "Observed (per day)", Unit::Decimals(2)),
    ("expected", "Expected (per day)", Unit::Decimals(2)),
    ("lo", "95% interval, low (per day)", Unit::Decimals(2)),
    ("hi", "95% interval, high (per day)", Unit::Decimals(2)),
];

/// Format of the export.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Format: `csv`, `json` or `ndjson`. Default: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// Export experiments.
///
/// All experiments of the workspace as a file, newest first.
#[utoipa::path(
    get, path = "/api/experiments/export", tag = "experiments", operation_id = "experiments_export", params(Params),
    responses((status = 200, description = "A row for each experiment.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn all(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Response> {
    let mut table = Table::new(&COLUMNS);
    let mut filter = Filter::default();
    loop {
        let page = experiment::list(&state.db, member.workspace_id, &filter, AT_ONCE).await?;
        filter.before = page.items.last().map(|row| row.id);
        table.rows.extend(page.items.iter().map(|tried| row(&Listed::from(tried))));
        if page.next_cursor.is_none() {
            return file::answer("experiments", params.format, table.text(params.format));
        }
    }
}

fn row(one: &Listed) -> Vec<Value> {
    vec![
        json!(one.title),
        json!(one.design),
        json!(one.unit),
        json!(one.metric),
        json!(one.starts_on),
        json!(one.days),
        json!(one.smallest),
        json!(one.verdict),
        json!(one.is_preliminary),
        json!(one.relative.map(|range| range.effect)),
        json!(one.relative.map(|range| range.lo)),
        json!(one.relative.map(|range| range.hi)),
        json!(one.p),
        json!(one.decision),
        json!(one.judged_at),
        json!(one.id),
    ]
}

/// Export the days of an experiment.
///
/// Observed and expected values by day and website as a file.
#[utoipa::path(
    get, path = "/api/experiments/{id}/export", tag = "experiments", operation_id = "experiment_export",
    params(("id" = Uuid, Path), Params),
    responses((status = 200, description = "A row for each website and day.", content((String = "text/csv"), (Vec<Value> = "application/json"), (String = "application/x-ndjson"))))
)]
pub(super) async fn days(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Response> {
    let found = experiment::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("experiment"))?;
    let name = format!("experiment-{}", found.starts_on);
    let tried = ExperimentView::from(found);
    let mut table = Table::new(&DAY_COLUMNS);
    for arm in tried.outcome.iter().flat_map(|outcome| &outcome.arms) {
        table.rows.extend(arm.days.iter().map(|day| {
            vec![
                json!(arm.site),
                json!(day.day),
                json!(day.observed),
                json!(day.expected),
                json!(day.lo),
                json!(day.hi),
            ]
        }));
    }
    file::answer(&name, params.format, table.text(params.format))
}
