//! The effect of a change, planted and not.

use engines::causal::Verdict;
use engines::causal::impact::{Impact, ImpactInput, Parameters, impact};
use engines::common::{Day, Unattended, Update};

use super::normals;

const WEEK: [f64; 7] = [1.0, 1.1, 1.1, 1.0, 0.9, 0.5, 0.45];

/// 42 days before and 14 after a change by `factor`, with noise that hangs together.
fn series(factor: f64, seed: u64) -> Vec<Option<f64>> {
    let noise = normals(56, seed);
    let mut left = 0.0;
    (0..56)
        .map(|day| {
            left = 0.3 * left + 6.0 * noise[day];
            let level = 100.0 * WEEK[day % 7] * if day < 42 { 1.0 } else { factor };
            Some((level + left).max(0.0))
        })
        .collect()
}

fn input(factor: f64, seed: u64) -> ImpactInput {
    ImpactInput { y: series(factor, seed), pre: Some([0, 41]), post: Some([42, 55]), ..ImpactInput::default() }
}

fn measured(input: &ImpactInput, params: Parameters) -> Impact {
    impact(input, &params.check().unwrap(), &Unattended).unwrap()
}

#[test]
fn changes_that_were_not_made_are_rarely_seen() {
    let runs = 100;
    let seen = (0..runs).filter(|seed| measured(&input(1.0, 5_000 + seed), Parameters::default()).p <= 0.05).count();
    // A true 5 % gives more than 11 of 100 once in a hundred times.
    assert!(seen <= 11, "{seen} of {runs}");
}

#[test]
fn a_planted_fifteen_percent_is_inside_of_the_interval() {
    let runs = 40;
    let inside = |seed: u64| {
        let relative = measured(&input(1.15, 9_000 + seed), Parameters::default()).relative.unwrap();
        relative.lo <= 0.15 && 0.15 <= relative.hi
    };
    let inside = (0..runs).filter(|seed| inside(*seed)).count();
    assert!(inside >= 34, "{inside} of {runs}");
}

#[test]
fn shuffled_days_have_no_effect() {
    let mut case = input(1.5, 3);
    case.x = vec![normals(56, 31).into_iter().map(Some).collect()];
    assert_eq!(measured(&case, Parameters::default()).verdict, Verdict::Proved);
    // Every second step of a full round mixes before and after.
    case.y = (0..56).map(|place| case.y[place * 15 % 56]).collect();
    assert!(measured(&case, Parameters::default()).p > 0.05);
}

#[test]
fn a_control_narrows_the_interval() {
    let shared = normals(100, 77);
    let own = normals(100, 78);
    let mut walk = 0.0;
    let control: Vec<f64> = shared
        .iter()
        .map(|step| {
            walk += step;
            50.0 + 2.0 * walk
        })
        .collect();
    let y: Vec<Option<f64>> =
        (0..100).map(|day| Some(2.0 * control[day] + own[day] + if day < 80 { 0.0 } else { 10.0 })).collect();
    let alone = ImpactInput { y, pre: Some([0, 79]), post: Some([80, 99]), ..ImpactInput::default() };
    let with = ImpactInput { x: vec![control.into_iter().map(Some).collect()], ..alone.clone() };
    let (alone, with) = (measured(&alone, Parameters::default()), measured(&with, Parameters::default()));
    assert!(with.hi - with.lo < 0.3 * (alone.hi - alone.lo));
    assert!(with.lo <= 10.0 && 10.0 <= with.hi && with.lo > 5.0);
    assert!(with.control_weights[0] > 0.99);
}

#[test]
fn an_update_at_the_time_contaminates() {
    let first = Day::parse("2026-01-01").unwrap();
    let case = ImpactInput {
        first_day: Some(first),
        change: Some(first.plus(42)),
        pre: None,
        post: None,
        updates: vec![Update { name: "core update".to_owned(), from: first.plus(44), to: Some(first.plus(50)) }],
        cents_per_unit: Some(10.0),
        as_of: Some(first.plus(60)),
        ..input(1.5, 8)
    };
    let told = measured(&case, Parameters::default());
    assert_eq!(told.verdict, Verdict::Contaminated);
    assert_eq!(told.overlapping_updates, ["core update"]);
    assert_eq!(told.insights[0].impact, None);
    let quiet =
        measured(&ImpactInput { updates: Vec::new(), ..case }, Parameters { placebos: 4, ..Parameters::default() });
    // There are no controls.
    assert_eq!(quiet.verdict, Verdict::Likely);
    assert!(quiet.insights[0].impact.as_ref().unwrap().low_cents > 0);
    assert!(quiet.placebos.is_some_and(|placebos| !placebos.in_time.is_empty()));
}

#[test]
fn the_parts_of_an_answer_agree() {
    let told = measured(&input(1.2, 21), Parameters::default());
    assert!(told.lo <= told.effect && told.effect <= told.hi);
    assert_eq!((told.counterfactual.len(), told.point.len()), (14, 14));
    let mean = told.point.iter().flatten().sum::<f64>() / 14.0;
    assert!((mean - told.effect).abs() < 0.02 * told.effect.abs().max(1.0), "{mean} {}", told.effect);
    assert!((told.cumulative.effect - 14.0 * told.effect).abs() < 1e-9);
    assert_eq!(told.p <= 0.05, !(told.lo..=told.hi).contains(&0.0));
    assert_eq!(told, measured(&input(1.2, 21), Parameters::default()));
}
