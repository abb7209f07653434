//! What the engines found.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::insight::{Insight, Nature, Severity, Verdict},
    store::insight,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::confidence;
use crate::{
    engine_id::EngineId,
    error::Result,
    extract::{Json, Member, Query, Success},
    routes::{
        money::Money,
        shapes::{Evidence, InsightAction},
    },
    state::AppState,
};

/// Which insights.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Of this engine alone.
    engine_id: Option<String>,
    /// About this website alone.
    website_id: Option<Uuid>,
    /// At most this many, 1 to 200; 100 unless given.
    limit: Option<usize>,
    /// `nextCursor` of the page before.
    cursor: Option<Uuid>,
}

/// A page of insights, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightList)]
pub(super) struct Answer {
    success: Success,
    insights: Vec<InsightView>,
    /// What to pass as `cursor` for the next page.
    next_cursor: Option<String>,
}

/// What an engine found, with what supports it and what would prove it wrong.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Insight)]
pub(crate) struct InsightView {
    id: Uuid,
    #[schema(value_type = EngineId)]
    pub(super) engine_id: String,
    run_id: Uuid,
    website_id: Option<Uuid>,
    /// The finding in one sentence.
    title: String,
    /// The engine's word for this sort of finding.
    kind: String,
    /// How much it matters.
    severity: Severity,
    /// A claim is scored once its outcome is known; a fact states what the data contain or lack.
    pub(super) nature: Nature,
    /// Confidence, 0 to 1. Calibrated with known outcomes if there are enough; otherwise as stated by the engine.
    pub(super) confidence: f64,
    /// Confidence stated by the engine, if it differs from the calibrated one.
    stated_confidence: Option<f64>,
    /// Money a month; `null` where nothing supports a figure.
    impact: Option<Money>,
    /// Effort in minutes; 0 if there is nothing to do.
    effort_minutes: Option<i32>,
    /// What supports it.
    #[schema(value_type = Vec<Evidence>)]
    evidence: Value,
    /// How it was found.
    method: String,
    method_version: String,
    /// Assumptions.
    assumptions: Vec<String>,
    /// What to do, where execution can do it.
    #[schema(value_type = Option<InsightAction>)]
    action: Option<Value>,
    /// The observation that would prove it wrong.
    falsifier: String,
    /// When it no longer holds.
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
    /// Shows it as sure as `confidence`, and keeps what the engine said where that is something else.
    pub(super) fn correct(&mut self, confidence: f64) {
        if (confidence - self.confidence).abs() > f64::EPSILON {
            self.stated_confidence = Some(std::mem::replace(&mut self.confidence, confidence));
        }
    }
}

/// List insights.
///
/// Newest first.
#[utoipa::path(get, path = "/api/intelligence-engines/insights", tag = "engines", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let limit = params.limit.unwrap_or(100).clamp(1, 200);
    let engine_id = params.engine_id.as_deref();
    let page =
        insight::list(&state.db, member.workspace_id, engine_id, params.website_id, params.cursor, limit).await?;
    let insights = page.items.into_iter().map(InsightView::from).collect();
    let insights = confidence::calibrated(&state, member.workspace_id, insights).await?;
    Ok(Json(Answer { success: Success, insights, next_cursor: page.next_cursor }))
}
