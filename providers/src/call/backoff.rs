//! When to try again.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// Attempts and waits of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// Attempts at most, from 1.
    pub attempts: u32,
    /// Wait before the second attempt; it doubles each time.
    pub first_wait: Duration,
    /// Longest wait. If the provider asks for a longer one, the call fails with its error.
    pub longest_wait: Duration,
    /// Time limit of an attempt, if it is less than that of the operation.
    pub timeout: Option<Duration>,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            attempts: 4,
            first_wait: Duration::from_millis(500),
            longest_wait: Duration::from_secs(60),
            timeout: None,
        }
    }
}

impl Policy {
    /// Returns the wait after an attempt, numbered from 1, or `None` to give up. Half of the wait is random, so that
    /// callers that failed together do not return together.
    #[must_use]
    pub fn wait(&self, attempt: u32, asked: Option<Duration>, random: f64) -> Option<Duration> {
        if attempt >= self.attempts {
            return None;
        }
        let doubled = self.first_wait.saturating_mul(1 << (attempt - 1).min(16)).min(self.longest_wait);
        let jittered = doubled.mul_f64(0.5 + random.clamp(0.0, 1.0) / 2.0);
        match asked {
            Some(asked) if asked > self.longest_wait => None,
            Some(asked) => Some(asked + jittered / 4),
            None => Some(jittered),
        }
    }
}

/// Parses the header `Retry-After`: seconds, or a date.
pub(super) fn retry_after(header: &str, now: DateTime<Utc>) -> Option<Duration> {
    if let Ok(seconds) = header.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = DateTime::parse_from_rfc2822(header.trim()).ok()?;
    Some((date.to_utc() - now).to_std().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wait_doubles_and_is_at_least_what_is_asked() {
        let policy = Policy::default();
        assert_eq!(policy.wait(1, None, 0.0), Some(Duration::from_millis(250)));
        assert_eq!(policy.wait(3, None, 1.0), Some(Duration::from_secs(2)));
        assert!(policy.wait(1, Some(Duration::from_secs(7)), 0.0).unwrap() >= Duration::from_secs(7));
        assert_eq!(policy.wait(1, Some(Duration::from_secs(3_600)), 0.0), None);
        assert_eq!(policy.wait(4, None, 0.0), None);
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_date() {
        let now = DateTime::parse_from_rfc3339("2026-11-23T10:00:00Z").unwrap().to_utc();
        assert_eq!(retry_after(" 120 ", now), Some(Duration::from_secs(120)));
        assert_eq!(retry_after("Mon, 23 Nov 2026 10:01:30 GMT", now), Some(Duration::from_secs(90)));
        assert_eq!(retry_after("Mon, 23 Nov 2026 09:00:00 GMT", now), Some(Duration::ZERO));
        assert_eq!(retry_after("soon", now), None);
    }
}
