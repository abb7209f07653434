//! Checks of ranks.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::alert;
use crate::{
    domain::rank::{CheckedResult, OverviewState, RankCheck, RankPoint},
    ranks::FoundAlert,
    store::{Db, Executor, Result, Tx, batch, macros::*, related_question},
};

// Checks of Serper, which reports no AI overviews, are stored as absent.
macro_rules! columns {
    () => {
        "keyword_id, run_id, checked_at, rank, absolute_rank, depth, url, other_urls, features, owned_features,
         CASE WHEN provider = 'serper' THEN 'unknown' ELSE ai_overview END AS ai_overview, ai_urls, is_cited, top_hosts,
         results, provider, cost_micros"
    };
}

/// A check to store.
#[derive(Debug, Clone, PartialEq)]
pub struct NewRankCheck {
    /// Keyword.
    pub keyword_id: Uuid,
    /// Run.
    pub run_id: Uuid,
    /// When the provider returned the results.
    pub checked_at: DateTime<Utc>,
    /// Position; `None` if beyond `depth`.
    pub rank: Option<i32>,
    /// Position among all elements.
    pub absolute_rank: Option<i32>,
    /// Checked results.
    pub depth: i32,
    /// Page that ranks.
    pub url: Option<String>,
    /// Other pages of the website.
    pub other_urls: Vec<String>,
    /// Features of the results.
    pub features: Vec<String>,
    /// Features in which the website appears.
    pub owned_features: Vec<String>,
    /// AI overview.
    pub ai_overview: OverviewState,
    /// Pages that it cites.
    pub ai_urls: Vec<String>,
    /// Whether it cites the website.
    pub is_cited: bool,
    /// First ten results.
    pub results: Vec<CheckedResult>,
    /// Related questions ("people also ask"), each once.
    pub questions: Vec<String>,
    /// Provider.
    pub provider: String,
    /// Cost in millionths of a dollar.
    pub cost_micros: i64,
    /// Volatility with this check.
    pub volatility: f64,
    /// What the rules of the alerts report.
    pub alerts: Vec<FoundAlert>,
    /// Rank at the check before.
    pub old_rank: Option<i32>,
}

/// Stores a check and makes it the latest of its keyword. Returns false, and changes nothing but an old error, if the keyword
/// has a check of the same run or of the same time: results that were read again.
///
/// # Errors
/// Returns an error if a query fails; nothing is stored then.
pub async fn store_check(db: &Db, workspace_id: Uuid, website_id: Uuid, new: &NewRankCheck) -> Result<bool> {
    let mut tx = db.begin().await?;
    let is_new = insert(&mut tx, workspace_id, website_id, new).await?;
    if is_new {
        let sql = "UPDATE rank_checks SET results = NULL
                    WHERE keyword_id = $1 AND results IS NOT NULL AND import_id IS NOT NULL";
        execute!(&mut tx, sql, new.keyword_id)?;
        set_latest(&mut tx, workspace_id, new).await?;
        let (provider, questions) = (&new.provider, &new.questions);
        related_question::record(&mut tx, workspace_id, new.keyword_id, provider, questions, new.checked_at).await?;
        for found in &new.alerts {
            let (of, by) = ((workspace_id, website_id), (new.keyword_id, new.run_id));
            alert::insert(&mut tx, of, by, found, (new.old_rank, new.rank), new.checked_at).await?;
        }
    } else {
        let sql = "UPDATE tracked_keywords SET failed_at = NULL, error = NULL WHERE id = $1 AND workspace_id = $2";
        execute!(&mut tx, sql, new.keyword_id, workspace_id)?;
    }
    tx.commit().await?;
    Ok(is_new)
}

async fn insert(tx: &mut Tx, workspace_id: Uuid, website_id: Uuid, new: &NewRankCheck) -> Result<bool> {
    let hosts: Vec<&str> = new.results.iter().map(|result| result.host.as_str()).collect();
    // A keyword that was removed meanwhile has no check.
    let sql = "INSERT INTO rank_checks (keyword_id, run_id, workspace_id, website_id, checked_at, rank, absolute_rank, depth,
                 url, other_urls, features, owned_features, ai_overview, ai_urls, is_cited, top_hosts, results, provider,
                 cost_micros)
               SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
                WHERE EXISTS (SELECT 1 FROM tracked_keywords WHERE id = $1 AND workspace_id = $3)
               ON CONFLICT DO NOTHING";
    let inserted = execute!(
        tx,
        sql,
        new.keyword_id,
        new.run_id,
        workspace_id,
        website_id,
        new.checked_at,
        new.rank,
        new.absolute_rank,
        new.depth,
        new.url.as_deref(),
        Json(&new.other_urls),
        Json(&new.features),
        Json(&new.owned_features),
        known(new.ai_overview).unwrap_or(OverviewState::Absent),
        Json(&new.ai_urls),
        new.is_cited,
        Json(&hosts),
        Json(&new.results),
        &new.provider,
        new.cost_micros
    )?;
    Ok(inserted == 1)
}

