//! Insights about future traffic.

use serde_json::json;

use super::{Outlook, TrafficInput, sums_of};
use crate::common::{Action, EngineError, Finding, Insight, Money, Severity, count};
use crate::predictive::Checked;
use crate::predictive::finding::{evidence, insight, share};
use crate::predictive::money::{Worth, interval};

/// Days compared with as many days before them.
const COMPARED_DAYS: usize = 28;
/// Minimum probability for reporting a change.
const SURE: f64 = 0.8;
/// Average days per month.
const MONTH_DAYS: f64 = 30.437;

/// Input of the insights.
pub(super) struct Story<'a> {
    pub(super) input: &'a TrafficInput,
    pub(super) params: &'a Checked,
    pub(super) currency: &'a str,
    pub(super) clicks: &'a Option<Outlook>,
}

/// Reports the forecast of the next weeks, and warns if the method is no better than naive.
pub(super) fn write(story: &Story<'_>) -> Result<Vec<Insight>, EngineError> {
    let Some(clicks) = story.clicks else { return Ok(Vec::new()) };
    let mut insights = vec![insight(outlook(story, clicks)?, story.input.as_of)];
    insights.extend(loses_to_naive(story, clicks).map(|finding| insight(finding, story.input.as_of)));
    insights.truncate(story.params.max_insights as usize);
    Ok(insights)
}

fn site<'a>(story: &Story<'a>) -> &'a str {
    story.input.site.as_deref().unwrap_or("the site")
}

fn outlook(story: &Story<'_>, clicks: &Outlook) -> Result<Finding, EngineError> {
    let days = COMPARED_DAYS.min(clicks.fan.mean.len());
    let ahead: Vec<usize> = (0..days).collect();
    let sums = sums_of(&clicks.futures, &ahead);
    let before = clicks.daily.recent(days);
    let least = story.params.min_change;
    let fall = share(&sums, |sum| sum < before * (1.0 - least));
    let rise = share(&sums, |sum| sum > before * (1.0 + least));
    let (word, severity, confidence) = match () {
        () if fall >= SURE => ("fall", Severity::Warning, fall),
        () if rise >= SURE => ("rise", Severity::Opportunity, rise),
        () => ("stay at the usual level", Severity::Info, 0.8),
    };
    let range = interval(&sums);
    let title = format!(
        "Clicks of {} are forecast to {word}: {} to {} in the next {days} days, compared with {} in the previous {days}",
        site(story),
        count(range.low),
        count(range.high),
        count(before)
    );
    let value = json!({ "days": days, "p10": range.low, "p50": range.mid, "p90": range.high, "mean": range.mean });
    let record = &clicks.fan.accuracy;
    let last = clicks.daily.last();
    Ok(Finding {
        kind: "traffic_outlook",
        subject: String::new(),
        title,
        severity,
        confidence,
        // A change that is not expected has no value.
        impact: if severity == Severity::Info { None } else { impact(story, &sums, before, days)? },
        effort_minutes: if word == "fall" { 60 } else { 0 },
        evidence: vec![
            evidence("forecast", "clicks", value, "this forecast", last),
            evidence("clicks", "clicks", json!({ "days": days, "sum": before }), "daily series", last),
            evidence("backtest", "clicks", json!(record), "backtest on the last third of the days", last),
        ],
        assumptions: super::assumptions(),
        action: (word == "fall").then(|| {
            Action::new("explain_fall", "Find the cause with the Pattern engine".to_owned(), story.input.site.clone())
        }),
        falsifier: format!(
            "In the {days} days after {last}, clicks total less than {:.0} or more than {:.0}.",
            range.low, range.high
        ),
        days_valid: days as i32,
        ..Finding::default()
    })
}

/// Monthly value of the change of clicks; `None` without a value per lead.
fn impact(story: &Story<'_>, sums: &[f64], before: f64, days: usize) -> Result<Option<Money>, EngineError> {
    let worth = Worth::draw(story.params)?;
    let change: Vec<f64> = sums.iter().map(|sum| (sum - before) * MONTH_DAYS / days as f64).collect();
    Ok(worth.of(&change).1.map(|cents| Money::from_interval(&interval(&cents), story.currency)))
}

fn loses_to_naive(story: &Story<'_>, clicks: &Outlook) -> Option<Finding> {
    let record = &clicks.fan.accuracy;
    let last = clicks.daily.last();
    record.loses_to_naive.then(|| Finding {
        kind: "loses_to_naive",
        subject: "clicks".to_owned(),
        title: format!(
            "Click forecasts for {} are {} repeating the previous week",
            site(story),
            record.against_naive()
        ),
        severity: Severity::Warning,
        confidence: 0.7,
        evidence: vec![evidence("backtest", "clicks", json!(record), "backtest on the last third of the days", last)],
        assumptions: super::assumptions(),
        falsifier: "With more days, the error of the forecast is smaller than that of repeating the previous week."
            .to_owned(),
        days_valid: 28,
        ..Finding::default()
    })
}
