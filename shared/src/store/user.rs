//! Accounts.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Db, Executor, Result, Tx,
    event::{self, Audience, NewEvent, StoredEvent},
    macros::*,
    workspace,
};
use crate::domain::{
    Page, fetched,
    user::{Role, User},
};

macro_rules! columns {
    () => {
        "id, email, name, first_name, last_name, company, role, password_hash, avatar, preferences,
         email_verified_at, onboarded_at, plan, trial_ends_at, disabled_at, created_at"
    };
}

/// Plan of an account during its trial.
pub const TRIAL_PLAN: &str = "trial";
/// Length of a trial.
pub const TRIAL: chrono::Duration = chrono::Duration::days(14);

/// An account to store.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// Time-ordered.
    pub id: Uuid,
    /// Trimmed and lower-cased.
    pub email: String,
    /// Given name.
    pub first_name: String,
    /// Family name.
    pub last_name: String,
    /// Company, if given.
    pub company: Option<String>,
    /// Role.
    pub role: Role,
    /// Argon2id hash in PHC format.
    pub password_hash: Option<String>,
}

/// Creates an account with its personal workspace and its trial; returns the events to publish after the commit.
///
/// # Errors
/// Returns an error if a query fails; a conflict if the address exists.
pub async fn insert(tx: &mut Tx, new: &NewUser, now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let trial_ends_at = now + TRIAL;
    let name = [new.first_name.as_str(), new.last_name.as_str()].join(" ").trim().to_owned();
    execute!(
        tx,
        "INSERT INTO users (id, email, name, first_name, last_name, company, role, password_hash, preferences, plan,
           trial_ends_at, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        new.id,
        &new.email,
        name,
        &new.first_name,
        &new.last_name,
        &new.company,
        new.role,
        &new.password_hash,
        Json(json!({})),
        TRIAL_PLAN,
        trial_ends_at,
        now
    )?;
    workspace::insert(tx, "Personal", true, new.id, now).await?;
    let started = NewEvent {
        audience: Audience::User(new.id),
        r#type: "user:subscription",
        payload: json!({"plan": TRIAL_PLAN, "trialEndsAt": trial_ends_at, "change": "trial_started"}),
    };
    event::append(tx, &[started], now).await
}

/// Returns the account.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<Option<User>> {
    query_opt!(executor.into(), User, concat!("SELECT ", columns!(), " FROM users WHERE id = $1"), id)
}

/// Returns the account with this address, trimmed and lower-cased.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_email(executor: impl Into<Executor<'_>>, email: &str) -> Result<Option<User>> {
    query_opt!(executor.into(), User, concat!("SELECT ", columns!(), " FROM users WHERE email = $1"), email)
}

/// Lists all accounts, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>) -> Result<Vec<User>> {
    query_all!(executor.into(), User, concat!("SELECT ", columns!(), " FROM users ORDER BY id"))
}

/// Returns true if the installation has no account yet.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn none_yet(executor: impl Into<Executor<'_>>) -> Result<bool> {
    Ok(query_opt!(executor.into(), (Uuid,), "SELECT id FROM users LIMIT 1")?.is_none())
}

/// Like [`none_yet`], in a transaction: concurrent callers wait until the commit, so only one of two first accounts
/// gets true.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn none_yet_locked(tx: &mut Tx) -> Result<bool> {
    execute!(
        tx,
        "INSERT INTO settings (key, value) VALUES ('accounts.first', '{}')
         ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    )?;
    Ok(query_opt!(tx, (Uuid,), "SELECT id FROM users LIMIT 1")?.is_none())
}

/// Records the end of onboarding; repeating it changes nothing.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn complete_onboarding(executor: impl Into<Executor<'_>>, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    execute!(executor.into(), "UPDATE users SET onboarded_at = $2 WHERE id = $1 AND onboarded_at IS NULL", id, now)
        .map(|_| ())
}

/// Replaces the preferences by the result of `change` and returns them; `None` if the account does not exist or
/// `change` refuses.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update_preferences(
    db: &Db, id: Uuid, change: impl FnOnce(Map<String, Value>) -> Option<Map<String, Value>> + Send,
) -> Result<Option<Value>> {
    let mut tx = db.begin().await?;
    let sql = tx.dialect(
        "SELECT preferences FROM users WHERE id = $1 FOR UPDATE",
        "SELECT preferences FROM users WHERE id = $1",
    );
    let stored = query_opt!(&mut tx, (Json<Map<String, Value>>,), sql, id)?;
    let Some(preferences) = stored.and_then(|(Json(preferences),)| change(preferences)) else { return Ok(None) };
    execute!(&mut tx, "UPDATE users SET preferences = $2 WHERE id = $1", id, Json(&preferences))?;
    tx.commit().await?;
    Ok(Some(Value::Object(preferences)))
}

/// Changes of a profile; `None` keeps a field.
#[derive(Debug, Clone, Default)]
pub struct ProfileChange {
    /// Display name.
    pub name: Option<String>,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
}

/// Updates a profile.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update_profile(executor: impl Into<Executor<'_>>, id: Uuid, change: &ProfileChange) -> Result<()> {
    execute!(
        executor.into(),
        "UPDATE users SET name = COALESCE($2, name), first_name = COALESCE($3, first_name),
           last_name = COALESCE($4, last_name) WHERE id = $1",
        id,
        change.name.as_deref(),
        change.first_name.as_deref(),
        change.last_name.as_deref()
    )
    .map(|_| ())
}

