//! An insight, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::domain::insight::{Insight, Nature, Severity, Verdict};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    engine_id::EngineId,
    routes::{
        money::Money,
        shapes::{Evidence, InsightAction},
    },
};

/// An insight of an engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Insight)]
pub(crate) struct InsightView {
    id: Uuid,
    #[schema(value_type = EngineId)]
    pub(super) engine_id: String,
    run_id: Uuid,
    website_id: Option<Uuid>,
    /// Title, one sentence.
    title: String,
    /// Kind of finding, as named by the engine.
    kind: String,
    /// Importance.
    severity: Severity,
    /// A claim is scored once its outcome is known; a fact states what the data contain or lack.
    pub(super) nature: Nature,
    /// Confidence, 0 to 1. Calibrated with known outcomes if there are enough; otherwise as stated by the engine.
    pub(super) confidence: f64,
    /// Confidence stated by the engine, if it differs from the calibrated one.
    stated_confidence: Option<f64>,
    /// Monthly value; `null` without a basis.
    impact: Option<Money>,
    /// Effort in minutes; 0 if there is nothing to do.
    effort_minutes: Option<i32>,
    /// Evidence.
    #[schema(value_type = Vec<Evidence>)]
    evidence: Value,
    /// Name of the method.
    method: String,
    method_version: String,
    /// Assumptions.
    assumptions: Vec<String>,
    /// Recommended action, if execution supports it.
    #[schema(value_type = Option<InsightAction>)]
    action: Option<Value>,
    /// The observation that would refute it.
    falsifier: String,
    /// End of validity.
    expires_at: DateTime<Utc>,
    /// Outcome of the claim.
    verdict: Verdict,
    created_at: DateTime<Utc>,
}

impl From<Insight> for InsightView {
    fn from(found: Insight) -> Self {
        let body = found.body.0;
        Self {
            id: found.id,
            engine_id: found.engine_id,
            run_id: found.run_id,
            website_id: found.website_id,
            title: body.title,
            kind: body.kind,
            severity: body.severity,
            nature: body.nature,
            confidence: body.confidence,
            stated_confidence: None,
            impact: body.impact.map(Money::from),
            effort_minutes: body.effort_minutes,
            evidence: body.evidence,
            method: body.method,
            method_version: body.method_version,
            assumptions: body.assumptions,
            action: body.action,
            falsifier: body.falsifier,
            expires_at: body.expires_at,
            verdict: found.verdict,
            created_at: found.created_at,
        }
    }
}

impl InsightView {
    /// Sets the confidence, and keeps the stated one if it differs.
    pub(super) fn correct(&mut self, confidence: f64) {
        if (confidence - self.confidence).abs() > f64::EPSILON {
            self.stated_confidence = Some(std::mem::replace(&mut self.confidence, confidence));
        }
    }
}
