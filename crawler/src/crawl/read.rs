//! Turns a response into a record and the URLs that it names.

use std::{
    collections::{BTreeMap, HashSet},
    io,
};

use super::{
    Record, Redirect, RedirectProblem, RobotsDecision, Sink,
    admit::Admitted,
    settings::TOKEN,
    work::{Job, Shared},
};
use crate::{
    fetch::{Failure, FailureKind, Fetched},
    frontier::Source,
    page::{self, CanonicalSource, Page},
};

/// Headers that records contain.
const HEADERS: [&str; 15] = [
    "age",
    "cache-control",
    "content-encoding",
    "content-language",
    "content-length",
    "content-security-policy",
    "content-type",
    "etag",
    "last-modified",
    "link",
    "retry-after",
    "server",
    "strict-transport-security",
    "vary",
    "x-robots-tag",
];
/// Bytes of a header's value that records contain.
const MAX_HEADER: usize = 1_000;

/// Outcome of the work on a URL.
pub(super) struct Done<R> {
    pub(super) id: u32,
    pub(super) depth: u16,
    pub(super) hops: u8,
    /// URLs of the site that the page names, each once.
    pub(super) found: Vec<(String, Source)>,
    /// Dropped URLs of endless spaces.
    pub(super) trapped: u64,
    pub(super) status: Option<u16>,
    pub(super) has_failed: bool,
    pub(super) is_blocked: bool,
    pub(super) sent: u64,
    /// Whether another domain belongs to the site now: the target of the start URL's redirect.
    pub(super) adopted: Option<String>,
    pub(super) row: io::Result<R>,
}

/// Reads a response.
pub(super) fn read<S: Sink>(shared: &Shared, job: Job, mut fetched: Fetched) -> Done<S::Row> {
    let body = std::mem::take(&mut fetched.body);
    let has_body = fetched.is_success() && fetched.failure.is_none() && is_html(&fetched, &body);
    let mut page = None;
    if has_body {
        match page::read(&body, &job.url, &fetched.headers, &|| shared.cancel.is_cancelled()) {
            Ok(read) => page = Some(read),
            Err(error) => fetched.failure = Some(Failure::new(FailureKind::Unreadable, error.to_string())),
        }
    }
    let mut found = Found::default();
    let redirect = redirect(shared, &job, &fetched, &mut found);
    if let Some(page) = &page {
        found.page(shared, page);
    }
    if let Some(page) = page.as_mut() {
        drop_unwanted(shared, page);
    }
    let mut done = Done {
        id: job.id,
        depth: job.entry.depth,
        hops: job.entry.hops,
        found: found.urls,
        trapped: found.trapped,
        status: fetched.status,
        has_failed: fetched.failure.is_some(),
        is_blocked: false,
        sent: fetched.sent,
        adopted: found.adopted,
        row: Err(io::ErrorKind::Other.into()),
    };
    done.row = S::prepare(record(shared, job, fetched, body.len() as u64, redirect, page));
    done
}

/// Drops what records do not contain.
fn drop_unwanted(shared: &Shared, page: &mut Page) {
    if !shared.settings.stores_links {
        page.links = Vec::new();
    }
    if !shared.settings.stores_content {
        page.body.content = String::new();
    }
}

/// Reports a URL whose page could not be read.
pub(super) fn failed<S: Sink>(shared: &Shared, job: Job, failure: Failure) -> Done<S::Row> {
    read::<S>(shared, job, Fetched { failure: Some(failure), ..Fetched::default() })
}

/// Reports a URL that robots.txt excludes.
pub(super) fn blocked<S: Sink>(
    shared: &Shared, job: Job, decision: RobotsDecision, failure: Option<Failure>,
) -> Done<S::Row> {
    let (id, depth, hops) = (job.id, job.entry.depth, job.entry.hops);
    let fetched = Fetched { failure, ..Fetched::default() };
    let mut record = record(shared, job, fetched, 0, None, None);
    record.robots = decision;
    Done {
        id,
        depth,
        hops,
        found: Vec::new(),
        trapped: 0,
        status: None,
        has_failed: false,
        is_blocked: true,
        sent: 0,
        adopted: None,
        row: S::prepare(record),
    }
}

/// Without a type, a body that starts with a tag is taken for HTML.
fn is_html(fetched: &Fetched, body: &[u8]) -> bool {
    match fetched.essence().as_str() {
        "text/html" | "application/xhtml+xml" => true,
        "" => body.trim_ascii_start().starts_with(b"<"),
        _ => false,
    }
}

