//! Retries of deliveries.

use chrono::{DateTime, Duration, Utc};

/// Maximum number of attempts per delivery: with the pauses in between, over two to three days, so that a receiver that is
/// down for a day misses nothing.
pub const ATTEMPTS: i32 = 21;
/// Number of consecutive failed attempts after which a webhook is disabled, once a delivery has no attempts left: a receiver
/// that is down fails many deliveries within minutes.
pub const DISABLE_AFTER: i32 = 40;

const FIRST_PAUSE: Duration = Duration::seconds(30);
const LONGEST_PAUSE: Duration = Duration::hours(6);

/// Returns the time of the next attempt after `attempts` failed ones; `None` if none are left. The pause doubles from
/// half a minute; `jitter`, 0 to 1, subtracts up to a quarter, so that simultaneous failures do not retry together.
#[must_use]
pub fn next_attempt(attempts: i32, jitter: f64, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if attempts >= ATTEMPTS {
        return None;
    }
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(16);
    let pause = (FIRST_PAUSE * 2_i32.pow(doublings)).min(LONGEST_PAUSE);
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "hours in milliseconds")]
    let less = (pause.num_milliseconds() as f64 * jitter.clamp(0.0, 1.0) / 4.0) as i64;
    Some(now + pause - Duration::milliseconds(less))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_six_hours_and_end() {
        let now = DateTime::UNIX_EPOCH;
        let pause = |attempts, jitter| next_attempt(attempts, jitter, now).map(|at| (at - now).num_seconds());
        assert_eq!([pause(1, 0.0), pause(2, 0.0), pause(3, 0.0)], [Some(30), Some(60), Some(120)]);
        assert_eq!(pause(11, 0.0), Some(6 * 3600));
        assert_eq!(pause(2, 1.0), Some(45));
        assert_eq!(pause(ATTEMPTS, 0.0), None);
    }

    #[test]
    fn attempts_span_two_to_three_days() {
        for (jitter, hours) in [(0.0, 68), (1.0, 51)] {
            let pause =
                |attempts| next_attempt(attempts, jitter, DateTime::UNIX_EPOCH).map(|at| at - DateTime::UNIX_EPOCH);
            let span: Duration = (1..ATTEMPTS).filter_map(pause).sum();
            assert_eq!(span.num_hours(), hours, "{jitter}");
        }
    }
}
