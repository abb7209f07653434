//! Opening hours as people say them.

use super::grammar::{bare, is_clause, is_first_person};
use super::values::{is_negated, lowered_first};

/// Short names of days with the full ones.
const DAYS: &[(&str, &str)] = &[
    ("mon", "Monday"),
    ("tue", "Tuesday"),
    ("tues", "Tuesday"),
    ("wed", "Wednesday"),
    ("weds", "Wednesday"),
    ("thu", "Thursday"),
    ("thur", "Thursday"),
    ("thurs", "Thursday"),
    ("fri", "Friday"),
    ("sat", "Saturday"),
    ("sun", "Sunday"),
];

/// Reads opening hours as an adverbial: `24 hours a day`, `from 7 in the morning to 6 at night`.
pub(super) fn hours(value: &str) -> Option<String> {
    if matches!(bare(value).to_lowercase().as_str(), "24/7" | "open 24/7" | "24 / 7" | "24-7") {
        return Some("24 hours a day, 7 days a week".to_owned());
    }
    let value = spelled(&bare(value));
    let lower = value.to_lowercase();
    let plain = lower.strip_prefix("open ").map_or(value.as_str(), |rest| &value[value.len() - rest.len()..]);
    let first = plain.to_lowercase();
    let days =
        ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "dai", "week", "from", "every", "day", "at any", "around"];
    let is_time = first.starts_with(|c: char| c.is_ascii_digit()) || days.iter().any(|day| first.starts_with(day));
    let is_long = plain.chars().count() > 90 || plain.contains(['\n', '"', '\u{201C}', '!', '?', ';']);
    if !is_time || is_long || is_negated(&value) || is_first_person(&value) || is_clause(&value) {
        return None;
    }
    if first.starts_with(|c: char| c.is_ascii_digit()) && first.contains(" to ") && !first.contains("hours") {
        return Some(format!("from {plain}"));
    }
    Some(if first.starts_with("from") || first.starts_with("dai") || first.starts_with("every") {
        lowered_first(plain)
    } else {
        plain.to_owned()
    })
}

/// Writes short days and times in full: `Mon-Fri 8am-6pm` becomes `Monday to Friday, 8 am to 6 pm`.
fn spelled(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 16);
    let mut is_after_day = false;
    for word in value.split_whitespace() {
        let mark = if word.ends_with(',') { "," } else { "" };
        let bare = word.trim_end_matches(',');
        let parts: Vec<&str> = bare.split(['-', '\u{2013}']).collect();
        let days: Option<Vec<&str>> = parts.iter().map(|part| day(part)).collect();
        let times: Option<Vec<String>> = parts.iter().map(|part| time(part)).collect();
        let is_time = times.is_some();
        if is_after_day && is_time {
            out.push(',');
        }
        if !out.is_empty() {
            out.push(' ');
        }
        match (days, times) {
            (Some(days), _) if parts.len() <= 2 => out.push_str(&days.join(" to ")),
            (None, Some(times)) if parts.len() <= 2 => out.push_str(&times.join(" to ")),
            _ => out.push_str(bare),
        }
        out.push_str(mark);
        is_after_day = mark.is_empty() && parts.iter().all(|part| is_day(part));
    }
    out
}

/// Returns the full name of a short day.
fn day(word: &str) -> Option<&'static str> {
    let lower = word.trim_end_matches('.').to_lowercase();
    DAYS.iter().find(|(short, full)| *short == lower || full.to_lowercase() == lower).map(|(_, full)| *full)
}

fn is_day(word: &str) -> bool {
    day(word).is_some()
}

/// Returns a time with a space before `am` or `pm`: `8am`, `7:30pm`; a number alone stays.
fn time(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    let digits: String = lower.chars().take_while(|c| c.is_ascii_digit() || *c == ':').collect();
    let half = lower[digits.len()..].trim_end_matches('.').replace('.', "");
    match half.as_str() {
        "am" | "pm" if !digits.is_empty() => Some(format!("{digits} {half}")),
        "" if !digits.is_empty() && digits.len() <= 5 => Some(digits),
        _ => None,
    }
}
