//! Markets of a workspace's pipeline.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page,
    event::{Audience, NewEvent},
    fetched, new_id,
    pipeline::{NewPipelineMarket, PipelineMarket, PipelineStage, StageSum},
    site::SitePlace,
};

/// Maximum number of markets of a workspace's pipeline.
pub const MOST_MARKETS: i64 = 10_000;
/// Number of markets of a statement.
const AT_ONCE: usize = 1_000;

macro_rules! columns {
    () => {
        "id, vertical, vertical_name, place_id, city, state, stage, currency, tier, score, demand_bound, profit_low_cents,
         profit_cents, profit_high_cents, revenue_cents, payout_cents, run_id, added_by, added_at"
    };
}

/// Adds a market; returns true if the pipeline changed.
///
/// A market that is there already stays as it is, except one without a score that has one now: it gets the new figures.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn add(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, market: &NewPipelineMarket, now: DateTime<Utc>,
) -> Result<bool> {
    Ok(add_all(tx, workspace_id, user_id, &[market], now).await? > 0)
}

macro_rules! insert {
    ($rows:literal) => {
        concat!(
            "INSERT INTO pipeline_markets (id, workspace_id, vertical, vertical_name, place_id, city, state, stage, currency,
               tier, score, demand_bound, profit_low_cents, profit_cents, profit_high_cents, revenue_cents, payout_cents,
               run_id, added_by, added_at) ",
            $rows,
            " ON CONFLICT (workspace_id, vertical, place_id) DO UPDATE SET stage = excluded.stage,
               currency = excluded.currency, tier = excluded.tier, score = excluded.score,
               demand_bound = excluded.demand_bound, profit_low_cents = excluded.profit_low_cents,
               profit_cents = excluded.profit_cents, profit_high_cents = excluded.profit_high_cents,
               revenue_cents = excluded.revenue_cents, payout_cents = excluded.payout_cents, run_id = excluded.run_id
               WHERE pipeline_markets.stage = 'scan' AND excluded.stage = 'score'"
        )
    };
}

/// Adds markets like [`add`], many with a statement; returns how many the pipeline did not have with these figures. Of a market
/// that is given twice, the first one counts.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn add_all(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, markets: &[&NewPipelineMarket], now: DateTime<Utc>,
) -> Result<u64> {
    let mut seen = HashSet::new();
    let rows = markets.iter().filter(|market| seen.insert((market.vertical.as_str(), market.place_id.as_str())));
    let rows: Vec<Value> = rows.map(|market| row(market)).collect();
    let sql = tx.dialect(
        insert!(
            "SELECT id, $2, ve, vn, pl, ci, st, sg, cu, ti, sc, db, lo, me, hi, re, pa, ru, $3, $4
               FROM jsonb_to_recordset($1) AS v(id uuid, ve text, vn text, pl text, ci text, st text, sg text, cu text,
                 ti text, sc double precision, db text, lo bigint, me bigint, hi bigint, re bigint, pa bigint, ru uuid)"
        ),
        insert!(
            "SELECT unhex(value ->> 'id'), $2, value ->> 've', value ->> 'vn', value ->> 'pl', value ->> 'ci',
               value ->> 'st', value ->> 'sg', value ->> 'cu', value ->> 'ti', value ->> 'sc', value ->> 'db',
               value ->> 'lo', value ->> 'me', value ->> 'hi', value ->> 're', value ->> 'pa', unhex(value ->> 'ru'),
               $3, $4 FROM json_each($1) WHERE true"
        ),
    );
    let mut changed = 0;
    for part in rows.chunks(AT_ONCE) {
        changed += execute!(&mut *tx, sql, Json(part), workspace_id, user_id, now)?;
    }
    Ok(changed)
}

fn row(market: &NewPipelineMarket) -> Value {
    let hex = |id: Uuid| id.simple().to_string();
    let (low, mean, high) = market.profit.map_or((None, None, None), |(a, b, c)| (Some(a), Some(b), Some(c)));
    json!({
        "id": hex(new_id()), "ve": market.vertical, "vn": market.vertical_name, "pl": market.place_id,
        "ci": market.city, "st": market.state, "sg": market.stage(), "cu": market.currency, "ti": market.tier,
        "sc": market.score, "db": market.demand_bound, "lo": low, "me": mean, "hi": high,
        "re": market.revenue_cents, "pa": market.payout_cents, "ru": market.run_id.map(hex),
    })
}

