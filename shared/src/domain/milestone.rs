//! Milestones: goals of a website, updated by measured data.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of a milestone.
    MilestoneStatus {
        /// No progress yet.
        Pending = "pending",
        /// In progress.
        InProgress = "in_progress",
        /// Reached.
        Completed = "completed",
        /// Overdue.
        Missed = "missed",
    }
}

/// A milestone of a website.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Milestone {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Metric that updates it; `None` for a manual milestone.
    pub metric: Option<String>,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Status.
    pub status: MilestoneStatus,
    /// Target value.
    pub target: f64,
    /// Current value.
    pub current: f64,
    /// Unit.
    pub unit: String,
    /// Due date; `None` without one.
    pub due_at: Option<DateTime<Utc>>,
    /// Time of completion.
    pub completed_at: Option<DateTime<Utc>>,
}
