//! Budgets and reservations.
//!
//! What is spent and reserved has a row per owner (workspace, connection) and period (month, day). One statement adds an
//! estimate to the four rows of a call, each only if its budget covers the sum. Rows are locked in a fixed order, so
//! concurrent calls wait for one another and never deadlock.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;

use crate::{
    domain::{
        connection::{Budget, BudgetPeriod, BudgetScope, Refusal, Spent, day_of},
        new_id,
    },
    store::{Db, Executor, Result, Tx, macros::*},
};

/// Time after which a call without a result counts as lost. Longer than any request.
pub(super) const OPEN: Duration = Duration::minutes(10);

/// A call to be made.
#[derive(Debug, Clone)]
pub struct NewCall {
    /// Workspace.
    pub workspace_id: Uuid,
    /// Connection.
    pub connection_id: Uuid,
    /// Key of the operation.
    pub operation: String,
    /// Run that calls, with its attempt.
    pub run: Option<(Uuid, i32)>,
    /// Most that it can cost.
    pub estimate_micros: i64,
    /// Budget of the run over all its calls and attempts; `None` if only the connection and the workspace have budgets.
    pub run_budget_micros: Option<i64>,
    /// Most calls through the connection within a minute, over all workers.
    pub most_per_minute: Option<CallRate>,
}

/// A limit on calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallRate {
    /// Most calls within a minute, at least 1.
    pub most: i64,
    /// Whether only calls of the same operation count.
    pub is_of_operation: bool,
}

/// Returns the budget of a workspace over all its connections.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn budget(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Budget> {
    let sql = "SELECT day_budget_micros, month_budget_micros FROM provider_budgets WHERE workspace_id = $1";
    Ok(query_opt!(executor.into(), Budget, sql, workspace_id)?.unwrap_or_default())
}

/// Sets the budget of a workspace over all its connections.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_budget(executor: impl Into<Executor<'_>>, workspace_id: Uuid, budget: Budget) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO provider_budgets (workspace_id, day_budget_micros, month_budget_micros) VALUES ($1, $2, $3)
         ON CONFLICT (workspace_id) DO UPDATE SET day_budget_micros = excluded.day_budget_micros,
           month_budget_micros = excluded.month_budget_micros",
        workspace_id,
        budget.day_budget_micros,
        budget.month_budget_micros
    )
    .map(|_| ())
}

/// Returns what a workspace or a connection has spent and reserved on the day and in the month of `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn spent(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, owner_id: Uuid, now: DateTime<Utc>,
) -> Result<Spent> {
    let owners = spent_by_connection(executor, workspace_id, now).await?;
    Ok(owners.into_iter().find(|(id, _)| *id == owner_id).map_or_else(Spent::default, |(_, spent)| spent))
}

/// Returns what the workspace (under its own id) and each of its connections have spent and reserved on the day and in
/// the month of `now`; owners without calls are missing.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn spent_by_connection(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, now: DateTime<Utc>,
) -> Result<Vec<(Uuid, Spent)>> {
    let Periods { month, day } = Periods::of(now);
    let sql = "SELECT owner_id, CAST(COALESCE(SUM(CASE WHEN period = $3 THEN micros END), 0) AS BIGINT),
                  CAST(COALESCE(SUM(CASE WHEN period = $2 THEN micros END), 0) AS BIGINT)
                 FROM provider_spend WHERE workspace_id = $1 AND period IN ($2, $3) GROUP BY owner_id ORDER BY owner_id";
    let rows = query_all!(executor.into(), (Uuid, i64, i64), sql, workspace_id, &month, &day)?;
    Ok(rows.into_iter().map(|(id, day_micros, month_micros)| (id, Spent { day_micros, month_micros })).collect())
}

struct Periods {
    month: String,
    day: String,
}

impl Periods {
    fn of(at: DateTime<Utc>) -> Self {
        let day = day_of(at);
        Self { month: day.format("%Y-%m").to_string(), day: day.to_string() }
    }
}