/// Returns a state as a keyword has it: `None` if it is not known.
fn known(state: OverviewState) -> Option<OverviewState> {
    (state != OverviewState::Unknown).then_some(state)
}

async fn set_latest(tx: &mut Tx, workspace_id: Uuid, new: &NewRankCheck) -> Result<()> {
    execute!(
        tx,
        "UPDATE tracked_keywords SET previous_rank = rank, previous_depth = depth, checked_at = $3, rank = $4,
           absolute_rank = $5, depth = $6, url = $7, features = $8, owned_features = $9, ai_overview = $10, is_cited = $11,
           volatility = $12, failed_at = NULL, error = NULL,
           best_rank = CASE WHEN best_rank IS NULL OR $4 < best_rank THEN $4 ELSE best_rank END
          WHERE id = $1 AND workspace_id = $2 AND (checked_at IS NULL OR checked_at < $3)",
        new.keyword_id,
        workspace_id,
        new.checked_at,
        new.rank,
        new.absolute_rank,
        new.depth,
        new.url.as_deref(),
        Json(&new.features),
        Json(&new.owned_features),
        known(new.ai_overview),
        new.is_cited,
        new.volatility
    )
    .map(|_| ())
}

/// Records that a check failed: the rank and the time of the latest check are unchanged.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn record_failure(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, error: &str, now: DateTime<Utc>,
) -> Result<()> {
    let sql = "UPDATE tracked_keywords SET failed_at = $3, error = $4 WHERE id = $1 AND workspace_id = $2";
    execute!(executor.into(), sql, id, workspace_id, now, error).map(|_| ())
}

/// Returns the keywords that a run has checked.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn checked_in(executor: impl Into<Executor<'_>>, website_id: Uuid, run_id: Uuid) -> Result<Vec<Uuid>> {
    let sql = "SELECT keyword_id FROM rank_checks WHERE website_id = $1 AND run_id = $2";
    let rows = query_all!(executor.into(), (Uuid,), sql, website_id, run_id)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the checks that no import holds yet: those of a run, and of runs that have ended without storing them. At most
/// 20,000, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn unread(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, run_id: Uuid,
) -> Result<Vec<RankCheck>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM rank_checks WHERE workspace_id = $1 AND website_id = $2 AND import_id IS NULL AND (run_id = $3
            OR run_id NOT IN (SELECT id FROM runs WHERE website_id = $2 AND status IN ('queued', 'running', 'paused')))
          ORDER BY checked_at, keyword_id LIMIT 20000"
    );
    query_all!(executor.into(), RankCheck, sql, workspace_id, website_id, run_id)
}

/// Returns the latest checks of a keyword, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn history(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, keyword_id: Uuid, limit: i64,
) -> Result<Vec<RankCheck>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM rank_checks WHERE workspace_id = $1 AND keyword_id = $2 ORDER BY checked_at DESC LIMIT $3"
    );
    query_all!(executor.into(), RankCheck, sql, workspace_id, keyword_id, limit)
}

/// Returns the ranks of a website's keywords since a time, oldest first; of some keywords if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn points(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, since: DateTime<Utc>,
    keywords: Option<&[Uuid]>,
) -> Result<Vec<RankPoint>> {
    let mut executor = executor.into();
    let Some(keywords) = keywords else {
        let sql = "SELECT keyword_id, checked_at, rank, depth FROM rank_checks
                    WHERE workspace_id = $1 AND website_id = $2 AND checked_at >= $3 ORDER BY checked_at";
        return query_all!(executor, RankPoint, sql, workspace_id, website_id, since);
    };
    let sql = executor.dialect(
        "SELECT keyword_id, checked_at, rank, depth FROM rank_checks
          WHERE workspace_id = $1 AND website_id = $2 AND checked_at >= $3 AND keyword_id = ANY($4) ORDER BY checked_at",
        "SELECT keyword_id, checked_at, rank, depth FROM rank_checks
          WHERE workspace_id = $1 AND website_id = $2 AND checked_at >= $3
            AND keyword_id IN (SELECT unhex(value) FROM json_each($4)) ORDER BY checked_at",
    );
    query_all!(executor, RankPoint, sql, workspace_id, website_id, since, batch::Ids::of(keywords))
}
