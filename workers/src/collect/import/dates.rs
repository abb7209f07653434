//! Dates in the formats of exports, and periods in filters and headers.

use chrono::{Days, NaiveDate};

use super::words::folded;

/// Order of day and month in `1/2/2026`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    DayFirst,
    MonthFirst,
}

/// Parses a day and drops a time after it; `None` for an empty cell. `native` is the number of a typed cell: a sheet's
/// day count from 1900.
#[inline]
pub(super) fn day(cell: &[u8], native: Option<f64>, order: Order) -> Option<NaiveDate> {
    if let Some(found) = iso(cell) {
        return Some(found);
    }
    if let Some(number) = native {
        return serial(number);
    }
    written(std::str::from_utf8(cell).ok()?, order)
}

/// Parses `2026-01-31`, `2026/01/31` or `20260131`, without a time after it.
#[inline]
fn iso(cell: &[u8]) -> Option<NaiveDate> {
    let number = |range: std::ops::Range<usize>| -> Option<u32> {
        let digits = cell.get(range)?;
        digits.iter().try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + u32::from(digit - b'0')))
    };
    let separator = *cell.get(4)?;
    let (month, day, end) = if matches!(separator, b'-' | b'/') && cell.get(7) == Some(&separator) {
        (number(5..7)?, number(8..10)?, 10)
    } else {
        (number(4..6)?, number(6..8)?, 8)
    };
    let is_ended = matches!(cell.get(end), None | Some(b'T' | b' '));
    let year = i32::try_from(number(0..4)?).ok()?;
    if is_ended && (1990..=2100).contains(&year) { NaiveDate::from_ymd_opt(year, month, day) } else { None }
}

/// Converts days since the end of 1899, as in sheets (which include the nonexistent 29 February 1900).
fn serial(number: f64) -> Option<NaiveDate> {
    if !(32_874.0..80_000.0).contains(&number) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked above")]
    NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(number as u64))
}

/// Parses `31.1.2026`, `1/31/26`, `Jan 31, 2026`, `27 juil. 2026`.
fn written(text: &str, order: Order) -> Option<NaiveDate> {
    if text.len() > 40 {
        return None;
    }
    let folded = folded(text);
    let is_dotted = folded.matches('.').count() == 2;
    let parts: Vec<&str> = folded
        .split(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '.' | ',' | '-'))
        .filter(|part| !part.is_empty() && !matches!(*part, "de" | "of" | "г"))
        .collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let figure = |part: &str| part.trim_end_matches(['年', '月', '日']).parse::<u32>().ok().filter(|_| part.len() <= 6);
    let year = i32::try_from(full_year(figure(third)?)?).ok()?;
    let (month, day) = match (figure(first), figure(second)) {
        (Some(one), Some(two)) if order == Order::DayFirst || is_dotted => (two, one),
        (Some(one), Some(two)) => (one, two),
        (None, Some(day)) => (month_named(first)?, day),
        (Some(day), None) => (month_named(second)?, day),
        (None, None) => return None,
    };
    NaiveDate::from_ymd_opt(year, month, day)
}

fn full_year(figure: u32) -> Option<u32> {
    match figure {
        0..=69 => Some(2000 + figure),
        1990..=2100 => Some(figure),
        _ => None,
    }
}

/// Finds the month with a prefix of a folded word, in the languages of the product; longer prefixes first.
fn month_named(word: &str) -> Option<u32> {
    MONTHS.iter().find(|(beginning, _)| word.starts_with(beginning)).map(|(_, month)| *month)
}