fn record(
    shared: &Shared, job: Job, fetched: Fetched, bytes: u64, redirect: Option<Redirect>, page: Option<Page>,
) -> Record {
    let canonical = page.as_ref().and_then(|page| {
        page.canonicals
            .iter()
            .find(|canonical| canonical.source != CanonicalSource::Body)?
            .url
            .as_ref()
            .map(ToString::to_string)
    });
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Record {
        id: job.id,
        url: job.entry.url,
        status: fetched.status,
        title: page.as_ref().and_then(|page| page.titles.first().cloned()),
        canonical,
        depth: job.entry.depth,
        source: job.entry.source,
        discovered_from: job.from,
        redirect_chain: job.chain,
        redirect,
        robots: RobotsDecision::Allowed,
        content_type: Some(fetched.essence()).filter(|essence| !essence.is_empty()),
        headers: headers(&fetched),
        failure: fetched.failure,
        bytes,
        sent_bytes: fetched.sent,
        is_truncated: fetched.is_truncated,
        response_ms: millis(fetched.first_byte),
        total_ms: millis(fetched.total),
        retries: job.retries,
        fetched_at: (shared.now)(),
        page,
    }
}

fn headers(fetched: &Fetched) -> BTreeMap<String, String> {
    let value = |name: &str| {
        let values: Vec<&str> = fetched.headers.all(name).collect();
        (!values.is_empty()).then(|| values.join(", ").chars().take(MAX_HEADER).collect())
    };
    HEADERS.iter().filter_map(|name| Some(((*name).to_owned(), value(name)?))).collect()
}

fn redirect(shared: &Shared, job: &Job, fetched: &Fetched, found: &mut Found) -> Option<Redirect> {
    if !matches!(fetched.status, Some(301 | 302 | 303 | 307 | 308)) {
        return None;
    }
    let written = fetched.headers.get("location").unwrap_or_default();
    let target =
        job.url.join(written).ok().filter(|url| !written.is_empty() && matches!(url.scheme(), "http" | "https"));
    let Some(target) = target else {
        return Some(Redirect { to: written.to_owned(), problem: Some(RedirectProblem::Invalid) });
    };
    let to = shared.admission.normal(&target);
    let problem = if to == job.entry.url || job.chain.contains(&to) {
        Some(RedirectProblem::Loop)
    } else if job.entry.hops >= shared.settings.max_hops {
        Some(RedirectProblem::TooLong)
    } else {
        None
    };
    // The start URL and what it redirects to decide which site is crawled.
    let is_start = job.entry.source == Source::Start || job.id > 0 && is_of_start(job);
    if problem.is_none() && is_start && shared.admission.admit(&target) == Admitted::Outside {
        shared.admission.adopt(&target);
        found.adopted = Some(to.clone());
    }
    if problem.is_none() {
        found.add(shared, &target, Source::Redirect);
    }
    Some(Redirect { to, problem })
}

/// Returns true if only redirects lead from the start URL to this one.
fn is_of_start(job: &Job) -> bool {
    job.entry.source == Source::Redirect && job.entry.depth == 0
}

/// URLs that a response names.
#[derive(Default)]
struct Found {
    urls: Vec<(String, Source)>,
    trapped: u64,
    adopted: Option<String>,
}

impl Found {
    fn add(&mut self, shared: &Shared, url: &url::Url, source: Source) {
        match shared.admission.admit(url) {
            Admitted::Url(url) => self.urls.push((url, source)),
            Admitted::Trap => self.trapped += 1,
            Admitted::Outside => {}
        }
    }

    fn page(&mut self, shared: &Shared, page: &Page) {
        let follows = !shared.settings.respects_nofollow || !page.robots.is_nofollow(TOKEN);
        let mut written = HashSet::new();
        for link in page.links.iter().filter(|_| follows) {
            let Some(url) = &link.url else { continue };
            let is_followed = !shared.settings.respects_nofollow || !link.is_nofollow();
            if is_followed && written.insert(url.as_str()) {
                self.add(shared, url, Source::Link);
            }
        }
        let canonicals = page.canonicals.iter().filter(|canonical| canonical.source != CanonicalSource::Body);
        for url in canonicals.filter_map(|canonical| canonical.url.as_ref()).take(1) {
            if !written.contains(url.as_str()) && url.as_str() != page.url.as_str() {
                self.add(shared, url, Source::Canonical);
            }
        }
    }
}
