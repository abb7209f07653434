//! Numbers in reasons.

use crate::domain::money;

/// Maximum number of decimals of a figure that is just below a limit.
const MOST_DECIMALS: usize = 6;

/// Returns an amount of US dollars, such as `$1,234.50` or `$40`.
#[must_use]
pub fn dollars(cents: i64) -> String {
    money::written(cents, "USD")
}

/// Returns a number that is below a limit: rounded to `places` decimals, or with more of them if it would seem to reach the
/// limit. Zeros at its end are left out.
pub(super) fn below(value: f64, limit: f64, places: usize) -> String {
    let mut shown = (places..=MOST_DECIMALS).map(|places| trimmed(value, places));
    let is_below = |text: &String| text.parse::<f64>().map_or(true, |shown| shown.is_nan() || shown < limit);
    shown.find(is_below).unwrap_or_else(|| trimmed(value, MOST_DECIMALS))
}

/// Returns a number with at most `places` decimals, without zeros at its end.
pub(super) fn trimmed(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_below_a_limit_is_never_shown_as_the_limit() {
        for (value, limit, places, text) in [
            (61.0, 70.0, 1, "61"),
            (11.86, 12.0, 1, "11.9"),
            (69.99, 70.0, 1, "69.99"),
            (0.3, 0.5, 2, "0.3"),
            (0.2999, 0.3, 2, "0.2999"),
            (0.0, 0.3, 2, "0"),
        ] {
            assert_eq!(below(value, limit, places), text, "{value}");
        }
    }
}
