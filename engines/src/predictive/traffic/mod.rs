//! Forecast of a site's daily clicks and impressions.

mod daily;
mod input;
mod insight;
mod months;
mod output;

pub(super) use daily::{Daily, read as read_daily};
pub use input::{TrafficDay, TrafficInput};
pub(super) use months::{month_of, places as month_places, sums as sums_of};
pub use output::{FanDay, MonthForecast, TrafficForecast, TrafficOutput};

use super::calendar::Calendar;
use super::series::{Fan, fan_of};
use super::{Checked, METHOD, METHOD_VERSION, Need, money};
use crate::common::{Control, EngineError, Interval, checkpoint};
use crate::stat::{SplitMix64, interval_of};

/// A metric with its forecast and simulated futures.
pub(super) struct Outlook {
    pub(super) daily: Daily,
    pub(super) fan: Fan,
    pub(super) futures: Vec<Vec<f64>>,
}

impl Outlook {
    /// Forecasts a metric `days` ahead.
    pub(super) fn of(daily: Daily, days: usize, params: &Checked, control: &dyn Control) -> Result<Self, EngineError> {
        let history = params.history_days.map_or(usize::MAX, |days| days as usize);
        let daily = daily.newest(history);
        let fan = fan_of(&daily.values, Calendar::DAYS, days, control)?.widened(params.interval_width);
        let futures = fan.futures(params.draws as usize, &mut SplitMix64::new(params.seed));
        Ok(Self { daily, fan, futures })
    }

    fn written(&self) -> TrafficForecast {
        let days = self.fan.mean.len();
        let all: Vec<usize> = (0..days).collect();
        let before_days = days.min(self.daily.values.len());
        TrafficForecast {
            last_day: self.daily.last(),
            fan: self.rows(),
            months: months::months(&self.daily, &self.futures, days),
            total: interval_of(&mut sums_of(&self.futures, &all)).unwrap_or(NOTHING),
            before: self.daily.recent(before_days),
            before_days: before_days as u32,
            model: self.fan.in_words(),
            weights: self.fan.weights.clone(),
            backtest: self.fan.accuracy.clone(),
        }
    }

    fn rows(&self) -> Vec<FanDay> {
        let at = |probability: f64| self.fan.quantiles(probability);
        let (p10, p50, p90, lo, hi) = (at(0.1), at(0.5), at(0.9), at(0.025), at(0.975));
        let row = |(ahead, mean): (usize, &f64)| FanDay {
            date: self.daily.last().plus(ahead as i32 + 1),
            mean: *mean,
            p10: p10[ahead],
            p50: p50[ahead],
            p90: p90[ahead],
            lo95: lo[ahead],
            hi95: hi[ahead],
            naive: self.daily.week_before(ahead),
        };
        self.fan.mean.iter().enumerate().map(row).collect()
    }
}

const NOTHING: Interval = Interval { low: 0.0, mid: 0.0, high: 0.0, mean: 0.0 };

/// Forecasts a site's clicks and impressions: fan chart, months, accuracy compared with the naive forecast, insights.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without values; [`EngineError::InvalidInput`] for an invalid row or too few days,
/// or [`EngineError::Cancelled`].
pub fn traffic(input: &TrafficInput, params: &Checked, control: &dyn Control) -> Result<TrafficOutput, EngineError> {
    control.progress(0.0, "read", "Reading the days");
    let currency = money::currency(input.currency.as_deref())?;
    let clicks = read_daily(input, "clicks", |day| day.clicks)?;
    let impressions = read_daily(input, "impressions", |day| day.impressions)?;
    if clicks.is_none() && impressions.is_none() {
        return Err(EngineError::NoInput {
            what: "daily clicks or impressions",
            unlock: "import Chart.csv or Dates.csv of a Search Console export, at least 28 days",
        });
    }
    let days = params.horizon_days as usize;
    control.progress(10.0, "clicks", "Forecasting clicks");
    let clicks = clicks.map(|daily| Outlook::of(daily, days, params, control)).transpose()?;
    checkpoint(control)?;
    control.progress(55.0, "impressions", "Forecasting impressions");
    let impressions = impressions.map(|daily| Outlook::of(daily, days, params, control)).transpose()?;
    checkpoint(control)?;
    let insights = insight::write(&insight::Story { input, params, currency: &currency, clicks: &clicks })?;
    let output = TrafficOutput {
        notes: notes(&[("clicks", &clicks), ("impressions", &impressions)]),
        clicks: clicks.map(|outlook| outlook.written()),
        impressions: impressions.map(|outlook| outlook.written()),
        insights,
        assumptions: assumptions(),
        needs: needs(params),
        currency,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    control.progress(100.0, "done", "Done");
    Ok(output)
}

fn notes(figures: &[(&str, &Option<Outlook>)]) -> Vec<String> {
    let mut notes = Vec::new();
    for (name, outlook) in figures {
        let Some(outlook) = outlook else { continue };
        if outlook.daily.filled > 0 {
            notes.push(format!(
                "{} days without {name} were interpolated from the same weekdays around them.",
                outlook.daily.filled
            ));
        }
        if outlook.daily.values.len() < 730 {
            notes.push(format!(
                "There are {} days of {name}: yearly seasonality needs at least two years.",
                outlook.daily.values.len()
            ));
        }
        if outlook.fan.accuracy.loses_to_naive {
            notes.push(format!(
                "The forecast of {name} is {} a naive forecast, which repeats the previous week, on the last third of the days{}.",
                outlook.fan.accuracy.against_naive(),
                outlook.fan.accuracy.error_in_words()
            ));
        }
    }
    notes
}

fn assumptions() -> Vec<String> {
    vec![
        "No search engine updates, site changes or campaigns beyond what the history contains.".to_owned(),
        "The last days are complete. Search Console still updates the last two or three days; exclude them.".to_owned(),
        "Errors of consecutive days are correlated as in the past; monthly totals depend on it.".to_owned(),
    ]
}

fn needs(params: &Checked) -> Vec<Need> {
    let mut needs = Vec::new();
    if params.value_per_lead_cents.is_none() {
        needs.push(Need::new("value_per_lead", "Set a value per lead to show the change in clicks as money"));
    }
    needs
}
