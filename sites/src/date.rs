//! Days in the forms of the files.

use engines::common::Day;

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

/// Returns year, month and day of the month.
fn parts(day: Day) -> (String, usize, usize) {
    let text = day.to_string();
    let mut parts = text.rsplitn(3, '-');
    let number = |part: Option<&str>| part.and_then(|part| part.parse().ok()).unwrap_or(1);
    let date = number(parts.next());
    let month: usize = number(parts.next());
    (parts.next().unwrap_or_default().to_owned(), month, date)
}

fn month(number: usize) -> &'static str {
    MONTHS.get(number.saturating_sub(1)).copied().unwrap_or_default()
}

/// Returns a day in words: `November 25, 2026`.
pub(crate) fn in_words(day: Day) -> String {
    let (year, number, date) = parts(day);
    format!("{} {date}, {year}", month(number))
}

/// Returns the first instant of a day in the form of a feed: `Wed, 25 Nov 2026 00:00:00 GMT`.
pub(crate) fn in_feed(day: Day) -> String {
    let (year, number, date) = parts(day);
    let weekday = day.since(Day::default()).rem_euclid(7);
    let weekday = usize::try_from(weekday).ok().and_then(|at| WEEKDAYS.get(at)).copied().unwrap_or_default();
    let short: String = month(number).chars().take(3).collect();
    format!("{weekday}, {date:02} {short} {year} 00:00:00 GMT")
}
