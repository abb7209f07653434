//! Targets of deployments: where the files of sites go.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;
use crate::vault::Sealed;

text_enum! {
    /// Kind of a target.
    #[schema(as = DeployTargetKind)]
    TargetKind {
        /// Served by this server under its host name.
        Hosting = "hosting",
        /// A folder of the server.
        Folder = "folder",
        /// Storage with the interface of Amazon S3.
        S3 = "s3",
        /// A server with SFTP.
        Sftp = "sftp",
        /// Netlify.
        Netlify = "netlify",
        /// Cloudflare Pages.
        CloudflarePages = "cloudflare_pages",
    }
}

/// A target of a workspace. Built-in hosting needs none.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct DeployTarget {
    /// Time-ordered.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Kind.
    pub kind: TargetKind,
    /// Name, one line.
    pub name: String,
    /// Choices that are not secret; their type belongs to the crate `targets`.
    pub settings: Json<Value>,
    /// Encrypted credentials, sealed for the workspace and this id.
    pub sealed_secret: Option<Sealed>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Number of sites that are deployed there.
    pub sites: i64,
}
