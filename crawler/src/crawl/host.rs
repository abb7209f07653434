//! A host of a crawl: its queue, its rules and its pace.

use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, Instant},
};

use url::{Host as Name, Url};

use super::{Settings, robots::HostRules, work::Job};

/// Defaults for hosts on the web.
const CONCURRENCY: usize = 2;
const DELAY: Duration = Duration::from_millis(250);
/// Default for this computer.
const LOCAL_CONCURRENCY: usize = 16;
/// Longest crawl delay that is respected; a longer one is cut to it.
const MAX_DELAY: Duration = Duration::from_secs(60);
/// Longest pause that a response may ask for.
const MAX_PAUSE: Duration = Duration::from_secs(120);
/// Network failures one after the other from which a host is given up.
const MAX_FAILURES: u32 = 25;
/// Time after which robots.txt is fetched again. Source: RFC 9309, 2.4.
const RULES_EXPIRE: Duration = Duration::from_secs(24 * 3_600);

/// Whether robots.txt is known.
pub(super) enum Rules {
    Unknown,
    Requested,
    Known(Arc<HostRules>, Instant),
}

/// A host of a crawl.
pub(super) struct Host {
    pub(super) queue: VecDeque<Job>,
    pub(super) rules: Rules,
    /// Bytes of the rules.
    rules_bytes: usize,
    in_flight: usize,
    concurrency: usize,
    delay: Duration,
    next: Instant,
    failures: u32,
}

impl Host {
    pub(super) fn new(url: &Url, settings: &Settings, now: Instant) -> Self {
        let (concurrency, delay) =
            if is_local(url) { (LOCAL_CONCURRENCY, Duration::ZERO) } else { (CONCURRENCY, DELAY) };
        Self {
            queue: VecDeque::new(),
            rules: Rules::Unknown,
            rules_bytes: 0,
            in_flight: 0,
            concurrency: settings.concurrency.map_or(concurrency, usize::from),
            delay: settings.delay_ms.map_or(delay, Duration::from_millis),
            next: now,
            failures: 0,
        }
    }

    /// Returns true if a request may be sent now.
    pub(super) fn is_ready(&self, now: Instant) -> bool {
        !self.queue.is_empty() && self.in_flight < self.concurrency && self.next <= now
    }

    /// Time of the next request, if only the pace delays it.
    pub(super) fn wakes(&self) -> Option<Instant> {
        (!self.queue.is_empty() && self.in_flight < self.concurrency).then_some(self.next)
    }

    /// Stores robots.txt and slows down as it asks.
    pub(super) fn learn(&mut self, rules: Arc<HostRules>, now: Instant) {
        if let Some(delay) = rules.delay().filter(|delay| *delay > self.delay) {
            self.delay = delay.min(MAX_DELAY);
            self.concurrency = 1;
        }
        self.rules_bytes = rules.bytes();
        self.rules = Rules::Known(rules, now);
        self.next = now + self.delay;
    }

    /// Bytes of its robots.txt in memory.
    pub(super) const fn rules_bytes(&self) -> usize {
        self.rules_bytes
    }

    /// Forgets its robots.txt, which is fetched again for the next URL.
    pub(super) fn forget_rules(&mut self) {
        (self.rules, self.rules_bytes) = (Rules::Unknown, 0);
    }

    /// Forgets a robots.txt that is too old.
    pub(super) fn expire(&mut self, now: Instant) {
        if matches!(&self.rules, Rules::Known(_, since) if now.duration_since(*since) > RULES_EXPIRE) {
            self.forget_rules();
        }
    }

    pub(super) fn start(&mut self, now: Instant) {
        self.in_flight += 1;
        self.rest(now);
    }

    /// Returns true if the pace allows a request.
    pub(super) fn is_rested(&self, now: Instant) -> bool {
        self.next <= now
    }

    /// Returns true if it has no work and could be asked: it can be forgotten without a request that comes too early.
    pub(super) fn is_resting(&self, now: Instant) -> bool {
        let is_busy = !self.queue.is_empty() || self.in_flight > 0 || matches!(self.rules, Rules::Requested);
        !is_busy && self.is_rested(now)
    }

    /// Time from which the pace allows a request.
    pub(super) const fn rested_at(&self) -> Instant {
        self.next
    }

    /// Keeps the pace after a request.
    pub(super) fn rest(&mut self, now: Instant) {
        self.next = now + self.delay;
    }

    /// Ends a request.
    pub(super) fn end(&mut self, is_network_failure: bool) {
        self.in_flight = self.in_flight.saturating_sub(1);
        self.failures = if is_network_failure { self.failures + 1 } else { 0 };
    }

    /// Sends no request for a while.
    pub(super) fn pause(&mut self, time: Duration, now: Instant) {
        self.next = self.next.max(now + time.min(MAX_PAUSE));
    }

    /// Returns true if the host failed too often.
    pub(super) const fn is_down(&self) -> bool {
        self.failures >= MAX_FAILURES
    }
}

fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Name::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Name::Ipv4(address)) => address.is_loopback(),
        Some(Name::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_of_the_web_are_slower_than_this_computer() {
        let now = Instant::now();
        let host = |url: &str, settings: &Settings| Host::new(&Url::parse(url).unwrap(), settings, now);
        let defaults = Settings::default();
        assert_eq!(
            (host("https://example.com/", &defaults).concurrency, host("https://example.com/", &defaults).delay),
            (2, DELAY)
        );
        assert_eq!(
            (host("http://[::1]:80/", &defaults).concurrency, host("http://127.0.0.1/", &defaults).delay),
            (16, Duration::ZERO)
        );
        let own = Settings { concurrency: Some(5), delay_ms: Some(7), ..Settings::default() };
        assert_eq!(
            (host("http://localhost/", &own).concurrency, host("http://localhost/", &own).delay),
            (5, Duration::from_millis(7))
        );
    }
}
