//! Starts a deployment of new sites.

use chrono::{DateTime, Utc};

use super::{Common, LaunchError, Wanted, add_markets, check_free, check_room, new_sites};
use crate::{
    config::{SiteSettings, WorkspaceLimits},
    domain::{deployment::Deployment, run::Delivery, site_market::MetroOf},
    store::{
        Tx,
        deployment::{self, NewDeployment},
        event::StoredEvent,
        site::NewSite,
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
    check_room(tx, new.workspace_id, wanted.len()).await?;
    check_free(tx, new.workspace_id, wanted, metro_of).await?;
    add_markets(tx, new.workspace_id, new.user_id, wanted, now).await?;
    let sites = new_sites(tx, settings, &common, wanted, is_free).await?;
    let (deployment, due, events) = deployment::insert(tx, limits, &new, &sites, now).await?;
    Ok(Launched { deployment, sites, due, events })
}
