//! What an engine's answer foretells, for the ledger.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use serde_json::Value;
use shared::domain::{
    engine::EngineId,
    engine_version::PRIOR,
    forecast::{ForecastKind, NewForecast, Quantiles, top10_subject},
};
use uuid::Uuid;

use super::found::moment;
use crate::context::RunContext;

/// Keywords whose ranks a run foretells for the ledger, at most: enough to score the method, and a tracker of a hundred
/// thousand does not fill the ledger every day.
const MOST_KEYWORDS: usize = 50;
/// Days ahead for which they are.
const RANK_DAYS: [u64; 2] = [30, 90];

/// Whether answers to an action hold forecasts that a website's data will tell of, which other versions make too, to be
/// compared.
pub(super) fn are_made(engine: EngineId, action: &str) -> bool {
    engine == EngineId::Predictive && matches!(action, "forecast" | "ranking" | "scenarios")
}

/// The forecasts in an answer that a version of an engine gave: of the predictive engine, each whole calendar month of a
/// website's clicks and impressions, the clicks of its scenarios, and whether keywords will be among the first ten. Claims of insights are kept with the
/// insights.
pub(super) fn of(
    context: &RunContext, engine: EngineId, action: &str, answer: &Value, version: &str,
) -> Vec<NewForecast> {
    let Some(website_id) = context.run.website_id else { return Vec::new() };
    if !are_made(engine, action) {
        return Vec::new();
    }
    let maker = Maker { model: answer["methodVersion"].as_str().unwrap_or_default(), version };
    match action {
        "ranking" => ranks(website_id, answer, maker),
        "scenarios" => scenarios(website_id, answer, maker),
        _ => ["clicks", "impressions"]
            .iter()
            .flat_map(|metric| months(website_id, metric, &answer[*metric], maker))
            .collect(),
    }
}

/// The method and the version of its parameters.
#[derive(Debug, Clone, Copy)]
struct Maker<'a> {
    model: &'a str,
    version: &'a str,
}

impl Maker<'_> {
    /// Ends the identity of a forecast. The prior adds nothing, so that what was foretold before there were versions is known
    /// again.
    fn suffix(self) -> String {
        if self.version == PRIOR { String::new() } else { format!(":{}", self.version) }
    }
}

/// What is said of keywords that have been checked; of one without a path nothing is.
fn ranks(website_id: Uuid, answer: &Value, maker: Maker<'_>) -> Vec<NewForecast> {
    let checked = answer["keywords"].as_array().into_iter().flatten().filter(|one| one["lastDay"].is_string());
    checked.take(MOST_KEYWORDS).flat_map(|keyword| rank_claims(website_id, keyword, maker)).collect()
}

fn rank_claims(website_id: Uuid, keyword: &Value, maker: Maker<'_>) -> Vec<NewForecast> {
    let ahead = keyword["ahead"].as_array().into_iter().flatten();
    let wanted = ahead.filter(|at| at["days"].as_u64().is_some_and(|days| RANK_DAYS.contains(&days)));
    wanted.filter_map(|at| rank_claim(website_id, keyword, at, maker)).collect()
}

fn rank_claim(website_id: Uuid, keyword: &Value, at: &Value, maker: Maker<'_>) -> Option<NewForecast> {
    let (name, last_day) = (keyword["keyword"].as_str()?, keyword["lastDay"].as_str()?);
    let day: NaiveDate = at["date"].as_str()?.parse().ok()?;
    let probability = at["top10"].as_f64()?;
    let subject = top10_subject(day, name);
    Some(NewForecast {
        identity: format!("{website_id}:{subject}:{last_day}{}", maker.suffix()),
        kind: ForecastKind::Claim,
        statement: format!("“{name}” is among the first ten on {day}"),
        subject,
        probability: Some(probability),
        quantiles: None,
        naive: None,
        model: maker.model.to_owned(),
        version: maker.version.to_owned(),
        due_at: end_of(day)?,
    })
}

fn months(website_id: Uuid, metric: &str, forecast: &Value, maker: Maker<'_>) -> Vec<NewForecast> {
    let Some(last_day) = forecast["lastDay"].as_str() else { return Vec::new() };
    let daily = daily_before(forecast);
    let whole = forecast["months"].as_array().into_iter().flatten();
    whole.filter_map(|month| quantity(website_id, metric, month, last_day, daily, maker)).collect()
}

/// The mean of a day before the forecast: what is expected by whoever thinks that nothing changes.
fn daily_before(forecast: &Value) -> Option<f64> {
    let days = forecast["beforeDays"].as_f64().filter(|days| *days > 0.0)?;
    Some(forecast["before"].as_f64()? / days)
}

fn quantity(
    website_id: Uuid, metric: &str, month: &Value, last_day: &str, daily: Option<f64>, maker: Maker<'_>,
) -> Option<NewForecast> {
    let name = month["month"].as_str().filter(|_| month["isWhole"] == true)?;
    let first: NaiveDate = format!("{name}-01").parse().ok()?;
    let last = last_of_month(first)?;
    let quantiles = quantiles(&month["sum"])?;
    let ahead = month["daysForecast"].as_f64()?;
    Some(NewForecast {
        identity: format!("{metric}:{website_id}:{name}:{last_day}{}", maker.suffix()),
        kind: ForecastKind::Quantity,
        subject: format!("{metric}:{first}:{last}"),
        statement: told(metric, name, &quantiles),
        probability: None,
        quantiles: Some(quantiles),
        naive: daily.zip(month["observed"].as_f64()).map(|(daily, observed)| observed + daily * ahead),
        model: maker.model.to_owned(),
        version: maker.version.to_owned(),
        due_at: end_of(last)?,
    })
}

