//! Insights of the website analysis.

use serde_json::json;

use super::super::{METHOD, METHOD_VERSION};
use super::input::Input;
use super::output::{Change, Output, UnusualDay, Who};
use crate::common::{Action, Day, EngineId, Evidence, Insight, Interval, Money, Nature, Severity};

/// Average days per month.
const MONTH: f64 = 30.44;
/// Maximum number of changes and days reported as insights.
const MOST_CHANGES: usize = 10;
const MOST_DAYS: usize = 5;
/// Minimum strength of a season for an insight.
const LEAST_STRENGTH: f64 = 0.3;

/// Returns insights: changes by recency and size, then unusual days, then the season.
pub(super) fn insights(input: &Input, output: &Output, last: Day) -> Vec<Insight> {
    let mut told: Vec<Insight> =
        output.changes.iter().rev().take(MOST_CHANGES).map(|change| of_change(input, change, last)).collect();
    let mut days: Vec<&UnusualDay> = output.anomalies.iter().collect();
    days.sort_by(|a, b| b.score.abs().total_cmp(&a.score.abs()).then(a.date.cmp(&b.date)));
    told.extend(days.into_iter().take(MOST_DAYS).map(|day| of_day(input, day, last)));
    if output.season.strength >= LEAST_STRENGTH {
        told.push(of_season(input, output, last));
    }
    told
}

fn metric(input: &Input) -> &str {
    input.metric.as_deref().unwrap_or("clicks")
}

fn evidence(input: &Input, kind: &str, value: serde_json::Value, source: &str, last: Day) -> Evidence {
    Evidence {
        kind: kind.to_owned(),
        reference: input.site.clone().unwrap_or_else(|| metric(input).to_owned()),
        value,
        source: source.to_owned(),
        observed_at: Some(last.to_rfc3339()),
    }
}

/// Fields that all insights share.
fn blank(input: &Input) -> Insight {
    Insight {
        engine: EngineId::Pattern,
        key: String::new(),
        title: String::new(),
        kind: String::new(),
        severity: Severity::Info,
        nature: Nature::Claim,
        confidence: 0.5,
        impact: None,
        effort_minutes: 15,
        evidence: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        assumptions: Vec::new(),
        action: None,
        falsifier: String::new(),
        expires_at: input.as_of.map(|day| day.plus(28).to_rfc3339()),
    }
}

fn of_change(input: &Input, change: &Change, last: Day) -> Insight {
    let fell = change.after < change.before;
    let verb = if fell { "fell" } else { "rose" };
    let size = change.relative.map_or_else(String::new, |relative| format!(" {:.0} %", 100.0 * relative.abs()));
    let metric = metric(input);
    let figures = json!({
        "date": change.date, "earliest": change.earliest, "latest": change.latest,
        "before": change.before, "after": change.after, "relative": change.relative,
    });
    let company = json!({
        "others": change.others, "moved": change.others_moved, "sites": change.moved_sites,
        "volatility": change.volatility, "updates": change.updates,
    });
    Insight {
        title: format!("{metric} {verb}{size} on {}{}", change.date, company_words(change)),
        key: Insight::key_of("change_point", &format!("{metric}:{}", change.date)),
        kind: "change_point".to_owned(),
        severity: severity(change, fell),
        confidence: (change.confidence * 1_000.0).round() / 1_000.0,
        impact: input.cents_per_unit.map(|cents| money(input, change, cents)),
        evidence: vec![
            evidence(input, "change", figures, "computed from the daily figures", last),
            evidence(input, "company", company, "your other sites, the volatility index and the update calendar", last),
        ],
        assumptions: vec!["The figures count the same things on both sides of the change.".to_owned()],
        action: Some(action(input, change, fell)),
        falsifier: format!(
            "Within 28 days {metric} are back at {:.0} a day without anything being changed.",
            change.before
        ),
        ..blank(input)
    }
}

