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
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
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

/// A member as the other members see them.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Member {
    /// Who.
    pub user_id: Uuid,
    /// Their address.
    pub email: String,
    /// How they are called.
    pub name: String,
    /// Address of their picture.
    pub avatar: Option<String>,
    /// What they may do.
    pub role: MemberRole,
    /// Since when.
    pub created_at: DateTime<Utc>,
    /// Whether the workspace came with their account: then they stay its owner.
    pub is_founder: bool,
}

/// An invitation that holds.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Invite {
    /// Time-ordered.
    pub id: Uuid,
    /// To what.
    pub workspace_id: Uuid,
    /// Whom.
    pub email: String,
    /// As what.
    pub role: MemberRole,
    /// When it was sent.
    pub created_at: DateTime<Utc>,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}
