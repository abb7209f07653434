//! Insights about past forecasts. They are facts and do not enter the ledger.

use serde_json::{Value, json};

use super::input::ReportInput;
use super::output::{ChampionDecision, Drift, IntervalScores, ProbabilityScores, VersionScore};
use crate::common::{Action, EngineId, Evidence, Insight, Nature, Severity};
use crate::learning::{METHOD, METHOD_VERSION};

/// Days of validity of these insights.
const DAYS: i32 = 60;
/// Minimum number of outcomes for a comparison with naive forecasts.
const LEAST_OUTCOMES: u64 = 10;

/// Input of the insights.
pub(super) struct Scored<'a> {
    pub(super) probabilities: Option<&'a ProbabilityScores>,
    pub(super) intervals: Option<&'a IntervalScores>,
    pub(super) drift: Option<&'a Drift>,
    pub(super) champion: Option<&'a ChampionDecision>,
    pub(super) versions: &'a [VersionScore],
}

pub(super) fn write(input: &ReportInput, scored: &Scored<'_>) -> Vec<Insight> {
    let mut insights: Vec<Insight> =
        scored.probabilities.iter().flat_map(|scores| miscalibrated(input, scores)).collect();
    insights.extend(scored.intervals.and_then(|scores| narrow(input, scores)));
    insights.extend(scored.drift.map(|drift| drifted(input, drift)));
    let champion = scored.champion.filter(|decision| decision.decision == "promote");
    insights.extend(champion.map(|decision| promoted(input, decision)));
    insights.extend(scored.versions.iter().filter_map(|version| proposed(input, version)));
    insights.extend(scored.versions.iter().filter_map(|version| naive(input, version)));
    insights
}

/// Reports a version that is better than the champion by the test. A person decides.
fn proposed(input: &ReportInput, version: &VersionScore) -> Option<Insight> {
    let decision = version.against_champion.as_ref().filter(|decision| decision.decision == "promote")?;
    let title = format!(
        "Version {} of the {} engine foretells better than the one in charge: let it take over",
        version.version, version.engine
    );
    let falsifier = format!("On the next {} forecasts the version in charge has the smaller loss.", decision.pairs);
    let action = Some(("promote_version", "Compare and promote"));
    let confidence = 1.0 - decision.p.unwrap_or(0.5);
    Some(insight(
        input,
        ("version", &format!("{}:{}", version.engine, version.version)),
        (title, falsifier),
        confidence,
        json!(version),
        action,
    ))
}

/// Reports a champion with forecasts that are no better than naive ones.
fn naive(input: &ReportInput, version: &VersionScore) -> Option<Insight> {
    let mase = version.mase.filter(|mase| version.is_champion && *mase >= 1.0)?;
    if version.outcomes < LEAST_OUTCOMES {
        return None;
    }
    let title = format!(
        "The {} engine loses to naive here: its errors are {mase:.2} times those of \"as before\" (n = {})",
        version.engine, version.outcomes
    );
    let falsifier = "On the next as many forecasts its errors are the smaller ones.".to_owned();
    Some(insight(input, ("loses_to_naive", &version.engine), (title, falsifier), 0.95, json!(version), None).as_fact())
}

/// Reports bins with a share that differs clearly from the forecast.
fn miscalibrated(input: &ReportInput, scores: &ProbabilityScores) -> Vec<Insight> {
    let is_off = |bin: &&super::ReliabilityBin| bin.count >= 10 && !(bin.low..=bin.high).contains(&bin.forecast);
    let told = |bin: &super::ReliabilityBin| {
        let title = format!(
            "Forecasts of {:.0} % came true {:.0} % of the time (n = {})",
            bin.forecast * 100.0,
            bin.came_true * 100.0,
            bin.count
        );
        let value = json!({ "count": bin.count, "forecast": bin.forecast, "cameTrue": bin.came_true });
        let falsifier = format!("The next {} forecasts of this size come true as often as they say.", bin.count);
        insight(
            input,
            ("miscalibrated", &format!("{:.0}", (bin.forecast * 10.0).floor())),
            (title, falsifier),
            0.95,
            value,
            Some(("calibrate", "Correct the forecasts")),
        )
        .as_fact()
    };
    scores.table.iter().filter(is_off).map(told).collect()
}

fn narrow(input: &ReportInput, scores: &IntervalScores) -> Option<Insight> {
    let (coverage, promised) = (scores.coverage?, scores.promised?);
    let noise = (promised * (1.0 - promised) / scores.count as f64).sqrt();
    if (coverage - promised).abs() < 2.0 * noise.max(0.01) {
        return None;
    }
    let word = if coverage < promised { "narrow" } else { "wide" };
    let title = format!(
        "Intervals are too {word}: {:.0} % of outcomes inside of intervals that promise {:.0} % (n = {})",
        coverage * 100.0,
        promised * 100.0,
        scores.count
    );
    let falsifier = format!("The next {} outcomes fall inside as often as promised.", scores.count);
    let value = json!({ "coverage": coverage, "promised": promised, "count": scores.count });
    let action = Some(("calibrate", "Correct the intervals"));
    Some(insight(input, ("interval_width", ""), (title, falsifier), 0.95, value, action).as_fact())
}

fn drifted(input: &ReportInput, drift: &Drift) -> Insight {
    let title = format!(
        "Forecasts are worse since outcome {}: mean loss {:.3} instead of {:.3}",
        drift.began_at + 1,
        drift.since,
        drift.before
    );
    let falsifier = "The mean loss of the next outcomes falls back to what it was.".to_owned();
    insight(input, ("drift", ""), (title, falsifier), 0.9, json!(drift), Some(("retrain", "Fit the models anew")))
        .as_fact()
}

fn promoted(input: &ReportInput, decision: &ChampionDecision) -> Insight {
    let title = format!("{} foretells better than {}: let it take over", decision.challenger, decision.champion);
    let falsifier = format!("On the next {} forecasts {} has the smaller loss.", decision.pairs, decision.champion);
    let confidence = 1.0 - decision.p.unwrap_or(0.5);
    insight(
        input,
        ("champion", &format!("{}:{}", decision.champion, decision.challenger)),
        (title, falsifier),
        confidence,
        json!(decision),
        Some(("promote_model", "Use the challenger")),
    )
}

fn insight(
    input: &ReportInput, (kind, subject): (&str, &str), (title, falsifier): (String, String), confidence: f64,
    value: Value, action: Option<(&str, &str)>,
) -> Insight {
    Insight {
        engine: EngineId::Learning,
        key: Insight::key_of(kind, subject),
        title,
        kind: kind.to_owned(),
        severity: Severity::Warning,
        nature: Nature::Claim,
        confidence: (confidence * 1_000.0).round() / 1_000.0,
        impact: None,
        effort_minutes: 5,
        evidence: vec![Evidence {
            kind: "ledger".to_owned(),
            reference: kind.to_owned(),
            value,
            source: "the ledger of forecasts".to_owned(),
            observed_at: input.as_of.map(|day| day.to_rfc3339()),
        }],
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        assumptions: vec!["Every forecast that came due is in the ledger, good or bad.".to_owned()],
        action: action.map(|(kind, label)| Action { kind: kind.to_owned(), label: label.to_owned(), target: None }),
        falsifier,
        expires_at: input.as_of.map(|day| day.plus(DAYS).to_rfc3339()),
    }
}
