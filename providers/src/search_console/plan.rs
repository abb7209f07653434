//! Which days to fetch: sixteen months at first, then new days and days that were incomplete.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, Months, NaiveDate, Utc};
use chrono_tz::America::Los_Angeles;
use serde::{Deserialize, Serialize};

/// Months for which Search Console stores data.
const MONTHS: Months = Months::new(16);

/// Whether the figures of a day may still change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DayState {
    /// They no longer change.
    Final,
    /// They may change: fetch them again.
    Preliminary,
}

/// Days in sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct DayRange {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
}

/// Returns the current day in Pacific time, by which Search Console counts days.
#[must_use]
pub fn today(now: DateTime<Utc>) -> NaiveDate {
    now.with_timezone(&Los_Angeles).date_naive()
}

/// Returns the state of a fetched day. Without a first incomplete day in the response, the last three days count as
/// preliminary, because Google usually completes a day within that time.
#[must_use]
pub fn day_state(day: NaiveDate, first_incomplete: Option<NaiveDate>, today: NaiveDate) -> DayState {
    let incomplete_from = first_incomplete.or_else(|| today.checked_sub_days(Days::new(3))).unwrap_or(today);
    if day < incomplete_from.min(today) { DayState::Final } else { DayState::Preliminary }
}

/// Returns the ranges of days to fetch, newest first, each of at most `most_days` days: every day of the last sixteen
/// months that is not stored as final. Days without data are stored too, with their state.
#[must_use]
pub fn plan(today: NaiveDate, stored: &BTreeMap<NaiveDate, DayState>, most_days: u32) -> Vec<DayRange> {
    let oldest = today.checked_sub_months(MONTHS).unwrap_or(today);
    let is_missing = |day: &NaiveDate| stored.get(day) != Some(&DayState::Final);
    let days = today.iter_days_back().take_while(|day| *day >= oldest).filter(is_missing);
    let mut ranges: Vec<DayRange> = Vec::new();
    for day in days {
        match ranges.last_mut() {
            Some(range) if joins(range, day, most_days) => range.from = day,
            _ => ranges.push(DayRange { from: day, to: day }),
        }
    }
    ranges
}

fn joins(range: &DayRange, day: NaiveDate, most_days: u32) -> bool {
    range.from.pred_opt() == Some(day) && (range.to - day).num_days() < i64::from(most_days.max(1))
}

trait DaysBack {
    /// Iterates from a day backwards.
    fn iter_days_back(self) -> impl Iterator<Item = NaiveDate>;
}

impl DaysBack for NaiveDate {
    fn iter_days_back(self) -> impl Iterator<Item = NaiveDate> {
        std::iter::successors(Some(self), NaiveDate::pred_opt)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn plan_without_stored_days_covers_sixteen_months_newest_first() {
        let ranges = plan(day("2026-11-23"), &BTreeMap::new(), 7);
        assert_eq!(ranges[0], DayRange { from: day("2026-11-17"), to: day("2026-11-23") });
        assert_eq!(ranges.last().unwrap().from, day("2025-07-23"));
        let days: i64 = ranges.iter().map(|range| (range.to - range.from).num_days() + 1).sum();
        assert_eq!(days, (day("2026-11-23") - day("2025-07-23")).num_days() + 1);
        assert!(ranges.windows(2).all(|pair| pair[1].to.succ_opt() == Some(pair[0].from)));
    }

    #[test]
    fn plan_of_an_increment_asks_for_preliminary_and_missing_days_only() {
        let today = day("2026-11-23");
        let mut stored: BTreeMap<_, _> =
            today.iter_days_back().skip(1).take(600).map(|d| (d, DayState::Final)).collect();
        stored.insert(day("2026-11-22"), DayState::Preliminary);
        stored.insert(day("2026-11-21"), DayState::Preliminary);
        stored.remove(&day("2026-03-05"));
        let expected = [
            DayRange { from: day("2026-11-21"), to: today },
            DayRange { from: day("2026-03-05"), to: day("2026-03-05") },
        ];
        assert_eq!(plan(today, &stored, 30), expected);
    }

    #[test]
    fn day_from_the_first_incomplete_one_on_is_preliminary() {
        let (today, incomplete) = (day("2026-11-23"), Some(day("2026-11-22")));
        assert_eq!(day_state(day("2026-11-21"), incomplete, today), DayState::Final);
        assert_eq!(day_state(day("2026-11-22"), incomplete, today), DayState::Preliminary);
        assert_eq!(day_state(day("2026-11-20"), None, today), DayState::Preliminary);
        assert_eq!(day_state(day("2026-11-19"), None, today), DayState::Final);
        assert_eq!(day_state(today, Some(day("2027-01-01")), today), DayState::Preliminary);
    }

    #[test]
    fn today_is_the_day_in_california() {
        let at = |text: &str| today(DateTime::parse_from_rfc3339(text).unwrap().to_utc());
        assert_eq!(at("2026-11-23T07:59:00Z"), day("2026-11-22"));
        assert_eq!(at("2026-07-01T07:01:00Z"), day("2026-07-01"));
    }
}
