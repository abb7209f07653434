//! Live sites, for visitors, who have no account.

use crate::{
    domain::site::LiveSite,
    store::{Executor, Result, macros::*},
};

macro_rules! select {
    () => {
        "SELECT s.website_id AS id, s.workspace_id, s.slug, s.live_release_id AS release_id,
                s.target_id IS NULL AS is_hosted
           FROM sites s "
    };
}

/// Looks the website up by its key: a plan that PostgreSQL cached for a small table would read all websites in a join.
macro_rules! is_in_use {
    () => {
        "(SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL"
    };
}

/// Returns the live site of whatever workspace with this slug.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn live_by_slug(executor: impl Into<Executor<'_>>, slug: &str) -> Result<Option<LiveSite>> {
    let sql = concat!(select!(), "WHERE s.slug = $1 AND s.live_release_id IS NOT NULL AND ", is_in_use!());
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
           AND s.live_release_id IS NOT NULL AND ",
        is_in_use!()
    );
    query_opt!(executor.into(), LiveSite, sql, host)
}
