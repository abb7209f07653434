//! Errors of Google's APIs.

use serde_json::Value;

use crate::{
    call::{Rejection, Response, classify as by_status},
    error::ProviderError,
};

/// Most bytes of an error. Larger bodies under a status of success are not read for one.
const MOST_BYTES: usize = 16 << 10;

/// Converts an error of Google's APIs, which name reasons besides the status. A small body under the status 200 is an
/// error too if it is an error object with a status.
#[must_use]
pub fn classify(response: &Response) -> Option<Rejection> {
    if (200..300).contains(&response.status) {
        return within(response);
    }
    let rejection = by_status(response)?;
    let reasons = reasons(&serde_json::from_slice(&response.body).unwrap_or_default());
    let names = |known: &[&str]| reasons.iter().any(|reason| known.contains(&reason.as_str()));
    let error = match response.status {
        400 if names(&["API_KEY_INVALID", "keyInvalid", "keyExpired"]) => ProviderError::BadKey,
        403 if names(&["rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED"]) => {
            ProviderError::RateLimited { until: response.retry_at() }
        }
        403 | 429 if names(&["quotaExceeded", "dailyLimitExceeded"]) => {
            ProviderError::Quota { until: response.retry_at() }
        }
        _ => return Some(rejection),
    };
    Some(error.into())
}

/// Converts an error object under a status of success.
fn within(response: &Response) -> Option<Rejection> {
    let small = Some(&response.body).filter(|body| body.len() <= MOST_BYTES)?;
    let body: Value = serde_json::from_slice(small).ok()?;
    let code = body.pointer("/error/code")?.as_u64().and_then(|code| u16::try_from(code).ok())?;
    (code >= 400).then(|| classify(&Response { status: code, ..response.clone() })).flatten()
}

/// Returns the reasons that an error names: the newer one says more, as an invalid key is only a bad request in the older.
fn reasons(body: &Value) -> Vec<String> {
    // Some services wrap the error in a list.
    let body = body.get(0).unwrap_or(body);
    let list = |place: &str| body.pointer(place).and_then(Value::as_array).into_iter().flatten();
    let all = list("/error/details").chain(list("/error/errors"));
    all.filter_map(|entry| Some(entry.get("reason")?.as_str()?.to_owned())).collect()
}
