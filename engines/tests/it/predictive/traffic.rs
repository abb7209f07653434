//! Output of the traffic forecast.

use engines::common::{Severity, Unattended};
use engines::predictive::{Parameters, TrafficOutput, traffic};

use super::{Noise, priced, site, traffic_input};

fn answer(clicks: &[f64], params: Parameters) -> TrafficOutput {
    traffic(&traffic_input(clicks), &params.check().unwrap(), &Unattended).unwrap()
}

#[test]
fn the_fan_follows_the_week_and_the_months_add_up() {
    let output = answer(&site(200, 1), priced());
    let clicks = output.clicks.unwrap();
    assert_eq!(clicks.fan.len(), 90);
    assert!(!clicks.backtest.loses_to_naive, "{:?}", clicks.backtest);
    assert_eq!(clicks.backtest.pit.iter().sum::<u32>(), clicks.backtest.values);
    assert!(clicks.backtest.pit.iter().all(|tenth| *tenth > clicks.backtest.values / 40), "{:?}", clicks.backtest.pit);
    for row in &clicks.fan {
        let points = [row.lo95, row.p10, row.p50, row.p90, row.hi95];
        assert!(points.windows(2).all(|pair| pair[0] <= pair[1]), "{row:?}");
    }
    // The first forecast day is a Friday: day 200 after a Monday.
    assert!(clicks.fan[1].mean < 0.8 * clicks.fan[0].mean, "Saturday is below Friday");
    let days: u32 = clicks.months.iter().map(|month| month.days_forecast).sum();
    assert_eq!(days, 90);
    let sum: f64 = clicks.months.iter().map(|month| month.sum.mean - month.observed).sum();
    assert!((sum / clicks.total.mean - 1.0).abs() < 1e-9);
    assert!(output.impressions.is_some());
}

/// Months of 30 simulated sites: the coverage of the 80 % interval, within the precision of 100 samples.
#[test]
fn months_are_covered_as_often_as_promised() {
    let (mut within, mut count) = (0, 0);
    for seed in 0..30 {
        let all = site(260, 500 + seed);
        let mut input = traffic_input(&all[..170]);
        input.days.iter_mut().for_each(|row| row.impressions = None);
        let params = Parameters { draws: 300, ..Parameters::default() };
        let output = traffic(&input, &params.check().unwrap(), &Unattended).unwrap();
        let mut from = 170;
        for month in output.clicks.unwrap().months {
            let days = month.days_forecast as usize;
            let sum = month.observed + all[from..from + days].iter().sum::<f64>();
            within += u32::from(month.sum.low <= sum && sum <= month.sum.high);
            count += 1;
            from += days;
        }
    }
    let share = f64::from(within) / f64::from(count);
    assert!((0.68..=0.92).contains(&share), "{share} of {count}");
}

#[test]
fn a_site_that_grows_is_told_to_rise_with_its_worth() {
    let mut noise = Noise::new(2);
    let clicks: Vec<f64> =
        (0..150).map(|day| 50.0 * (0.012 * f64::from(day)).exp() * (1.0 + 0.03 * noise.next())).collect();
    let output = answer(&clicks, priced());
    let outlook = &output.insights[0];
    assert_eq!((outlook.kind.as_str(), outlook.severity), ("traffic_outlook", Severity::Opportunity));
    let worth = outlook.impact.as_ref().unwrap();
    assert!(0 < worth.low_cents && worth.low_cents < worth.mid_cents && worth.mid_cents < worth.high_cents);
    assert!(!outlook.falsifier.is_empty() && outlook.expires_at.is_some());
    assert!(answer(&clicks, Parameters::default()).insights[0].impact.is_none(), "money is never invented");
}

#[test]
fn losing_to_naive_is_said_plainly() {
    let outputs: Vec<TrafficOutput> = (0..8).map(|seed| answer(&walking_week(seed), Parameters::default())).collect();
    let loses = |output: &&TrafficOutput| output.clicks.as_ref().is_some_and(|clicks| clicks.backtest.loses_to_naive);
    let losers: Vec<&TrafficOutput> = outputs.iter().filter(loses).collect();
    assert!(!losers.is_empty());
    let mut worse = 0;
    for output in losers {
        assert!(output.insights.iter().any(|insight| insight.kind == "loses_to_naive"));
        let record = &output.clicks.as_ref().unwrap().backtest;
        let is_worse = record.relative_to_naive.is_some_and(|share| share >= 1.005);
        let words = if is_worse { "worse than a naive forecast" } else { "no better than a naive forecast" };
        assert!(output.notes.iter().any(|note| note.contains(words)), "{:?}", output.notes);
        worse += u32::from(is_worse);
    }
    assert!(worse > 0, "no forecast was worse");
}

#[test]
fn clicks_that_stay_as_they_are_have_no_value() {
    let output = answer(&site(150, 3), priced());
    let outlook = &output.insights[0];
    assert!(outlook.title.contains("stay at the usual level"), "{}", outlook.title);
    assert_eq!((outlook.severity, &outlook.impact), (Severity::Info, &None));
}

/// A random walk with an exact weekly pattern, for which the seasonal naive forecast is hard to beat.
fn walking_week(seed: u64) -> Vec<f64> {
    let mut noise = Noise::new(seed);
    let mut week = [100.0; 7];
    (0..56)
        .map(|day| {
            week[day % 7] = f64::max(week[day % 7] + 8.0 * noise.next(), 1.0);
            week[day % 7]
        })
        .collect()
}

#[test]
fn days_without_a_row_are_filled_and_told() {
    let mut input = traffic_input(&site(100, 4));
    input.days.retain(|row| row.date != super::day(50) && row.date != super::day(51));
    input.days.reverse();
    let output = traffic(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    assert!(output.notes.iter().any(|note| note.starts_with("2 days without clicks")));
}
