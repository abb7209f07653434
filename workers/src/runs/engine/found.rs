//! Converts an engine's insights to rows of the app.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use engines::{
    causal::is_measured_effect,
    common::{Day, EngineId, Insight, Money, Nature, Severity},
    execution::has_action_for,
};
use serde_json::Value;
use shared::{
    domain::{
        insight::{self, NewInsight},
        money::MoneyRange,
        now,
        opportunity::OpportunityBody,
    },
    store::{effect::Effect, insight::NewInsights, keyword::KeywordTables, opportunity::NewOpportunities},
};
use uuid::Uuid;

use super::maker::Maker;
use crate::error::JobError;

/// Default validity of an insight without an expiry date.
const BELIEVED: Duration = Duration::days(90);

/// What an answer becomes besides the run's result.
#[derive(Debug, Default)]
pub(super) struct Findings {
    pub(super) keywords: Option<KeywordTables>,
    pub(super) insights: Option<NewInsights>,
    pub(super) opportunities: Option<NewOpportunities>,
}

impl Findings {
    pub(super) fn into_effects(self) -> impl Iterator<Item = Effect> {
        let keywords = self.keywords.map(Effect::from);
        let insights = self.insights.map(Effect::from);
        keywords.into_iter().chain(insights).chain(self.opportunities.map(Effect::from))
    }
}

/// The insights of a run, as the effect that stores them; none without an insight.
pub(super) fn insights(maker: &Maker, found: &[Insight]) -> Result<Option<NewInsights>, JobError> {
    if found.is_empty() {
        return Ok(None);
    }
    let now = now();
    let insights = found.iter().rev().map(|found| insight(found, now)).collect::<Result<_, _>>()?;
    Ok(Some(NewInsights { engine_id: maker.engine_id(), version: maker.version.clone(), insights }))
}

/// Converts an insight. Without an expiry date it is valid for 90 days from `now`.
fn insight(found: &Insight, now: DateTime<Utc>) -> Result<NewInsight, JobError> {
    Ok(NewInsight {
        key: found.key.clone(),
        title: found.title.clone(),
        kind: found.kind.clone(),
        severity: match found.severity {
            Severity::Info => insight::Severity::Info,
            Severity::Opportunity => insight::Severity::Opportunity,
            Severity::Warning => insight::Severity::Warning,
            Severity::Critical => insight::Severity::Critical,
        },
        nature: match found.nature {
            Nature::Claim => insight::Nature::Claim,
            Nature::Fact => insight::Nature::Fact,
        },
        confidence: found.confidence,
        impact: found.impact.clone().map(money),
        effort_minutes: i32::try_from(found.effort_minutes).ok(),
        evidence: json_of(&found.evidence)?,
        method: found.method.clone(),
        method_version: found.method_version.clone(),
        assumptions: found.assumptions.clone(),
        action: found.action.as_ref().map(json_of).transpose()?,
        falsifier: found.falsifier.clone(),
        expires_at: found.expires_at.as_deref().and_then(moment).unwrap_or(now + BELIEVED),
    })
}

/// Converts insights with a possible gain to opportunities; a measured effect of a change is none. The score is the rank by
/// impact among this run's insights: 100 for the first, towards 0 for the last.
pub(super) fn opportunities(
    engine: EngineId, website_id: Option<Uuid>, insights: &[Insight],
) -> Result<Option<NewOpportunities>, JobError> {
    let is_gain = |found: &&Insight| found.severity == Severity::Opportunity && !is_measured_effect(&found.kind);
    let mut gains: Vec<&Insight> = insights.iter().filter(is_gain).collect();
    gains.sort_by_key(|found| std::cmp::Reverse(found.impact.as_ref().map_or(0, |impact| impact.mid_cents)));
    let total = gains.len();
    let found: Vec<_> = gains
        .iter()
        .enumerate()
        .map(|(rank, found)| opportunity(engine, website_id, found, score(rank, total)))
        .collect::<Result<_, _>>()?;
    Ok((!found.is_empty()).then_some(NewOpportunities(found)))
}

/// Score of a rank: 100 for the first, towards 0 for the last, with one decimal.
#[expect(clippy::cast_precision_loss, reason = "findings of one run")]
pub(super) fn score(rank: usize, total: usize) -> f64 {
    let score = 100.0 * (total - rank) as f64 / total.max(1) as f64;
    (score * 10.0).round() / 10.0
}

fn opportunity(
    engine: EngineId, website_id: Option<Uuid>, found: &Insight, score: f64,
) -> Result<(String, OpportunityBody), JobError> {
    let website = website_id.map(|id| id.to_string()).unwrap_or_default();
    let body = OpportunityBody {
        title: found.title.clone(),
        category: found.kind.clone(),
        difficulty: None,
        score,
        engine_id: Some(engine.to_string()),
        keyword: None,
        impact: found.impact.clone().map(money),
        effort_minutes: i32::try_from(found.effort_minutes).ok(),
        quick_win: found.effort_minutes <= 60,
        automated: found.action.as_ref().is_some_and(|action| has_action_for(&action.kind)),
        edited: false,
        evidence: json_of(&found.evidence)?,
    };
    Ok((format!("{engine}:{website}:{}", found.key), body))
}

pub(super) fn money(amount: Money) -> MoneyRange {
    MoneyRange {
        low_cents: amount.low_cents,
        mid_cents: amount.mid_cents,
        high_cents: amount.high_cents,
        currency: amount.currency,
    }
}

pub(super) fn moment(text: &str) -> Option<DateTime<Utc>> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.to_utc())
}

/// Converts an engine's day.
pub(super) fn date(day: Day) -> Option<NaiveDate> {
    Some(moment(&day.to_rfc3339())?.date_naive())
}

pub(in crate::runs) fn json_of(value: &impl serde::Serialize) -> Result<Value, JobError> {
    serde_json::to_value(value).map_err(|error| JobError::defect(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn insight(kind: &str, severity: &str) -> Insight {
        let value = serde_json::json!({
            "engine": "causal", "key": kind, "title": "T", "kind": kind, "severity": severity, "confidence": 0.9,
            "impact": null, "effortMinutes": 15, "evidence": [], "method": "m", "methodVersion": "1", "assumptions": [],
            "action": null, "falsifier": "f", "expiresAt": null,
        });
        serde_json::from_value(value).expect("an insight")
    }

    #[test]
    fn measured_effects_are_no_opportunities() {
        let found = [
            insight("change_effect", "opportunity"),
            insight("experiment_outcome", "opportunity"),
            insight("striking_distance", "opportunity"),
            insight("season", "info"),
        ];
        let stored = opportunities(EngineId::Causal, None, &found).expect("valid").expect("one");
        let kinds: Vec<&str> = stored.0.iter().map(|(_, body)| body.category.as_str()).collect();
        assert_eq!(kinds, ["striking_distance"]);
        assert!(opportunities(EngineId::Causal, None, &found[..2]).expect("valid").is_none());
    }
}