/// Returns a market of the workspace's pipeline.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<PipelineMarket>> {
    let sql = concat!("SELECT ", columns!(), " FROM pipeline_markets WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), PipelineMarket, sql, id, workspace_id)
}

/// Returns the market of a vertical and place in the workspace's pipeline.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_market(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, vertical: &str, place_id: &str,
) -> Result<Option<PipelineMarket>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM pipeline_markets WHERE workspace_id = $1 AND vertical = $2 AND place_id = $3"
    );
    query_opt!(executor.into(), PipelineMarket, sql, workspace_id, vertical, place_id)
}

/// Lists the markets of the workspace's pipeline, of one stage if given, the latest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, stage: Option<PipelineStage>, before: Option<Uuid>,
    limit: usize,
) -> Result<Page<PipelineMarket>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM pipeline_markets WHERE workspace_id = $1 AND ($2 IS NULL OR stage = $2) AND ($3 IS NULL OR id < $3)
          ORDER BY id DESC LIMIT $4"
    );
    let rows = query_all!(executor.into(), PipelineMarket, sql, workspace_id, stage, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Counts the markets of the workspace's pipeline.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM pipeline_markets WHERE workspace_id = $1";
    query_value!(executor.into(), i64, sql, workspace_id)
}

/// Returns the sums of the stages that have markets, by stage and currency.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sums(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<StageSum>> {
    query_all!(
        executor.into(),
        StageSum,
        "SELECT stage, currency, COUNT(*) AS markets, CAST(COALESCE(SUM(profit_cents), 0) AS BIGINT) AS profit_cents
           FROM pipeline_markets WHERE workspace_id = $1 GROUP BY stage, currency ORDER BY stage, currency",
        workspace_id
    )
}

/// What a market was expected to bring when it was added.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Expectation {
    /// Slug of the vertical.
    pub vertical: String,
    /// Id of the place.
    pub place_id: String,
    /// Tier; `None` if it was not known.
    pub tier: Option<String>,
    /// ISO 4217 code of the profit.
    pub currency: String,
    /// Monthly profit, 10th percentile, in cents; `None` if it was not known.
    pub profit_low_cents: Option<i64>,
}

/// Returns what each market of the workspace's pipeline was expected to bring; at most [`MOST_MARKETS`] rows.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn expectations(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Expectation>> {
    let sql = "SELECT vertical, place_id, tier, currency, profit_low_cents FROM pipeline_markets
                WHERE workspace_id = $1 ORDER BY id LIMIT $2";
    query_all!(executor.into(), Expectation, sql, workspace_id, MOST_MARKETS)
}

/// Removes a market that has no site from the workspace's pipeline; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn remove(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM pipeline_markets WHERE id = $1 AND workspace_id = $2 AND stage IN ('scan', 'score')";
    Ok(execute!(executor.into(), sql, id, workspace_id)? > 0)
}

/// Moves the markets of a vertical in these places forwards to a stage, because their site got there. Markets without a
/// score, and those that are further, stay where they are. Returns true if one moved.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn advance(tx: &mut Tx, workspace_id: Uuid, market: (&str, &[String]), stage: PipelineStage) -> Result<bool> {
    let before = PipelineStage::ALL.iter().copied().filter(|from| *from < stage && leads_to(*from, stage));
    shift(tx, workspace_id, market, before.collect(), stage).await
}

/// Moves the markets of sites forwards like [`advance`], with a statement for each vertical. Returns true if one moved.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn advance_all<'a>(
    tx: &mut Tx, workspace_id: Uuid, sites: impl IntoIterator<Item = (&'a str, &'a [SitePlace])>, stage: PipelineStage,
) -> Result<bool> {
    let mut by_vertical: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (vertical, places) in sites {
        by_vertical.entry(vertical).or_default().extend(places.iter().map(|place| place.id.clone()));
    }
    let mut moved = false;
    for (vertical, places) in by_vertical {
        moved |= advance(tx, workspace_id, (vertical, &places), stage).await?;
    }
    Ok(moved)
}

