//! The postman: sends what waits. One at a time has the lease, wherever it runs.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::{Smtp, SmtpError};
use crate::{
    config::Post,
    domain::{mail::Mail, now},
    store::{Db, Result, lease, mail},
};

const EVERY: Duration = Duration::from_secs(1);
/// A round may take this long until another postman may begin one.
const LEASE: chrono::Duration = chrono::Duration::minutes(2);
/// How long one try may take until the mail counts as untried again.
const TRY: chrono::Duration = chrono::Duration::minutes(5);
const AT_ONCE: i64 = 20;
/// A mail is tried this often: with the pauses between, over two days.
const TRIES: i32 = 12;
const LONGEST_PAUSE: chrono::Duration = chrono::Duration::hours(6);

/// Looks after mails until `stop`.
pub async fn serve(db: Db, post: Post, holder: Uuid, stop: CancellationToken) {
    let smtp = match post {
        Post::Leave => return,
        Post::Keep => Ok(None),
        Post::Send(settings) => Smtp::new(&settings).map(Some),
    };
    let smtp = match smtp {
        Ok(smtp) => smtp,
        Err(error) => {
            tracing::error!(%error, "no mail is sent");
            return;
        }
    };
    let mut ticks = tokio::time::interval(EVERY);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    while stop.run_until_cancelled(ticks.tick()).await.is_some() {
        let round = round(&db, smtp.as_ref(), holder);
        if let Some(Err(error)) = stop.run_until_cancelled(round).await {
            tracing::warn!(%error, "mails could not be looked after; trying again");
        }
    }
    if let Err(error) = lease::release(&db, "postman", holder).await {
        tracing::debug!(%error, "the postman's lease runs out by itself");
    }
}

async fn round(db: &Db, smtp: Option<&Smtp>, holder: Uuid) -> Result<()> {
    let at = now();
    if mail::due(db, at, 1).await?.is_empty() || !lease::hold(db, "postman", holder, at, at + LEASE).await? {
        return Ok(());
    }
    deliver(db, smtp, at).await.map(|_| ())
}

/// Tries all mails that are due at `now`, a few at most; answers how many were dealt with.
///
/// # Errors
/// Those of the database.
pub async fn deliver(db: &Db, smtp: Option<&Smtp>, now: DateTime<Utc>) -> Result<usize> {
    let due = mail::due(db, now, AT_ONCE).await?;
    for waiting in &due {
        if mail::claim(db, waiting.id, now, now + TRY).await? {
            match smtp {
                Some(smtp) => hand_over(db, smtp, waiting, now).await?,
                None => keep(db, waiting).await?,
            }
        }
    }
    Ok(due.len())
}

async fn hand_over(db: &Db, smtp: &Smtp, waiting: &Mail, now: DateTime<Utc>) -> Result<()> {
    match smtp.send(waiting).await {
        Ok(()) => mail::mark_sent(db, waiting.id, now).await,
        Err(error) => {
            let again = next_try(&error, waiting.attempts + 1, now);
            tracing::warn!(mail.id = %waiting.id, %error, again = ?again, "a mail was not sent");
            mail::mark_failed(db, waiting.id, &error.to_string(), again).await
        }
    }
}

/// When the mail is tried again; the pause doubles from half a minute on.
fn next_try(error: &SmtpError, attempts: i32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if !error.is_transient() || attempts >= TRIES {
        return None;
    }
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    Some(now + (chrono::Duration::seconds(30) * 2_i32.pow(doublings)).min(LONGEST_PAUSE))
}

/// Without a mail server the operator reads the mail: in the log, or in the outbox.
async fn keep(db: &Db, waiting: &Mail) -> Result<()> {
    let Mail { recipient, subject, body_text, .. } = waiting;
    tracing::info!(
        "No mail server is set (SMTP_URL), so this mail to {recipient} stays here:\n{subject}\n\n{body_text}"
    );
    mail::mark_kept(db, waiting.id).await
}
