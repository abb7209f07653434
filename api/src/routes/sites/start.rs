//! Starts runs of sites.

use shared::{
    domain::{now, run::Run},
    events,
    store::{
        Tx,
        event::StoredEvent,
        kill_switch,
        site::{self, Started},
    },
};
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    routes::runs::start,
    state::AppState,
};

/// A stored run with the events of its start.
pub(crate) type Begun = (Run, Vec<StoredEvent>);

/// Returns the run, or why none was started; the transaction must be rolled back then.
pub(crate) fn begun(started: Started) -> Result<Begun> {
    let conflict = |pointer: &str, detail: &str| Err(ApiError::Conflict(FieldError::new(pointer, detail)));
    match started {
        Started::Run(run, events) => Ok((*run, events)),
        Started::Busy(_) => conflict("/runId", "A run is working on this site. Wait for it, or cancel it."),
        Started::NotApproved => conflict(
            "/approvedAt",
            "This release is not approved. A person looks at its preview and its checks, and approves it first.",
        ),
        Started::Blocked => {
            conflict("/isBlocked", "The checks forbid this release. Mend what they found, and build the site again.")
        }
        Started::TenantLeft => conflict(
            "/releaseId",
            "This release names a tenant whose rental has ended. Choose another release, or build the site again.",
        ),
        Started::TenantMissing(tenant) => conflict(
            "/releaseId",
            &format!(
                "This release does not name {tenant}, who pays rent for this site. End the rental first, or build the site \
                 again and deploy that release."
            ),
        ),
        Started::NoRelease => Err(ApiError::NotFound("release of this site")),
        Started::NotLive => conflict("/status", "The site is not live."),
        Started::NotFound => Err(ApiError::NotFound("site")),
    }
}

/// Delivers a run after its transaction was committed, and publishes the events of its start.
pub(crate) async fn deliver(state: &AppState, (run, stored): Begun) -> Run {
    start::deliver(state, std::slice::from_ref(&run)).await;
    events::publish_stored(&state.bus, stored);
    run
}

/// Starts the build of a site that something else asked for, such as a rental that began. A failure is only logged: the workers
/// start it then.
pub(crate) async fn wanted(state: &AppState, website_id: Uuid) {
    match site::start_wanted(&state.db, state.settings.workspace, Some(website_id), 1, now()).await {
        Ok(started) => {
            for begun in started {
                deliver(state, begun).await;
            }
        }
        Err(error) => tracing::warn!(%error, site.id = %website_id, "the build of a site could not be started yet"),
    }
}

/// Refuses to deploy while execution is stopped.
///
/// # Errors
/// Returns [`ApiError::Conflict`] while the kill switch is on.
pub(crate) async fn check_kill_switch(tx: &mut Tx, workspace_id: Uuid) -> Result<()> {
    if kill_switch::is_stopped(tx, workspace_id, now()).await? {
        let detail = "The kill switch is on: no site is deployed until someone turns it off.";
        return Err(ApiError::Conflict(FieldError::new("/killSwitch", detail)));
    }
    Ok(())
}

/// Lets hosting serve what a site is now: at once here, and on other replicas as soon as the bus reports it.
pub(crate) fn changed(state: &AppState, id: Uuid) {
    state.hosting.forget(Some(id));
    events::publish_site_changed(&state.bus, id);
}