const MONTHS: [(&str, u32); 75] = [
    ("juil", 7),
    ("juin", 6),
    ("janv", 1),
    ("gennaio", 1),
    ("jan", 1),
    ("ene", 1),
    ("gen", 1),
    ("sty", 1),
    ("янв", 1),
    ("oca", 1),
    ("feb", 2),
    ("fév", 2),
    ("fev", 2),
    ("lut", 2),
    ("фев", 2),
    ("şub", 2),
    ("úno", 2),
    ("mär", 3),
    ("mrt", 3),
    ("maa", 3),
    ("mar", 3),
    ("мар", 3),
    ("bře", 3),
    ("apr", 4),
    ("avr", 4),
    ("abr", 4),
    ("kwi", 4),
    ("апр", 4),
    ("nis", 4),
    ("may", 5),
    ("mai", 5),
    ("maj", 5),
    ("mei", 5),
    ("mag", 5),
    ("май", 5),
    ("мая", 5),
    ("jun", 6),
    ("giu", 6),
    ("cze", 6),
    ("июн", 6),
    ("haz", 6),
    ("jul", 7),
    ("lug", 7),
    ("lip", 7),
    ("июл", 7),
    ("tem", 7),
    ("aug", 8),
    ("aoû", 8),
    ("ago", 8),
    ("sie", 8),
    ("авг", 8),
    ("ağu", 8),
    ("srp", 8),
    ("sep", 9),
    ("set", 9),
    ("wrz", 9),
    ("сен", 9),
    ("eyl", 9),
    ("zář", 9),
    ("oct", 10),
    ("okt", 10),
    ("ott", 10),
    ("out", 10),
    ("paź", 10),
    ("окт", 10),
    ("eki", 10),
    ("nov", 11),
    ("lis", 11),
    ("ноя", 11),
    ("kas", 11),
    ("dec", 12),
    ("déc", 12),
    ("dez", 12),
    ("dic", 12),
    ("дек", 12),
];

/// Parses a period written as two dates (`2026-01-01 - 2026-01-28`, `1 janv. 2026-31 janv. 2026`).
pub(super) fn period(text: &str, order: Order) -> Option<(NaiveDate, NaiveDate)> {
    let text = folded(text);
    text.match_indices(['-', '~']).find_map(|(at, dash)| {
        let side = |part: &str| day(part.trim().as_bytes(), None, order);
        let (from, to) = (side(&text[..at])?, side(&text[at + dash.len()..])?);
        (from <= to).then_some((from, to))
    })
}

/// Returns the month in `Searches: May 2025`, as its first day.
pub(super) fn month_of_header(folded_header: &str) -> Option<NaiveDate> {
    let rest = folded_header.strip_prefix("searches:")?.trim();
    let (month, year) = rest.split_once(' ')?;
    NaiveDate::from_ymd_opt(year.trim().parse().ok()?, month_named(month)?, 1)
}

/// Returns the first and last month of a range such as `sv trend (09-2024 - 08-2026)`, as their first days.
pub(super) fn months_of_header(folded_header: &str) -> Option<(NaiveDate, NaiveDate)> {
    let inner = folded_header.split_once('(')?.1.strip_suffix(')')?;
    let (from, to) = inner.split_once(" - ")?;
    let month = |text: &str| {
        let (month, year) = text.trim().split_once('-')?;
        NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, 1)
    };
    let (from, to) = (month(from)?, month(to)?);
    (from <= to).then_some((from, to))
}

/// Finds the first date of the form `2026-01-31` or `20260131` in a file name.
pub(super) fn day_in_name(name: &str) -> Option<NaiveDate> {
    let bytes = name.as_bytes();
    let starts = (0..bytes.len()).filter(|at| *at == 0 || !bytes[at - 1].is_ascii_digit());
    starts.filter(|at| bytes[*at].is_ascii_digit()).find_map(|at| {
        let run = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        match run {
            4 => iso(bytes.get(at..at + 10)?),
            8 => iso(bytes.get(at..at + 8)?),
            _ => None,
        }
    })
}

/// Evidence of a column for the order of day and month: numbers above twelve.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct OrderEvidence {
    day_first: u32,
    month_first: u32,
    open: u32,
}

