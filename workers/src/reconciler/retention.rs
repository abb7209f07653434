//! Deletes expired rows, and starts what a new day makes due.

use std::time::{Duration, Instant};

use shared::{
    config::Backends,
    domain::now,
    store::{
        Db, Result, account_token, connection, edit, event, experiment, import, insight, lead, mail, member, milestone,
        notification, release, run, session, site_outcome, usage, visit, webhook,
    },
    uploads::Uploads,
};

const EVERY: Duration = Duration::from_secs(600);
/// Runs deleted per statement.
const AT_ONCE: i64 = 5_000;

/// Leads of a workspace whose personal data are erased per transaction, and the number of batches of a sweep.
const LEADS_AT_ONCE: i64 = 200;
const BATCHES: usize = 50;

/// Retention of ended sessions.
const ENDED_SESSIONS: chrono::Duration = chrono::Duration::days(30);

/// Retention of the log of webhook deliveries.
const DELIVERIES: chrono::Duration = chrono::Duration::days(30);

/// Retention of the ledger of provider calls: a year and a month, for sums over a year.
const CALLS: chrono::Duration = chrono::Duration::days(400);
/// Retention of visits after their last event; their counts stay.
const VISITS: chrono::Duration = chrono::Duration::days(2);

/// Retention of contents of sites after the last release that refers to them.
const UNUSED_BLOBS: chrono::Duration = chrono::Duration::days(1);

/// Retention of the contents of edits that left nothing on their website.
const ENDED_EDITS: chrono::Duration = chrono::Duration::days(30);

/// Time of the last deletion.
#[derive(Debug, Default)]
pub(super) struct Clock(Option<Instant>);

impl Clock {
    /// Deletes expired rows if it is time.
    pub(super) async fn tick(&mut self, backends: &Backends, uploads: &Uploads, keep: Duration) {
        if self.0.is_some_and(|at| at.elapsed() < EVERY) {
            return;
        }
        self.0 = Some(Instant::now());
        if let Err(error) = sweep(backends, uploads, keep).await {
            tracing::warn!(%error, "old rows could not be deleted; trying again later");
        }
    }
}

async fn sweep(backends: &Backends, uploads: &Uploads, keep: Duration) -> Result<()> {
    let db = &backends.db;
    let before = now() - keep;
    session::delete_ended(db, now() - ENDED_SESSIONS).await?;
    insight::expire(db, now()).await?;
    milestone::miss(db, now()).await?;
    account_token::delete_ended(db, now()).await?;
    member::delete_ended_invites(db, now()).await?;
    mail::delete_older(db, before).await?;
    notification::delete_older(db, before).await?;
    webhook::delete_older(db, now() - DELIVERIES).await?;
    connection::delete_expired_evidence(db, now()).await?;
    connection::delete_calls_older(db, now() - CALLS).await?;
    visit::delete_older(db, now() - VISITS).await?;
    experiment::evaluate_visits(db, now()).await?;
    erase_leads(db).await?;
    count_outcomes(db).await?;
    sweep_sites(db).await?;
    edit::delete_old_files(db, now() - ENDED_EDITS, AT_ONCE).await?;
    edit::delete_unused_blobs(db, now() - UNUSED_BLOBS, AT_ONCE).await?;
    let events = event::delete_older(db, before).await?;
    let runs = run::delete_older(db, before, AT_ONCE).await?;
    let abandoned = now() - chrono::Duration::hours(24);
    for import_id in import::abandoned(db, abandoned).await? {
        import::delete_abandoned(db, import_id, abandoned).await?;
    }
    delete_never_imported(db, uploads).await?;
    usage::delete_older(db, (now() - chrono::Duration::days(2)).date_naive()).await?;
    let read = import::read_between(db, now() - chrono::Duration::days(7), now() - usage::UPLOADS_AFTER_IMPORT).await?;
    for import_id in read {
        if let Err(error) = uploads.delete(import_id).await {
            tracing::warn!(%error, import.id = %import_id, "an upload that was read could not be deleted");
        }
    }
    if events + runs > 0 {
        tracing::info!(events, runs, "old rows were deleted");
    }
    Ok(())
}

/// Erases personal data of leads that were kept long enough, in batches. What is left over follows in the next sweep.
async fn erase_leads(db: &Db) -> Result<()> {
    for _ in 0..BATCHES {
        let erased = lead::erase_due(db, now(), LEADS_AT_ONCE).await?;
        if erased == 0 {
            break;
        }
        tracing::info!(leads = erased, "personal data of leads were erased");
    }
    Ok(())
}

/// Counts the outcomes of live sites once a day, for the local engine.
async fn count_outcomes(db: &Db) -> Result<()> {
    let today = now().date_naive();
    for workspace_id in site_outcome::due(db, today).await? {
        let sites = site_outcome::refresh(db, workspace_id, today).await?;
        tracing::debug!(workspace.id = %workspace_id, sites, "outcomes of sites were counted");
    }
    Ok(())
}

/// Deletes old releases of sites, and contents that no release refers to.
async fn sweep_sites(db: &Db) -> Result<()> {
    let releases = release::delete_old(db, AT_ONCE).await?;
    let blobs = release::delete_unused_blobs(db, now() - UNUSED_BLOBS, AT_ONCE).await?;
    if releases + blobs > 0 {
        tracing::info!(releases, blobs, "old releases of sites were deleted");
    }
    Ok(())
}

/// Deletes uploads that nobody imported, with their bytes and what failed attempts left.
async fn delete_never_imported(db: &Db, uploads: &Uploads) -> Result<()> {
    for id in import::never_imported(db, now() - usage::UPLOADS_WITHOUT_IMPORT).await? {
        import::delete_batch(db, id, None).await?;
        if !import::delete_never_imported(db, id).await? {
            continue;
        }
        if let Err(error) = uploads.delete(id).await {
            tracing::warn!(%error, import.id = %id, "the bytes of an upload that was not imported could not be deleted");
        }
    }
    Ok(())
}
