//! Forecasts.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Days, NaiveDate, Utc};
use futures::{FutureExt, TryFutureExt};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Executor, Result, Tx, batch, daily,
    effect::{Applied, Apply, Maker, NewFindings},
    import::ranks,
    macros::*,
};
use crate::domain::{
    Page,
    event::{Audience, NewEvent},
    fetched,
    forecast::{CHECK_SLACK, Forecast, Measured, NewForecast, top10_day},
    run::Run,
};

macro_rules! columns {
    () => {
        "id, website_id, engine_id, run_id, kind, subject, statement, probability, quantiles, naive, model, version, \
         made_at, due_at, outcome, outcome_at"
    };
}

/// Effect that stores an engine's forecasts, which are scored when due.
#[derive(Debug)]
pub struct NewForecasts {
    /// Engine.
    pub engine_id: String,
    /// Forecasts, each with a unique identity.
    pub forecasts: Vec<NewForecast>,
}

impl Apply for NewForecasts {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        let maker = Maker::new(run, &self.engine_id);
        insert(tx, maker, &self.forecasts, now).map_ok(|()| Vec::new()).boxed()
    }
}

/// Effect that stores outcomes of forecasts: 0 or 1 for a claim, the measured value for a quantity.
#[derive(Debug)]
pub struct Outcomes(pub Vec<(Uuid, f64)>);

impl Apply for Outcomes {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        settle(tx, run.workspace_id, &self.0, now).boxed()
    }
}

/// Stores a run's forecasts. An earlier forecast with the same identity is not changed.
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn insert(tx: &mut Tx, maker: Maker<'_>, new: &[NewForecast], now: DateTime<Utc>) -> Result<()> {
    let rows: Vec<Value> = new.iter().map(row).collect();
    let sql = tx.dialect(POSTGRES, SQLITE);
    execute!(tx, sql, Json(&rows), maker.workspace_id, maker.website_id, maker.engine_id, maker.run_id, now).map(|_| ())
}

/// Unknown values are omitted, so that they become NULL instead of a JSON null.
fn row(new: &NewForecast) -> Value {
    let mut row = json!({
        "i": crate::domain::new_id().simple().to_string(), "k": new.identity, "t": new.kind, "s": new.subject,
        "w": new.statement, "p": new.probability, "q": new.quantiles, "n": new.naive, "m": new.model, "v": new.version,
        "d": batch::sql_time(new.due_at),
    });
    if let Some(fields) = row.as_object_mut() {
        fields.retain(|_, value| !value.is_null());
    }
    row
}

const POSTGRES: &str = "
INSERT INTO forecasts (id, workspace_id, website_id, engine_id, run_id, identity, kind, subject, statement, probability,
  quantiles, naive, model, version, made_at, due_at)
SELECT i, $2, $3, $4, $5, k, t, s, w, p, q, n, m, v.v, $6, d
  FROM jsonb_to_recordset($1) AS v(i uuid, k text, t text, s text, w text, p double precision, q jsonb,
    n double precision, m text, v text, d timestamptz)
ON CONFLICT (workspace_id, identity) DO NOTHING";

const SQLITE: &str = "
INSERT INTO forecasts (id, workspace_id, website_id, engine_id, run_id, identity, kind, subject, statement, probability,
  quantiles, naive, model, version, made_at, due_at)
SELECT unhex(value ->> 'i'), $2, $3, $4, $5, value ->> 'k', value ->> 't', value ->> 's', value ->> 'w', value ->> 'p',
  value -> 'q', value ->> 'n', value ->> 'm', value ->> 'v', $6, value ->> 'd' FROM json_each($1) WHERE true
ON CONFLICT (workspace_id, identity) DO NOTHING";

macro_rules! outcomes_postgres {
    () => {
        "UPDATE forecasts SET outcome = v.o, outcome_at = CASE WHEN v.o IS NULL THEN NULL ELSE CAST($3 AS timestamptz) END
           FROM jsonb_to_recordset($1) AS v(i uuid, o double precision)
          WHERE forecasts.id = v.i AND forecasts.workspace_id = $2"
    };
}

macro_rules! outcomes_sqlite {
    () => {
        "UPDATE forecasts SET outcome = v.o, outcome_at = CASE WHEN v.o IS NULL THEN NULL ELSE $3 END
           FROM (SELECT unhex(value ->> 'i') AS i, value ->> 'o' AS o FROM json_each($1)) AS v
          WHERE forecasts.id = v.i AND forecasts.workspace_id = $2"
    };
}

