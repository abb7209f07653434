//! Request statistics of the last five minutes, for the health values of the app.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Length of a slot, in seconds.
const SLOT_SECONDS: u64 = 10;
/// Slots in five minutes.
const SLOTS: usize = 30;
/// Number of latency classes. Each is 1.2 times as wide as the previous one; the first ends at 0.1 ms and the last
/// starts above one minute.
const CLASSES: usize = 74;
const FIRST_MS: f64 = 0.1;
const GROWTH: f64 = 1.2;

/// Sliding window over the requests of this process.
#[derive(Debug)]
pub struct Traffic {
    started: Instant,
    slots: Mutex<Vec<Slot>>,
}

#[derive(Debug, Clone)]
struct Slot {
    number: u64,
    failed: u64,
    classes: [u32; CLASSES],
}

/// Statistics of the window.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Number of requests.
    pub requests: u64,
    /// 95th percentile of the duration in milliseconds (upper end of its class, at most 20 % too high); 0 before the
    /// first request.
    pub p95_ms: f64,
    /// Share of requests with a server error, 0 to 1; 0 before the first request.
    pub error_rate: f64,
}

impl Default for Traffic {
    fn default() -> Self {
        Self { started: Instant::now(), slots: Mutex::new(Vec::with_capacity(SLOTS)) }
    }
}

impl Traffic {
    /// Counts a request with its `duration`; `failed` marks a server error.
    pub fn count(&self, duration: Duration, failed: bool) {
        self.count_at(self.started.elapsed(), duration, failed);
    }

    /// Returns the statistics of the last five minutes.
    #[must_use]
    pub fn figures(&self) -> Figures {
        self.figures_at(self.started.elapsed())
    }

    fn count_at(&self, now: Duration, duration: Duration, failed: bool) {
        let number = now.as_secs() / SLOT_SECONDS;
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.last().is_none_or(|slot| slot.number < number) {
            slots.retain(|slot| slot.number + SLOTS as u64 > number);
            slots.push(Slot { number, failed: 0, classes: [0; CLASSES] });
        }
        if let Some(slot) = slots.last_mut() {
            slot.failed += u64::from(failed);
            slot.classes[class_of(duration)] += 1;
        }
    }

    fn figures_at(&self, now: Duration) -> Figures {
        let number = now.as_secs() / SLOT_SECONDS;
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let mut classes = [0_u64; CLASSES];
        let mut failed = 0;
        for slot in slots.iter().filter(|slot| slot.number + SLOTS as u64 > number) {
            failed += slot.failed;
            for (sum, count) in classes.iter_mut().zip(slot.classes) {
                *sum += u64::from(count);
            }
        }
        drop(slots);
        let requests: u64 = classes.iter().sum();
        Figures { requests, p95_ms: p95(&classes, requests), error_rate: ratio(failed, requests) }
    }
}

fn class_of(duration: Duration) -> usize {
    let mut end = FIRST_MS;
    let ms = duration.as_secs_f64() * 1000.0;
    let mut class = 0;
    while ms > end && class + 1 < CLASSES {
        end *= GROWTH;
        class += 1;
    }
    class
}

fn p95(classes: &[u64; CLASSES], requests: u64) -> f64 {
    if requests == 0 {
        return 0.0;
    }
    // Rank of the 95th percentile; its class is the smallest with at least that many requests in it or below.
    let rank = (requests * 95).div_ceil(100);
    let mut seen = 0;
    let mut end = FIRST_MS;
    for count in classes {
        seen += count;
        if seen >= rank {
            break;
        }
        end *= GROWTH;
    }
    (end * 10.0).round() / 10.0
}

#[expect(clippy::cast_precision_loss, reason = "counts of five minutes are far below 2^52")]
fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn starts_at_zero() {
        let figures = Traffic::default().figures();
        assert_eq!(figures, Figures { requests: 0, p95_ms: 0.0, error_rate: 0.0 });
    }

    #[test]
    fn forgets_what_is_older_than_five_minutes() {
        let traffic = Traffic::default();
        traffic.count_at(Duration::from_secs(1), Duration::from_secs(9), true);
        traffic.count_at(Duration::from_secs(299), Duration::from_millis(1), false);
        assert_eq!(traffic.figures_at(Duration::from_secs(299)).requests, 2);
        let later = traffic.figures_at(Duration::from_secs(301));
        assert_eq!((later.requests, later.error_rate), (1, 0.0));
    }

    #[test]
    fn p95_is_within_a_class_of_the_truth() {
        let traffic = Traffic::default();
        for ms in 1..=100 {
            traffic.count_at(Duration::ZERO, Duration::from_millis(ms), ms > 98);
        }
        let figures = traffic.figures_at(Duration::ZERO);
        assert!(figures.p95_ms >= 95.0 && figures.p95_ms <= 95.0 * GROWTH, "{figures:?}");
        assert!((figures.error_rate - 0.02).abs() < 1e-9);
    }
}
