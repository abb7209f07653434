//! Event-driven waiting for the end of a run: `Prefer: wait=N`.

use std::{convert::Infallible, time::Duration};

use axum::{
    extract::FromRequestParts,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, request::Parts},
    response::{IntoResponse, Response},
};
use shared::{
    bus::{Received, Subscription, user_topic},
    domain::run::Run,
    store,
};
use tokio::time::Instant;
use uuid::Uuid;

use crate::{error::ApiError, extract::Json, state::AppState};

/// Maximum waiting time.
const LONGEST: Duration = Duration::from_secs(60);
/// A bus between processes may subscribe with a short delay, so the row is checked after it.
const SETTLE: Duration = Duration::from_millis(100);
/// Polling interval, for lost events.
const LOOK_EVERY: Duration = Duration::from_secs(3);

/// Waiting time preferred by the client; `None` without the header.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Prefer(pub(crate) Option<Duration>);

impl Prefer {
    /// Returns the preferred waiting time. Default: `seconds`.
    pub(crate) fn or_seconds(self, seconds: u64) -> Duration {
        self.0.unwrap_or(Duration::from_secs(seconds)).min(LONGEST)
    }
}

impl<S: Sync> FromRequestParts<S> for Prefer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(preference(&parts.headers)))
    }
}

/// Unknown preferences are ignored (RFC 7240).
fn preference(headers: &HeaderMap) -> Option<Duration> {
    let lines = headers.get_all("prefer").iter().filter_map(|line| line.to_str().ok());
    let mut preferences = lines.flat_map(|line| line.split([',', ';'])).map(str::trim);
    preferences.find_map(|preference| {
        if preference.eq_ignore_ascii_case("respond-async") {
            return Some(Duration::ZERO);
        }
        let (name, seconds) = preference.split_once('=')?;
        let seconds = seconds.trim().trim_matches('"').parse().ok()?;
        name.trim().eq_ignore_ascii_case("wait").then(|| Duration::from_secs(seconds))
    })
}

/// Listener for ends of runs, created before they start.
pub(crate) struct Waiter {
    subscription: Option<Subscription>,
    wait: Duration,
}

impl Waiter {
    /// Subscribes to the events of the calling user.
    pub(crate) fn new(state: &AppState, user_id: Uuid, wait: Duration) -> Self {
        let subscription = (!wait.is_zero()).then(|| state.bus.subscribe(&user_topic(user_id)));
        Self { subscription, wait }
    }

    /// Returns the run after its end or after the waiting time.
    /// # Errors
    /// Returns an error if a query fails.
    pub(crate) async fn ended(self, state: &AppState, run: Run) -> Result<Run, ApiError> {
        let Some(mut subscription) = self.subscription else { return Ok(run) };
        let until = Instant::now() + self.wait;
        let mut look_at = Instant::now() + SETTLE;
        let mut run = run;
        while !run.status.is_final() && Instant::now() < until {
            if heard_end(&mut subscription, run.id, look_at.min(until)).await {
                look_at = Instant::now() + LOOK_EVERY;
            } else {
                look_at += LOOK_EVERY;
            }
            run = store::run::find(&state.db, run.workspace_id, run.id).await?.ok_or(ApiError::NotFound("run"))?;
        }
        Ok(run)
    }
}

/// Waits for the event of the run's end, a possible loss of events, or the next poll.
async fn heard_end(subscription: &mut Subscription, run_id: Uuid, look_at: Instant) -> bool {
    let run_id = run_id.to_string();
    let heard = async {
        loop {
            match subscription.receive().await {
                Received::Message(text) if text.contains("run:finished") && text.contains(&run_id) => return,
                Received::Message(_) => {}
                Received::Gap => return,
            }
        }
    };
    tokio::time::timeout_at(look_at, heard).await.is_ok()
}

/// Builds a response with a run: 200 if it has ended, otherwise 202.
pub(crate) fn answer<T: serde::Serialize>(is_ended: bool, wait: Duration, body: T) -> Response {
    let status = if is_ended { StatusCode::OK } else { StatusCode::ACCEPTED };
    let mut response = (status, Json(body)).into_response();
    if let Ok(applied) = HeaderValue::from_str(&format!("wait={}", wait.as_secs())) {
        response.headers_mut().insert(HeaderName::from_static("preference-applied"), applied);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preferred(line: &'static str) -> Option<Duration> {
        preference(&HeaderMap::from_iter([(HeaderName::from_static("prefer"), HeaderValue::from_static(line))]))
    }

    #[test]
    fn reads_the_wait_among_other_preferences() {
        assert_eq!(preferred("wait=5"), Some(Duration::from_secs(5)));
        assert_eq!(preferred("handling=lenient, Wait = \"7\""), Some(Duration::from_secs(7)));
        assert_eq!(preferred("respond-async, wait=9"), Some(Duration::ZERO));
        assert_eq!(preferred("wait=soon"), None);
        assert_eq!(preferred("wait=-1"), None);
    }

    #[test]
    fn nobody_waits_longer_than_a_minute() {
        assert_eq!(Prefer(Some(Duration::from_secs(9_000))).or_seconds(10), LONGEST);
        assert_eq!(Prefer(None).or_seconds(10), Duration::from_secs(10));
    }
}
