//! Workspaces, which own all records.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Role of a member in a workspace, in ascending order of permissions.
    MemberRole {
        /// Read access.
        Viewer = "viewer",
        /// Read and write access.
        Editor = "editor",
        /// Read and write access, and management of members.
        Owner = "owner",
    }
}

/// A workspace as shown to a member.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Membership {
    /// The workspace.
    pub id: Uuid,
    /// Its name.
    pub name: String,
    /// Whether it is the personal workspace of this member.
    pub personal: bool,
    /// Role of this member.
    pub role: MemberRole,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// A member as shown to other members.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Member {
    /// User.
    pub user_id: Uuid,
    /// Email address.
    pub email: String,
    /// Display name.
    pub name: String,
    /// URL of the picture.
    pub avatar: Option<String>,
    /// Role.
    pub role: MemberRole,
    /// Time of joining.
    pub created_at: DateTime<Utc>,
    /// Whether it is their personal workspace, of which they remain the owner.
    pub is_founder: bool,
}

/// A valid invitation.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Invite {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Email address of the invited person.
    pub email: String,
    /// Role.
    pub role: MemberRole,
    /// Time of sending.
    pub created_at: DateTime<Utc>,
    /// End of validity.
    pub expires_at: DateTime<Utc>,
}
