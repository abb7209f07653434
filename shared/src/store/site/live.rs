//! Live sites, for visitors, who have no account.

use crate::{
    domain::site::LiveSite,
    store::{Executor, Result, macros::*},
};

macro_rules! select {
    () => {
        "SELECT s.website_id AS id, s.workspace_id, s.slug, s.live_release_id AS release_id,
                s.target_id IS NULL AS is_hosted
           FROM sites s JOIN websites w ON w.id = s.website_id AND w.archived_at IS NULL "
    };
}

/// Returns the live site of whatever workspace with this slug.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn live_by_slug(executor: impl Into<Executor<'_>>, slug: &str) -> Result<Option<LiveSite>> {
    let sql = concat!(select!(), "WHERE s.slug = $1 AND s.live_release_id IS NOT NULL");
    query_opt!(executor.into(), LiveSite, sql, slug)
}

/// Returns the live site of whatever workspace with this custom host name, in lower case, which a DNS record has proved.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn live_by_host(executor: impl Into<Executor<'_>>, host: &str) -> Result<Option<LiveSite>> {
    let sql = concat!(
        select!(),
        "JOIN site_domains d ON d.website_id = s.website_id WHERE d.host = $1 AND d.verified_at IS NOT NULL
           AND s.live_release_id IS NOT NULL"
    );
    query_opt!(executor.into(), LiveSite, sql, host)
}
