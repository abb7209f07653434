//! Forecasts ranks.

use engines::common::Unattended;
use engines::predictive::{Parameters, RankPath, RankPoint, RankingInput, RankingOutput, ReachSource, ranking};

use super::{Noise, day, priced};

fn path(keyword: &str, ranks: &[Option<f64>]) -> RankPath {
    let point = |(ahead, rank): (usize, &Option<f64>)| RankPoint { date: day(ahead as i32), rank: *rank };
    RankPath {
        keyword: keyword.to_owned(),
        volume: Some(500.0),
        points: ranks.iter().enumerate().map(point).collect(),
        ..RankPath::default()
    }
}

fn answer(keywords: Vec<RankPath>, params: Parameters) -> RankingOutput {
    let input = RankingInput { as_of: Some(day(400)), keywords, ..RankingInput::default() };
    ranking(&input, &params.check().unwrap(), &Unattended).unwrap()
}

/// Ranks around a constant position, observed with errors.
fn steady(rank: f64, seed: u64) -> Vec<Option<f64>> {
    let mut noise = Noise::new(seed);
    (0..200).map(|_| Some((rank * (0.2 * noise.next()).exp()).round().clamp(1.0, 100.0))).collect()
}

fn walking(rank: f64, seed: u64) -> Vec<Option<f64>> {
    let mut noise = Noise::new(seed);
    let mut log = rank.ln();
    let mut next = |_| {
        log += 0.04 * noise.next();
        let rank = log.exp().round().max(1.0);
        (rank <= 100.0).then_some(rank)
    };
    (0..200).map(&mut next).collect()
}

#[test]
fn noise_around_a_place_is_forecast_better_than_by_today() {
    let paths = (0..20).map(|k| path(&format!("k{k}"), &steady(5.0 + k as f64, k))).collect();
    let record = answer(paths, Parameters::default()).record;
    assert!(!record.loses_to_naive);
    assert!(record.mean_absolute_error.unwrap() < 0.85 * record.naive_mean_absolute_error.unwrap(), "{record:?}");
    assert!(record.brier_top10.unwrap() < record.naive_brier_top10.unwrap());
    let parts =
        record.reliability_top10.unwrap() - record.resolution_top10.unwrap() + record.uncertainty_top10.unwrap();
    assert!((parts - record.brier_top10.unwrap()).abs() < 0.01, "{record:?}");
    let coverage = record.coverage80.unwrap();
    assert!((0.74..=0.9).contains(&coverage), "{coverage}");
}

#[test]
fn walks_are_left_where_they_are() {
    let paths = (0..30).map(|k| path(&format!("k{k}"), &walking(12.0, 50 + k))).collect();
    let output = answer(paths, Parameters::default());
    let record = &output.record;
    let relative = record.mean_absolute_error.unwrap() / record.naive_mean_absolute_error.unwrap();
    assert!((0.9..1.05).contains(&relative), "{relative}");
    assert!(record.brier_top10.unwrap() <= record.naive_brier_top10.unwrap() + 0.01);
    assert_eq!(record.loses_to_naive, output.insights.iter().any(|insight| insight.kind == "loses_to_naive"));
    for keyword in &output.keywords {
        for row in &keyword.ahead {
            let (three, ten, twenty) = (row.top3.unwrap(), row.top10.unwrap(), row.top20.unwrap());
            assert!(0.0 <= three && three <= ten && ten <= twenty && twenty <= 1.0);
            assert!(row.reach_top10 >= ten);
        }
        let reach: Vec<f64> = keyword.ahead.iter().map(|row| row.reach_top10).collect();
        assert!(reach.windows(2).all(|pair| pair[0] <= pair[1]));
    }
}

#[test]
fn a_page_that_was_never_checked_has_the_published_chance() {
    let keyword = RankPath { keyword: "new".to_owned(), ..RankPath::default() };
    let output = answer(vec![keyword], Parameters::default());
    let forecast = &output.keywords[0];
    assert_eq!(forecast.reach_source, ReachSource::Hazard);
    let after = forecast.ahead.last().unwrap();
    assert!((after.reach_top10 - 0.0485).abs() < 0.0005, "{}", after.reach_top10);
    assert_eq!((after.rank.clone(), after.top10), (None, None));
}

#[test]
fn own_record_moves_the_hazard() {
    let unseen = || path("unseen", &[None; 200]);
    let slow = answer((0..60).map(|_| unseen()).collect(), Parameters::default());
    assert!(slow.record.hazard_ratio < 0.6, "{:?}", slow.record);
    let arrived = || {
        let mut ranks = vec![None; 60];
        ranks.extend([Some(8.0); 60]);
        path("arrived", &ranks)
    };
    let fast = answer((0..60).map(|_| arrived()).chain([unseen()]).collect(), Parameters::default());
    assert!(fast.record.hazard_ratio > 5.0 && fast.record.reached_top10 == 60);
    let chance = |output: &RankingOutput| output.keywords.last().unwrap().ahead[2].reach_top10;
    assert!(chance(&fast) > 3.0 * chance(&slow));
}

#[test]
fn not_found_is_beyond_the_depth_and_never_a_rank() {
    let output = answer(vec![path("unseen", &[None; 60]), path("seen", &steady(5.0, 1))], Parameters::default());
    assert_eq!(output.keywords[0].last_rank, None);
    assert_eq!(output.keywords[0].ahead[0].rank.as_ref().unwrap().realistic, None);
    assert_eq!(output.keywords[1].reach_source, ReachSource::Reached);
    assert!(output.keywords[1].ahead[0].rank.as_ref().unwrap().realistic.unwrap() < 8.0);
}

#[test]
fn a_page_on_its_way_down_is_warned_of_with_its_loss() {
    let falling: Vec<Option<f64>> = (0..200).map(|t| Some((2.0 + f64::from(t) * 0.035).round())).collect();
    let mut paths: Vec<RankPath> = (0..10).map(|k| path(&format!("fall{k}"), &falling)).collect();
    paths.push(path("calm", &steady(2.0, 3)));
    let output = answer(paths, priced());
    let warning = output.insights.iter().find(|insight| insight.kind == "leaves_top10").unwrap();
    assert!(warning.impact.as_ref().unwrap().mid_cents < 0);
    assert!(output.insights.iter().all(|insight| !insight.title.contains("calm")));
}

#[test]
fn keywords_that_move_together_are_seen_to() {
    let apart: Vec<RankPath> = (0..12).map(|k| path(&format!("k{k}"), &walking(20.0, 900 + k))).collect();
    let alike: Vec<RankPath> = (0..12).map(|k| path(&format!("k{k}"), &walking(20.0, 950))).collect();
    let movement = |paths: Vec<RankPath>| answer(paths, Parameters::default()).record.common_movement.unwrap();
    let (apart, alike) = (movement(apart), movement(alike));
    assert!(apart < 0.3 && alike > 0.9, "{apart} {alike}");
}
