//! Starts a deployment of new sites.

use chrono::{DateTime, Utc};

use super::{Common, LaunchError, Wanted, add_markets, check_free, check_room, new_sites, plan::add_markets_in_pieces};
use crate::{
    config::{SiteSettings, WorkspaceLimits},
    domain::{deployment::Deployment, run::Delivery, site_market::MetroOf},
    store::{
        Db, Tx,
        deployment::{self, NewBatch, NewDeployment},
        event::StoredEvent,
        site::{self, NewSite},
        workspace,
    },
};

/// A deployment to start.
#[derive(Debug)]
pub struct Launch<'a> {
    /// The deployment.
    pub deployment: NewDeployment,
    /// What its sites have in common.
    pub common: Common,
    /// Its sites.
    pub wanted: &'a [Wanted],
    /// Finds the metropolitan areas of sites.
    pub metro_of: MetroOf,
}

/// A deployment that was started.
#[derive(Debug)]
pub struct Launched {
    /// The deployment.
    pub deployment: Deployment,
    /// Its sites, in order.
    pub sites: Vec<NewSite>,
    /// Runs to deliver to the batch lane after the commit.
    pub due: Vec<Delivery>,
    /// Events to publish after the commit.
    pub events: Vec<StoredEvent>,
}

/// Sites of a launch, prepared before its transaction.
#[derive(Debug)]
pub struct Prepared {
    sites: Vec<NewSite>,
    batch: NewBatch,
    /// Whether the pipeline has their markets.
    has_markets: bool,
}

impl Prepared {
    fn new(deployment: &NewDeployment, sites: Vec<NewSite>, has_markets: bool) -> Self {
        Self { batch: NewBatch::new(deployment.id, &sites), sites, has_markets }
    }
}

/// Prepares a launch of many sites: adds their markets to the pipeline in short transactions, and makes the sites. So the transaction
/// of [`start_prepared`], for which other writers of SQLite wait, is short too. Nothing is written if the launch cannot start. Markets
/// that may be too many for the pipeline are left to that transaction.
///
/// # Errors
/// Returns the errors of [`start`].
pub async fn prepare(
    db: &Db, settings: &SiteSettings, launch: &Launch<'_>, is_free: impl Fn(&str) -> bool, now: DateTime<Utc>,
) -> Result<Prepared, LaunchError> {
    let Launch { deployment: new, common, wanted, metro_of } = launch;
    check_room(db, new.workspace_id, wanted.len()).await?;
    check_free(db, new.workspace_id, wanted, *metro_of).await?;
    let sites = new_sites(db, settings, common, wanted, is_free).await?;
    let has_markets = add_markets_in_pieces(db, (new.workspace_id, new.user_id), wanted, now).await?;
    Ok(Prepared::new(new, sites, has_markets))
}

/// Stores a deployment with its sites and the runs that build them, like [`start`], after [`prepare`]. What was checked then is
/// checked again under the workspace's lock.
///
/// # Errors
/// Returns the errors of [`start`]; the transaction must be rolled back then.
pub async fn start_prepared(
    tx: &mut Tx, (settings, limits): (&SiteSettings, WorkspaceLimits), launch: Launch<'_>, prepared: Prepared,
    is_free: impl Fn(&str) -> bool, now: DateTime<Utc>,
) -> Result<Launched, LaunchError> {
    let Launch { deployment: new, common, wanted, metro_of } = launch;
    workspace::lock(tx, new.workspace_id).await?;
    check_room(&mut *tx, new.workspace_id, wanted.len()).await?;
    check_free(&mut *tx, new.workspace_id, wanted, metro_of).await?;
    if !prepared.has_markets {
        add_markets(tx, new.workspace_id, new.user_id, wanted, now).await?;
    }
    let slugs: Vec<String> = prepared.sites.iter().map(|site| site.slug.clone()).collect();
    let is_current = site::taken_slugs(&mut *tx, &slugs).await?.is_empty();
    let prepared = if is_current {
        prepared
    } else {
        Prepared::new(&new, new_sites(&mut *tx, settings, &common, wanted, is_free).await?, true)
    };
    stored(tx, limits, &new, prepared, now).await
}

/// Stores a deployment with its sites, their markets and the runs that build them. Locks the workspace, so that its limits
/// hold. `is_free` returns whether a host name can be that of a site.
///
/// # Errors
/// Returns an error if the workspace has no room, a market has a site, if it may not start that many runs today
/// ([`StoreError::OverLimit`](crate::store::StoreError::OverLimit)), or if a query fails; the transaction must be rolled back
/// then.
pub async fn start(
    tx: &mut Tx, (settings, limits): (&SiteSettings, WorkspaceLimits), launch: Launch<'_>,
    is_free: impl Fn(&str) -> bool, now: DateTime<Utc>,
) -> Result<Launched, LaunchError> {
    let Launch { deployment: new, common, wanted, metro_of } = launch;
    workspace::lock(tx, new.workspace_id).await?;
    check_room(&mut *tx, new.workspace_id, wanted.len()).await?;
    check_free(&mut *tx, new.workspace_id, wanted, metro_of).await?;
    add_markets(tx, new.workspace_id, new.user_id, wanted, now).await?;
    let sites = new_sites(&mut *tx, settings, &common, wanted, is_free).await?;
    stored(tx, limits, &new, Prepared::new(&new, sites, true), now).await
}

async fn stored(
    tx: &mut Tx, limits: WorkspaceLimits, new: &NewDeployment, prepared: Prepared, now: DateTime<Utc>,
) -> Result<Launched, LaunchError> {
    let Prepared { sites, batch, .. } = prepared;
    let (deployment, due, events) = deployment::insert_batch(tx, limits, new, &batch, now).await?;
    Ok(Launched { deployment, sites, due, events })
}
