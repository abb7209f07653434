//! Formatting of counts.

/// Formats a count: `1,234`, with one decimal below 10 if it is not a whole number.
pub(crate) fn count(value: f64) -> String {
    if value.abs() < 10.0 && (value - value.round()).abs() > 0.05 {
        return format!("{value:.1}");
    }
    let digits = format!("{:.0}", value.round().abs());
    let mut grouped = String::from(if value.round() < 0.0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Returns a text with an upper-case first letter, for the start of a sentence.
pub(crate) fn sentence_start(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
