//! Money: integer cents with a currency, and an interval for estimates.

use serde::{Deserialize, Serialize};

/// A monthly estimate of money: 10 % quantile, mean and 90 % quantile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MoneyRange {
    /// The 10th percentile, in cents.
    pub low_cents: i64,
    /// The mean, in cents.
    pub mid_cents: i64,
    /// The 90th percentile, in cents.
    pub high_cents: i64,
    /// ISO 4217 code.
    pub currency: String,
}

/// Returns an amount with every cent and its currency, such as `1,234.50 USD`.
#[must_use]
pub fn exact(cents: i64, currency: &str) -> String {
    let (sign, cents) = (if cents < 0 { "-" } else { "" }, cents.unsigned_abs());
    let units = (cents / 100).to_string();
    let mut grouped = String::new();
    for (at, digit) in units.chars().enumerate() {
        if at > 0 && (units.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}.{:02} {currency}", cents % 100)
}

/// Returns an amount as the web app writes it, with cents only if it has some: `$80`, `€12.50`, `CHF 80`.
#[must_use]
pub fn written(cents: i64, currency: &str) -> String {
    let text = exact(cents, "");
    let amount = text.trim_start_matches('-').trim_end().trim_end_matches(".00");
    let sign = if cents < 0 { "-" } else { "" };
    match currency {
        "USD" => format!("{sign}${amount}"),
        "EUR" => format!("{sign}€{amount}"),
        "GBP" => format!("{sign}£{amount}"),
        other => format!("{sign}{other} {amount}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_amounts_show_every_cent_and_group_thousands() {
        assert_eq!(exact(5, "USD"), "0.05 USD");
        assert_eq!(exact(90_000, "EUR"), "900.00 EUR");
        assert_eq!(exact(123_456_789, "USD"), "1,234,567.89 USD");
        assert_eq!(exact(-1_050, "USD"), "-10.50 USD");
        assert_eq!(exact(i64::MIN, "USD"), "-92,233,720,368,547,758.08 USD");
    }

    #[test]
    fn written_amounts_have_cents_only_if_there_are_some() {
        for (cents, currency, text) in [
            (0, "USD", "$0"),
            (8_000, "USD", "$80"),
            (-1_205, "USD", "-$12.05"),
            (100_050, "EUR", "€1,000.50"),
            (123_456_700, "CHF", "CHF 1,234,567"),
            (i64::MIN, "USD", "-$92,233,720,368,547,758.08"),
        ] {
            assert_eq!(written(cents, currency), text);
        }
    }
}
