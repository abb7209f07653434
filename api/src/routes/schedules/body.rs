//! Validation of schedules in requests.

use chrono::{DateTime, Duration, Utc};
use shared::domain::{
    cron::{Cron, CronError},
    run::RunKind,
};

use crate::error::{ApiError, FieldError, Result};

const NAME_CHARS: usize = 100;
/// Minimum time between two runs.
const SHORTEST: Duration = Duration::minutes(15);
/// The same for runs that pay for data that change by the week at most. A week that loses an hour is a week.
const SHORTEST_OF_PAID: Duration = Duration::days(6);
/// Names of common schedules.
const PRESETS: [(&str, &str); 4] =
    [("hourly", "0 * * * *"), ("daily", "0 6 * * *"), ("weekly", "0 6 * * 1"), ("monthly", "0 6 1 * *")];

/// Returns the expression of a preset, or the text itself.
pub(super) fn expression(text: &str) -> String {
    let text = text.trim();
    PRESETS.iter().find(|(name, _)| *name == text).map_or(text, |(_, expression)| expression).to_owned()
}

/// Returns the trimmed name.
pub(super) fn name(text: &str) -> Result<String> {
    let text = text.trim();
    if text.chars().count() > NAME_CHARS {
        return Err(ApiError::invalid("/name", "must have at most 100 characters"));
    }
    Ok(text.to_owned())
}

/// Returns the first tick after `now` of an expression in a time zone, for runs of a kind.
pub(super) fn first_tick(
    kind: RunKind, expression: &str, time_zone: &str, now: DateTime<Utc>,
) -> Result<DateTime<Utc>> {
    let cron = Cron::parse(expression, time_zone).map_err(wrong)?;
    let (shortest, detail) = match kind {
        RunKind::KeywordData => (SHORTEST_OF_PAID, "must leave at least 6 days between two runs"),
        _ => (SHORTEST, "must leave at least 15 minutes between two runs"),
    };
    if cron.shortest_gap(now).is_some_and(|gap| gap < shortest) {
        return Err(ApiError::invalid("/cron", detail));
    }
    cron.next(now).ok_or_else(|| wrong(CronError::Never))
}

#[expect(clippy::needless_pass_by_value, reason = "takes what map_err gives")]
fn wrong(error: CronError) -> ApiError {
    let pointer = if error == CronError::TimeZone { "/timeZone" } else { "/cron" };
    ApiError::Invalid(vec![FieldError::new(pointer, error.to_string())])
}
