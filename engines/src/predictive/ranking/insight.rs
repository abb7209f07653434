//! Insights about future ranks.

use serde_json::json;

use super::forecast::HORIZONS;
use super::{KeywordForecast, RankForecast, RankingInput, RankingRecord};
use crate::common::{Action, Day, Finding, Insight, Interval, Money, Severity};
use crate::market::Curve;
use crate::predictive::Checked;
use crate::predictive::finding::{evidence, insight};
use crate::predictive::money::{Worth, interval};

/// Index of the horizon used in insights: 90 days.
const AT: usize = 2;
/// Minimum probability for reporting that a page enters or leaves the first ten.
const LIKELY: f64 = 0.6;
/// Minimum number of checks for an insight.
const LEAST_CHECKS: u32 = 8;

/// Input of the insights.
pub(super) struct Story<'a> {
    pub(super) input: &'a RankingInput,
    pub(super) params: &'a Checked,
    pub(super) currency: &'a str,
    pub(super) worth: &'a Worth,
    pub(super) keywords: &'a [KeywordForecast],
    pub(super) record: &'a RankingRecord,
    pub(super) origin: Day,
    pub(super) depth: f64,
}

/// Reports keywords that are likely to enter or leave the first ten, and warns if the method is no better than naive.
pub(super) fn write(story: &Story<'_>) -> Vec<Insight> {
    let mut findings: Vec<(f64, Finding)> = Vec::new();
    for (place, keyword) in story.keywords.iter().enumerate() {
        findings.extend(moved(story, place, keyword));
    }
    findings.sort_by(|a, b| b.0.total_cmp(&a.0));
    let naive = loses_to_naive(story);
    let all = naive.into_iter().chain(findings.into_iter().map(|(_, finding)| finding));
    all.take(story.params.max_insights as usize).map(|finding| insight(finding, Some(story.origin))).collect()
}

/// Writes the insight of a keyword, with its weight: monthly search volume times probability.
fn moved(story: &Story<'_>, place: usize, keyword: &KeywordForecast) -> Option<(f64, Finding)> {
    let (last, ahead) = (keyword.last_rank?, keyword.ahead.get(AT)?);
    let (rank, top10) = (ahead.rank.as_ref()?, ahead.top10?);
    let is_in = last <= 10.0;
    let probability = if is_in { 1.0 - top10 } else { top10 };
    if probability < LIKELY || keyword.checks < LEAST_CHECKS {
        return None;
    }
    let path = &story.input.keywords[place];
    let days = HORIZONS[AT];
    let (kind, verb, severity) = match is_in {
        true => ("leaves_top10", "is likely to leave the top 10", Severity::Warning),
        false => ("enters_top10", "is likely to enter the top 10", Severity::Opportunity),
    };
    let record = json!({ "meanAbsoluteError": story.record.mean_absolute_error, "naive": story.record.naive_mean_absolute_error });
    let side = if is_in { "still in" } else { "not in" };
    let finding = Finding {
        kind,
        subject: keyword.keyword.clone(),
        title: format!("\"{}\" {verb} within {days} days: {:.0} %", keyword.keyword, 100.0 * probability),
        severity,
        confidence: probability,
        impact: impact(story, path.volume, last, rank),
        effort_minutes: if is_in { 90 } else { 30 },
        evidence: vec![
            evidence("rank", &keyword.keyword, json!(last), "last check", keyword.last_day.unwrap_or(story.origin)),
            evidence("forecast", &keyword.keyword, json!(ahead), "this forecast", story.origin),
            evidence("backtest", "ranks", record, "backtest on the last third of the rank history", story.origin),
        ],
        assumptions: super::assumptions(),
        action: Some(Action::new(
            "improve_page",
            format!("Improve the page for \"{}\"", keyword.keyword),
            keyword.page.clone(),
        )),
        falsifier: format!("On {} the page is {side} the top 10 for \"{}\".", ahead.date, keyword.keyword),
        days_valid: days as i32,
        ..Finding::default()
    };
    Some((path.volume.unwrap_or(1.0) * probability, finding))
}

/// Monthly value of the change from the last rank to the three scenarios, by the published CTR curve.
fn impact(story: &Story<'_>, volume: Option<f64>, last: f64, rank: &RankForecast) -> Option<Money> {
    let volume = volume?;
    let curve = Curve::published();
    let gain = |rank: Option<f64>| volume * (curve.at(rank.unwrap_or(story.depth)) - curve.at(last));
    let value = interval(&story.worth.of(&vec![1.0; story.worth.conversion.len()]).1?);
    let (worse, middle, better) = (gain(rank.pessimistic), gain(rank.realistic), gain(rank.optimistic));
    let cents = |clicks: f64, won: f64, lost: f64| clicks * if clicks >= 0.0 { won } else { lost };
    let change = Interval {
        low: cents(worse, value.low, value.high),
        mid: middle * value.mid,
        high: cents(better, value.high, value.low),
        mean: middle * value.mean,
    };
    Some(Money::from_interval(&change, story.currency))
}

fn loses_to_naive(story: &Story<'_>) -> Option<Finding> {
    story.record.loses_to_naive.then(|| Finding {
        kind: "loses_to_naive",
        subject: "ranks".to_owned(),
        title: format!("Rank forecasts are {} a naive forecast (\"no change\") here", story.record.against_naive()),
        severity: Severity::Warning,
        confidence: 0.7,
        evidence: vec![evidence(
            "backtest",
            "ranks",
            json!(story.record),
            "backtest on the last third of the rank history",
            story.origin,
        )],
        assumptions: super::assumptions(),
        falsifier: "With more rank checks, the error of the forecast is smaller than that of the naive forecast."
            .to_owned(),
        days_valid: 28,
        ..Finding::default()
    })
}
