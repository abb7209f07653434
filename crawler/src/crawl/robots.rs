//! Fetches robots.txt of a host and decides as RFC 9309 demands.

use std::time::Duration;

use url::Url;

use super::{RobotsDecision, settings::TOKEN};
use crate::{
    fetch::{Failure, FailureKind, Fetched, Fetcher, Wanted},
    robots::{Escapes, MAX_BYTES, Robots, Verdict},
};

/// Redirects that are followed. Source: RFC 9309, 2.3.1.2.
const MAX_HOPS: usize = 5;
/// Waits before each retry.
const RETRIES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(2)];

/// Rules of a host.
#[derive(Debug)]
pub(crate) enum HostRules {
    /// Rules of its robots.txt; none if there is no such file.
    Known(Robots),
    /// The file cannot be fetched, which forbids all URLs.
    Unreachable(Failure),
}

impl HostRules {
    /// Decides on a URL in normal form.
    pub(crate) fn decide(&self, url: &Url) -> RobotsDecision {
        match self {
            Self::Unreachable(_) => RobotsDecision::Unreachable,
            Self::Known(robots) => match robots.decide(&url[url::Position::BeforePath..url::Position::AfterQuery]) {
                Verdict::Allowed => RobotsDecision::Allowed,
                Verdict::Disallowed => RobotsDecision::Disallowed,
            },
        }
    }

    /// Bytes in memory.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Known(robots) => robots.bytes(),
            Self::Unreachable(failure) => failure.message.len(),
        }
    }

    pub(super) fn delay(&self) -> Option<Duration> {
        match self {
            Self::Known(robots) => robots.delay(),
            Self::Unreachable(_) => None,
        }
    }

    pub(super) fn sitemaps(&self) -> &[String] {
        match self {
            Self::Known(robots) => robots.sitemaps(),
            Self::Unreachable(_) => &[],
        }
    }
}

/// Fetches the rules of the host of a URL.
pub(crate) async fn fetch(fetcher: &Fetcher, url: &Url) -> HostRules {
    let mut retries = RETRIES.iter();
    loop {
        let rules = attempt(fetcher, url).await;
        let may_retry = match &rules {
            HostRules::Unreachable(failure) => failure.is_transient() || failure.kind == FailureKind::Protocol,
            HostRules::Known(_) => false,
        };
        match retries.next().filter(|_| may_retry) {
            Some(wait) => tokio::time::sleep(*wait).await,
            None => return rules,
        }
    }
}

async fn attempt(fetcher: &Fetcher, url: &Url) -> HostRules {
    let Ok(mut url) = url.join("/robots.txt") else { return none() };
    for _ in 0..=MAX_HOPS {
        let fetched = fetcher.get(&url, Wanted::Any(MAX_BYTES)).await;
        match fetched.status {
            Some(300..=399) => match fetched.headers.get("location").and_then(|to| url.join(to).ok()) {
                Some(to) => url = to,
                None => return none(),
            },
            _ => return rules(fetched),
        }
    }
    none()
}

fn rules(fetched: Fetched) -> HostRules {
    match (fetched.status, fetched.failure) {
        (Some(429), _) => unreachable(429),
        (Some(400..=499), _) => none(),
        (Some(status @ 500..), _) => unreachable(status),
        // A file that is longer than the limit is read up to it.
        (Some(200..=299), None) => HostRules::Known(Robots::parse(&fetched.body, TOKEN, Escapes::Decoded)),
        (_, Some(failure)) => HostRules::Unreachable(failure),
        (_, None) => none(),
    }
}

fn none() -> HostRules {
    HostRules::Known(Robots::default())
}

fn unreachable(status: u16) -> HostRules {
    HostRules::Unreachable(Failure::new(FailureKind::Incomplete, format!("robots.txt answered {status}.")))
}
