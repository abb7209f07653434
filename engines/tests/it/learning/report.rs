//! Input of the report: the ledger.

use engines::common::{Day, Unattended};
use engines::learning::{LedgerEntry, ReportInput, report};

use super::uniforms;

fn event(id: usize, model: &str, probability: f64, came: bool) -> LedgerEntry {
    LedgerEntry {
        id: id.to_string(),
        model: model.to_owned(),
        probability: Some(probability),
        outcome: Some(f64::from(came)),
        ..LedgerEntry::default()
    }
}

fn of(entries: Vec<LedgerEntry>) -> ReportInput {
    ReportInput { entries, ..ReportInput::default() }
}

#[test]
fn the_parts_of_the_brier_score_add_up() {
    let mut next = uniforms(1);
    let entries = (0..500).map(|at| {
        let p = [0.15, 0.45, 0.85][at % 3];
        event(at, "m", p, next() < p)
    });
    let scores = report(&of(entries.collect()), &Unattended).unwrap().probabilities.unwrap();
    let parts = scores.reliability - scores.resolution + scores.uncertainty;
    assert!((scores.brier - parts).abs() < 1e-12);
    assert_eq!(scores.table.iter().map(|bin| bin.count).sum::<u64>(), 500);
}

#[test]
fn overconfidence_is_told_and_honesty_is_not() {
    let mut next = uniforms(2);
    let mut told = |share: f64| {
        let entries = (0..118).map(|at| event(at, "m", 0.7, next() < share)).collect();
        report(&of(entries), &Unattended).unwrap().insights.iter().any(|insight| insight.kind == "miscalibrated")
    };
    assert!(told(0.45));
    assert!(!told(0.7));
}

#[test]
fn drift_is_found_where_it_is_and_seldom_where_it_is_not() {
    let run = |seed: u64, late: f64| {
        let mut next = uniforms(seed);
        let entries = (0..200).map(|at| event(at, "m", 0.9, next() < if at < 100 { 0.9 } else { late })).collect();
        report(&of(entries), &Unattended).unwrap().drift
    };
    let found = (0..50).filter(|seed| run(*seed, 0.4).is_some_and(|drift| (60..140).contains(&drift.began_at))).count();
    let false_alarms = (0..50).filter(|seed| run(*seed, 0.9).is_some()).count();
    assert!(found >= 40, "{found}");
    assert!(false_alarms <= 8, "{false_alarms}");
}

#[test]
fn the_better_challenger_takes_over_and_an_equal_one_does_not() {
    let run = |sharp: f64| {
        let mut next = uniforms(4);
        let entries = (0..100).flat_map(|at| {
            let came = next() < 0.5;
            let p = if came { sharp } else { 1.0 - sharp };
            [event(at, "old", 0.5, came), event(at, "new", p, came)]
        });
        let (champion, challenger) = (Some("old".to_owned()), Some("new".to_owned()));
        report(&ReportInput { champion, challenger, ..of(entries.collect()) }, &Unattended).unwrap()
    };
    let better = run(0.8);
    assert_eq!(better.champion.unwrap().decision, "promote");
    assert!(better.weights.iter().find(|weight| weight.model == "new").unwrap().weight > 0.5);
    let equal = run(0.5);
    assert_eq!(equal.champion.unwrap().decision, "keep");
    assert!(equal.weights.iter().all(|weight| (weight.weight - 0.5).abs() < 1e-12));
}

#[test]
fn intervals_are_scored_against_naive() {
    let entries = (0..40).map(|at| LedgerEntry {
        id: at.to_string(),
        mean: Some(10.0),
        naive: Some(8.0),
        lo: Some(9.0),
        hi: Some(12.0),
        level: Some(0.8),
        outcome: Some(if at % 4 == 0 { 13.0 } else { 11.0 }),
        ..LedgerEntry::default()
    });
    let output = report(&of(entries.collect()), &Unattended).unwrap();
    let scores = output.intervals.unwrap();
    assert_eq!(scores.coverage, Some(0.75));
    assert!((scores.promised.unwrap() - 0.8).abs() < 1e-12);
    // 30 intervals of width 3, 10 of which miss by 1, with a penalty factor of 10.
    assert!((scores.interval_score.unwrap() - (3.0 + 0.25 * 10.0)).abs() < 1e-9);
    assert!((scores.mase.unwrap() - (0.75 * 1.0 + 0.25 * 3.0) / (0.75 * 3.0 + 0.25 * 5.0)).abs() < 1e-12);
}