/// Changes the account's role.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_role(tx: &mut Tx, id: Uuid, role: Role) -> Result<()> {
    execute!(tx, "UPDATE users SET role = $2 WHERE id = $1", id, role).map(|_| ())
}

/// Changes the account's password.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_password(tx: &mut Tx, id: Uuid, password_hash: &str) -> Result<()> {
    execute!(tx, "UPDATE users SET password_hash = $2 WHERE id = $1", id, password_hash).map(|_| ())
}

/// Marks the account's address as verified; returns false if it was, or if the address has changed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn verify_email(tx: &mut Tx, id: Uuid, email: &str, now: DateTime<Utc>) -> Result<bool> {
    let verified = execute!(
        tx,
        "UPDATE users SET email_verified_at = $3 WHERE id = $1 AND email = $2 AND email_verified_at IS NULL",
        id,
        email,
        now
    )?;
    Ok(verified == 1)
}

/// Changes the account's address to a verified one.
///
/// # Errors
/// Returns an error if the query fails; a conflict if the address exists.
pub async fn set_email(tx: &mut Tx, id: Uuid, email: &str, now: DateTime<Utc>) -> Result<()> {
    execute!(tx, "UPDATE users SET email = $2, email_verified_at = $3 WHERE id = $1", id, email, now).map(|_| ())
}

/// Removes the account's password: only an identity provider or a password reset gives access then.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn clear_password(tx: &mut Tx, id: Uuid) -> Result<()> {
    execute!(tx, "UPDATE users SET password_hash = NULL WHERE id = $1", id).map(|_| ())
}

/// Locks the account until the end of the transaction; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lock(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let sql = tx.dialect("SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE", "SELECT id FROM users WHERE id = $1");
    Ok(query_opt!(tx, (Uuid,), sql, id)?.is_some())
}

/// Lists accounts, newest first; filtered by `search` in the address or name, in lower case.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn page(
    executor: impl Into<Executor<'_>>, search: Option<&str>, before: Option<Uuid>, limit: usize,
) -> Result<Page<User>> {
    let pattern = search.map(|text| text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM users WHERE ($1 IS NULL OR email LIKE '%' || $1 || '%' ESCAPE '\\'
             OR LOWER(name) LIKE '%' || $1 || '%' ESCAPE '\\')
           AND ($2 IS NULL OR id < $2) ORDER BY id DESC LIMIT $3"
    );
    let rows = query_all!(executor.into(), User, sql, pattern.as_deref(), before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |user| user.id.to_string()))
}

/// Locks the administration of the installation until the commit.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lock_administration(tx: &mut Tx) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO settings (key, value) VALUES ('accounts.administration', '{}')
         ON CONFLICT (key) DO UPDATE SET value = excluded.value"
    )
    .map(|_| ())
}

/// Counts the other administrators who can sign in.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count_other_administrators(tx: &mut Tx, id: Uuid) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM users WHERE id <> $1 AND role = 'admin' AND disabled_at IS NULL";
    query_value!(tx, i64, sql, id)
}

/// Returns true if there are other accounts, but no administrator among them.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn would_leave_nobody_in_charge(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let others = query_value!(tx, i64, "SELECT COUNT(*) FROM users WHERE id <> $1", id)?;
    Ok(others > 0 && count_other_administrators(tx, id).await? == 0)
}

/// Disables the account from a time on, or enables it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_disabled(tx: &mut Tx, id: Uuid, since: Option<DateTime<Utc>>) -> Result<()> {
    execute!(tx, "UPDATE users SET disabled_at = $2 WHERE id = $1", id, since).map(|_| ())
}

/// Deletes the account with its own data. Entries of the audit log remain, and its workspaces are not affected.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<()> {
    for sql in [
        "DELETE FROM mails WHERE recipient = (SELECT email FROM users WHERE id = $1)",
        "DELETE FROM events WHERE user_id = $1",
        "DELETE FROM chat_messages WHERE user_id = $1",
        "DELETE FROM users WHERE id = $1",
    ] {
        execute!(tx, sql, id)?;
    }
    Ok(())
}

/// Numbers of what a user has, over all workspaces of the user.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct Possessions {
    /// Websites in use, without the bundled sample.
    pub sites: i64,
    /// Runs that are kept.
    pub runs: i64,
    /// Insights.
    pub insights: i64,
    /// Opportunities.
    pub opportunities: i64,
}

/// Counts what a user has, over all workspaces of the user.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count_possessions(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<Possessions> {
    let row = query_opt!(
        executor.into(),
        Possessions,
        "SELECT
           (SELECT COUNT(*) FROM websites JOIN members ON members.workspace_id = websites.workspace_id
             WHERE members.user_id = $1 AND websites.archived_at IS NULL AND websites.kind <> 'sample') AS sites,
           (SELECT COUNT(*) FROM runs JOIN members ON members.workspace_id = runs.workspace_id
             WHERE members.user_id = $1) AS runs,
           (SELECT COUNT(*) FROM insights JOIN members ON members.workspace_id = insights.workspace_id
             WHERE members.user_id = $1) AS insights,
           (SELECT COUNT(*) FROM opportunities JOIN members ON members.workspace_id = opportunities.workspace_id
             WHERE members.user_id = $1) AS opportunities",
        id
    )?;
    Ok(row.unwrap_or_default())
}
