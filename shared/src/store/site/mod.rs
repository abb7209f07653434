//! Sites of the pipeline. A site is a website with what this product needs to build and deploy it.
//!
//! Statements that change a site lock its deployment first and then the site, so that of two sites that end at the same time
//! one counts both.

mod archive;
mod built;
mod claims;
mod competitors;
mod deployed;
mod domains;
mod edits;
mod growth;
mod insert;
mod launches;
mod live;
mod pages;
mod portfolio;
mod rules;
mod start;
mod take;
mod taken;
mod wanted;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

pub use archive::{Archived, archive, take_offline};
pub use built::{BuiltPage, PageText, SiteBuilt};
pub use claims::{SketchClaim, claim_sketches, latest_claim};
pub use competitors::{pages_of_hosts, place_results};
pub use deployed::{SiteDeployed, SiteTakenOffline, set_remote};
pub(in crate::store) use domains::{CLAIM, lock_hosts};
pub use domains::{Claimed, domains, due_domain, record_domain, set_domains, unproved_domains};
pub(super) use edits::{EditStart, start_edit_build, start_edit_deploy, without_release};
pub use growth::{GrowthPlanned, GrowthStep, coming_pages, due_growth, growth, set_growth_paused, start_growth};
pub use insert::{MOST_SITES, NewForm, NewSite, count, insert, taken_slugs};
pub use launches::{Launch, take_launch};
pub use live::{live_by_host, live_by_slug};
pub use pages::{Added, MOST_PAGES, OwnPage, StoredPage, add_page, page_texts, pages, remove_page};
pub use portfolio::{
    OtherSite, PageSketch, StoredSketch, launched_since, live_paths, live_sketches, others, own_sketches, pages_since,
    shingles, sketches, was_launched,
};
pub(super) use rules::SiteRun;
pub(super) use rules::{rest, rest_after_batch};
pub use start::{Started, start_build, start_deploy, start_offline};
pub use take::{Taken, take};
pub use taken::{market_times, taken_markets};
pub use wanted::start_wanted;

use super::{Executor, Result, Tx, deployment, event::NewEvent, imported::pattern, macros::*};
use crate::domain::{
    Page,
    event::Audience,
    fetched,
    site::{Site, SiteKind, SitePlace, SiteStatus},
};

/// Columns of [`Site`]. The latest release is joined by its number, the live one by its id.
macro_rules! select {
    () => {
        "SELECT s.website_id AS id, s.workspace_id, w.name, w.url, s.slug, s.kind, s.vertical, s.vertical_name, s.places,
                s.theme, s.seed, s.phone, s.phone_is_owned, s.phone_is_recorded, s.target_id, s.lead_source_id, s.deployment_id, s.status,
                s.last_error, s.run_id, (SELECT runs.status FROM runs WHERE runs.id = s.run_id) AS run_status, s.tenant,
                s.created_by, s.created_at, s.updated_at, w.archived_at,
                (SELECT COUNT(*) FROM site_pages p WHERE p.website_id = s.website_id) AS pages,
                (SELECT COUNT(*) FROM received_leads r WHERE r.website_id = s.website_id
                   AND r.status NOT IN ('spam', 'duplicate')) AS leads,
                s.live_release_id, live.number AS live_number, live.url AS live_url,
                live.deployed_at AS live_deployed_at, latest.id AS latest_release_id, latest.number AS latest_number,
                latest.is_blocked AS latest_is_blocked, latest.preview_key AS latest_preview_key,
                latest.approved_at AS latest_approved_at, latest.created_at AS latest_created_at
           FROM sites s JOIN websites w ON w.id = s.website_id
           LEFT JOIN releases live ON live.id = s.live_release_id
           LEFT JOIN releases latest ON latest.website_id = s.website_id AND latest.number =
             (SELECT MAX(number) FROM releases WHERE releases.website_id = s.website_id) "
    };
}

/// Filter of sites.
#[derive(Debug, Clone, Default)]
pub struct SiteFilter {
    /// Only with this status.
    pub status: Option<SiteStatus>,
    /// Only of this kind.
    pub kind: Option<SiteKind>,
    /// Only of this deployment.
    pub deployment_id: Option<Uuid>,
    /// Only with this text in name, slug, vertical or places; ignores case.
    pub contains: Option<String>,
    /// Only of this vertical, by its slug.
    pub vertical: Option<String>,
    /// Only with this place, by its id.
    pub place: Option<String>,
    /// Only sites older than this one.
    pub before: Option<Uuid>,
}

/// Editable fields of a site.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteBody {
    /// Display name.
    pub name: String,
    /// Word of a theme.
    pub theme: String,
    /// Telephone number in E.164.
    pub phone: Option<String>,
    /// Whether the account states that it owns the number.
    pub phone_is_owned: bool,
    /// Whether calls to the number are recorded.
    pub phone_is_recorded: bool,
    /// Target; `None` for built-in hosting.
    pub target_id: Option<Uuid>,
    /// Business that rents the site.
    pub tenant: Option<Value>,
}

