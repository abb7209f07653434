//! What campaigns spent and earned, from their actions and the ledger.

use std::collections::HashMap;

use chrono::NaiveDate;
use uuid::Uuid;

use crate::{
    domain::campaign::{CURRENCY, CampaignFigures, CampaignSiteFigures},
    store::{Executor, Result, macros::*},
};

/// Returns the sites of the workspace's campaigns, or of one campaign, with what each cost and earned. `since` is the first
/// day of the recent revenue.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn site_figures(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, campaign_id: Option<Uuid>, since: NaiveDate,
) -> Result<Vec<CampaignSiteFigures>> {
    query_all!(
        executor.into(),
        CampaignSiteFigures,
        "WITH own AS (SELECT campaign_id, site_id, CAST(SUM(cost_cents) AS BIGINT) AS committed FROM campaign_actions
                       WHERE workspace_id = $1 AND site_id IS NOT NULL AND ($2 IS NULL OR campaign_id = $2)
                       GROUP BY campaign_id, site_id),
              booked AS (SELECT t.website_id, SUM(CASE WHEN e.account
                                  IN ('domain_costs', 'hosting_costs', 'provider_costs', 'other_costs') THEN e.debit_cents - e.credit_cents ELSE 0 END) AS cost,
                                SUM(CASE WHEN e.account = 'provider_costs' THEN e.debit_cents - e.credit_cents ELSE 0 END)
                                  AS provider,
                                SUM(CASE WHEN e.account IN ('lead_revenue', 'rent_revenue', 'refunds')
                                  THEN e.credit_cents - e.debit_cents ELSE 0 END) AS revenue,
                                SUM(CASE WHEN t.day >= $3 AND e.account IN ('lead_revenue', 'rent_revenue', 'refunds')
                                  THEN e.credit_cents - e.debit_cents ELSE 0 END) AS recent
                           FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
                          WHERE t.workspace_id = $1 AND t.currency = $4 AND t.website_id IN (SELECT site_id FROM own)
                          GROUP BY t.website_id)
         SELECT own.campaign_id, own.committed AS committed_cents,
                CAST(COALESCE(booked.cost, 0) AS BIGINT) AS cost_cents,
                CAST(COALESCE(booked.provider, 0) AS BIGINT) AS provider_cents,
                CAST(COALESCE(booked.revenue, 0) AS BIGINT) AS revenue_cents,
                CAST(COALESCE(booked.recent, 0) AS BIGINT) AS recent_revenue_cents,
                (SELECT COUNT(*) FROM received_leads r WHERE r.website_id = own.site_id
                   AND r.status NOT IN ('spam', 'duplicate')) AS leads,
                CASE WHEN w.archived_at IS NULL THEN s.status ELSE NULL END AS status,
                (s.live_release_id IS NOT NULL AND w.archived_at IS NULL) AS is_live,
                (w.archived_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM releases f WHERE f.website_id = own.site_id
                   AND f.first_deployed_at IS NOT NULL)) AS is_withdrawn
           FROM own LEFT JOIN sites s ON s.website_id = own.site_id LEFT JOIN websites w ON w.id = own.site_id
           LEFT JOIN booked ON booked.website_id = own.site_id ORDER BY own.campaign_id, own.site_id",
        workspace_id,
        campaign_id,
        since,
        CURRENCY
    )
}

/// Returns the figures of the workspace's campaigns, or of one campaign. A campaign without a site has none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn figures(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, campaign_id: Option<Uuid>, since: NaiveDate,
) -> Result<HashMap<Uuid, CampaignFigures>> {
    let rows = site_figures(executor, workspace_id, campaign_id, since).await?;
    let of = |group: &[CampaignSiteFigures]| Some((group.first()?.campaign_id, CampaignFigures::of(group)));
    Ok(rows.chunk_by(|a, b| a.campaign_id == b.campaign_id).filter_map(of).collect())
}
