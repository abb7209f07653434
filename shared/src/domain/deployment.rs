//! Deployments: batches of sites that are built, approved and deployed together.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Kind of a deployment: the operation that started it.
    DeploymentKind {
        /// Chosen markets.
        Goldmines = "goldmines",
        /// Verticals and places, up to a limit.
        Batch = "batch",
        /// One market or keyword.
        Single = "single",
    }
}

text_enum! {
    /// Status of a deployment.
    DeploymentStatus {
        /// Sites are being built.
        Building = "building",
        /// All sites are built; some wait for approval.
        Waiting = "waiting",
        /// Approved sites are being deployed.
        Deploying = "deploying",
        /// Held back until it is resumed.
        Paused = "paused",
        /// All sites are deployed.
        Succeeded = "succeeded",
        /// Some sites are not deployed; the others are.
        Failed = "failed",
        /// Cancelled by a user; runs that have not begun are still being cancelled. It starts nothing more.
        Cancelling = "cancelling",
        /// Cancelled by a user.
        Cancelled = "cancelled",
    }
}

impl DeploymentStatus {
    /// Returns true if nothing happens until a user retries.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Succeeded | Self::Failed | Self::Cancelled)
    }
}

/// Numbers of a deployment's sites, counted when they are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DeploymentCounts {
    /// Sites that have a release.
    pub built: i64,
    /// Sites that wait for approval.
    pub waiting: i64,
    /// Sites that are live.
    pub deployed: i64,
    /// Sites that are not live and that nothing is being done for, with deleted ones.
    pub errors: i64,
    /// Sites that are being built or that do not exist yet.
    pub building: i64,
    /// Sites that are approved or being deployed.
    pub deploying: i64,
}

/// A deployment.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Deployment {
    /// Time-ordered.
    pub id: Uuid,
    /// Name, one line.
    pub name: String,
    /// Kind.
    pub kind: DeploymentKind,
    /// What was asked for.
    pub plan: Json<Value>,
    /// Status.
    pub status: DeploymentStatus,
    /// Number of sites.
    pub sites_planned: i32,
    /// Parent of its runs; the run may be deleted.
    pub run_id: Option<Uuid>,
    /// User who approved it.
    pub approved_by: Option<Uuid>,
    /// Time of the approval.
    pub approved_at: Option<DateTime<Utc>>,
    /// User who started it.
    pub created_by: Uuid,
    /// Start.
    pub created_at: DateTime<Utc>,
    /// End; `None` before it.
    pub finished_at: Option<DateTime<Utc>>,
    /// Numbers of its sites.
    #[sqlx(flatten)]
    pub counts: DeploymentCounts,
}

impl Deployment {
    /// Returns the progress, 0 to 100: building and deploying count half each; a site with an error is done.
    #[must_use]
    pub fn progress(&self) -> i32 {
        self.counts.progress(i64::from(self.sites_planned))
    }
}

impl DeploymentCounts {
    /// Returns the progress of `planned` sites, 0 to 100.
    #[must_use]
    pub fn progress(&self, planned: i64) -> i32 {
        let planned = planned.max(1);
        let settled = self.deployed + self.errors;
        let half = (planned - settled - self.building).max(0);
        i32::try_from((100 * settled + 50 * half) / planned).unwrap_or(100).clamp(0, 100)
    }

    /// Returns the status of a deployment with these sites.
    #[must_use]
    pub const fn status(&self) -> DeploymentStatus {
        if self.building > 0 {
            DeploymentStatus::Building
        } else if self.deploying > 0 {
            DeploymentStatus::Deploying
        } else if self.waiting > 0 {
            DeploymentStatus::Waiting
        } else if self.errors > 0 {
            DeploymentStatus::Failed
        } else {
            DeploymentStatus::Succeeded
        }
    }
}

/// A site of a deployment that is not live, with the reason.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DeploymentError {
    /// Site.
    pub site_id: Uuid,
    /// Its name.
    pub name: String,
    /// Problem and remedy.
    pub detail: String,
}

/// A site of a deployment whose trade is regulated: a named person reviews its pages before they are public.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct NeededReview {
    /// Site.
    pub site_id: Uuid,
    /// Its name.
    pub name: String,
    /// Slug of its vertical.
    pub vertical: String,
    /// Name of its vertical.
    pub vertical_name: String,
    /// Who must review the pages, such as `a licensed attorney`.
    pub reviewer: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::{DeploymentCounts, DeploymentStatus};

    #[test]
    fn status_follows_the_sites_that_are_not_done() {
        let counts = |building, waiting, deploying, deployed, errors| DeploymentCounts {
            built: 0,
            waiting,
            deployed,
            errors,
            building,
            deploying,
        };
        assert_eq!(counts(1, 3, 1, 1, 1).status(), DeploymentStatus::Building);
        assert_eq!(counts(0, 3, 1, 1, 1).status(), DeploymentStatus::Deploying);
        assert_eq!(counts(0, 3, 0, 1, 1).status(), DeploymentStatus::Waiting);
        assert_eq!(counts(0, 0, 0, 1, 1).status(), DeploymentStatus::Failed);
        assert_eq!(counts(0, 0, 0, 2, 0).status(), DeploymentStatus::Succeeded);
    }

    #[test]
    fn progress_counts_half_for_a_built_site() {
        let counts =
            DeploymentCounts { building: 4, waiting: 2, deployed: 3, errors: 1, ..DeploymentCounts::default() };
        assert_eq!(counts.progress(10), 50);
        assert_eq!(DeploymentCounts { deployed: 10, ..DeploymentCounts::default() }.progress(10), 100);
        assert_eq!(DeploymentCounts { building: 10, ..DeploymentCounts::default() }.progress(10), 0);
    }
}
