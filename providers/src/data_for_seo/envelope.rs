//! Envelope of responses and the meaning of its status codes.

use chrono::TimeDelta;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    call::{Charge, Parsed, Rejection, Response, classify as by_status, short},
    error::ProviderError,
    json,
    money::Micros,
};

const OK: i64 = 20_000;
/// Search without results, which is no error.
const NO_RESULTS: i64 = 40_102;

#[derive(Deserialize)]
struct Envelope {
    status_code: i64,
    #[serde(default, deserialize_with = "json::text")]
    status_message: Option<String>,
    #[serde(default, deserialize_with = "json::number")]
    cost: Option<f64>,
    #[serde(default, deserialize_with = "json::list")]
    tasks: Vec<Task>,
}

#[derive(Deserialize)]
struct Task {
    status_code: i64,
    #[serde(default, deserialize_with = "json::text")]
    status_message: Option<String>,
    #[serde(default, deserialize_with = "json::number")]
    cost: Option<f64>,
    #[serde(default, deserialize_with = "json::list")]
    result: Vec<Value>,
}

impl Envelope {
    /// Returns the reported cost; without one, the estimate applies.
    fn charge(&self) -> Option<Charge> {
        let task = self.tasks.first().and_then(|task| task.cost);
        let dollars = match (self.cost, task) {
            (Some(whole), Some(task)) => Some(whole.max(task)),
            (whole, task) => whole.or(task),
        };
        dollars.and_then(Micros::from_dollars).map(Charge::reported)
    }
}

/// Converts an error of the status, the envelope or its task.
pub(super) fn classify(response: &Response) -> Option<Rejection> {
    if let Some(rejection) = by_status(response) {
        return Some(rejection);
    }
    let envelope: Envelope = match response.json() {
        Ok(envelope) => envelope,
        Err(error) => return Some(Rejection { error, charge: None }),
    };
    let task = envelope.tasks.first().map(|task| (task.status_code, task.status_message.clone()));
    let whole = (envelope.status_code, envelope.status_message.clone());
    let codes = if whole.0 == OK { task.unwrap_or(whole) } else { whole };
    let error = to_error(codes.0, &short(&codes.1.unwrap_or_default()), response)?;
    Some(Rejection { error, charge: Some(envelope.charge().unwrap_or(Charge::NONE)) })
}

fn to_error(code: i64, message: &str, response: &Response) -> Option<ProviderError> {
    let message = message.to_owned();
    Some(match code {
        OK | 20_100 | NO_RESULTS => return None,
        40_100 => ProviderError::BadKey,
        40_200 | 40_210 => ProviderError::NoMoney,
        40_104 | 40_201 | 40_204 | 40_207 | 40_208 => ProviderError::Forbidden(message),
        // The limit counts requests of a minute.
        40_202 => ProviderError::RateLimited { until: response.received_at.checked_add_signed(TimeDelta::minutes(1)) },
        40_209 | 50_301 => ProviderError::RateLimited { until: response.retry_at() },
        40_203 => ProviderError::Quota { until: None },
        40_000 | 40_006 | 40_501..=40_506 => ProviderError::InvalidField { field: field(&message), message },
        40_400..=40_404 => ProviderError::NotFound(message),
        50_000..=59_999 => ProviderError::Unavailable { status: 500 },
        code => ProviderError::Task { code, message },
    })
}

/// Returns the field that a message names, as in `Invalid Field: 'keyword'.`
fn field(message: &str) -> Option<String> {
    let (_, rest) = message.split_once('\'')?;
    let (name, _) = rest.split_once('\'')?;
    Some(name.chars().take(60).collect())
}

/// Parses the results of the task. No results are an empty list.
pub(super) fn results<T: DeserializeOwned>(response: &Response) -> Result<Parsed<Vec<T>>, ProviderError> {
    let mut envelope: Envelope = response.json()?;
    let charge = envelope.charge();
    let results = envelope.tasks.first_mut().map(|task| std::mem::take(&mut task.result)).unwrap_or_default();
    let wrong = |_| ProviderError::Unreadable("a result has an unexpected shape".to_owned());
    let typed: Result<Vec<T>, _> =
        results.into_iter().filter(|result| !result.is_null()).map(serde_json::from_value).collect();
    Ok(Parsed { value: typed.map_err(wrong)?, charge })
}
