//! Asks whether links to other websites lead to a page: few of them, slowly, and only as their robots.txt allows.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};

use net::addresses::AddressGuard;
use reqwest::Method;
use tokio::{sync::Semaphore, task::JoinSet};
use url::{Position, Url};

use crate::{
    Cancel,
    audit::is_internal,
    crawl::{HostRules, Names, RobotsDecision, Settings, fetch_rules},
    fetch::{Failure, FailureKind, Fetched, Fetcher, Limits, Request, Wanted},
    page::Page,
};

/// URLs that are asked for, of all hosts and of one.
const MOST: usize = 500;
const MOST_OF_HOST: usize = 20;
/// Hosts that are asked at the same time.
const HOSTS: usize = 16;
/// Time for all, and time after which no request begins.
const LIMIT: Duration = Duration::from_secs(300);
const LAST: Duration = Duration::from_secs(200);
/// Time between two requests to one host, if nothing else is set.
const DELAY: Duration = Duration::from_secs(1);
/// Time to connect, until the headers, and for a response.
const CONNECT: Duration = Duration::from_secs(5);
const HEADERS: Duration = Duration::from_secs(10);
/// Redirects that are followed.
const MAX_HOPS: usize = 5;

/// How a page of another website answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExternalAnswer {
    /// With this status, after redirects.
    Status(u16),
    /// No name server knows its host.
    UnknownHost,
    /// Its host accepts no connection, or ends it early.
    NoAnswer,
    /// Not within the time limit.
    TooSlow,
    /// Its certificate or encryption is invalid.
    Tls,
}

/// Links to other websites: the first of each host, in the order of the pages.
#[derive(Debug, Default)]
pub struct ExternalLinks {
    hosts: BTreeMap<String, Vec<Url>>,
    count: usize,
    known: HashSet<Url>,
}

impl ExternalLinks {
    /// Adds the links of a page.
    pub fn add(&mut self, page: &Page) {
        let links = page.links.iter().filter(|link| !is_internal(page, link));
        for url in links.filter_map(|link| link.url.as_ref()) {
            if self.count >= MOST {
                return;
            }
            let host = self.hosts.entry(url[..Position::BeforePath].to_owned()).or_default();
            if host.len() < MOST_OF_HOST && self.known.insert(url.clone()) {
                host.push(url.clone());
                self.count += 1;
            }
        }
    }

    /// Asks for each link. Returns how those answer that were asked. What their hosts do not allow is left out, and so is all
    /// if no host of several answers: the fault is here then.
    ///
    /// # Errors
    /// Returns a [`Failure`] if this computer cannot open connections.
    pub async fn check(
        self, settings: &Settings, guard: &AddressGuard, names: &Names, cancel: &Cancel,
    ) -> Result<Vec<(Url, ExternalAnswer)>, Failure> {
        let limits = Limits {
            connect: CONNECT,
            headers: HEADERS,
            body: HEADERS,
            min_rate: 0,
            max_bytes: settings.max_page_bytes,
        };
        let fetcher = Fetcher::new(guard, names, &settings.agent(), limits)?;
        let delay = settings.delay_ms.map_or(DELAY, Duration::from_millis);
        let last = Instant::now() + LAST;
        let (places, hosts) = (Arc::new(Semaphore::new(HOSTS)), self.hosts.len());
        let mut tasks = JoinSet::new();
        for urls in self.hosts.into_values() {
            let (fetcher, places, cancel) = (fetcher.clone(), Arc::clone(&places), cancel.clone());
            tasks.spawn(async move {
                let _place = places.acquire_owned().await;
                host(&fetcher, urls, (delay, last), &cancel).await
            });
        }
        let mut found = Vec::new();
        let all = async {
            while let Some(host) = tasks.join_next().await {
                found.extend(host.unwrap_or_default());
            }
        };
        // What is not known by then stays unknown.
        let _ = tokio::time::timeout(LIMIT, all).await;
        if hosts > 1 && !found.iter().any(|(_, answer)| matches!(answer, ExternalAnswer::Status(_))) {
            found.clear();
        }
        Ok(found)
    }
}

/// Asks for the links of one host, one after the other.
async fn host(
    fetcher: &Fetcher, urls: Vec<Url>, (delay, last): (Duration, Instant), cancel: &Cancel,
) -> Vec<(Url, ExternalAnswer)> {
    let must_end = |wait: Duration| cancel.is_cancelled() || Instant::now() + wait > last;
    let Some(first) = urls.first().filter(|_| !must_end(Duration::ZERO)) else { return Vec::new() };
    let rules = fetch_rules(fetcher, first).await;
    let delay = match &rules {
        HostRules::Unreachable(failure) => {
            let answer = answer_of(failure);
            return urls.into_iter().filter_map(|url| Some((url, answer?))).collect();
        }
        HostRules::Known(robots) => robots.delay().unwrap_or_default().max(delay),
    };
    let mut found = Vec::new();
    for url in urls.into_iter().filter(|url| rules.decide(url) == RobotsDecision::Allowed) {
        if must_end(delay) {
            break;
        }
        tokio::time::sleep(delay).await;
        found.extend(ask(fetcher, &url).await.map(|answer| (url, answer)));
    }
    found
}

/// Asks for a link. Returns `None` if nothing is known of it.
async fn ask(fetcher: &Fetcher, url: &Url) -> Option<ExternalAnswer> {
    let mut at = url.clone();
    for _ in 0..=MAX_HOPS {
        let mut fetched = send(fetcher, Method::HEAD, &at).await;
        // Some servers answer HEAD with an error though the page exists.
        if fetched.status.is_none_or(|status| status >= 400) {
            fetched = send(fetcher, Method::GET, &at).await;
        }
        let status = match (fetched.status, fetched.failure) {
            (Some(status), _) => status,
            (None, failure) => return answer_of(&failure?),
        };
        let target = fetched.headers.get("location").and_then(|to| at.join(to).ok());
        match target.filter(|_| matches!(status, 301 | 302 | 303 | 307 | 308)) {
            Some(target) => at = target,
            None => return Some(ExternalAnswer::Status(status)),
        }
    }
    None
}

/// Sends a request whose body is not read.
async fn send(fetcher: &Fetcher, method: Method, url: &Url) -> Fetched {
    let headers = vec![("accept".to_owned(), "text/html,*/*;q=0.5".to_owned())];
    fetcher.send(Request { method, url, headers, body: Vec::new(), wanted: Wanted::Any(1) }).await
}

/// Returns what a failure says of a link; `None` if it says something of this server only.
const fn answer_of(failure: &Failure) -> Option<ExternalAnswer> {
    match failure.kind {
        FailureKind::UnknownHost => Some(ExternalAnswer::UnknownHost),
        FailureKind::Tls => Some(ExternalAnswer::Tls),
        FailureKind::TooSlow => Some(ExternalAnswer::TooSlow),
        FailureKind::Unreachable | FailureKind::Incomplete | FailureKind::Protocol => Some(ExternalAnswer::NoAnswer),
        FailureKind::OwnNetwork
        | FailureKind::BadAddress
        | FailureKind::BadEncoding
        | FailureKind::HostDown
        | FailureKind::Unreadable
        | FailureKind::Client => None,
    }
}
