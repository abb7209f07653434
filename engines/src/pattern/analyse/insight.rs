//! Insights of the website analysis.

use serde_json::json;

use super::super::SIGNATURE;
use super::input::Input;
use super::output::{Change, Output, UnusualDay, Who};
use crate::common::{
    Action, Day, Evidence, Finding, Insight, Interval, Money, Nature, Severity, sentence_start, three_digits,
};

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
    let reference = input.site.as_deref().unwrap_or_else(|| metric(input));
    Evidence::new(kind, reference, value, source, Some(last))
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
    let finding = Finding {
        title: format!("{} {verb}{size} on {}{}", sentence_start(metric), change.date, company_words(change)),
        kind: "change_point",
        subject: format!("{metric}:{}", change.date),
        severity: severity(change, fell),
        confidence: three_digits(change.confidence),
        impact: input.cents_per_unit.map(|cents| money(input, change, cents)),
        evidence: vec![
            evidence(input, "change", figures, "computed from the daily values", last),
            evidence(input, "company", company, "other sites, the volatility index and the update calendar", last),
        ],
        assumptions: vec!["The metric is measured in the same way before and after the change.".to_owned()],
        action: Some(action(input, change, fell)),
        falsifier: format!("Within 28 days {metric} return to {:.0} a day although nothing is changed.", change.before),
        effort_minutes: 15,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}

fn company_words(change: &Change) -> String {
    let mut parts = Vec::new();
    if change.others > 0 {
        parts.push(format!("{} of {} other sites changed in the same way", change.others_moved, change.others));
    }
    if let Some(times) = change.volatility.filter(|times| *times >= 1.5) {
        parts.push(format!("search results were {times:.1} times as volatile as usual"));
    }
    parts.extend(change.updates.first().map(|name| format!("during {name}")));
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
        Who::Everybody => ("watch_update", "Wait until the update is complete, then review the pages that lost most"),
        Who::You if fell => {
            ("attribute_change", "Find the pages and queries that explain it, and check what changed that day")
        }
        _ => ("attribute_change", "Find the pages and queries that explain it"),
    };
    Action::new(kind, label, input.site.clone())
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
    let at = day.updates.first().map_or_else(String::new, |name| format!(", during {name}"));
    let finding = Finding {
        title: format!(
            "Unusually {side} {} on {}: {:.0}, {:.0} expected{at}",
            metric(input),
            day.date,
            day.observed,
            day.expected
        ),
        kind: "anomaly",
        subject: format!("{}:{}", metric(input), day.date),
        severity: if day.score < 0.0 { Severity::Warning } else { Severity::Info },
        // The day is over, so its count is a fact.
        nature: Nature::Fact,
        confidence: 0.95,
        evidence: vec![evidence(input, "day", json!(day), "computed from the daily values", last)],
        assumptions: vec![
            "The data of the day is complete: exports of the last two days are often incomplete.".to_owned(),
        ],
        action: Some(Action::new(
            "check_day",
            "Check whether the site, its tracking or a holiday explains the day",
            Some(day.date.to_string()),
        )),
        falsifier: "A later export shows a different value for the day.".to_owned(),
        effort_minutes: 15,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}

fn of_season(input: &Input, output: &Output, last: Day) -> Insight {
    let season = &output.season;
    let highest =
        (0..season.profile.len()).max_by(|a, b| season.profile[*a].total_cmp(&season.profile[*b])).unwrap_or(0);
    let finding = Finding {
        title: format!(
            "A {}-day season explains {:.0} % of the variation; {}",
            season.days,
            100.0 * season.strength,
            highest_days(season.first_day.plus(highest as i32), season.days)
        ),
        kind: "season",
        subject: format!("{}:{}", metric(input), season.days),
        confidence: 0.9,
        evidence: vec![evidence(input, "season", json!(season), "computed from the daily values", last)],
        falsifier: "In the next four seasons the order of the days is different.".to_owned(),
        effort_minutes: 15,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}

/// Names the days at the top of a season: the weekday of a week, otherwise one day and how often it returns.
fn highest_days(day: Day, length: usize) -> String {
    /// Weekdays from Thursday, the first day of 1970.
    const WEEKDAYS: [&str; 7] = ["Thursdays", "Fridays", "Saturdays", "Sundays", "Mondays", "Tuesdays", "Wednesdays"];
    match Day::from_ymd(1970, 1, 1).filter(|_| length == 7) {
        Some(start) => format!("{} are the highest", WEEKDAYS[day.since(start).rem_euclid(7) as usize]),
        None => format!("every {length} days, such as {day}, are the highest"),
    }
}
