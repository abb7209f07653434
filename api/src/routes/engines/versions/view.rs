//! Versions, in responses.

use std::collections::BTreeSet;

use ::engines::{common::EngineId, learning::VersionScore};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::{
    domain::engine_version::{EngineVersion, PRIOR, VersionRole, ledger_name},
    store::{Db, StoreError, engine_version, run},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::Success;

/// Response with the versions of an engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EngineVersionList)]
pub(super) struct Answer {
    success: Success,
    /// The baseline first, once for each action with versions, then the stored versions, oldest first. Each action has
    /// one champion.
    versions: Vec<View>,
    /// Time of the latest scores of the learning engine; `null` before its first report.
    scored_at: Option<DateTime<Utc>>,
}

/// A version of an engine.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EngineVersion)]
struct View {
    /// `null` for the baseline, which is not stored and cannot be removed.
    id: Option<Uuid>,
    /// Name stored with its forecasts.
    name: String,
    /// Its role.
    role: VersionRole,
    /// Action; `null` for the baseline of an engine without stored versions.
    action: Option<String>,
    /// Parameters that differ from the engine's defaults.
    #[schema(value_type = Object)]
    parameters: Value,
    note: String,
    created_at: Option<DateTime<Utc>>,
    /// Time of its last promotion.
    promoted_at: Option<DateTime<Utc>>,
    /// Scores of its forecasts in the latest report of the learning engine; `null` before it.
    score: Option<Score>,
}

/// Scores of a version's forecasts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EngineVersionScore)]
struct Score {
    /// Number of forecasts with an outcome.
    outcomes: u64,
    /// Number of forecasts without an outcome.
    open: u64,
    /// Mean squared error of its claims; lower is better.
    brier: Option<f64>,
    /// Share of outcomes inside their interval; nominal 0.8.
    coverage: Option<f64>,
    /// Mean interval score in the unit of the forecast; lower is better.
    interval_score: Option<f64>,
    /// Mean absolute error relative to the naive forecast; below 1 is better than naive.
    mase: Option<f64>,
    /// Whether naive forecasts were as good or better.
    loses_to_naive: Option<bool>,
    /// Paired test against the champion at the time of the report; `null` for the champion.
    against_champion: Option<Comparison>,
}

/// A paired test of two versions.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EngineVersionComparison)]
struct Comparison {
    /// `keep`, `promote`, or not enough outcomes. `promote` is a proposal; a person decides.
    decision: String,
    /// Number of paired forecasts.
    pairs: u64,
    /// Number of their due days; each counts once.
    due_days: u64,
    /// Mean loss of the champion minus the mean loss of this version; positive if this version is better.
    gain: Option<f64>,
    /// One-sided p-value of no gain (Diebold & Mariano 1995, on means of due days).
    p: Option<f64>,
}

impl From<VersionScore> for Score {
    fn from(score: VersionScore) -> Self {
        let against_champion = score.against_champion.map(|test| Comparison {
            decision: test.decision,
            pairs: test.pairs,
            due_days: test.due_days,
            gain: test.gain,
            p: test.p,
        });
        Self {
            outcomes: score.outcomes,
            open: score.open,
            brier: score.brier,
            coverage: score.coverage,
            interval_score: score.interval_score,
            mase: score.mase,
            loses_to_naive: score.loses_to_naive,
            against_champion,
        }
    }
}

/// Reads the scores of an engine's versions in the latest report of the learning engine, with the time of the report.
pub(super) async fn scores(
    db: &Db, workspace_id: Uuid, engine: EngineId,
) -> Result<(Vec<VersionScore>, Option<DateTime<Utc>>), StoreError> {
    let Some(report) = run::latest_action(db, workspace_id, "learning", "report", None).await? else {
        return Ok((Vec::new(), None));
    };
    let mut result = run::result(db, workspace_id, report.id).await?.unwrap_or_default();
    // Reports from before the introduction of versions have none.
    let all: Vec<VersionScore> = serde_json::from_value(result["versions"].take()).unwrap_or_default();
    let is_of_engine = |score: &VersionScore| score.engine.split(' ').next() == Some(engine.as_str());
    Ok((all.into_iter().filter(is_of_engine).collect(), report.finished_at))
}

/// Returns the current versions of an engine.
pub(super) async fn answer(db: &Db, workspace_id: Uuid, engine: EngineId) -> Result<Answer, StoreError> {
    let stored = engine_version::list(db, workspace_id, Some(engine.as_str())).await?;
    let (mut scores, scored_at) = scores(db, workspace_id, engine).await?;
    let mut score = |action: &str, name: &str| {
        let made_by = ledger_name(engine.as_str(), action);
        let at = scores.iter().position(|score| score.engine == made_by && score.version == name)?;
        Some(scores.swap_remove(at).into())
    };
    let priors = priors(&stored).into_iter().map(|(action, role)| {
        let score = score(action.as_deref().unwrap_or_default(), PRIOR);
        prior(action, role, score)
    });
    let mut versions: Vec<View> = priors.collect();
    versions.extend(stored.into_iter().map(|one| {
        let score = score(&one.action, &one.name);
        view(one, score)
    }));
    Ok(Answer { success: Success, versions, scored_at })
}

/// Returns the actions with versions in order, each with the role of the baseline.
fn priors(stored: &[EngineVersion]) -> Vec<(Option<String>, VersionRole)> {
    let actions: BTreeSet<&str> = stored.iter().map(|one| one.action.as_str()).collect();
    if actions.is_empty() {
        return vec![(None, VersionRole::Champion)];
    }
    let is_in_charge =
        |action: &str| !stored.iter().any(|one| one.role == VersionRole::Champion && one.action == action);
    let role = |action| if is_in_charge(action) { VersionRole::Champion } else { VersionRole::Challenger };
    actions.into_iter().map(|action| (Some(action.to_owned()), role(action))).collect()
}

fn prior(action: Option<String>, role: VersionRole, score: Option<Score>) -> View {
    View {
        id: None,
        name: PRIOR.to_owned(),
        role,
        action,
        parameters: serde_json::json!({}),
        note: "Baseline of the engine with default parameters.".to_owned(),
        created_at: None,
        promoted_at: None,
        score,
    }
}

fn view(one: EngineVersion, score: Option<Score>) -> View {
    View {
        id: Some(one.id),
        name: one.name,
        role: one.role,
        action: Some(one.action),
        parameters: Value::Object(one.parameters.0),
        note: one.note,
        created_at: Some(one.created_at),
        promoted_at: one.promoted_at,
        score,
    }
}