/// Reserves the estimate of a call and stores the call; returns its id, or why it must not be made.
///
/// # Errors
/// Returns an error if a query fails; then nothing is reserved.
pub async fn reserve(db: &Db, new: &NewCall, now: DateTime<Utc>) -> Result<std::result::Result<Uuid, Refusal>> {
    let mut tx = db.begin().await?;
    let covered = take(&mut tx, new, now).await?;
    if covered.len() < 4 {
        drop(tx);
        return Ok(Err(refusal(db, new, &covered, now).await?));
    }
    // The rows of the workspace are locked by now, so no other call of the run is added meanwhile.
    let refusal = match beyond_run(&mut tx, new).await? {
        None => too_fast(&mut tx, new, now).await?,
        refusal => refusal,
    };
    if let Some(refusal) = refusal {
        drop(tx);
        return Ok(Err(refusal));
    }
    let id = insert(&mut tx, new, now).await?;
    tx.commit().await?;
    Ok(Ok(id))
}

/// Returns why the budget of the run does not cover a call, or `None` if it does.
async fn beyond_run(tx: &mut Tx, new: &NewCall) -> Result<Option<Refusal>> {
    let (Some(budget_micros), Some((run_id, _))) = (new.run_budget_micros, new.run) else { return Ok(None) };
    let spent_micros = super::spent_by_run(&mut *tx, new.workspace_id, run_id).await?;
    let is_beyond = new.estimate_micros > 0 && spent_micros.saturating_add(new.estimate_micros) > budget_micros;
    Ok(is_beyond.then_some(Refusal::OverRunBudget { budget_micros, spent_micros }))
}

/// Returns when the call may be made, if the connection has made the most calls of a minute.
async fn too_fast(tx: &mut Tx, new: &NewCall, now: DateTime<Utc>) -> Result<Option<Refusal>> {
    let Some(CallRate { most, is_of_operation }) = new.most_per_minute else { return Ok(None) };
    let operation = is_of_operation.then_some(new.operation.as_str());
    // Ids are ordered by time, so the index finds the call that must be a minute old.
    let sql = "SELECT at FROM provider_calls WHERE connection_id = $1 AND ($2 IS NULL OR operation = $2)
                ORDER BY id DESC LIMIT 1 OFFSET $3";
    let first = query_opt!(tx, (DateTime<Utc>,), sql, new.connection_id, operation, most.max(1) - 1)?;
    let until = first.map(|(at,)| at + Duration::minutes(1)).filter(|until| *until > now);
    Ok(until.map(|until| Refusal::TooFast { until }))
}

/// Adds the estimate wherever the budget covers it; returns kind and period of these rows.
async fn take(tx: &mut Tx, new: &NewCall, now: DateTime<Utc>) -> Result<Vec<(i32, String)>> {
    let Periods { month, day } = Periods::of(now);
    let (run_id, attempt) = new.run.unzip();
    write_all!(
        tx,
        (i32, String),
        "INSERT INTO provider_spend (kind, owner_id, period, workspace_id, micros, cap_micros)
         SELECT kind, owner_id, period, $1, $5, cap_micros FROM (
           SELECT p.kind, CASE WHEN p.kind = 1 THEN c.workspace_id ELSE c.id END AS owner_id,
               CASE WHEN p.is_day THEN $4 ELSE $3 END AS period,
               CASE WHEN p.kind = 1 AND p.is_day THEN b.day_budget_micros WHEN p.kind = 1 THEN b.month_budget_micros
                    WHEN p.is_day THEN c.day_budget_micros ELSE c.month_budget_micros END AS cap_micros
             FROM connections c LEFT JOIN provider_budgets b ON b.workspace_id = c.workspace_id
             CROSS JOIN (SELECT 1 AS kind, FALSE AS is_day UNION ALL SELECT 1, TRUE UNION ALL SELECT 2, FALSE
                         UNION ALL SELECT 2, TRUE) p
            WHERE c.id = $2 AND c.workspace_id = $1 AND c.disconnected_at IS NULL
              AND ($6 IS NULL OR EXISTS (SELECT 1 FROM runs r WHERE r.id = $6 AND r.workspace_id = $1
                AND r.attempt = $7 AND r.status = 'running'))) wanted
          WHERE cap_micros IS NULL OR $5 = 0 OR $5 <= cap_micros ORDER BY kind, period
         ON CONFLICT (owner_id, period) DO UPDATE
           SET micros = provider_spend.micros + excluded.micros, cap_micros = excluded.cap_micros
           WHERE excluded.cap_micros IS NULL OR excluded.micros = 0
              OR provider_spend.micros + excluded.micros <= excluded.cap_micros
         RETURNING kind, period",
        new.workspace_id,
        new.connection_id,
        &month,
        &day,
        new.estimate_micros,
        run_id,
        attempt
    )
}