impl OrderEvidence {
    /// Adds the evidence of a cell.
    pub(super) fn add(&mut self, cell: &[u8]) {
        let Ok(text) = std::str::from_utf8(cell) else { return };
        let mut parts = text.split('/');
        let (Some(first), Some(second), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return;
        };
        let figure = |part: &str| part.trim().parse::<u32>().ok().filter(|figure| *figure <= 31);
        match (figure(first), figure(second)) {
            (Some(13..), Some(_)) => self.day_first += 1,
            (Some(_), Some(13..)) => self.month_first += 1,
            (Some(_), Some(_)) => self.open += 1,
            _ => {}
        }
    }

    /// Returns the order, and whether it is a guess.
    pub(super) fn decide(self, is_english: bool) -> (Order, bool) {
        let usual = if is_english { Order::MonthFirst } else { Order::DayFirst };
        match self.day_first.cmp(&self.month_first) {
            std::cmp::Ordering::Greater => (Order::DayFirst, false),
            std::cmp::Ordering::Less => (Order::MonthFirst, false),
            std::cmp::Ordering::Equal => (usual, self.open > 0 || self.day_first > 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(year, month, day)
    }

    #[test]
    fn reads_dates_of_many_countries() {
        for (text, order, expected) in [
            ("2026-01-31", Order::DayFirst, on(2026, 1, 31)),
            ("20260131", Order::DayFirst, on(2026, 1, 31)),
            ("2026-01-31T08:00:00Z", Order::DayFirst, on(2026, 1, 31)),
            ("2026-01-31 08:00:00", Order::DayFirst, on(2026, 1, 31)),
            ("31.01.2026", Order::MonthFirst, on(2026, 1, 31)),
            ("3/2/2026", Order::DayFirst, on(2026, 2, 3)),
            ("3/2/26", Order::MonthFirst, on(2026, 3, 2)),
            ("Jan 31, 2026", Order::MonthFirst, on(2026, 1, 31)),
            ("27 juil. 2026", Order::DayFirst, on(2026, 7, 27)),
            ("3 juin 2026", Order::DayFirst, on(2026, 6, 3)),
            ("5. März 2026", Order::DayFirst, on(2026, 3, 5)),
            ("31 de enero de 2026", Order::DayFirst, on(2026, 1, 31)),
            ("2026-02-30", Order::DayFirst, None),
            ("20261341", Order::DayFirst, None),
            ("Grand total", Order::DayFirst, None),
            ("12", Order::DayFirst, None),
        ] {
            assert_eq!(day(text.as_bytes(), None, order), expected, "{text}");
        }
    }

    #[test]
    fn a_sheet_counts_days_from_1900() {
        assert_eq!(day(b"46053", Some(46_053.0), Order::DayFirst), on(2026, 1, 31));
        assert_eq!(day(b"12", Some(12.0), Order::DayFirst), None);
    }

    #[test]
    fn reads_the_period_of_a_filter() {
        let january = on(2026, 1, 1).zip(on(2026, 1, 31));
        for text in [
            "2026-01-01 - 2026-01-31",
            "1 janv. 2026-31 janv. 2026",
            "Jan 1, 2026 – Jan 31, 2026",
            "2026/01/01-2026/01/31",
        ] {
            assert_eq!(period(text, Order::MonthFirst), january, "{text}");
        }
        assert_eq!(period("Last 3 months", Order::MonthFirst), None);
    }

    #[test]
    fn reads_months_in_headers_and_days_in_names() {
        assert_eq!(month_of_header("searches: may 2025"), on(2025, 5, 1));
        assert_eq!(months_of_header("sv trend (09-2024 - 08-2026)"), on(2024, 9, 1).zip(on(2026, 8, 1)));
        assert_eq!(day_in_name("google_us_plumber_matching-terms_2026-08-01_10-11-12.csv"), on(2026, 8, 1));
        assert_eq!(day_in_name("example.com-organic.Positions-us-20260802-2026-08-03T01_02_03Z.csv"), on(2026, 8, 2));
        assert_eq!(day_in_name("Queries.csv"), None);
    }
}
