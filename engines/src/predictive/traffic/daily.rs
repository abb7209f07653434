//! Consecutive days without gaps.

use super::{TrafficDay, TrafficInput};
use crate::common::{Day, EngineError};

/// Minimum number of days: four weeks.
const LEAST_DAYS: usize = 28;
/// Maximum number of rows.
const MOST_ROWS: usize = 20_000;
/// Maximum share of days that are filled in.
const MOST_FILLED: f64 = 0.2;
/// Maximum value of a day.
const LARGEST: f64 = 1e12;

/// A metric by day.
#[derive(Debug, Clone, PartialEq)]
pub(in super::super) struct Daily {
    pub(in super::super) first: Day,
    pub(in super::super) values: Vec<f64>,
    /// Number of days without a value that were filled in.
    pub(in super::super) filled: usize,
}

impl Daily {
    /// The last day with a value.
    pub(in super::super) fn last(&self) -> Day {
        self.first.plus(self.values.len() as i32 - 1)
    }

    /// Value of the last known day with the weekday of the day `ahead` days after the first forecast day.
    pub(in super::super) fn week_before(&self, ahead: usize) -> f64 {
        let days = self.values.len();
        self.values[days.saturating_sub(7) + (ahead % 7).min(days - 1)]
    }

    /// Keeps only the last `days` days.
    pub(in super::super) fn newest(self, days: usize) -> Self {
        let skipped = self.values.len().saturating_sub(days);
        Self { first: self.first.plus(skipped as i32), values: self.values[skipped..].to_vec(), ..self }
    }

    /// Sum of the last `days` days.
    pub(in super::super) fn recent(&self, days: usize) -> f64 {
        self.values[self.values.len().saturating_sub(days)..].iter().sum()
    }
}

/// Reads one metric of all rows; returns `None` if no row has it.
///
/// # Errors
/// Returns an [`EngineError`] that names the invalid field.
pub(in super::super) fn read(
    input: &TrafficInput, field: &str, figure: impl Fn(&TrafficDay) -> Option<f64>,
) -> Result<Option<Daily>, EngineError> {
    if input.days.len() > MOST_ROWS {
        return Err(EngineError::TooLarge { what: "days", got: input.days.len(), limit: MOST_ROWS });
    }
    let mut known = Vec::new();
    for (row, day) in input.days.iter().enumerate() {
        match figure(day) {
            Some(value) if !(0.0..=LARGEST).contains(&value) => {
                let problem = format!("is {value}; it must be 0 to 1e12");
                return Err(EngineError::input(format!("days[{row}].{field}"), problem));
            }
            Some(value) => known.push((day.date, row, value)),
            None => {}
        }
    }
    if known.is_empty() {
        return Ok(None);
    }
    known.sort_by_key(|(date, row, _)| (*date, *row));
    if let Some(pair) = known.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let problem = format!("is {}, which row {} has too; one row a day is needed", pair[1].0, pair[0].1);
        return Err(EngineError::input(format!("days[{}].date", pair[1].1), problem));
    }
    filled(&known, field).map(Some)
}

fn filled(known: &[(Day, usize, f64)], field: &str) -> Result<Daily, EngineError> {
    let (first, last) = (known[0].0, known[known.len() - 1].0);
    let span = last.since(first) as usize + 1;
    if span < LEAST_DAYS {
        let problem = format!("contain {field} for {span} days; a forecast needs at least {LEAST_DAYS}");
        return Err(EngineError::input("days", problem));
    }
    let missing = span - known.len();
    if missing as f64 > MOST_FILLED * span as f64 {
        let problem = format!("miss {field} of {missing} of {span} days; at most one in five may be missing");
        return Err(EngineError::input("days", problem));
    }
    let mut values: Vec<Option<f64>> = vec![None; span];
    for (date, _, value) in known {
        values[date.since(first) as usize] = Some(*value);
    }
    Ok(Daily { first, values: fill(&values), filled: missing })
}

/// Fills days without a value with the mean of the same weekday a week before and after, otherwise the last known one.
fn fill(values: &[Option<f64>]) -> Vec<f64> {
    let at = |day: Option<usize>| day.and_then(|day| values.get(day).copied().flatten());
    let mut full: Vec<f64> = Vec::with_capacity(values.len());
    for (day, value) in values.iter().enumerate() {
        let around = (at(day.checked_sub(7)), at(Some(day + 7)));
        let guess = match around {
            (Some(before), Some(after)) => 0.5 * (before + after),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => full.last().copied().unwrap_or_default(),
        };
        full.push(value.unwrap_or(guess));
    }
    full
}
