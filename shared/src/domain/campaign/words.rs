//! Numbers in reasons.

/// Returns an amount of US dollars, such as `$1,234.50` or `$40`.
#[must_use]
pub fn dollars(cents: i64) -> String {
    let sign = if cents < 0 { "-" } else { "" };
    let (units, rest) = (cents.unsigned_abs() / 100, cents.unsigned_abs() % 100);
    let digits = units.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if rest == 0 { format!("{sign}${grouped}") } else { format!("{sign}${grouped}.{rest:02}") }
}

/// Returns a number rounded down to `places` decimals without zeros at its end, so that it never seems to reach a limit
/// that it is below.
pub(super) fn below(value: f64, places: u8) -> String {
    let scale = 10_f64.powi(i32::from(places));
    // A figure such as 0.3 times 100 is 30.000000000000004 or 29.999999999999996.
    let scaled = value * scale;
    let whole = if (scaled - scaled.round()).abs() < 1e-6 { scaled.round() } else { scaled.floor() };
    let text = format!("{:.*}", usize::from(places), whole / scale);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dollars_have_cents_only_if_there_are_some() {
        for (cents, text) in [
            (0, "$0"),
            (1_200, "$12"),
            (-1_205, "-$12.05"),
            (123_456_700, "$1,234,567"),
            (100_050, "$1,000.50"),
            (i64::MIN, "-$92,233,720,368,547,758.08"),
        ] {
            assert_eq!(dollars(cents), text);
        }
    }

    #[test]
    fn number_below_a_limit_is_never_shown_as_the_limit() {
        for (value, places, text) in
            [(61.0, 1, "61"), (69.99, 1, "69.9"), (0.3, 2, "0.3"), (0.299, 2, "0.29"), (0.0, 2, "0"), (100.0, 1, "100")]
        {
            assert_eq!(below(value, places), text, "{value}");
        }
    }
}
