//! Emails with their status.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page, fetched,
    mail::{Mail, MailStatus, NewMail},
};

macro_rules! columns {
    () => {
        columns!("attachment")
    };
    // Lists do not load attachments.
    ($attachment:literal) => {
        concat!(
            "SELECT id, recipient, from_name, reply_to, subject, body_text, body_html, unsubscribe_url, attachment_name, ",
            $attachment,
            " AS attachment, status, attempts, error, created_at, sent_at FROM mails "
        )
    };
}

/// Stores an email to be sent, in the transaction that causes it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, new: &NewMail, now: DateTime<Utc>) -> Result<()> {
    insert_about(tx, new, None, now).await
}

/// Stores an email that hands over a lead, like [`insert`]. It is erased with the personal data of the lead.
pub(super) async fn insert_about(tx: &mut Tx, new: &NewMail, lead_id: Option<Uuid>, now: DateTime<Utc>) -> Result<()> {
    let (attachment_name, attachment) =
        new.attachment.as_ref().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).unzip();
    execute!(
        tx,
        "INSERT INTO mails (id, recipient, reply_to, subject, body_text, body_html, status, attempts, next_at, created_at,
           unsubscribe_url, attachment_name, attachment, from_name, lead_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8, $9, $10, $11, $12, $13)",
        crate::domain::new_id(),
        &new.recipient,
        &new.reply_to,
        &new.subject,
        &new.body_text,
        &new.body_html,
        MailStatus::Waiting,
        now,
        new.unsubscribe_url.as_deref(),
        attachment_name,
        attachment,
        new.from_name.as_deref(),
        lead_id
    )
    .map(|_| ())
}

/// Erases what emails contain of a lead. One that waits is not sent and fails with `reason`.
pub(super) async fn erase_of_lead(tx: &mut Tx, lead_id: Uuid, reason: &str) -> Result<()> {
    execute!(
        tx,
        "UPDATE mails SET subject = 'New lead', reply_to = NULL, body_text = '', body_html = '', next_at = NULL,
                error = CASE WHEN next_at IS NULL THEN error ELSE $2 END,
                status = CASE WHEN next_at IS NULL THEN status ELSE $3 END
          WHERE lead_id = $1",
        lead_id,
        reason,
        MailStatus::Failed
    )
    .map(|_| ())
}

/// Lists emails that are due, longest-waiting first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>, limit: i64) -> Result<Vec<Mail>> {
    let sql = concat!(columns!(), "WHERE next_at <= $1 ORDER BY next_at, id LIMIT $2");
    query_all!(executor.into(), Mail, sql, now, limit)
}

/// Claims an email for one attempt, which must end before `until`; returns false if another process has it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn claim(
    executor: impl Into<Executor<'_>>, id: Uuid, now: DateTime<Utc>, until: DateTime<Utc>,
) -> Result<bool> {
    let claimed = execute!(
        executor.into(),
        "UPDATE mails SET attempts = attempts + 1, next_at = $3 WHERE id = $1 AND next_at <= $2",
        id,
        now,
        until
    )?;
    Ok(claimed == 1)
}

/// Records that the mail server accepted the email, and deletes its text, because links are secrets.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mark_sent(executor: impl Into<Executor<'_>>, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    execute!(
        executor.into(),
        "UPDATE mails SET status = $2, sent_at = $3, next_at = NULL, error = NULL, body_text = '', body_html = '',
           unsubscribe_url = NULL, attachment = NULL
          WHERE id = $1",
        id,
        MailStatus::Sent,
        now
    )
    .map(|_| ())
}

/// Records that the email stays in the outbox without a mail server.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mark_kept(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<()> {
    execute!(executor.into(), "UPDATE mails SET status = $2, next_at = NULL WHERE id = $1", id, MailStatus::Kept)
        .map(|_| ())
}

/// Records why the email could not be sent; without a next attempt it has failed permanently. One that was erased meanwhile has
/// no next attempt.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mark_failed(
    executor: impl Into<Executor<'_>>, id: Uuid, error: &str, next_at: Option<DateTime<Utc>>,
) -> Result<()> {
    let status = if next_at.is_some() { MailStatus::Waiting } else { MailStatus::Failed };
    execute!(
        executor.into(),
        "UPDATE mails SET status = $2, error = $3, next_at = $4 WHERE id = $1 AND next_at IS NOT NULL",
        id,
        status,
        error,
        next_at
    )
    .map(|_| ())
}

/// Lists all emails, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, before: Option<Uuid>, limit: usize) -> Result<Page<Mail>> {
    let sql = concat!(columns!("NULL"), "WHERE ($1 IS NULL OR id < $1) ORDER BY id DESC LIMIT $2");
    let rows = query_all!(executor.into(), Mail, sql, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |mail| mail.id.to_string()))
}

/// Deletes finished emails from before `before`; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_older(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM mails WHERE created_at < $1 AND next_at IS NULL", before)
}
