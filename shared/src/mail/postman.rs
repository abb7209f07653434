//! Sends waiting emails. Each worker has a postman; an email belongs to the postman that claimed it, so a killed worker
//! delays only its own emails.

use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use super::{Smtp, SmtpError};
use crate::{
    config::Post,
    domain::{mail::Mail, now},
    store::{Db, Result, mail},
};

const EVERY: Duration = Duration::from_secs(1);
/// Time after which an attempt without a result is repeated.
const TRY: chrono::Duration = chrono::Duration::minutes(5);
/// Maximum number of attempts: with the pauses between, over two days.
const TRIES: i32 = 12;
const LONGEST_PAUSE: chrono::Duration = chrono::Duration::hours(6);

/// Sends emails until `stop`.
pub async fn serve(db: Db, post: Post, stop: CancellationToken) {
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
        if let Some(Err(error)) = stop.run_until_cancelled(round(&db, smtp.as_ref())).await {
            tracing::warn!(%error, "mails could not be looked after; trying again");
        }
    }
}

async fn round(db: &Db, smtp: Option<&Smtp>) -> Result<()> {
    while deliver(db, smtp, now()).await? {}
    Ok(())
}

/// Sends the longest-waiting email that is due at `now`; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn deliver(db: &Db, smtp: Option<&Smtp>, now: DateTime<Utc>) -> Result<bool> {
    let Some(waiting) = mail::due(db, now, 1).await?.pop() else { return Ok(false) };
    if mail::claim(db, waiting.id, now, now + TRY).await? {
        match smtp {
            Some(smtp) => hand_over(db, smtp, &waiting, now).await?,
            None => keep(db, &waiting).await?,
        }
    }
    Ok(true)
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

/// Returns the time of the next attempt; the pause doubles from half a minute.
fn next_try(error: &SmtpError, attempts: i32, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if !error.is_transient() || attempts >= TRIES {
        return None;
    }
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    Some(now + (chrono::Duration::seconds(30) * 2_i32.pow(doublings)).min(LONGEST_PAUSE))
}

/// Without a mail server the operator reads the email in the log or in the outbox.
async fn keep(db: &Db, waiting: &Mail) -> Result<()> {
    let Mail { recipient, subject, body_text, .. } = waiting;
    tracing::info!(
        "No mail server is set (SMTP_URL), so this mail to {recipient} stays here:\n{subject}\n\n{body_text}"
    );
    mail::mark_kept(db, waiting.id).await
}
