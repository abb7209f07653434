//! Errors of Google's APIs.

use serde_json::Value;

use crate::{
    call::{Rejection, Response, classify as by_status},
    error::ProviderError,
};

/// Converts an error of Google's APIs, which name a reason besides the status.
#[must_use]
pub fn classify(response: &Response) -> Option<Rejection> {
    let rejection = by_status(response)?;
    let error = match (response.status, reason(response).as_str()) {
        (400, "API_KEY_INVALID" | "keyInvalid") => ProviderError::BadKey,
        (403, "rateLimitExceeded" | "userRateLimitExceeded" | "RATE_LIMIT_EXCEEDED") => {
            ProviderError::RateLimited { until: response.retry_at() }
        }
        (403 | 429, "quotaExceeded" | "dailyLimitExceeded") => ProviderError::Quota { until: response.retry_at() },
        _ => return Some(rejection),
    };
    Some(error.into())
}

fn reason(response: &Response) -> String {
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let detail = body.pointer("/error/details").and_then(Value::as_array);
    let detail = detail.and_then(|details| details.iter().find_map(|detail| detail.get("reason")?.as_str()));
    let old = body.pointer("/error/errors/0/reason").and_then(Value::as_str);
    old.or(detail).unwrap_or_default().to_owned()
}
