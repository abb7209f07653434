//! Growth of sites: what is planned after a launch, when it follows, and whether a person paused it.

mod planned;
mod start;

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

pub(super) use planned::after_deploy;
pub use planned::{GrowthPlanned, GrowthStep};
pub use start::{due_growth, start_growth};

use super::{event, lock};
use crate::{
    domain::{
        site::Site,
        site_growth::{ComingPage, SiteGrowth},
    },
    store::{
        Executor, Result, Tx,
        batch::Ids,
        event::{self as events, StoredEvent},
        macros::*,
    },
};

macro_rules! select {
    () => {
        "SELECT g.website_id, g.later, g.left_out, g.is_paused, g.release_id, g.next_at, live.pages AS live_pages
           FROM site_growth g JOIN sites s ON s.website_id = g.website_id
           LEFT JOIN releases live ON live.id = s.live_release_id "
    };
}

/// Returns the growth of sites of the workspace, ordered by site. Sites whose launch had room for all pages have none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn growth(executor: impl Into<Executor<'_>>, workspace_id: Uuid, ids: &[Uuid]) -> Result<Vec<SiteGrowth>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        concat!(select!(), "WHERE g.workspace_id = $1 AND g.website_id = ANY($2) ORDER BY g.website_id"),
        concat!(
            select!(),
            "WHERE g.workspace_id = $1 AND g.website_id IN (SELECT unhex(value) FROM json_each($2)) ORDER BY g.website_id"
        ),
    );
    query_all!(executor, SiteGrowth, sql, workspace_id, Ids::of(ids))
}

/// Returns the planned pages of a site of the workspace that wait for room, in the order of the plan. A site that was not built
/// since they are listed has none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn coming_pages(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<ComingPage>> {
    let sql = "SELECT coming FROM site_growth WHERE workspace_id = $1 AND website_id = $2";
    let found = query_opt!(executor.into(), (Json<Vec<ComingPage>>,), sql, workspace_id, id)?;
    Ok(found.map_or_else(Vec::new, |(coming,)| coming.0))
}

/// Returns the growth of a locked site.
async fn of(tx: &mut Tx, site: &Site) -> Result<Option<SiteGrowth>> {
    query_opt!(tx, SiteGrowth, concat!(select!(), "WHERE g.website_id = $1"), site.id)
}

/// Pauses the growth of a site of the workspace, or resumes it: pages whose time has passed follow at once. Returns the events
/// to publish; `None` if there is no such site, or if its launch had room for all pages.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn set_growth_paused(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, is_paused: bool, now: DateTime<Utc>,
) -> Result<Option<Vec<StoredEvent>>> {
    let found = lock(tx, workspace_id, id).await?;
    let Some(site) = found.filter(|site| site.archived_at.is_none()) else { return Ok(None) };
    let next_at = (!is_paused && site.live_release_id.is_some()).then_some(now);
    let changed = execute!(
        &mut *tx,
        "UPDATE site_growth SET is_paused = $2, updated_at = $3,
           next_at = CASE WHEN later > 0 THEN COALESCE(next_at, $4) ELSE next_at END WHERE website_id = $1",
        id,
        is_paused,
        now,
        next_at
    )?;
    if changed == 0 {
        return Ok(None);
    }
    Ok(Some(events::append(tx, &[event(&site, site.status)], now).await?))
}
