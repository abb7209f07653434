//! Markets that have a site.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        site::SitePlace,
        site_market::{MetroOf, TakenMarkets},
    },
    store::{Executor, Result, macros::*},
};

/// Returns the markets of the workspace that have a site which is neither deleted nor taken offline, or for which a deployment is
/// about to create one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn taken_markets(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, metro_of: MetroOf,
) -> Result<TakenMarkets> {
    let mut taken = TakenMarkets::default();
    for ((vertical, place), _) in market_times(executor, workspace_id).await? {
        taken.add(&vertical, &place, metro_of(&place));
    }
    Ok(taken)
}

/// Returns the same markets, each with the time at which its site was created: slug of the vertical and id of the place.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn market_times(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid,
) -> Result<Vec<((String, String), DateTime<Utc>)>> {
    let sql = "SELECT s.vertical, s.places, s.created_at FROM sites s
                WHERE s.workspace_id = $1 AND s.status <> 'offline'
                  AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
                ORDER BY s.website_id";
    let mut executor = executor.into();
    let mut rows = query_all!(executor, (String, Json<Vec<SitePlace>>, DateTime<Utc>), sql, workspace_id)?;
    let sql =
        "SELECT p.vertical, p.places, d.created_at FROM planned_sites p JOIN deployments d ON d.id = p.deployment_id
                WHERE p.workspace_id = $1 ORDER BY p.deployment_id, p.position";
    rows.extend(query_all!(executor, (String, Json<Vec<SitePlace>>, DateTime<Utc>), sql, workspace_id)?);
    let of = |(vertical, places, at): (String, Json<Vec<SitePlace>>, DateTime<Utc>)| {
        places.0.into_iter().map(move |place| ((vertical.clone(), place.id), at))
    };
    Ok(rows.into_iter().flat_map(of).collect())
}
