//! Approval of releases that only add planned pages.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::store::{Result, Tx, macros::*};

/// Approves a release on behalf of the person who approved the release that it continues: the approval of a launch covers its
/// planned pages. A release that the checks block, or that needs a review, is not approved.
pub(in crate::store) async fn approve_like(tx: &mut Tx, id: Uuid, base: Uuid, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE releases SET approved_at = $3, approved_by = (SELECT approved_by FROM releases base WHERE base.id = $2)
          WHERE id = $1 AND approved_at IS NULL AND NOT is_blocked AND NOT needs_review",
        id,
        base,
        now
    )
    .map(|_| ())
}