#[test]
fn learning_is_off_with_few_outcomes_and_a_reset_is_the_prior() {
    let few = report(&of((0..5).map(|at| event(at, "m", 0.9, false)).collect()), &Unattended).unwrap();
    assert_eq!((few.learning.as_str(), few.outcomes), ("off", 5));
    assert!(few.probabilities.is_none() && few.insights.is_empty() && few.needs.len() == 1);
    assert_eq!(few.weights[0].weight, 1.0);
    let reset = report(&ReportInput::default(), &Unattended).unwrap();
    assert_eq!(reset, report(&ReportInput::default(), &Unattended).unwrap());
    assert!(reset.weights.is_empty() && reset.probabilities.is_none());
}

#[test]
fn what_cannot_be_used_is_named() {
    let named = |entry: LedgerEntry| report(&of(vec![entry]), &Unattended).unwrap_err().to_string();
    assert!(named(LedgerEntry::default()).contains("probability"));
    assert!(named(LedgerEntry { outcome: Some(2.0), ..event(1, "m", 0.5, true) }).contains("outcome"));
    assert!(named(LedgerEntry { probability: Some(f64::NAN), ..LedgerEntry::default() }).contains("probability"));
    assert!(named(LedgerEntry { lo: Some(2.0), hi: Some(1.0), ..LedgerEntry::default() }).contains("lo"));
    assert!(named(LedgerEntry { lo: Some(2.0), ..LedgerEntry::default() }).contains("lo"));
}

/// Forecasts of a quantity by several versions: eight per due day, with intervals of `width` on either side of the true value
/// plus noise.
fn quantities(versions: &[(&str, f64)], days: i32) -> Vec<LedgerEntry> {
    let mut next = uniforms(7);
    let mut entries = Vec::new();
    for at in 0..days * 8 {
        let (outcome, middle) = (100.0 + 20.0 * (next() - 0.5), 100.0);
        for (version, width) in versions {
            entries.push(LedgerEntry {
                id: format!("{version}-{at}"),
                pair: Some(at.to_string()),
                model: "predictive".to_owned(),
                engine: Some("predictive".to_owned()),
                version: Some((*version).to_owned()),
                due_at: Some(Day::default().plus(at / 8)),
                mean: Some(middle),
                lo: Some(middle - width),
                hi: Some(middle + width),
                level: Some(0.8),
                naive: Some(if *version == "wild" { 100.0 } else { 110.0 }),
                outcome: Some(outcome),
                ..LedgerEntry::default()
            });
        }
    }
    entries
}

#[test]
fn a_version_is_proposed_where_the_paired_test_says_so_and_only_there() {
    let champions = [("predictive".to_owned(), "wild".to_owned())].into();
    let entries = quantities(&[("wild", 40.0), ("apt", 8.5), ("same", 40.0)], 12);
    let output = report(&ReportInput { champions, ..of(entries) }, &Unattended).unwrap();
    let score = |name: &str| output.versions.iter().find(|one| one.version == name).unwrap();
    assert!(score("wild").is_champion && score("wild").against_champion.is_none());
    let apt = score("apt").against_champion.as_ref().unwrap();
    assert_eq!((apt.decision.as_str(), apt.pairs, apt.due_days), ("promote", 96, 12));
    assert!(apt.gain.unwrap() > 0.0 && apt.p.unwrap() < 0.05);
    assert_eq!(score("same").against_champion.as_ref().unwrap().decision, "keep");
    assert!(score("apt").interval_score < score("wild").interval_score);
    // The champion's naive forecasts are as accurate as its own, which the report states.
    assert_eq!((score("wild").loses_to_naive, score("apt").loses_to_naive), (Some(true), Some(false)));
    let kinds: Vec<&str> = output.insights.iter().map(|insight| insight.kind.as_str()).collect();
    assert!(kinds.contains(&"version") && kinds.contains(&"loses_to_naive"), "{kinds:?}");
}

#[test]
fn many_forecasts_of_few_days_are_no_proof() {
    let entries = quantities(&[("prior", 40.0), ("apt", 8.5)], 4);
    let output = report(&of(entries), &Unattended).unwrap();
    let apt = output.versions.iter().find(|one| one.version == "apt").unwrap().against_champion.as_ref().unwrap();
    assert_eq!((apt.decision.as_str(), apt.pairs, apt.due_days), ("not enough outcomes", 32, 4));
}
