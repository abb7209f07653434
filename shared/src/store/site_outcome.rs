//! What live sites reached: ranks, visits, leads and revenue. The local engine compares it with what it had expected.

use chrono::NaiveDate;
use uuid::Uuid;

use super::{Db, Executor, Result, macros::*, workspace};
use crate::domain::site::SitePlace;

/// What a site reached since it went live.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SiteOutcome {
    /// Id of its website.
    pub website_id: Uuid,
    /// Slug of the vertical.
    pub vertical: String,
    /// Places.
    #[sqlx(json)]
    pub places: Vec<SitePlace>,
    /// First day on which it was live (UTC).
    pub launched_on: NaiveDate,
    /// Last day that is counted.
    pub through: NaiveDate,
    /// Whether a keyword is tracked.
    pub is_tracked: bool,
    /// First day on which a tracked keyword was in the first ten results.
    pub ranked_on: Option<NaiveDate>,
    /// Number of visits.
    pub visits: i64,
    /// Number of those from search engines.
    pub search_visits: i64,
    /// Number of leads without spam and duplicates.
    pub leads: i64,
    /// Number of leads that a buyer accepted.
    pub accepted_leads: i64,
    /// Revenue of leads after refunds, in cents of US dollars.
    pub lead_cents: i64,
    /// Rent, in cents of US dollars.
    pub rent_cents: i64,
}

/// Returns the outcomes of a workspace's sites, deleted ones too, ordered by website.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<SiteOutcome>> {
    query_all!(
        executor.into(),
        SiteOutcome,
        "SELECT o.website_id, s.vertical, s.places, o.launched_on, o.through, o.is_tracked, o.ranked_on, o.visits,
                o.search_visits, o.leads, o.accepted_leads, o.lead_cents, o.rent_cents
           FROM site_outcomes o JOIN sites s ON s.website_id = o.website_id
          WHERE o.workspace_id = $1 ORDER BY o.website_id",
        workspace_id
    )
}

/// Returns workspaces with a live site whose outcome was not counted on a day (UTC) or later.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, today: NaiveDate) -> Result<Vec<Uuid>> {
    let sql = "SELECT DISTINCT s.workspace_id FROM sites s LEFT JOIN site_outcomes o ON o.website_id = s.website_id
                WHERE s.live_release_id IS NOT NULL AND (o.through IS NULL OR o.through < $1)
                  AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL";
    let rows = query_all!(executor.into(), (Uuid,), sql, today)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

macro_rules! refresh {
    ($launched:literal, $ranked:literal) => {
        concat!(
            "INSERT INTO site_outcomes (website_id, workspace_id, launched_on, through, is_tracked, ranked_on, visits,
               search_visits, leads, accepted_leads, lead_cents, rent_cents)
             SELECT s.website_id, s.workspace_id, s.launched_on, $2, r.website_id IS NOT NULL, r.ranked_on,
                    COALESCE(v.visits, 0), COALESCE(v.search_visits, 0), COALESCE(d.leads, 0),
                    COALESCE(m.accepted, 0), COALESCE(m.lead_cents, 0), COALESCE(m.rent_cents, 0)
               FROM (SELECT website_id, workspace_id, (SELECT ",
            $launched,
            " FROM releases f WHERE f.website_id = sites.website_id AND f.first_deployed_at IS NOT NULL) AS launched_on
                       FROM sites WHERE workspace_id = $1 AND live_release_id IS NOT NULL
                        AND (SELECT w.archived_at FROM websites w WHERE w.id = sites.website_id) IS NULL) s
               LEFT JOIN (SELECT website_id, ",
            $ranked,
            " AS ranked_on FROM rank_checks WHERE workspace_id = $1 GROUP BY website_id) r
                 ON r.website_id = s.website_id
               LEFT JOIN (SELECT website_id, CAST(SUM(visits) AS BIGINT) AS visits,
                                 CAST(SUM(CASE WHEN channel = 'search' THEN visits ELSE 0 END) AS BIGINT) AS search_visits
                            FROM visit_days WHERE website_id IN (SELECT website_id FROM sites WHERE workspace_id = $1)
                           GROUP BY website_id) v ON v.website_id = s.website_id
               LEFT JOIN (SELECT website_id, COUNT(*) AS leads FROM received_leads
                           WHERE workspace_id = $1 AND status NOT IN ('spam', 'duplicate') GROUP BY website_id) d
                 ON d.website_id = s.website_id
               LEFT JOIN (SELECT t.website_id,
                                 CAST(SUM(CASE WHEN t.reason = 'lead_accepted' AND e.account = 'lead_revenue' THEN 1 ELSE 0 END)
                                   AS BIGINT) AS accepted,
                                 CAST(SUM(CASE WHEN e.account IN ('lead_revenue', 'refunds')
                                   THEN e.credit_cents - e.debit_cents ELSE 0 END) AS BIGINT) AS lead_cents,
                                 CAST(SUM(CASE WHEN e.account = 'rent_revenue'
                                   THEN e.credit_cents - e.debit_cents ELSE 0 END) AS BIGINT) AS rent_cents
                            FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                           WHERE t.workspace_id = $1 AND t.currency = 'USD' AND t.website_id IS NOT NULL
                           GROUP BY t.website_id) m ON m.website_id = s.website_id
              WHERE s.launched_on IS NOT NULL
             ON CONFLICT (website_id) DO UPDATE SET launched_on = excluded.launched_on, through = excluded.through,
               is_tracked = excluded.is_tracked OR site_outcomes.is_tracked,
               ranked_on = COALESCE(site_outcomes.ranked_on, excluded.ranked_on), visits = excluded.visits,
               search_visits = excluded.search_visits, leads = excluded.leads,
               accepted_leads = excluded.accepted_leads, lead_cents = excluded.lead_cents,
               rent_cents = excluded.rent_cents"
        )
    };
}

/// Counts the outcomes of a workspace's live sites through a day (UTC); returns the number of sites. A site that is no longer
/// live keeps its last outcome, so that failures are not forgotten.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn refresh(db: &Db, workspace_id: Uuid, through: NaiveDate) -> Result<u64> {
    let mut tx = db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let sql = tx.dialect(
        refresh!(
            "MIN((first_deployed_at AT TIME ZONE 'UTC')::date)",
            "MIN(CASE WHEN rank <= 10 THEN (checked_at AT TIME ZONE 'UTC')::date END)"
        ),
        refresh!(
            "substr(MIN(first_deployed_at), 1, 10)",
            "substr(MIN(CASE WHEN rank <= 10 THEN checked_at END), 1, 10)"
        ),
    );
    let sites = execute!(&mut tx, sql, workspace_id, through)?;
    tx.commit().await?;
    Ok(sites)
}
