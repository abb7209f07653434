//! Approval of releases that carry edits of pages.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::store::{Result, Tx, macros::*};

/// Approves a release whose changes a person has approved as an edit. A release that the checks block is not approved.
pub(in crate::store) async fn approve_for_edit(tx: &mut Tx, id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let sql = "UPDATE releases SET approved_by = $2, approved_at = $3
                WHERE id = $1 AND approved_at IS NULL AND is_blocked = $4";
    execute!(tx, sql, id, user_id, now, false).map(|_| ())
}

/// Withdraws the approval of a release that was never deployed.
pub(in crate::store) async fn withdraw(tx: &mut Tx, id: Uuid) -> Result<()> {
    let sql = "UPDATE releases SET approved_by = NULL, approved_at = NULL WHERE id = $1 AND deployed_at IS NULL";
    execute!(tx, sql, id).map(|_| ())
}
