//! Versions of each engine: the one in charge, those that challenge it, and the engine as it comes.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::input::{LedgerEntry, ReportInput};
use super::intervals::{self, interval_score};
use super::output::{VersionDecision, VersionScore};
use super::probabilities;

/// The version in charge where the input names none.
const PRIOR: &str = "prior";
/// What was forecast with parameters that a person gave belongs to no version.
const GIVEN: &str = "given";
/// Fewest forecasts by both versions, and fewest days on which they came due, before one can take the other's place.
const LEAST_PAIRS: usize = 30;
const LEAST_DAYS: usize = 5;
/// One-sided p below which the challenger is proposed.
const LEVEL: f64 = 0.05;
/// Probability of an interval whose entry does not tell.
const USUAL_LEVEL: f64 = 0.95;

type Key<'a> = (&'a str, &'a str);

/// A score for each engine and version that forecast anything; empty where entries do not name their engine.
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

/// Whether a challenger was better than the champion on the forecasts that both made.
///
/// Source: Diebold & Mariano (1995), "Comparing predictive accuracy", on paired losses. Forecasts that come due on one
/// day share their luck, so the mean gain of each such day counts as one (cluster means, Student's t).
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

/// Mean, and the one-sided p of no gain.
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

/// Forecasts of the same thing by several versions name the same pair.
fn pair(entry: &LedgerEntry) -> &str {
    entry.pair.as_deref().unwrap_or(&entry.id)
}

/// Squared error of a probability; interval score of an interval in units of what came, so that large sites do not drown
/// small ones.
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
