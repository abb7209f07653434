//! Words for uncertain factors.

use crate::common::{Interval, three_digits, whole_money};

/// Returns the median and the 80 % interval of a factor in the unit of its name: a rate in percent, a value in money, anything
/// else as a multiplier.
pub(crate) fn range(name: &str, interval: &Interval, currency: &str) -> String {
    let Interval { low, mid, high, .. } = *interval;
    match name {
        "conversionRate" => {
            let percent = |rate: f64| three_digits(rate) * 100.0;
            format!("{:.1} % (80 % interval {:.1} to {:.1} %)", percent(mid), percent(low), percent(high))
        }
        "valuePerLead" => {
            let amount = |cents: f64| whole_money(cents.round() as i64, currency);
            format!("{} (80 % interval {} to {})", amount(mid), amount(low), amount(high))
        }
        _ => format!("x {mid:.2} (80 % interval x {low:.2} to x {high:.2})"),
    }
}

/// Returns an assumed factor as a sentence. Its label may end with the unit of its figures, which the amounts show.
pub(crate) fn sentence(label: &str, range: &str, source: &str) -> String {
    format!("{}: {range}; {source}", label.trim_end_matches(", cents"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn range_is_written_in_the_unit_of_the_factor() {
        let of = |low, mid, high| Interval { low, mid, high, mean: mid };
        assert_eq!(
            range("conversionRate", &of(0.031_49, 0.048_5, 0.070_45), "USD"),
            "4.9 % (80 % interval 3.1 to 7.0 %)"
        );
        assert_eq!(range("valuePerLead", &of(8_000.0, 12_000.0, 18_049.0), "USD"), "$120 (80 % interval $80 to $180)");
        assert_eq!(range("clickThrough", &of(0.606, 1.0, 1.65), "USD"), "x 1.00 (80 % interval x 0.61 to x 1.65)");
        assert_eq!(sentence("Value per lead, cents", "$120", "given value"), "Value per lead: $120; given value");
    }
}
