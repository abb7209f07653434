//! Converts an engine's forecasts to ledger entries.

use chrono::{DateTime, Utc};
use engines::common::{Day, Forecast, MonthTotal, Top10};
use shared::domain::{
    engine_version::PRIOR,
    forecast::{ForecastKind, NewForecast, Quantiles, top10_subject},
};
use uuid::Uuid;

use super::{
    found::{date, moment},
    maker::Maker,
};
use crate::context::RunContext;

/// Returns the entries of a version's forecasts; empty for a run without a website.
pub(super) fn of(context: &RunContext, maker: &Maker, made: &[Forecast]) -> Vec<NewForecast> {
    let Some(website_id) = context.run.website_id else { return Vec::new() };
    made.iter().filter_map(|forecast| entry(website_id, forecast, &maker.version)).collect()
}

fn entry(website_id: Uuid, forecast: &Forecast, version: &str) -> Option<NewForecast> {
    match forecast {
        Forecast::Month(total) => month(website_id, total, version),
        Forecast::Top10(claim) => top10(website_id, claim, version),
    }
}

/// Suffix of a forecast's identity. Empty for the baseline, so that forecasts from before versions existed are found.
fn suffix(version: &str) -> String {
    if version == PRIOR { String::new() } else { format!(":{version}") }
}

fn month(website_id: Uuid, total: &MonthTotal, version: &str) -> Option<NewForecast> {
    let MonthTotal { month, first, last, origin, .. } = total;
    let metric = total.metric.as_str();
    let (series, label) = if total.is_scenario { ("scenario", "Scenario, median: ") } else { (metric, "Median: ") };
    Some(NewForecast {
        identity: format!("{series}:{website_id}:{month}:{origin}{}", suffix(version)),
        kind: ForecastKind::Quantity,
        subject: format!("{metric}:{first}:{last}"),
        statement: format!(
            "{label}{:.0} {metric} in {month}, 80% interval {:.0} to {:.0}",
            total.p50, total.p10, total.p90
        ),
        probability: None,
        quantiles: Some(Quantiles { mean: total.mean, p10: total.p10, p50: total.p50, p90: total.p90 }),
        naive: total.naive,
        model: engines::predictive::METHOD_VERSION.to_owned(),
        version: version.to_owned(),
        due_at: end_of(*last)?,
    })
}

fn top10(website_id: Uuid, claim: &Top10, version: &str) -> Option<NewForecast> {
    let subject = top10_subject(date(claim.day)?, &claim.keyword);
    Some(NewForecast {
        identity: format!("{website_id}:{subject}:{}{}", claim.origin, suffix(version)),
        kind: ForecastKind::Claim,
        statement: format!("“{}” is among the first ten on {}", claim.keyword, claim.day),
        subject,
        probability: Some(claim.probability),
        quantiles: None,
        naive: None,
        model: engines::predictive::METHOD_VERSION.to_owned(),
        version: version.to_owned(),
        due_at: end_of(claim.day)?,
    })
}

fn end_of(day: Day) -> Option<DateTime<Utc>> {
    moment(&day.plus(1).to_rfc3339())
}

#[cfg(test)]
mod tests {
    use engines::common::Metric;

    use super::*;

    fn day(text: &str) -> Day {
        Day::parse(text).expect("a day")
    }

    #[test]
    fn month_entry_names_metric_days_and_version() {
        let total = MonthTotal {
            metric: Metric::Clicks,
            month: "2026-12".to_owned(),
            first: day("2026-12-01"),
            last: day("2026-12-31"),
            mean: 102.4,
            p10: 80.0,
            p50: 100.0,
            p90: 130.0,
            naive: Some(90.0),
            is_scenario: false,
            origin: "2026-11-20".to_owned(),
        };
        let made = month(Uuid::nil(), &total, PRIOR).expect("an entry");
        assert_eq!(made.subject, "clicks:2026-12-01:2026-12-31");
        assert_eq!(made.statement, "Median: 100 clicks in 2026-12, 80% interval 80 to 130");
        assert_eq!((made.naive, made.due_at.to_rfc3339().as_str()), (Some(90.0), "2027-01-01T00:00:00+00:00"));
        let other = month(Uuid::nil(), &total, "wide").expect("an entry");
        assert_eq!(other.identity, format!("{}:wide", made.identity));
        let scenario = MonthTotal { is_scenario: true, origin: "2026-11+10".to_owned(), ..total };
        let scenario = month(Uuid::nil(), &scenario, PRIOR).expect("an entry");
        assert!(scenario.identity.starts_with("scenario:") && scenario.identity.ends_with("2026-12:2026-11+10"));
    }

    #[test]
    fn top10_entry_is_due_after_its_day() {
        let claim = Top10 {
            keyword: "roof repair".to_owned(),
            day: day("2026-12-20"),
            origin: day("2026-11-20"),
            probability: 0.7,
        };
        let made = top10(Uuid::nil(), &claim, PRIOR).expect("an entry");
        assert_eq!((made.subject.as_str(), made.probability), ("top10:2026-12-20:roof repair", Some(0.7)));
        assert_eq!(made.due_at.to_rfc3339(), "2026-12-21T00:00:00+00:00");
    }
}
