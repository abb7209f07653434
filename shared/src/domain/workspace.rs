//! Workspaces: what every record belongs to.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What a member may do in a workspace. Ordered: a later one may do what an earlier one may.
    MemberRole {
        /// Reads.
        Viewer = "viewer",
        /// Reads and changes.
        Editor = "editor",
        /// Reads, changes, and decides who is a member.
        Owner = "owner",
    }
}

/// A workspace as one of its members sees it.
#[derive(Debug, Clone, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    /// The workspace.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Whether it came with this member's account.
    pub personal: bool,
    /// What this member may do.
    pub role: MemberRole,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}
