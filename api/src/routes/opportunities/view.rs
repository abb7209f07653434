//! An opportunity as clients see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::domain::opportunity::Opportunity;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::routes::money::Money;

/// What could be done, what it would bring, and how far it is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Opportunity)]
pub(crate) struct OpportunityView {
    pub(crate) id: Uuid,
    website_id: Option<Uuid>,
    /// discovered, `in_review`, implementing, implemented, failed or dismissed.
    #[schema(examples("discovered"))]
    pub(crate) status: &'static str,
    title: String,
    /// The engine's word for this sort.
    category: String,
    /// 0 to 100; `null` when unknown.
    difficulty: Option<f64>,
    /// Its name: easy, medium, hard or `very_hard`.
    difficulty_level: Option<&'static str>,
    /// 0 to 100.
    score: f64,
    /// The engine that found it; `null` when a user wrote it down.
    engine_id: Option<String>,
    /// The search it is about.
    keyword: Option<String>,
    /// Money a month.
    impact: Option<Money>,
    effort_minutes: Option<i32>,
    /// Whether little work brings it in.
    quick_win: bool,
    /// Whether the execution engine has an action for it.
    automated: bool,
    /// Whether a person has edited it; later runs leave it as it is.
    edited: bool,
    /// The newest plan that implements it; `null` without one.
    plan_id: Option<Uuid>,
    /// What supports it.
    #[schema(value_type = Option<Object>)]
    evidence: Value,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

/// The name of a difficulty: each a quarter of the scale.
pub(super) fn level(difficulty: f64) -> &'static str {
    match difficulty {
        d if d < 25.0 => "easy",
        d if d < 50.0 => "medium",
        d if d < 75.0 => "hard",
        _ => "very_hard",
    }
}

impl From<Opportunity> for OpportunityView {
    fn from(opportunity: Opportunity) -> Self {
        let body = opportunity.body.0;
        Self {
            id: opportunity.id,
            website_id: opportunity.website_id,
            status: opportunity.status.as_str(),
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
            evidence: body.evidence,
            created_at: opportunity.created_at,
            updated_at: opportunity.updated_at,
        }
    }
}

impl OpportunityView {
    /// Returns it with the plan that implements it.
    pub(super) fn with_plan(self, plan_id: Option<Uuid>) -> Self {
        Self { plan_id, ..self }
    }
}
