//! An opportunity, in responses.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::domain::opportunity::{Opportunity, OpportunityStatus};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::engine_id::EngineId;
use crate::routes::{money::Money, shapes::OpportunityEvidence};

/// An opportunity with its value and status.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Opportunity)]
pub(crate) struct OpportunityView {
    pub(crate) id: Uuid,
    website_id: Option<Uuid>,
    /// Its status.
    pub(crate) status: OpportunityStatus,
    title: String,
    /// Category, as named by the engine.
    category: String,
    /// 0 to 100; `null` if unknown.
    difficulty: Option<f64>,
    /// Difficulty level.
    difficulty_level: Option<DifficultyLevel>,
    /// 0 to 100.
    score: f64,
    /// Engine that found it; `null` if a crawl found it or a user entered it.
    #[schema(value_type = Option<EngineId>)]
    engine_id: Option<String>,
    /// Its keyword.
    keyword: Option<String>,
    /// Monthly value.
    impact: Option<Money>,
    effort_minutes: Option<i32>,
    /// Whether the effort is low.
    quick_win: bool,
    /// Whether the execution engine has an action for it.
    automated: bool,
    /// Whether a person has edited it; later runs do not change it then.
    edited: bool,
    /// Latest plan that implements it; `null` without one.
    plan_id: Option<Uuid>,
    /// Latest edit that implements it; `null` without one.
    pub(crate) edit_id: Option<Uuid>,
    /// Facts of an insight, or the figures of a quick win.
    #[schema(value_type = OpportunityEvidence)]
    evidence: Value,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// A quarter of the difficulty scale.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DifficultyLevel {
    Easy,
    Medium,
    Hard,
    VeryHard,
}

impl DifficultyLevel {
    /// Returns the name in responses.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::VeryHard => "very_hard",
        }
    }
}

/// Returns the level of a difficulty.
pub(super) fn level(difficulty: f64) -> DifficultyLevel {
    match difficulty {
        d if d < 25.0 => DifficultyLevel::Easy,
        d if d < 50.0 => DifficultyLevel::Medium,
        d if d < 75.0 => DifficultyLevel::Hard,
        _ => DifficultyLevel::VeryHard,
    }
}

impl From<Opportunity> for OpportunityView {
    fn from(opportunity: Opportunity) -> Self {
        let body = opportunity.body.0;
        Self {
            id: opportunity.id,
            website_id: opportunity.website_id,
            status: opportunity.status,
            title: body.title,
            category: body.category,
            difficulty: body.difficulty,
            difficulty_level: body.difficulty.map(level),
            score: body.score,
            engine_id: body.engine_id,
            keyword: body.keyword,
            impact: body.impact.map(Money::from),
            effort_minutes: body.effort_minutes,
            quick_win: body.quick_win,
            automated: body.automated,
            edited: body.edited,
            plan_id: None,
            edit_id: None,
            evidence: body.evidence,
            created_at: opportunity.created_at,
            updated_at: opportunity.updated_at,
        }
    }
}

impl OpportunityView {
    /// Adds the plan that implements it.
    pub(super) fn with_plan(self, plan_id: Option<Uuid>) -> Self {
        Self { plan_id, ..self }
    }

    /// Adds the edit that implements it.
    pub(super) fn with_edit(self, edit_id: Option<Uuid>) -> Self {
        Self { edit_id, ..self }
    }
}