async fn insert(tx: &mut Tx, new: &NewCall, now: DateTime<Utc>) -> Result<Uuid> {
    let id = new_id();
    let (run_id, attempt) = new.run.unzip();
    execute!(
        tx,
        "INSERT INTO provider_calls (id, workspace_id, connection_id, provider, operation, run_id, attempt, status,
           reserved_micros, day, at, expires_at)
         SELECT $1, workspace_id, id, provider, $4, $5, $6, 'reserved', $7, $8, $9, $10 FROM connections
          WHERE id = $3 AND workspace_id = $2",
        id,
        new.workspace_id,
        new.connection_id,
        &new.operation,
        run_id,
        attempt.unwrap_or(0),
        new.estimate_micros,
        day_of(now),
        now,
        now + OPEN
    )?;
    Ok(id)
}

/// Adds a difference to the rows of a call that was reserved at `reserved_at`, in the order in which
/// [`reserve`] locks them.
pub(super) async fn adjust(
    tx: &mut Tx, workspace_id: Uuid, connection_id: Uuid, reserved_at: DateTime<Utc>, difference: i64,
) -> Result<()> {
    let Periods { month, day } = Periods::of(reserved_at);
    for (owner, period) in
        [(workspace_id, &month), (workspace_id, &day), (connection_id, &month), (connection_id, &day)]
    {
        let sql = "UPDATE provider_spend SET micros = micros + $3 WHERE owner_id = $1 AND period = $2";
        execute!(&mut *tx, sql, owner, period, difference)?;
    }
    Ok(())
}

async fn refusal(db: &Db, new: &NewCall, covered: &[(i32, String)], now: DateTime<Utc>) -> Result<Refusal> {
    let Some(connection) = super::find(db, new.workspace_id, new.connection_id).await? else {
        return Ok(Refusal::Disconnected);
    };
    if covered.is_empty() && is_lost(db, new).await? {
        return Ok(Refusal::RunLost);
    }
    let Periods { month, day } = Periods::of(now);
    let budgets = [(1, BudgetScope::Workspace, budget(db, new.workspace_id).await?, new.workspace_id)];
    let own = [(2, BudgetScope::Connection, connection.budget, connection.id)];
    for (kind, scope, budget, owner) in budgets.into_iter().chain(own) {
        let spent = spent(db, new.workspace_id, owner, now).await?;
        let month = (BudgetPeriod::Month, &month, budget.month_budget_micros, spent.month_micros);
        let day = (BudgetPeriod::Day, &day, budget.day_budget_micros, spent.day_micros);
        for (period, key, limit, spent_micros) in [month, day] {
            let is_covered = covered.iter().any(|(of, in_period)| *of == kind && in_period == key);
            if let (false, Some(budget_micros)) = (is_covered, limit) {
                return Ok(Refusal::OverBudget { scope, period, budget_micros, spent_micros });
            }
        }
    }
    Ok(Refusal::RunLost)
}

async fn is_lost(db: &Db, new: &NewCall) -> Result<bool> {
    let Some((run_id, attempt)) = new.run else { return Ok(false) };
    let sql = "SELECT COUNT(*) FROM runs WHERE id = $1 AND workspace_id = $2 AND attempt = $3 AND status = 'running'";
    Ok(query_value!(db, i64, sql, run_id, new.workspace_id, attempt)? == 0)
}
