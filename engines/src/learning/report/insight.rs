//! Insights about past forecasts. They are facts and do not enter the ledger.

use serde_json::{Value, json};

use super::input::ReportInput;
use super::output::{ChampionDecision, Drift, IntervalScores, ProbabilityScores, VersionScore};
use crate::common::{Action, Evidence, Finding, Insight, Severity, three_digits};
use crate::learning::SIGNATURE;

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
        "Version {} of the {} engine forecasts better than the current version: promote it",
        version.version, version.engine
    );
    let falsifier = format!("Over the next {} forecasts the current version has the smaller loss.", decision.pairs);
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
        "The {} engine is no better than a naive forecast: its errors are {mase:.2} times those of \"no change\" (n = {})",
        version.engine, version.outcomes
    );
    let falsifier = "Over the same number of future forecasts its errors are smaller.".to_owned();
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
        let falsifier =
            format!("The next {} forecasts of this probability come true as often as predicted.", bin.count);
        insight(
            input,
            ("miscalibrated", &format!("{:.0}", (bin.forecast * 10.0).floor())),
            (title, falsifier),
            0.95,
            value,
            Some(("calibrate", "Calibrate the forecasts")),
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
        "Intervals are too {word}: {:.0} % of outcomes are inside intervals with a nominal coverage of {:.0} % (n = {})",
        coverage * 100.0,
        promised * 100.0,
        scores.count
    );
    let falsifier =
        format!("The next {} outcomes are inside the intervals as often as the nominal coverage.", scores.count);
    let value = json!({ "coverage": coverage, "promised": promised, "count": scores.count });
    let action = Some(("calibrate", "Calibrate the intervals"));
    Some(insight(input, ("interval_width", ""), (title, falsifier), 0.95, value, action).as_fact())
}

fn drifted(input: &ReportInput, drift: &Drift) -> Insight {
    let title = format!(
        "Forecasts have become less accurate since outcome {}: mean loss {:.3}, previously {:.3}",
        drift.began_at + 1,
        drift.since,
        drift.before
    );
    let falsifier = "The mean loss of the next outcomes returns to the previous level.".to_owned();
    insight(input, ("drift", ""), (title, falsifier), 0.9, json!(drift), Some(("retrain", "Refit the models")))
        .as_fact()
}

fn promoted(input: &ReportInput, decision: &ChampionDecision) -> Insight {
    let title = format!("{} forecasts better than {}: promote it", decision.challenger, decision.champion);
    let falsifier = format!("Over the next {} forecasts {} has the smaller loss.", decision.pairs, decision.champion);
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
    input: &ReportInput, (kind, subject): (&'static str, &str), (title, falsifier): (String, String), confidence: f64,
    value: Value, action: Option<(&str, &str)>,
) -> Insight {
    let finding = Finding {
        subject: subject.to_owned(),
        title,
        kind,
        severity: Severity::Warning,
        confidence: three_digits(confidence),
        effort_minutes: 5,
        evidence: vec![Evidence::new("ledger", kind, value, "the ledger of forecasts", input.as_of)],
        assumptions: vec!["The ledger contains every forecast that is due, right or wrong.".to_owned()],
        action: action.map(|(kind, label)| Action { kind: kind.to_owned(), label: label.to_owned(), target: None }),
        falsifier,
        days_valid: DAYS,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}
