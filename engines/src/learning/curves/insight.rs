//! Insights about rates and curves that differ from their prior.

use serde_json::json;

use super::input::CurvesInput;
use super::output::{ClickCurve, LearnedRate};
use crate::common::{Action, EngineId, Evidence, Insight, Nature, Severity};
use crate::learning::{METHOD, METHOD_VERSION};

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
        (curve.ratio - 1.0).abs() >= OFF.0 && clicks >= OFF.1
    };
    let curves = curves.iter().filter(is_off).map(|curve| curve_moved(input, curve));
    rates.map(|rate| rate_moved(input, rate)).chain(curves).collect()
}

fn rate_moved(input: &CurvesInput, rate: &LearnedRate) -> Insight {
    let title = format!(
        "The {} rate of {} moved from {:.1} % to {:.1} % ({} of {})",
        rate.kind,
        rate.key,
        rate.prior * 100.0,
        rate.rate * 100.0,
        rate.successes,
        rate.trials
    );
    let value = json!({ "successes": rate.successes, "trials": rate.trials, "low": rate.low, "high": rate.high });
    let falsifier = format!(
        "The next {:.0} trials bring a rate outside of {:.1} to {:.1} %.",
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

fn curve_moved(input: &CurvesInput, curve: &ClickCurve) -> Insight {
    let title = format!(
        "{} gets {:.0} % of the clicks that published studies expect at the same positions ({})",
        curve.site,
        curve.ratio * 100.0,
        curve.bucket
    );
    let clicks: f64 = curve.points.iter().map(|point| point.clicks).sum();
    let falsifier = "Next month's clicks at the same positions are nearer to the published curve than to this one.";
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
    input: &CurvesInput, (kind, subject): (&str, &str), title: String, confidence: f64,
    (about, value): (&str, serde_json::Value), falsifier: String,
) -> Insight {
    Insight {
        engine: EngineId::Learning,
        key: Insight::key_of(kind, subject),
        title,
        kind: kind.to_owned(),
        severity: Severity::Info,
        nature: Nature::Claim,
        confidence: (confidence * 1_000.0).round() / 1_000.0,
        impact: None,
        effort_minutes: 0,
        evidence: vec![Evidence {
            kind: "counts".to_owned(),
            reference: about.to_owned(),
            value,
            source: "the imported counts".to_owned(),
            observed_at: input.as_of.map(|day| day.to_rfc3339()),
        }],
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        assumptions: vec!["The counts come from the same kind of visits as those to be forecast.".to_owned()],
        action: Some(Action {
            kind: "use_learned_figure".to_owned(),
            label: "Use the learned figure in forecasts".to_owned(),
            target: Some(about.to_owned()),
        }),
        falsifier,
        expires_at: input.as_of.map(|day| day.plus(DAYS).to_rfc3339()),
    }
}