fn company_words(change: &Change) -> String {
    let mut parts = Vec::new();
    if change.others > 0 {
        parts.push(format!("{} of {} other sites moved alike", change.others_moved, change.others));
    }
    if let Some(times) = change.volatility.filter(|times| *times >= 1.5) {
        parts.push(format!("result pages changed {times:.1} times as much as usual"));
    }
    parts.extend(change.updates.first().map(|name| format!("at the time of {name}")));
    if parts.is_empty() { String::new() } else { format!("; {}", parts.join(", ")) }
}

fn severity(change: &Change, fell: bool) -> Severity {
    let size = change.relative.unwrap_or(0.0).abs();
    match change.who {
        _ if !fell => Severity::Info,
        Who::You if size >= 0.5 => Severity::Critical,
        _ => Severity::Warning,
    }
}

fn action(input: &Input, change: &Change, fell: bool) -> Action {
    let (kind, label) = match change.who {
        Who::Everybody => ("watch_update", "Wait until the update is over, then compare the pages that lost most"),
        Who::You if fell => {
            ("attribute_change", "See which pages and searches explain it, and what was changed that day")
        }
        _ => ("attribute_change", "See which pages and searches explain it"),
    };
    Action { kind: kind.to_owned(), label: label.to_owned(), target: input.site.clone() }
}

/// Monthly value of the difference, normal with its standard error.
fn money(input: &Input, change: &Change, cents: f64) -> Money {
    let month = |difference: f64| difference * cents * MONTH;
    let difference = change.after - change.before;
    let at = |spreads: f64| month(difference + spreads * change.standard_error);
    let interval = Interval { low: at(-1.2816), mid: at(0.0), high: at(1.2816), mean: at(0.0) };
    Money::from_interval(&interval, input.currency.as_deref().unwrap_or("USD"))
}

fn of_day(input: &Input, day: &UnusualDay, last: Day) -> Insight {
    let side = if day.score < 0.0 { "few" } else { "many" };
    let at = day.updates.first().map_or_else(String::new, |name| format!(", at the time of {name}"));
    Insight {
        title: format!(
            "Unusually {side} {} on {}: {:.0}, {:.0} expected{at}",
            metric(input),
            day.date,
            day.observed,
            day.expected
        ),
        key: Insight::key_of("anomaly", &format!("{}:{}", metric(input), day.date)),
        kind: "anomaly".to_owned(),
        severity: if day.score < 0.0 { Severity::Warning } else { Severity::Info },
        // The day is over, so its count is a fact.
        nature: Nature::Fact,
        confidence: 0.95,
        evidence: vec![evidence(input, "day", json!(day), "computed from the daily figures", last)],
        assumptions: vec!["The day was counted whole: exports of the last two days often are not.".to_owned()],
        action: Some(Action {
            kind: "check_day".to_owned(),
            label: "See whether the site, its tracking or a holiday explains the day".to_owned(),
            target: Some(day.date.to_string()),
        }),
        falsifier: "A later export gives another figure for the day.".to_owned(),
        ..blank(input)
    }
}

fn of_season(input: &Input, output: &Output, last: Day) -> Insight {
    let season = &output.season;
    let highest =
        (0..season.profile.len()).max_by(|a, b| season.profile[*a].total_cmp(&season.profile[*b])).unwrap_or(0);
    Insight {
        title: format!(
            "A season of {} days explains {:.0} % of the ups and downs; days like {} are highest",
            season.days,
            100.0 * season.strength,
            season.first_day.plus(highest as i32)
        ),
        key: Insight::key_of("season", &format!("{}:{}", metric(input), season.days)),
        kind: "season".to_owned(),
        confidence: 0.9,
        evidence: vec![evidence(input, "season", json!(season), "computed from the daily figures", last)],
        falsifier: "In the next four seasons the order of days is another.".to_owned(),
        ..blank(input)
    }
}
