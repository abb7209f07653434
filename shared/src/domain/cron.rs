//! Cron expressions of five fields, in a time zone.

use std::str::FromStr;

use chrono::{DateTime, Duration, Utc};
use chrono_tz::Tz;

/// Days of the week in cron: 0 and 7 are Sunday.
const DAYS: [&str; 8] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"];
/// Number of intervals compared to find the shortest.
const COMPARED: usize = 50;

/// Reason why the times of a schedule are invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CronError {
    /// The expression is malformed.
    #[error("must be five fields as in '30 6 * * 1' (minute, hour, day of the month, month, day of the week)")]
    Expression,
    /// The expression never fires.
    #[error("never fires: no day matches it")]
    Never,
    /// The time zone does not exist.
    #[error("must be a time zone as in 'Europe/Berlin' or 'UTC'")]
    TimeZone,
}

/// Times of a schedule.
#[derive(Debug, Clone)]
pub struct Cron {
    /// Fires when any of them does.
    schedules: Vec<cron::Schedule>,
    zone: Tz,
}

impl Cron {
    /// Parses an expression of five fields and the name of a time zone.
    ///
    /// # Errors
    /// Returns a [`CronError`] for an invalid expression or time zone.
    pub fn parse(expression: &str, zone: &str) -> Result<Self, CronError> {
        let zone = Tz::from_str(zone).map_err(|_| CronError::TimeZone)?;
        let fields: Vec<&str> = expression.split_whitespace().collect();
        let [minute, hour, day, month, weekday] = fields[..] else { return Err(CronError::Expression) };
        let named = named_days(weekday).ok_or(CronError::Expression)?;
        let read = |day: &str, weekday: &str| {
            let text = format!("0 {minute} {hour} {day} {month} {weekday}");
            cron::Schedule::from_str(&text).map_err(|_| CronError::Expression)
        };
        // As in crontab(5): where both are restricted, a day that matches either of them fires.
        let schedules = if is_restricted(day) && is_restricted(weekday) {
            vec![read(day, "*")?, read("*", &named)?]
        } else {
            vec![read(day, &named)?]
        };
        Ok(Self { schedules, zone })
    }

    /// Returns the first time after `after`; `None` if there is none.
    #[must_use]
    pub fn next(&self, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let after = after.with_timezone(&self.zone);
        self.schedules.iter().filter_map(|schedule| schedule.after(&after).next()).min().map(|tick| tick.to_utc())
    }

    /// Returns the shortest interval between the next times; `None` if fewer than two are left.
    #[must_use]
    pub fn shortest_gap(&self, after: DateTime<Utc>) -> Option<Duration> {
        let ticks = std::iter::successors(self.next(after), |tick| self.next(*tick)).take(COMPARED);
        let ticks: Vec<DateTime<Utc>> = ticks.collect();
        ticks.windows(2).map(|pair| pair[1] - pair[0]).min()
    }
}

fn is_restricted(field: &str) -> bool {
    !field.starts_with(['*', '?'])
}

/// The field with names in the place of numbers, which the parser counts from Sunday = 1. Steps keep their number; ranges
/// of numbers become lists, as the parser's week ends on Saturday.
fn named_days(field: &str) -> Option<String> {
    let part = |part: &str| -> Option<String> {
        let (range, step) = part.split_once('/').map_or((part, None), |(range, step)| (range, Some(step)));
        if let Some((first, last)) = range.split_once('-').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?))) {
            return listed_days(first, last, step);
        }
        let days = range.split('-').map(day).collect::<Option<Vec<_>>>()?;
        let range = days.join("-");
        Some(step.map_or(range.clone(), |step| format!("{range}/{step}")))
    };
    let parts = field.split(',').map(part).collect::<Option<Vec<_>>>()?;
    Some(parts.join(","))
}

fn listed_days(first: usize, last: usize, step: Option<&str>) -> Option<String> {
    let step: usize = step.map_or(Some(1), |step| step.parse().ok()).filter(|step| *step > 0)?;
    let names: Vec<&str> = DAYS.get(first..=last)?.iter().copied().step_by(step).collect();
    (!names.is_empty()).then(|| names.join(","))
}

fn day(text: &str) -> Option<String> {
    match text.parse::<usize>() {
        Ok(number) => DAYS.get(number).map(|name| (*name).to_owned()),
        Err(_) => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(expression: &str, zone: &str, after: &str) -> String {
        let cron = Cron::parse(expression, zone).unwrap();
        cron.next(after.parse().unwrap()).map(|tick| tick.to_rfc3339()).unwrap_or_default()
    }

    #[test]
    fn next_follows_the_clock_of_the_time_zone_across_daylight_saving() {
        assert_eq!(next("*/15 * * * *", "UTC", "2026-03-01T23:59:30Z"), "2026-03-02T00:00:00+00:00");
        assert_eq!(next("30 6 * * *", "Europe/Berlin", "2026-03-28T06:00:00Z"), "2026-03-29T04:30:00+00:00");
        assert_eq!(next("30 6 * * *", "Europe/Berlin", "2026-03-27T06:00:00Z"), "2026-03-28T05:30:00+00:00");
    }

    #[test]
    fn weekdays_are_counted_from_sunday_as_zero() {
        // 2 March 2026 is a Monday.
        assert_eq!(next("0 9 * * 1", "UTC", "2026-03-01T00:00:00Z"), "2026-03-02T09:00:00+00:00");
        assert_eq!(next("0 9 * * 0", "UTC", "2026-03-02T00:00:00Z"), "2026-03-08T09:00:00+00:00");
        assert_eq!(next("0 9 * * 7", "UTC", "2026-03-02T00:00:00Z"), "2026-03-08T09:00:00+00:00");
        assert_eq!(next("0 9 * * 1-5", "UTC", "2026-03-06T10:00:00Z"), "2026-03-09T09:00:00+00:00");
    }

    #[test]
    fn parse_refuses_what_is_malformed() {
        for wrong in ["", "not cron", "* * * *", "0 0 * * * *", "61 * * * *", "0 0 * * 8", "@daily"] {
            assert_eq!(Cron::parse(wrong, "UTC").err(), Some(CronError::Expression), "{wrong}");
        }
        assert_eq!(Cron::parse("0 9 * * *", "Mars/Olympus").err(), Some(CronError::TimeZone));
    }

    #[test]
    fn shortest_gap_finds_the_busiest_part_of_the_day() {
        let gap = |text| Cron::parse(text, "UTC").unwrap().shortest_gap(DateTime::UNIX_EPOCH);
        assert_eq!(gap("0,5 6 * * *"), Some(Duration::minutes(5)));
        assert_eq!(gap("0 6 * * *"), Some(Duration::days(1)));
    }
}
