//! Forecasts in the engine's output that later data will score.

use super::{KeywordForecast, RankAt, RankingOutput, ScenarioMonth, ScenariosOutput, TrafficForecast, TrafficOutput};
use crate::common::{Day, Forecast, Interval, Metric, MonthTotal, Top10};
use crate::predictive::traffic::MonthForecast;

/// Maximum number of keywords per run with scored ranks: enough to assess the method without filling the ledger for large
/// rank trackers.
const MOST_KEYWORDS: usize = 50;
/// Horizons of the scored rank forecasts, in days.
const RANK_DAYS: [u32; 2] = [30, 90];

impl TrafficOutput {
    /// Returns each complete calendar month of clicks and of impressions.
    pub(super) fn ledger(&self) -> Vec<Forecast> {
        let metrics = [(Metric::Clicks, &self.clicks), (Metric::Impressions, &self.impressions)];
        let months = |(metric, forecast): (Metric, &Option<TrafficForecast>)| {
            forecast
                .iter()
                .flat_map(|one| one.months.iter().filter_map(|month| total(metric, one, month)))
                .collect::<Vec<_>>()
        };
        metrics.into_iter().flat_map(months).collect()
    }
}

fn total(metric: Metric, forecast: &TrafficForecast, month: &MonthForecast) -> Option<Forecast> {
    if !month.is_whole {
        return None;
    }
    // Naive forecast without change: the previous daily mean for each day ahead.
    let daily = (forecast.before_days > 0).then(|| forecast.before / f64::from(forecast.before_days));
    let naive = daily.map(|daily| month.observed + daily * f64::from(month.days_forecast));
    Some(Forecast::Month(MonthTotal {
        naive,
        ..month_total(metric, &month.month, month.sum, forecast.last_day.to_string())?
    }))
}

fn month_total(metric: Metric, month: &str, sum: Interval, origin: String) -> Option<MonthTotal> {
    let (first, last) = days_of(month)?;
    Some(MonthTotal {
        metric,
        month: month.to_owned(),
        first,
        last,
        mean: sum.mean,
        p10: sum.low,
        p50: sum.mid,
        p90: sum.high,
        naive: None,
        is_scenario: false,
        origin,
    })
}

/// Returns the first and the last day of a month such as `2026-12`.
fn days_of(month: &str) -> Option<(Day, Day)> {
    let first = Day::parse(&format!("{month}-01"))?;
    let next = (28..=31).map(|days| first.plus(days)).find(|day| day.to_string().ends_with("-01"))?;
    Some((first, next.plus(-1)))
}

impl ScenariosOutput {
    /// Returns the clicks of each complete future month. Leads and revenue are scored once leads are counted.
    pub(super) fn ledger(&self) -> Vec<Forecast> {
        // The rest of the first month determines the last day of the data.
        let Some(first) = self.months.first() else { return Vec::new() };
        let origin = format!("{}+{}", first.month, first.days);
        let whole = |month: &&ScenarioMonth| {
            days_of(&month.month).is_some_and(|(first, last)| i64::from(last.since(first)) + 1 == i64::from(month.days))
        };
        let total = |month: &ScenarioMonth| {
            let total = month_total(Metric::Clicks, &month.month, month.clicks, origin.clone())?;
            Some(Forecast::Month(MonthTotal { is_scenario: true, ..total }))
        };
        self.months.iter().filter(whole).filter_map(total).collect()
    }
}

impl RankingOutput {
    /// Whether each of the first checked keywords is in the top 10 in 30 and 90 days.
    pub(super) fn ledger(&self) -> Vec<Forecast> {
        let checked = self.keywords.iter().filter(|keyword| keyword.last_day.is_some());
        checked.take(MOST_KEYWORDS).flat_map(of_keyword).collect()
    }
}

fn of_keyword(keyword: &KeywordForecast) -> Vec<Forecast> {
    let wanted = keyword.ahead.iter().filter(|at| RANK_DAYS.contains(&at.days));
    let top10 = |at: &RankAt| {
        let (origin, probability) = (keyword.last_day?, at.top10?);
        Some(Forecast::Top10(Top10 { keyword: keyword.keyword.clone(), day: at.date, origin, probability }))
    };
    wanted.filter_map(top10).collect()
}
