//! Subscriptions: reminders and ends of trials, and changes by administrators.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{
    Db, Result, Tx,
    event::{self, Audience, NewEvent, StoredEvent},
    macros::*,
    user::TRIAL_PLAN,
};

/// Plan of an account after its trial.
pub const FREE_PLAN: &str = "free";
/// Time before the end of a trial at which the user is notified.
pub const NOTICE: chrono::Duration = chrono::Duration::days(3);
/// Accounts per round.
const AT_ONCE: i64 = 200;

#[derive(Debug, sqlx_macros::FromRow)]
struct Due {
    id: Uuid,
    trial_told: String,
    trial_ends_at: DateTime<Utc>,
}

/// Notifies users whose trial ends in three days or has ended, once each; returns the events to publish.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn advance(db: &Db, now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let due = query_all!(
        db,
        Due,
        "SELECT id, trial_told, trial_ends_at FROM users
          WHERE plan = 'trial' AND ((trial_told = 'started' AND trial_ends_at <= $1)
             OR (trial_told = 'ending' AND trial_ends_at <= $2)) LIMIT $3",
        now + NOTICE,
        now,
        AT_ONCE
    )?;
    let mut told = Vec::new();
    for user in due {
        let mut tx = db.begin().await?;
        told.extend(turn(&mut tx, &user, now).await?);
        tx.commit().await?;
    }
    Ok(told)
}

/// Advances one trial; does nothing if another worker was faster.
async fn turn(tx: &mut Tx, user: &Due, now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let is_over = user.trial_ends_at <= now;
    let (plan, word) = if is_over { (FREE_PLAN, "ended") } else { (TRIAL_PLAN, "ending") };
    let turned = execute!(
        tx,
        "UPDATE users SET plan = $2, trial_told = $3
          WHERE id = $1 AND plan = 'trial' AND trial_told = $4 AND trial_ends_at = $5",
        user.id,
        plan,
        word,
        &user.trial_told,
        user.trial_ends_at
    )?;
    if turned == 0 {
        return Ok(Vec::new());
    }
    let change = if is_over { "trial_ended" } else { "trial_ending" };
    event::append(tx, &[changed(user.id, plan, Some(user.trial_ends_at), change)], now).await
}

fn changed(user_id: Uuid, plan: &str, trial_ends_at: Option<DateTime<Utc>>, change: &str) -> NewEvent {
    NewEvent {
        audience: Audience::User(user_id),
        r#type: "user:subscription",
        payload: json!({"plan": plan, "trialEndsAt": trial_ends_at, "change": change}),
    }
}

/// Sets a user's plan and the end of the trial for an administrator; returns the events to publish.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set(
    tx: &mut Tx, user_id: Uuid, plan: &str, trial_ends_at: Option<DateTime<Utc>>, now: DateTime<Utc>,
) -> Result<Vec<StoredEvent>> {
    execute!(
        tx,
        "UPDATE users SET plan = $2, trial_ends_at = $3, trial_told = 'started' WHERE id = $1",
        user_id,
        plan,
        trial_ends_at
    )?;
    event::append(tx, &[changed(user_id, plan, trial_ends_at, "changed")], now).await
}
