//! Milestones: goals of a website, moved by what is measured.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Status of a milestone.
    MilestoneStatus {
        /// Nothing has moved yet.
        Pending = "pending",
        /// On the way.
        InProgress = "in_progress",
        /// Reached.
        Completed = "completed",
        /// Its day has passed.
        Missed = "missed",
    }
}

/// A goal of a website.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Milestone {
    /// Time-ordered.
    pub id: Uuid,
    /// Of which website.
    pub website_id: Uuid,
    /// The metric that moves it; `None` for one that people move.
    pub metric: Option<String>,
    /// What is to be reached.
    pub title: String,
    /// What it means.
    pub description: String,
    /// Status.
    pub status: MilestoneStatus,
    /// The figure to reach.
    pub target: f64,
    /// The figure now.
    pub current: f64,
    /// What is counted.
    pub unit: String,
    /// By when; `None` for whenever.
    pub due_at: Option<DateTime<Utc>>,
    /// When it was reached.
    pub completed_at: Option<DateTime<Utc>>,
}
