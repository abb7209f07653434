//! Figures as text.

use shared::domain::report::ReportSearchFigures;

/// Returns a number with groups of thousands.
pub(crate) fn number(value: i64) -> String {
    let digits = value.unsigned_abs().to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if value < 0 { format!("-{grouped}") } else { grouped }
}

/// Returns a share as a percentage; a dash if it is unknown.
pub(crate) fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

/// Returns a position; a dash if it is unknown.
pub(crate) fn position(position: Option<f64>) -> String {
    position.map_or_else(|| "–".to_owned(), |position| format!("{position:.1}"))
}

/// Returns a rank; words if it is beyond the checked results.
pub(crate) fn rank(rank: Option<i32>) -> String {
    rank.map_or_else(|| "not found".to_owned(), |rank| rank.to_string())
}

/// Returns the relative change of a count, such as `+12 %`.
#[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
pub(crate) fn change(current: i64, previous: i64) -> String {
    if previous == 0 {
        return if current == 0 { "unchanged".to_owned() } else { "new".to_owned() };
    }
    format!("{:+.0} %", (current - previous) as f64 / previous as f64 * 100.0)
}

/// Headline figures of search results with their changes: name, value, change.
pub(crate) fn headlines(
    now: &ReportSearchFigures, before: Option<&ReportSearchFigures>,
) -> [(&'static str, String, String); 4] {
    let versus = |text: Option<String>| text.map_or_else(String::new, |text| format!("{text} vs previous"));
    let points = |now: Option<f64>, before: Option<f64>, factor: f64, unit: &str| {
        now.zip(before).map(|(now, before)| format!("{:+.1}{unit}", (now - before) * factor))
    };
    [
        ("Clicks", number(now.clicks), versus(before.map(|before| change(now.clicks, before.clicks)))),
        ("Impressions", number(now.impressions), versus(before.map(|one| change(now.impressions, one.impressions)))),
        ("CTR", percent(now.ctr), versus(before.and_then(|before| points(now.ctr, before.ctr, 100.0, " points")))),
        (
            "Average position",
            position(now.position),
            versus(before.and_then(|before| points(now.position, before.position, 1.0, ""))),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_grouped_and_changes_are_relative() {
        assert_eq!(
            (number(1_234_567), number(-1_000), number(999)),
            ("1,234,567".into(), "-1,000".into(), "999".into())
        );
        assert_eq!((change(112, 100), change(0, 0), change(3, 0)), ("+12 %".into(), "unchanged".into(), "new".into()));
        assert_eq!((percent(Some(0.0345)), percent(None)), ("3.5 %".into(), "–".into()));
    }
}
