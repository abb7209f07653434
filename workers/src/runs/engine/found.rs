//! What engines find, as the rows that the app reads.

use chrono::{DateTime, Duration, Utc};
use engines::common::{Insight, Money};
use serde_json::{Value, json};
use shared::domain::{insight::NewInsight, money::MoneyRange};

use crate::error::JobError;

/// How long a finding is believed that gives no date of its own.
const BELIEVED: Duration = Duration::days(90);

/// An insight to be stored. One without an expiry, because its input has no date, is believed for 90 days from `now`.
pub(super) fn insight(found: &Insight, now: DateTime<Utc>) -> Result<NewInsight, JobError> {
    let mut fields = json_of(found)?;
    let expires_at = fields["expiresAt"].as_str().and_then(moment).unwrap_or(now + BELIEVED);
    fields["expiresAt"] = json!(expires_at);
    serde_json::from_value(fields).map_err(|error| JobError::defect(&error))
}

pub(super) fn money(amount: Money) -> MoneyRange {
    MoneyRange {
        low_cents: amount.low_cents,
        mid_cents: amount.mid_cents,
        high_cents: amount.high_cents,
        currency: amount.currency,
    }
}

pub(super) fn moment(text: &str) -> Option<DateTime<Utc>> {
    Some(DateTime::parse_from_rfc3339(text).ok()?.to_utc())
}

pub(in crate::runs) fn json_of(value: &impl serde::Serialize) -> Result<Value, JobError> {
    serde_json::to_value(value).map_err(|error| JobError::defect(&error))
}
