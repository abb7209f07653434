//! Curves and rates.

use engines::common::Unattended;
use engines::learning::{ClickRow, CurvesInput, RatePrior, RateRow, curves};

fn rate(key: &str, successes: f64, trials: f64) -> RateRow {
    RateRow { kind: "conversion".to_owned(), key: key.to_owned(), successes, trials }
}

#[test]
fn two_leads_of_thirty_visits_are_5_22_percent() {
    let input = CurvesInput { rates: vec![rate("roofing", 2.0, 30.0)], ..CurvesInput::default() };
    let learned = &curves(&input, &Unattended).unwrap().rates[0];
    assert!((learned.rate - 12.0 / 230.0).abs() < 1e-12);
    assert_eq!(format!("{:.2}", learned.rate * 100.0), "5.22");
    assert!(learned.low < learned.rate && learned.rate < learned.high);
}

#[test]
fn without_counts_the_answer_is_the_prior_exactly() {
    let click = ClickRow { site: "a".to_owned(), position: 3.0, ..ClickRow::default() };
    let input = CurvesInput { rates: vec![rate("roofing", 0.0, 0.0)], clicks: vec![click], ..CurvesInput::default() };
    let output = curves(&input, &Unattended).unwrap();
    assert_eq!(output.rates[0].rate, 0.05);
    assert!(output.clicks[0].points.iter().all(|point| (point.share - point.prior).abs() < 1e-12));
    assert!(output.insights.is_empty());
}

#[test]
fn a_curve_follows_its_clicks_and_never_rises() {
    let row = |position: f64, clicks: f64| ClickRow {
        site: "a".to_owned(),
        position,
        impressions: 10_000.0,
        clicks,
        ..ClickRow::default()
    };
    let input =
        CurvesInput { clicks: vec![row(1.0, 1_000.0), row(2.0, 3_000.0), row(5.0, 10.0)], ..CurvesInput::default() };
    let curve = &curves(&input, &Unattended).unwrap().clicks[0];
    assert!(curve.points.windows(2).all(|pair| pair[0].share >= pair[1].share - 1e-12));
    assert!(curve.points[0].share < curve.points[0].prior && curve.points[4].share < curve.points[4].prior);
}

#[test]
fn many_groups_teach_their_own_prior_and_a_moved_rate_is_told() {
    let mut rates: Vec<RateRow> = (0..20).map(|at| rate(&format!("g{at}"), 20.0, 1_000.0)).collect();
    rates.push(rate("far", 90.0, 1_000.0));
    let output = curves(&CurvesInput { rates, ..CurvesInput::default() }, &Unattended).unwrap();
    let prior = &output.priors[0];
    let mean = prior.alpha / (prior.alpha + prior.beta);
    assert!((0.018..0.035).contains(&mean), "{mean}");
    assert!(output.insights.iter().any(|insight| insight.title.contains("far")));
}

#[test]
fn a_given_prior_is_used_and_bad_counts_are_named() {
    let prior = RatePrior { kind: "conversion".to_owned(), alpha: 1.0, beta: 1.0 };
    let input = CurvesInput { rates: vec![rate("a", 1.0, 2.0)], priors: vec![prior], ..CurvesInput::default() };
    assert_eq!(curves(&input, &Unattended).unwrap().rates[0].rate, 0.5);
    for row in [rate("a", 3.0, 2.0), rate("a", f64::NAN, 2.0), rate("a", -1.0, 2.0)] {
        let error = curves(&CurvesInput { rates: vec![row], ..CurvesInput::default() }, &Unattended).unwrap_err();
        assert!(error.to_string().contains("rates[0]"));
    }
}

#[test]
fn queries_of_an_unknown_kind_give_no_advice() {
    let row = |bucket: &str| ClickRow {
        site: "a.example".to_owned(),
        bucket: bucket.to_owned(),
        position: 2.0,
        impressions: 10_000.0,
        clicks: 300.0,
    };
    let input = CurvesInput { clicks: ["unknown", "local", ""].map(row).to_vec(), ..CurvesInput::default() };
    let output = curves(&input, &Unattended).unwrap();
    assert_eq!(output.clicks.len(), 3, "the curve itself is learned");
    let titles: Vec<&str> = output.insights.iter().map(|insight| insight.title.as_str()).collect();
    assert_eq!(titles.len(), 2, "{titles:?}");
    assert!(titles.iter().any(|title| title.ends_with("positions (local)")), "{titles:?}");
    assert!(titles.iter().any(|title| title.ends_with("same positions")), "{titles:?}");
}