/// Clicks of each month that lies ahead as a whole. Leads and money are not the ledger's until leads are counted.
fn scenarios(website_id: Uuid, answer: &Value, maker: Maker<'_>) -> Vec<NewForecast> {
    let months = answer["months"].as_array().map_or(&[][..], Vec::as_slice);
    // What is left of the first month tells up to which day the data goes.
    let Some(origin) = months.first().map(|first| format!("{}+{}", text(&first["month"]), first["days"])) else {
        return Vec::new();
    };
    months.iter().filter_map(|month| scenario(website_id, month, &origin, maker)).collect()
}

fn scenario(website_id: Uuid, month: &Value, origin: &str, maker: Maker<'_>) -> Option<NewForecast> {
    let name = text(&month["month"]);
    let first: NaiveDate = format!("{name}-01").parse().ok()?;
    let last = last_of_month(first)?;
    if month["days"].as_u64() != Some(u64::from(last.day())) {
        return None;
    }
    let quantiles = quantiles(&month["clicks"])?;
    Some(NewForecast {
        identity: format!("scenario:{website_id}:{name}:{origin}{}", maker.suffix()),
        kind: ForecastKind::Quantity,
        subject: format!("clicks:{first}:{last}"),
        statement: format!("Scenario: {}", told("clicks", name, &quantiles)),
        probability: None,
        quantiles: Some(quantiles),
        naive: None,
        model: maker.model.to_owned(),
        version: maker.version.to_owned(),
        due_at: end_of(last)?,
    })
}

fn quantiles(interval: &Value) -> Option<Quantiles> {
    let at = |field: &str| interval[field].as_f64();
    Some(Quantiles { mean: at("mean")?, p10: at("low")?, p50: at("mid")?, p90: at("high")? })
}

fn told(metric: &str, month: &str, of: &Quantiles) -> String {
    format!("{:.0} {metric} in {month}, in 8 of 10 cases {:.0} to {:.0}", of.mean, of.p10, of.p90)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn last_of_month(first: NaiveDate) -> Option<NaiveDate> {
    let next = if first.month() == 12 { (first.year() + 1, 1) } else { (first.year(), first.month() + 1) };
    NaiveDate::from_ymd_opt(next.0, next.1, 1)?.pred_opt()
}

fn end_of(day: NaiveDate) -> Option<DateTime<Utc>> {
    moment(&format!("{}T00:00:00Z", day.succ_opt()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whole_months_alone_are_foretold_with_the_naive_figure_beside_them() {
        let forecast = json!({
            "lastDay": "2026-11-20", "before": 280.0, "beforeDays": 28,
            "months": [
                {"month": "2026-11", "daysForecast": 10, "observed": 190.0, "isWhole": true,
                 "sum": {"low": 280.0, "mid": 290.0, "high": 300.0, "mean": 291.0}},
                {"month": "2026-12", "daysForecast": 5, "observed": 0.0, "isWhole": false,
                 "sum": {"low": 1.0, "mid": 2.0, "high": 3.0, "mean": 2.0}},
            ],
        });
        let made = months(Uuid::nil(), "clicks", &forecast, Maker { model: "predictive-1", version: PRIOR });
        assert_eq!(made.len(), 1);
        assert_eq!(made[0].subject, "clicks:2026-11-01:2026-11-30");
        assert_eq!(made[0].naive, Some(290.0));
        assert_eq!(made[0].due_at.to_rfc3339(), "2026-12-01T00:00:00+00:00");
        let other = months(Uuid::nil(), "clicks", &forecast, Maker { model: "predictive-1", version: "wide" });
        assert_eq!(other[0].identity, format!("{}:wide", made[0].identity));
    }

    #[test]
    fn scenarios_are_foretold_for_months_that_lie_ahead_as_a_whole() {
        let clicks = json!({"low": 80.0, "mid": 100.0, "high": 130.0, "mean": 102.4});
        let answer = json!({"months": [
            {"month": "2026-11", "days": 10, "clicks": clicks},
            {"month": "2026-12", "days": 31, "clicks": clicks},
        ]});
        let made = scenarios(Uuid::nil(), &answer, Maker { model: "predictive-1", version: PRIOR });
        let [one] = &made[..] else { panic!("{made:?}") };
        assert_eq!(one.subject, "clicks:2026-12-01:2026-12-31");
        assert_eq!(one.statement, "Scenario: 102 clicks in 2026-12, in 8 of 10 cases 80 to 130");
        assert!(one.identity.ends_with("2026-12:2026-11+10"), "{}", one.identity);
        assert!(scenarios(Uuid::nil(), &json!({}), Maker { model: "", version: PRIOR }).is_empty());
    }

    #[test]
    fn keywords_that_were_checked_are_foretold_for_a_month_and_a_quarter() {
        let ahead = |top10: Option<f64>| {
            json!([
                {"days": 30, "date": "2026-12-20", "top10": top10},
                {"days": 60, "date": "2027-01-19", "top10": top10},
                {"days": 90, "date": "2027-02-18", "top10": top10},
            ])
        };
        let answer = json!({"keywords": [
            {"keyword": "roof repair", "lastDay": "2026-11-20", "ahead": ahead(Some(0.7))},
            {"keyword": "never checked", "lastDay": null, "ahead": ahead(None)},
        ]});
        let made = ranks(Uuid::nil(), &answer, Maker { model: "predictive-1", version: PRIOR });
        let told: Vec<_> = made.iter().map(|one| (one.subject.as_str(), one.probability)).collect();
        assert_eq!(told, [("top10:2026-12-20:roof repair", Some(0.7)), ("top10:2027-02-18:roof repair", Some(0.7))]);
        assert_eq!(made[0].due_at.to_rfc3339(), "2026-12-21T00:00:00+00:00");
    }
}
