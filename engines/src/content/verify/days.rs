//! Days of the week in opening hours.

/// Days with Monday first.
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// All days as bits.
const ALL: u8 = 0b111_1111;
/// Monday to Friday as bits.
const WORKING: u8 = 0b001_1111;
/// Saturday and Sunday as bits.
const WEEKEND: u8 = 0b110_0000;
/// Texts that mean all days.
const DAILY: &[&str] = &["every day", "daily", "7 days", "seven days", "24/7", "all week", "around the clock"];

/// Returns the days that a text of opening hours names, as bits.
pub(in crate::content) fn open_days(text: &str) -> u8 {
    let lower = text.to_lowercase();
    if DAILY.iter().any(|daily| lower.contains(daily)) {
        return ALL;
    }
    let (mut found, mut last, mut is_range) = (0, None, false);
    let spaced = lower.replace(['-', '\u{2013}', '\u{2014}'], " to ");
    for word in spaced.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match (day(word), last) {
            (Some(end), Some(start)) if is_range => found |= run(start, end),
            (Some(day), _) => found |= 1 << day,
            (None, _) => found |= group(word),
        }
        is_range = matches!(word, "to" | "through" | "thru" | "until") && last.is_some();
        last = day(word).or(last.filter(|_| is_range));
    }
    found
}

/// Returns the days that a word of a sentence names, as bits; 0 for other words.
pub(super) fn named_days(word: &str) -> u8 {
    day(word).filter(|_| word.len() > 5).map_or_else(|| group(word), |day| 1 << day)
}

fn group(word: &str) -> u8 {
    match word {
        "weekday" | "weekdays" => WORKING,
        "weekend" | "weekends" => WEEKEND,
        _ => 0,
    }
}

/// Returns the position of a day, also of a short form: `Mon`, `Thurs`.
fn day(word: &str) -> Option<usize> {
    let short = word.strip_suffix('s').filter(|short| short.len() > 5).unwrap_or(word);
    DAYS.iter().position(|day| *day == short || (3..=5).contains(&word.len()) && day.starts_with(word))
}

/// Returns the days from one to another, which may be of the next week.
fn run(start: usize, end: usize) -> u8 {
    let length = (end + 7 - start) % 7;
    (0..=length).fold(0, |days, step| days | (1 << ((start + step) % 7)))
}
