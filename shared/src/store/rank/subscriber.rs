//! Members who get emails about the ranks of a website.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    config::WorkspaceLimits,
    domain::{mail::NewMail, rank::RankTopic},
    mail::Letter,
    store::{Executor, Result, Tx, macros::*, mail, usage},
};

/// A member who gets emails about ranks.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct RankSubscriber {
    /// Confirmed address.
    pub email: String,
    /// Ends the subscription.
    pub token: String,
    /// Public URL of the installation.
    pub base_url: String,
}

/// Subscribes a member to emails about the ranks of a website. A subscription that exists keeps its token.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn subscribe(
    executor: impl Into<Executor<'_>>, (workspace_id, website_id): (Uuid, Uuid), (user_id, topic): (Uuid, RankTopic),
    (token, base_url): (&str, &str), now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO rank_subscribers (website_id, workspace_id, user_id, topic, token, base_url, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (website_id, user_id, topic) DO UPDATE SET base_url = excluded.base_url",
        website_id,
        workspace_id,
        user_id,
        topic,
        token,
        base_url,
        now
    )
    .map(|_| ())
}

/// Ends a member's subscription.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn unsubscribe(
    executor: impl Into<Executor<'_>>, (workspace_id, website_id): (Uuid, Uuid), (user_id, topic): (Uuid, RankTopic),
) -> Result<()> {
    let sql =
        "DELETE FROM rank_subscribers WHERE website_id = $1 AND workspace_id = $2 AND user_id = $3 AND topic = $4";
    execute!(executor.into(), sql, website_id, workspace_id, user_id, topic).map(|_| ())
}

/// Ends the subscription of a link in an email.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn unsubscribe_by_token(executor: impl Into<Executor<'_>>, token: &str) -> Result<()> {
    execute!(executor.into(), "DELETE FROM rank_subscribers WHERE token = $1", token).map(|_| ())
}

/// Returns whether a member is subscribed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_subscribed(
    executor: impl Into<Executor<'_>>, (workspace_id, website_id): (Uuid, Uuid), (user_id, topic): (Uuid, RankTopic),
) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM rank_subscribers
                WHERE website_id = $1 AND workspace_id = $2 AND user_id = $3 AND topic = $4";
    Ok(query_value!(executor.into(), i64, sql, website_id, workspace_id, user_id, topic)? > 0)
}

/// Returns the subscribed members with confirmed addresses, in order of subscription.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn subscribers(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, topic: RankTopic,
) -> Result<Vec<RankSubscriber>> {
    let sql = "SELECT u.email, s.token, s.base_url FROM rank_subscribers s JOIN users u ON u.id = s.user_id
                WHERE s.workspace_id = $1 AND s.website_id = $2 AND s.topic = $3 AND u.email_verified_at IS NOT NULL
                  AND u.disabled_at IS NULL ORDER BY s.created_at, s.user_id";
    query_all!(executor.into(), RankSubscriber, sql, workspace_id, website_id, topic)
}

/// What happened to the emails of a topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Emailed {
    /// Stored for sending.
    pub(super) sent: i64,
    /// Over the workspace's daily limit.
    pub(super) refused: i64,
}

/// Sends a letter to all subscribers of a topic, as far as the workspace's daily limit allows.
pub(super) async fn email(
    tx: &mut Tx, (workspace_id, website_id): (Uuid, Uuid), topic: RankTopic, limits: WorkspaceLimits,
    letter: impl Fn(&str) -> Letter, now: DateTime<Utc>,
) -> Result<Emailed> {
    let to = subscribers(&mut *tx, workspace_id, website_id, topic).await?;
    let wanted = i64::try_from(to.len()).unwrap_or(i64::MAX);
    let sent = usage::grant_emails(tx, limits, workspace_id, wanted, now).await?;
    for subscriber in to.iter().take(usize::try_from(sent).unwrap_or(0)) {
        mail::insert(tx, &subscribed(letter(&subscriber.base_url), topic, subscriber), now).await?;
    }
    Ok(Emailed { sent, refused: wanted - sent })
}

/// Adds the links that end the subscription.
fn subscribed(letter: Letter, topic: RankTopic, to: &RankSubscriber) -> NewMail {
    let RankSubscriber { email, token, base_url } = to;
    let page = format!("{base_url}/unsubscribe?token={token}");
    let label = match topic {
        RankTopic::Digest => "Unsubscribe from this digest",
        RankTopic::Alerts => "Unsubscribe from these alerts",
    };
    let unsubscribe_url = Some(format!("{base_url}/api/ranks/digest/unsubscribe?token={token}"));
    NewMail { unsubscribe_url, ..letter.link(label, &page).to(email) }
}