/// Stores outcomes of forecasts in one statement; known outcomes are not changed. Returns an alert for each value
/// outside its bounds.
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn settle(
    tx: &mut Tx, workspace_id: Uuid, outcomes: &[(Uuid, f64)], now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sql = tx.dialect(
        concat!(outcomes_postgres!(), " AND forecasts.outcome IS NULL RETURNING ", columns!()),
        concat!(outcomes_sqlite!(), " AND forecasts.outcome IS NULL RETURNING ", columns!()),
    );
    let rows = outcome_rows(outcomes.iter().map(|(id, outcome)| (*id, Some(*outcome))));
    let mut settled = write_all!(tx, Forecast, sql, rows, workspace_id, now)?;
    // The same value is predicted repeatedly: one alert reports it, with its latest forecast.
    settled.sort_by_key(|forecast| std::cmp::Reverse((forecast.made_at, forecast.id)));
    let mut alerts = BTreeMap::new();
    for forecast in settled.iter().filter(|forecast| has_left_its_bounds(forecast)) {
        alerts.entry((forecast.website_id, &forecast.subject)).or_insert_with(|| alert(workspace_id, forecast));
    }
    Ok(alerts.into_values().collect())
}

/// Returns forecasts and their outcomes as one parameter. A missing outcome becomes NULL instead of a JSON null.
fn outcome_rows(outcomes: impl Iterator<Item = (Uuid, Option<f64>)>) -> Json<Vec<Value>> {
    let row = |(id, outcome): (Uuid, Option<f64>)| match outcome {
        Some(outcome) => json!({"i": id.simple().to_string(), "o": outcome}),
        None => json!({"i": id.simple().to_string()}),
    };
    Json(outcomes.map(row).collect())
}

/// Returns true if a value is outside its 80 % interval by more than half of the interval's width: 2.6 standard deviations of
/// a normal forecast, which happens in one of a hundred cases.
fn has_left_its_bounds(forecast: &Forecast) -> bool {
    let (Some(Json(bounds)), Some(outcome)) = (forecast.quantiles, forecast.outcome) else { return false };
    let slack = (bounds.p90 - bounds.p10) / 2.0;
    outcome < bounds.p10 - slack || outcome > bounds.p90 + slack
}

fn alert(workspace_id: Uuid, forecast: &Forecast) -> NewEvent {
    let outcome = forecast.outcome.unwrap_or_default();
    let is_low = forecast.quantiles.as_ref().is_some_and(|bounds| outcome < bounds.p10);
    let payload = json!({
        "websiteId": forecast.website_id, "forecastId": forecast.id, "subject": forecast.subject, "outcome": outcome,
        "severity": if is_low { "critical" } else { "warning" },
        "message": format!("It came to {outcome:.0}. Forecast: {}.", forecast.statement),
    });
    NewEvent { audience: Audience::Workspace(workspace_id), r#type: "performance:alert", payload }
}

/// Stores the outcome of an insight's claim; `None` removes it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn settle_claim(
    tx: &mut Tx, workspace_id: Uuid, insight_id: Uuid, came: Option<bool>, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "UPDATE forecasts SET outcome = $3, outcome_at = $4
          WHERE workspace_id = $1 AND subject = $2 AND kind = 'claim'",
        workspace_id,
        format!("insight:{insight_id}"),
        came.map(f64::from),
        came.map(|_| now)
    )
    .map(|_| ())
}

/// Filter of a workspace's forecasts; `None` matches all.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Engine.
    pub engine_id: Option<String>,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Prefix of the subject.
    pub subject: Option<String>,
    /// Excluded prefix of the subject.
    pub without: Option<String>,
    /// Whether the outcome is known.
    pub settled: Option<bool>,
    /// Id of the last forecast of the previous page.
    pub cursor: Option<Uuid>,
}

/// Returns the workspace's forecasts, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &Filter, limit: usize,
) -> Result<Page<Forecast>> {
    let rows = query_all!(
        executor.into(),
        Forecast,
        concat!(
            "SELECT ",
            columns!(),
            " FROM forecasts WHERE workspace_id = $1 AND ($2 IS NULL OR engine_id = $2)
                AND ($3 IS NULL OR website_id = $3) AND ($4 IS NULL OR subject LIKE $4 || '%')
                AND ($5 IS NULL OR (outcome IS NOT NULL) = $5) AND ($6 IS NULL OR id < $6)
                AND ($8 IS NULL OR subject NOT LIKE $8 || '%') ORDER BY id DESC LIMIT $7"
        ),
        workspace_id,
        filter.engine_id.as_deref(),
        filter.website_id,
        filter.subject.as_deref(),
        filter.settled,
        filter.cursor,
        fetched(limit),
        filter.without.as_deref()
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns true if there are forecasts.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn any(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<bool> {
    let sql = "SELECT 1 FROM forecasts WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2) LIMIT 1";
    Ok(query_opt!(executor.into(), (i32,), sql, workspace_id, website_id)?.is_some())
}

/// Condition for forecasts that a website's data can settle. Claims of insights are settled by a person.
macro_rules! measurable {
    () => {
        "(kind = 'quantity' OR subject LIKE 'top10:%')"
    };
}

/// Newest first, so that forecasts that can never be settled, such as those of keywords that are no longer checked, do not
/// block the others.
const DUE: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM forecasts WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2) AND due_at <= $3
        AND outcome IS NULL AND ",
    measurable!(),
    " ORDER BY due_at DESC LIMIT 5000"
);

const SETTLED: &str = concat!(
    "SELECT ",
    columns!(),
    " FROM forecasts WHERE workspace_id = $1 AND website_id = $2 AND outcome IS NOT NULL AND ",
    measurable!()
);

/// Returns due, unsettled forecasts that a website's data can settle, latest due first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>, now: DateTime<Utc>,
) -> Result<Vec<Forecast>> {
    query_all!(executor.into(), Forecast, DUE, workspace_id, website_id, now)
}

