//! Sums by calendar month.

use std::collections::BTreeMap;

use super::{Daily, MonthForecast};
use crate::common::{Day, Interval};
use crate::stat::interval_of;

/// Returns the month of a day, such as `2026-12`.
pub(in super::super) fn month_of(day: Day) -> String {
    day.to_string().chars().take(7).collect()
}

/// Groups the indices of future days by month; `last` is the day before the first of them.
pub(in super::super) fn places(last: Day, days: usize) -> BTreeMap<String, Vec<usize>> {
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for ahead in 0..days {
        places.entry(month_of(last.plus(ahead as i32 + 1))).or_default().push(ahead);
    }
    places
}

/// Sum over some days of each future.
pub(in super::super) fn sums(futures: &[Vec<f64>], places: &[usize]) -> Vec<f64> {
    futures.iter().map(|future| places.iter().map(|place| future[*place]).sum()).collect()
}

/// Returns each month with its observed and forecast parts.
pub(super) fn months(daily: &Daily, futures: &[Vec<f64>], days: usize) -> Vec<MonthForecast> {
    let last = daily.last();
    let month = |(month, places): (String, Vec<usize>)| {
        let observed = observed(daily, &month);
        let mut sums: Vec<f64> = sums(futures, &places).iter().map(|sum| observed + sum).collect();
        let end = last.plus(places.last().map_or(0, |place| *place as i32 + 1));
        MonthForecast {
            days_forecast: places.len() as u32,
            sum: interval_of(&mut sums).unwrap_or(Interval { low: 0.0, mid: 0.0, high: 0.0, mean: 0.0 }),
            is_whole: month_of(end.plus(1)) != month,
            observed,
            month,
        }
    };
    places(last, days).into_iter().map(month).collect()
}

fn observed(daily: &Daily, month: &str) -> f64 {
    let recent = daily.values.iter().enumerate().rev().take(31);
    recent.filter(|(day, _)| month_of(daily.first.plus(*day as i32)) == month).fold(0.0, |sum, (_, value)| sum + value)
}