/// Moves the markets of a vertical in these places back to a stage, because their site was taken offline or deleted.
/// Returns true if one moved.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn retreat(tx: &mut Tx, workspace_id: Uuid, market: (&str, &[String]), stage: PipelineStage) -> Result<bool> {
    let after = PipelineStage::ALL.iter().copied().filter(|from| *from > stage && leads_to(*from, stage));
    shift(tx, workspace_id, market, after.collect(), stage).await
}

/// Moves the markets of a vertical in these places back to the score, because the work on their site was cancelled before it had a
/// release. Markets in revenue stay. Returns true if one moved.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn stop(tx: &mut Tx, workspace_id: Uuid, market: (&str, &[String])) -> Result<bool> {
    shift(tx, workspace_id, market, vec![PipelineStage::Build, PipelineStage::Deploy], PipelineStage::Score).await
}

/// Moves the markets of all sites of a deployment that are not live back to the score, because the deployment was cancelled.
/// Returns true if one moved.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn stop_deployment(tx: &mut Tx, workspace_id: Uuid, deployment_id: Uuid) -> Result<bool> {
    let sql = tx.dialect(
        "UPDATE pipeline_markets SET stage = 'score'
          WHERE workspace_id = $1 AND stage IN ('build', 'deploy') AND (vertical, place_id) IN
            (SELECT s.vertical, place ->> 'id' FROM sites s, jsonb_array_elements(s.places) AS place
              WHERE s.deployment_id = $2 AND s.live_release_id IS NULL)",
        "UPDATE pipeline_markets SET stage = 'score'
          WHERE workspace_id = $1 AND stage IN ('build', 'deploy') AND (vertical, place_id) IN
            (SELECT s.vertical, place.value ->> 'id' FROM sites s, json_each(s.places) AS place
              WHERE s.deployment_id = $2 AND s.live_release_id IS NULL)",
    );
    Ok(execute!(tx, sql, workspace_id, deployment_id)? > 0)
}

/// Returns true if allowed steps lead from one stage to another. A market without a score has no site.
fn leads_to(from: PipelineStage, to: PipelineStage) -> bool {
    let (low, high) = (from.min(to), from.max(to));
    let between: Vec<_> = PipelineStage::ALL.iter().copied().filter(|stage| (low..=high).contains(stage)).collect();
    let is_allowed = |pair: &[PipelineStage]| match pair {
        [a, b] if from < to => a.may_become(*b),
        [a, b] => b.may_become(*a),
        _ => false,
    };
    low != PipelineStage::Scan && between.windows(2).all(is_allowed)
}

async fn shift(
    tx: &mut Tx, workspace_id: Uuid, (vertical, place_ids): (&str, &[String]), from: Vec<PipelineStage>,
    to: PipelineStage,
) -> Result<bool> {
    let sql = tx.dialect(
        "UPDATE pipeline_markets SET stage = $4 WHERE workspace_id = $1 AND vertical = $2
            AND stage IN (SELECT jsonb_array_elements_text($5)) AND place_id IN (SELECT jsonb_array_elements_text($3))",
        "UPDATE pipeline_markets SET stage = $4 WHERE workspace_id = $1 AND vertical = $2
            AND stage IN (SELECT value FROM json_each($5)) AND place_id IN (SELECT value FROM json_each($3))",
    );
    Ok(execute!(tx, sql, workspace_id, vertical, Json(place_ids), to, Json(&from))? > 0)
}

/// Returns the live event with the number of markets in each stage.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn stages_event(tx: &mut Tx, workspace_id: Uuid) -> Result<NewEvent> {
    let sums = sums(tx, workspace_id).await?;
    let of = |stage: PipelineStage| sums.iter().filter(|sum| sum.stage == stage).map(|sum| sum.markets).sum::<i64>();
    let stages: Map<String, Value> =
        PipelineStage::ALL.iter().map(|stage| (stage.as_str().to_owned(), of(*stage).into())).collect();
    let payload = json!({ "stages": stages });
    Ok(NewEvent { audience: Audience::Workspace(workspace_id), r#type: "pipeline:stages", payload })
}