/// Returns the outcomes of a website's forecasts according to its data; forecasts without data are omitted.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn outcomes(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, forecasts: &[Forecast],
) -> Result<Vec<(Uuid, f64)>> {
    let mut executor = executor.into();
    let days = daily::daily(&mut executor, workspace_id, website_id).await?;
    let mut measured = Measured { days, ..Measured::default() };
    if let Some(span) = checked_span(forecasts) {
        measured.ranks = ranks(executor, workspace_id, website_id, span).await?;
    }
    Ok(of(&measured, forecasts))
}

fn of(measured: &Measured, forecasts: &[Forecast]) -> Vec<(Uuid, f64)> {
    forecasts.iter().filter_map(|forecast| Some((forecast.id, measured.outcome(&forecast.subject)?))).collect()
}

/// Returns the first and last day on which a rank check may settle one of the forecasts.
fn checked_span(forecasts: &[Forecast]) -> Option<(NaiveDate, NaiveDate)> {
    let days = forecasts.iter().filter_map(|forecast| top10_day(&forecast.subject));
    let slack = Days::new(CHECK_SLACK.unsigned_abs());
    Some((days.clone().min()?.checked_sub_days(slack)?, days.max()?.checked_add_days(slack)?))
}

/// Settles due forecasts of a website with its data; returns an alert for each value outside its bounds.
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn settle_due(
    tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let due = query_all!(tx, Forecast, DUE, workspace_id, Some(website_id), now)?;
    if due.is_empty() {
        return Ok(Vec::new());
    }
    let outcomes = outcomes(&mut *tx, workspace_id, website_id, &due).await?;
    settle(tx, workspace_id, &outcomes, now).await
}

/// Measures settled forecasts of a website again after data were removed: outcomes without data are reopened, and changed
/// outcomes are updated.
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn measure_again(tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let settled = query_all!(tx, Forecast, SETTLED, workspace_id, website_id)?;
    let measured = outcomes(&mut *tx, workspace_id, website_id, &settled).await?;
    let measured: HashMap<Uuid, f64> = measured.into_iter().collect();
    let outcome = |forecast: &Forecast| (forecast.id, measured.get(&forecast.id).copied());
    let changed = settled.iter().filter(|forecast| outcome(forecast).1 != forecast.outcome).map(outcome);
    let sql = tx.dialect(outcomes_postgres!(), outcomes_sqlite!());
    execute!(tx, sql, outcome_rows(changed), workspace_id, now).map(|_| ())
}

/// Returns the latest claims of an engine's insights with an outcome, at most `limit`: stated probability, 0 to 1, and outcome,
/// 1 or 0.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn claims(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, engine_id: &str, limit: i64,
) -> Result<Vec<(f64, f64)>> {
    query_all!(
        executor.into(),
        (f64, f64),
        "SELECT probability, outcome FROM forecasts
          WHERE workspace_id = $1 AND engine_id = $2 AND kind = 'claim' AND subject LIKE 'insight:%'
            AND outcome IS NOT NULL AND probability IS NOT NULL ORDER BY outcome_at DESC LIMIT $3",
        workspace_id,
        engine_id,
        limit
    )
}

/// Returns the calibration of claims with an outcome, by engine: (engine, mean probability, share of correct claims,
/// number of claims).
///
/// # Errors
/// Returns an error if the query fails.
pub async fn calibration(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid,
) -> Result<Vec<(String, f64, f64, i64)>> {
    query_all!(
        executor.into(),
        (String, f64, f64, i64),
        "SELECT engine_id, AVG(probability), AVG(outcome), COUNT(*) FROM forecasts
          WHERE workspace_id = $1 AND kind = 'claim' AND outcome IS NOT NULL AND probability IS NOT NULL
          GROUP BY engine_id",
        workspace_id
    )
}