/// Returns a site of the workspace, which may be deleted (`archived_at`).
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Site>> {
    let sql = concat!(select!(), "WHERE s.website_id = $1 AND s.workspace_id = $2");
    query_opt!(executor.into(), Site, sql, id, workspace_id)
}

/// Lists the workspace's sites that are not deleted, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &SiteFilter, limit: usize,
) -> Result<Page<Site>> {
    let sql = concat!(
        select!(),
        "WHERE s.workspace_id = $1 AND w.archived_at IS NULL AND ($2 IS NULL OR s.status = $2)
           AND ($3 IS NULL OR s.kind = $3) AND ($4 IS NULL OR s.deployment_id = $4)
           AND ($5 IS NULL OR LOWER(w.name || ' ' || s.slug || ' ' || s.vertical_name || ' ' || CAST(s.places AS TEXT))
             LIKE $5 ESCAPE '!')
           AND ($6 IS NULL OR s.website_id < $6) AND ($8 IS NULL OR s.vertical = $8)
           AND ($9 IS NULL OR CAST(s.places AS TEXT) LIKE $9 ESCAPE '!') ORDER BY s.website_id DESC LIMIT $7"
    );
    let contains = pattern(filter.contains.as_deref());
    let place = filter.place.as_deref().map(|id| format!("\"{id}\""));
    let place = pattern(place.as_deref());
    let rows = query_all!(
        executor.into(),
        Site,
        sql,
        workspace_id,
        filter.status,
        filter.kind,
        filter.deployment_id,
        contains.as_deref(),
        filter.before,
        fetched(limit),
        filter.vertical.as_deref(),
        place.as_deref()
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns sites of a deployment that wait for runs which were cancelled, without drafts that have the error already.
async fn idle_of_deployment(
    executor: impl Into<Executor<'_>>, (workspace_id, deployment_id): (Uuid, Uuid), error: &str, most: i64,
) -> Result<Vec<Site>> {
    let sql = concat!(
        select!(),
        "WHERE s.workspace_id = $1 AND s.deployment_id = $2 AND s.status IN ('draft', 'building', 'deploying')
           AND (s.status <> 'draft' OR COALESCE(s.last_error, '') <> $3)
           AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = s.run_id AND runs.finished_at IS NULL)
         ORDER BY s.website_id LIMIT $4"
    );
    query_all!(executor.into(), Site, sql, workspace_id, deployment_id, error, most)
}

/// Changes a site of the workspace; its next build uses it. Returns false if there is none.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn update(tx: &mut Tx, workspace_id: Uuid, id: Uuid, body: &SiteBody, now: DateTime<Utc>) -> Result<bool> {
    let changed = execute!(
        &mut *tx,
        "UPDATE sites SET theme = $3, phone = $4, phone_is_owned = $5, phone_is_recorded = $6, target_id = $7,
           tenant = $8, updated_at = $9
          WHERE website_id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        &body.theme,
        body.phone.as_deref(),
        body.phone_is_owned,
        body.phone_is_recorded,
        body.target_id,
        body.tenant.as_ref().map(Json),
        now
    )?;
    if changed == 0 {
        return Ok(false);
    }
    let sql = "UPDATE websites SET name = $3 WHERE id = $1 AND workspace_id = $2";
    execute!(tx, sql, id, workspace_id, &body.name)?;
    Ok(true)
}

/// Locks a site of the workspace until the end of the transaction, after its deployment, and returns it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn lock(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Site>> {
    let sql = "SELECT deployment_id FROM sites WHERE website_id = $1 AND workspace_id = $2";
    let Some((deployment_id,)) = query_opt!(&mut *tx, (Option<Uuid>,), sql, id, workspace_id)? else { return Ok(None) };
    if let Some(deployment_id) = deployment_id {
        deployment::lock(tx, workspace_id, deployment_id).await?;
    }
    let sql = tx.dialect(
        "SELECT website_id FROM sites WHERE website_id = $1 AND workspace_id = $2 FOR NO KEY UPDATE",
        "SELECT website_id FROM sites WHERE website_id = $1 AND workspace_id = $2",
    );
    query_opt!(&mut *tx, (Uuid,), sql, id, workspace_id)?;
    find(tx, workspace_id, id).await
}

/// Sets the status of a locked site; returns the events of the site and its deployment.
pub(super) async fn set_status(
    tx: &mut Tx, site: &Site, status: SiteStatus, last_error: Option<&str>, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sql = "UPDATE sites SET status = $2, last_error = $3, updated_at = $4 WHERE website_id = $1";
    execute!(&mut *tx, sql, site.id, status, last_error, now)?;
    let mut events = vec![event(site, status)];
    if let Some(deployment_id) = site.deployment_id {
        events.extend(deployment::refresh(tx, site.workspace_id, deployment_id, now).await?);
    }
    Ok(events)
}

/// Live event of a site whose status changed.
fn event(site: &Site, status: SiteStatus) -> NewEvent {
    let payload = json!({ "siteId": site.id, "status": status });
    NewEvent { audience: Audience::Workspace(site.workspace_id), r#type: "site:updated", payload }
}

/// Ids of the places of a site.
fn place_ids(places: &[SitePlace]) -> Vec<String> {
    places.iter().map(|place| place.id.clone()).collect()
}
