//! Errors of providers of language models.

use chrono::TimeDelta;
use serde_json::Value;

use crate::{
    call::{Rejection, Response},
    error::ProviderError,
    google,
};

/// Converts an error: codes and texts name what the status leaves open.
pub(super) fn classify(response: &Response) -> Option<Rejection> {
    let rejection = google::classify(response)?;
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let body = body.get(0).unwrap_or(&body);
    let code = ["/error/code", "/error/type"].iter().find_map(|place| body.pointer(place)?.as_str());
    let message = response.message();
    let error = match (response.status, code.unwrap_or_default()) {
        (429, "insufficient_quota") => ProviderError::NoMoney,
        (400 | 403, _) if message.contains("credit balance") || message.contains("billing") => ProviderError::NoMoney,
        (400, "context_length_exceeded") => {
            ProviderError::InvalidField { field: Some("prompt".to_owned()), message: "it is too long".to_owned() }
        }
        (429, _) => ProviderError::RateLimited { until: response.retry_at().or_else(|| retry_info(body, response)) },
        _ => return Some(rejection),
    };
    Some(error.into())
}

/// Returns when Gemini allows the next request: it reports the wait in the body.
fn retry_info(body: &Value, response: &Response) -> Option<chrono::DateTime<chrono::Utc>> {
    let details = body.pointer("/error/details")?.as_array()?;
    let delay = details.iter().find_map(|detail| detail.get("retryDelay")?.as_str())?;
    let seconds: f64 = delay.strip_suffix('s')?.parse().ok()?;
    #[expect(clippy::cast_possible_truncation, reason = "clamped to a day")]
    let wait = TimeDelta::milliseconds((seconds.clamp(0.0, 86_400.0) * 1_000.0) as i64);
    response.received_at.checked_add_signed(wait)
}
