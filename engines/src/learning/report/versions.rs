//! Scores of engine versions: the champion, its challengers and the baseline.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::input::{LedgerEntry, ReportInput};
use super::intervals::{self, interval_score};
use super::output::{VersionDecision, VersionScore};
use super::probabilities;

/// Champion if the input names none.
const PRIOR: &str = "prior";
/// Version of forecasts with user-supplied parameters, which belong to no stored version.
const GIVEN: &str = "given";
/// Minimum number of paired forecasts, and of their due days, for replacing the champion.
const LEAST_PAIRS: usize = 30;
const LEAST_DAYS: usize = 5;
/// One-sided p-value below which the challenger is proposed.
const LEVEL: f64 = 0.05;
/// Default level of an interval.
const USUAL_LEVEL: f64 = 0.95;

type Key<'a> = (&'a str, &'a str);

/// Scores each engine and version with forecasts; empty if entries have no engine.
pub(super) fn scores(input: &ReportInput) -> Vec<VersionScore> {
    let mut entries: BTreeMap<Key<'_>, Vec<&LedgerEntry>> = BTreeMap::new();
    for entry in &input.entries {
        let (Some(engine), version) = (&entry.engine, entry.version.as_deref().unwrap_or(PRIOR)) else { continue };
        if version != GIVEN {
            entries.entry((engine, version)).or_default().push(entry);
        }
    }
    entries.keys().map(|key| score(input, &entries, *key)).collect()
}

fn score(
    input: &ReportInput, entries: &BTreeMap<Key<'_>, Vec<&LedgerEntry>>, (engine, version): Key<'_>,
) -> VersionScore {
    let due: Vec<&LedgerEntry> =
        entries[&(engine, version)].iter().copied().filter(|entry| entry.outcome.is_some()).collect();
    let intervals = intervals::scores(&due);
    let champion = input.champions.get(engine).map_or(PRIOR, String::as_str);
    let rivals = entries.get(&(engine, champion)).filter(|_| version != champion);
    let mase = intervals.as_ref().and_then(|scores| scores.mase);
    VersionScore {
        engine: engine.to_owned(),
        version: version.to_owned(),
        is_champion: version == champion,
        outcomes: due.len() as u64,
        open: (entries[&(engine, version)].len() - due.len()) as u64,
        brier: probabilities::scores(&due).map(|scores| scores.brier),
        coverage: intervals.as_ref().and_then(|scores| scores.coverage),
        interval_score: intervals.as_ref().and_then(|scores| scores.interval_score),
        mase,
        loses_to_naive: mase.map(|mase| mase >= 1.0),
        against_champion: rivals.map(|rivals| decide(rivals, &due)),
    }
}

/// Decides whether a challenger was better than the champion on the forecasts that both made.
///
/// Source: Diebold & Mariano (1995), "Comparing predictive accuracy", on paired losses. Forecasts due on the same day
/// are correlated, so the mean gain of each due day counts once (cluster means, Student's t).
fn decide(champion: &[&LedgerEntry], challenger: &[&LedgerEntry]) -> VersionDecision {
    let losses: BTreeMap<&str, f64> = champion.iter().filter_map(|entry| Some((pair(entry), loss(entry)?))).collect();
    let mut days: BTreeMap<_, Vec<f64>> = BTreeMap::new();
    for entry in challenger {
        if let (Some(old), Some(new)) = (losses.get(pair(entry)), loss(entry)) {
            days.entry(entry.due_at).or_default().push(old - new);
        }
    }
    let pairs: usize = days.values().map(Vec::len).sum();
    let mut decision = VersionDecision {
        decision: "not enough outcomes".to_owned(),
        pairs: pairs as u64,
        due_days: days.len() as u64,
        gain: None,
        p: None,
    };
    if pairs >= LEAST_PAIRS && days.len() >= LEAST_DAYS {
        let means: Vec<f64> = days.values().map(|gains| gains.iter().sum::<f64>() / gains.len() as f64).collect();
        let (gain, p) = one_sided(&means);
        (decision.gain, decision.p) = (Some(gain), Some(p));
        decision.decision = if p < LEVEL && gain > 0.0 { "promote" } else { "keep" }.to_owned();
    }
    decision
}

/// Mean gain and one-sided p-value of no gain.
fn one_sided(gains: &[f64]) -> (f64, f64) {
    let count = gains.len() as f64;
    let mean = gains.iter().sum::<f64>() / count;
    let variance = gains.iter().map(|gain| (gain - mean).powi(2)).sum::<f64>() / (count - 1.0);
    if variance <= 0.0 {
        return (mean, 1.0);
    }
    let t = mean / (variance / count).sqrt();
    (mean, StudentsT::new(0.0, 1.0, count - 1.0).map_or(1.0, |student| student.sf(t)))
}

/// Key that forecasts of the same quantity by several versions share.
fn pair(entry: &LedgerEntry) -> &str {
    entry.pair.as_deref().unwrap_or(&entry.id)
}

/// Squared error of a probability; interval score in units of the outcome, so that large sites do not dominate.
fn loss(entry: &LedgerEntry) -> Option<f64> {
    let outcome = entry.outcome?;
    match (entry.probability, entry.lo, entry.hi) {
        (Some(p), ..) => Some((p - outcome).powi(2)),
        (None, Some(lo), Some(hi)) => {
            Some(interval_score(lo, hi, entry.level.unwrap_or(USUAL_LEVEL), outcome) / outcome.abs().max(1.0))
        }
        _ => None,
    }
}
