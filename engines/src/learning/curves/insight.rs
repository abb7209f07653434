//! Insights about rates and curves that differ from their prior.

use serde_json::json;

use super::input::CurvesInput;
use super::output::{ClickCurve, LearnedRate};
use crate::common::{Action, Evidence, Finding, Insight, three_digits};
use crate::learning::SIGNATURE;

/// Minimum probability that a rate is above or below its prior for an insight.
const SURE: f64 = 0.95;
/// Minimum relative deviation of a site's curve from the published one, and minimum number of clicks, for an insight.
const OFF: (f64, f64) = (0.2, 100.0);
/// Days of validity of these insights.
const DAYS: i32 = 90;

pub(super) fn write(input: &CurvesInput, curves: &[ClickCurve], rates: &[LearnedRate]) -> Vec<Insight> {
    let rates = rates.iter().filter(|rate| rate.probability_higher >= SURE || rate.probability_higher <= 1.0 - SURE);
    let is_off = |curve: &&ClickCurve| {
        let clicks: f64 = curve.points.iter().map(|point| point.clicks).sum();
        (curve.ratio - 1.0).abs() >= OFF.0 && clicks >= OFF.1 && is_known(&curve.bucket)
    };
    let curves = curves.iter().filter(is_off).map(|curve| curve_moved(input, curve));
    rates.map(|rate| rate_moved(input, rate)).chain(curves).collect()
}

fn rate_moved(input: &CurvesInput, rate: &LearnedRate) -> Insight {
    let title = format!(
        "The {} rate of {} changed from {:.1} % to {:.1} % ({} of {})",
        rate.kind,
        rate.key,
        rate.prior * 100.0,
        rate.rate * 100.0,
        rate.successes,
        rate.trials
    );
    let value = json!({ "successes": rate.successes, "trials": rate.trials, "low": rate.low, "high": rate.high });
    let falsifier = format!(
        "In the next {:.0} trials the rate is outside {:.1} to {:.1} %.",
        rate.trials.max(100.0),
        rate.low * 100.0,
        rate.high * 100.0
    );
    insight(
        input,
        ("rate_moved", &format!("{}:{}", rate.kind, rate.key)),
        title,
        rate.probability_higher.max(1.0 - rate.probability_higher),
        (&rate.key, value),
        falsifier,
    )
}

/// True for a bucket that says what its queries have in common; nobody can act on queries of an unknown kind.
fn is_known(bucket: &str) -> bool {
    !bucket.split('|').all(|part| part.trim().eq_ignore_ascii_case("unknown"))
}

fn curve_moved(input: &CurvesInput, curve: &ClickCurve) -> Insight {
    let title = format!(
        "{} gets {:.0} % of the clicks that published CTR studies predict for the same positions{}",
        curve.site,
        curve.ratio * 100.0,
        if curve.bucket.is_empty() { String::new() } else { format!(" ({})", curve.bucket) }
    );
    let clicks: f64 = curve.points.iter().map(|point| point.clicks).sum();
    let falsifier = "Next month's clicks at the same positions are closer to the published curve than to this one.";
    insight(
        input,
        ("curve_moved", &format!("{}:{}", curve.site, curve.bucket)),
        title,
        0.9,
        (&curve.site, json!({ "ratio": curve.ratio, "clicks": clicks })),
        falsifier.to_owned(),
    )
}

fn insight(
    input: &CurvesInput, (kind, subject): (&'static str, &str), title: String, confidence: f64,
    (about, value): (&str, serde_json::Value), falsifier: String,
) -> Insight {
    let finding = Finding {
        subject: subject.to_owned(),
        title,
        kind,
        confidence: three_digits(confidence),
        evidence: vec![Evidence::new("counts", about, value, "the imported counts", input.as_of)],
        assumptions: vec!["The counts come from the same kind of visits as those to be forecast.".to_owned()],
        action: Some(Action::new("use_learned_figure", "Use the learned value in forecasts", Some(about.to_owned()))),
        falsifier,
        days_valid: DAYS,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}
