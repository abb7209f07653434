//! Calendar days.

use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A day of the proleptic Gregorian calendar in UTC, counted from 1970-01-01.
///
/// Parses `2026-11-21` and any RFC 3339 time with this prefix; formats as `2026-11-21`. Years 0001
/// to 9999. The default is 1970-01-01.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i32);

impl Day {
    /// Returns the day of a calendar date; `None` if the date does not exist.
    pub fn from_ymd(year: i32, month: u32, day: u32) -> Option<Self> {
        if !(1..=9999).contains(&year) || !(1..=12).contains(&month) || day == 0 {
            return None;
        }
        if day > days_in_month(year, month) {
            return None;
        }
        Some(Self(days_from_civil(year, month, day)))
    }

    /// Parses `YYYY-MM-DD`, with or without a time after it; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let date = text.get(..10)?;
        if text.len() > 10 && !matches!(text.as_bytes()[10], b'T' | b't' | b' ') {
            return None;
        }
        let mut parts = date.splitn(3, '-');
        let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
        if year.len() != 4 || month.len() != 2 || !all_digits(&[year, month, day]) {
            return None;
        }
        Self::from_ymd(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    }

    /// Returns the day `days` later (earlier if negative), limited to the years 0001 to 9999.
    #[must_use]
    pub fn plus(self, days: i32) -> Self {
        Self(self.0.saturating_add(days).clamp(-719_162, 2_932_896))
    }

    /// Days from `earlier` to this day; negative if this day is earlier.
    pub fn since(self, earlier: Self) -> i32 {
        self.0 - earlier.0
    }

    /// The first instant of the day as RFC 3339: `2026-11-21T00:00:00Z`.
    pub fn to_rfc3339(self) -> String {
        format!("{self}T00:00:00Z")
    }
}

fn all_digits(parts: &[&str]) -> bool {
    parts.iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

fn days_in_month(year: i32, month: u32) -> u32 {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        2 if leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days from 1970-01-01 to a date.
///
/// Source: Howard Hinnant (2013), "chrono-Compatible Low-Level Date Algorithms", `days_from_civil`.
fn days_from_civil(year: i32, month: u32, day: u32) -> i32 {
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let month_from_march = (month as i32 + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day as i32 - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// The date of a day count; the inverse of [`days_from_civil`], same source.
fn civil_from_days(days: i32) -> (i32, i32, i32) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + i32::from(month <= 2);
    (year, month, day)
}

impl fmt::Display for Day {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil_from_days(self.0);
        write!(formatter, "{year:04}-{month:02}-{day:02}")
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom(format!("`{text}` is not a date like 2026-11-21")))
    }
}

impl JsonSchema for Day {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_generator: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A date like 2026-11-21, or an RFC 3339 time of which the date counts." })
    }
}
