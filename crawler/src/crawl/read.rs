//! Turns a response into a record and the URLs that it names.

use std::{
    collections::{BTreeMap, HashSet},
    io,
};

use super::{
    Record, Redirect, RedirectProblem, Rendered, RobotsDecision, Sink,
    admit::Admitted,
    rendering::Drawn,
    settings::{Facts, TOKEN},
    work::{Job, Shared},
};
use crate::{
    fetch::{Failure, FailureKind, Fetched},
    frontier::Source,
    page::{self, Cancelled, CanonicalSource, Essentials, Headers, Page},
    render::compare,
};

/// Headers that records contain.
const HEADERS: [&str; 18] = [
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
    "referrer-policy",
    "retry-after",
    "server",
    "strict-transport-security",
    "vary",
    "x-content-type-options",
    "x-frame-options",
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
    pub(super) trapped: Vec<String>,
    pub(super) status: Option<u16>,
    pub(super) has_failed: bool,
    pub(super) is_blocked: bool,
    pub(super) is_rendered: bool,
    pub(super) sent: u64,
    /// Whether another domain belongs to the site now: the target of the start URL's redirect.
    pub(super) adopted: Option<String>,
    pub(super) row: io::Result<R>,
}

/// A response and what the browser made of it.
#[derive(Debug, Default)]
pub(super) struct Response {
    pub(super) fetched: Fetched,
    pub(super) drawn: Drawn,
}

/// Reads a response.
pub(super) fn read<S: Sink>(shared: &Shared, job: Job, response: Response) -> Done<S::Row> {
    let Response { mut fetched, drawn } = response;
    let is_rendered = !matches!(drawn, Drawn::No);
    let body = std::mem::take(&mut fetched.body);
    let has_body = fetched.is_success() && fetched.failure.is_none() && is_html(&fetched, &body);
    let mut content = Content::default();
    if has_body {
        match content_of(shared, &job, &fetched, &body) {
            Ok(read) => content = read,
            Err(error) => fetched.failure = Some(Failure::new(FailureKind::Unreadable, error.to_string())),
        }
    }
    let mut found = Found::default();
    let redirect = redirect(shared, &job, &fetched, &mut found);
    if let Some(essentials) = &content.essentials {
        found.page(shared, &job, essentials);
    }
    let loaded = if let Drawn::Page(snapshot) = &drawn { snapshot.bytes } else { 0 };
    match rendered(shared, &job, &fetched.headers, &body, &content, drawn) {
        Ok(Some((rendered, page))) => {
            found.rendered(shared, &content, &rendered, page.as_ref());
            content.rendered = Some(rendered);
        }
        Ok(None) => {}
        Err(error) => fetched.failure = Some(Failure::new(FailureKind::Unreadable, error.to_string())),
    }
    content.drop_unwanted(shared);
    let mut done = Done {
        id: job.id,
        depth: job.entry.depth,
        hops: job.entry.hops,
        found: found.urls,
        trapped: found.trapped,
        status: fetched.status,
        has_failed: fetched.failure.is_some(),
        is_blocked: false,
        is_rendered,
        sent: fetched.sent + loaded,
        adopted: found.adopted,
        row: Err(io::ErrorKind::Other.into()),
    };
    done.row = S::prepare(record(shared, job, fetched, body.len() as u64, redirect, content));
    done
}

/// Reports a URL whose page could not be read.
pub(super) fn failed<S: Sink>(shared: &Shared, job: Job, failure: Failure) -> Done<S::Row> {
    let fetched = Fetched { failure: Some(failure), ..Fetched::default() };
    read::<S>(shared, job, Response { fetched, drawn: Drawn::No })
}

/// Reports a URL that robots.txt excludes, or whose robots.txt could not be read (`failure`).
pub(super) fn blocked<S: Sink>(
    shared: &Shared, job: Job, decision: RobotsDecision, failure: Option<Failure>,
) -> Done<S::Row> {
    let (id, depth, hops) = (job.id, job.entry.depth, job.entry.hops);
    let has_failed = failure.is_some();
    let fetched = Fetched { failure, ..Fetched::default() };
    let mut record = record(shared, job, fetched, 0, None, Content::default());
    record.robots = decision;
    Done {
        id,
        depth,
        hops,
        found: Vec::new(),
        trapped: Vec::new(),
        status: None,
        has_failed,
        is_blocked: !has_failed,
        is_rendered: false,
        sent: 0,
        adopted: None,
        row: S::prepare(record),
    }
}

/// Without a type, a body that starts with a tag is taken for HTML.
pub(super) fn is_html(fetched: &Fetched, body: &[u8]) -> bool {
    match fetched.essence().as_str() {
        "text/html" | "application/xhtml+xml" => true,
        "" => body.trim_ascii_start().starts_with(b"<"),
        _ => false,
    }
}

/// What a page says.
#[derive(Default)]
struct Content {
    essentials: Option<Essentials>,
    page: Option<Page>,
    rendered: Option<Rendered>,
}

impl Content {
    /// Drops what records do not contain. The links of a page belong to its facts, if all are recorded.
    fn drop_unwanted(&mut self, shared: &Shared) {
        let Some(essentials) = &mut self.essentials else { return };
        if !shared.settings.stores_links {
            essentials.links = Vec::new();
        }
        if let Some(page) = &mut self.page {
            page.links = std::mem::take(&mut essentials.links);
            if !shared.settings.stores_content {
                page.body.content = String::new();
            }
        }
    }
}

fn content_of(shared: &Shared, job: &Job, fetched: &Fetched, body: &[u8]) -> Result<Content, Cancelled> {
    let is_cancelled = || shared.cancel.is_cancelled();
    if shared.settings.facts == Facts::Essential {
        let essentials = page::read_essentials(body, &job.url, &fetched.headers, &is_cancelled)?;
        return Ok(Content { essentials: Some(essentials), ..Content::default() });
    }
    let mut page = page::read(body, &job.url, &fetched.headers, &is_cancelled)?;
    let essentials = Essentials {
        titles: page.titles.clone(),
        descriptions: page.descriptions.clone(),
        canonicals: page.canonicals.clone(),
        robots: page.robots.clone(),
        refresh: page.document.refresh.as_ref().and_then(|refresh| refresh.target(&page.base)),
        links: std::mem::take(&mut page.links),
        link_count: page.link_count,
    };
    Ok(Content { essentials: Some(essentials), page: Some(page), rendered: None })
}

/// Reads what the browser rendered and compares it with the page as it was sent.
fn rendered(
    shared: &Shared, job: &Job, headers: &Headers, body: &[u8], content: &Content, drawn: Drawn,
) -> Result<Option<(Rendered, Option<Page>)>, Cancelled> {
    let snapshot = match drawn {
        Drawn::No => return Ok(None),
        Drawn::Failed(failure) => return Ok(Some((Rendered::failed(&failure), None))),
        Drawn::Page(snapshot) => snapshot,
    };
    let is_cancelled = || shared.cancel.is_cancelled();
    // The browser's text is UTF-8, whatever the page's encoding was.
    let is_type = |name: &str| name.eq_ignore_ascii_case("content-type");
    let other = headers.clone().into_pairs().into_iter().filter(|(name, _)| !is_type(name));
    let html = ("content-type".to_owned(), "text/html; charset=utf-8".to_owned());
    let page = page::read(snapshot.html.as_bytes(), &job.url, &other.chain([html]).collect(), &is_cancelled)?;
    // With essential facts only, the links of the page are in `content`, and its text was not read.
    let mut raw = match &content.page {
        Some(raw) => raw.clone(),
        None => page::read(body, &job.url, headers, &is_cancelled)?,
    };
    if let Some(essentials) = &content.essentials {
        raw.links.clone_from(&essentials.links);
    }
    Ok(Some((compare(&raw, &page, &snapshot), Some(page))))
}

fn record(
    shared: &Shared, job: Job, fetched: Fetched, bytes: u64, redirect: Option<Redirect>, content: Content,
) -> Record {
    let essentials = content.essentials.unwrap_or_default();
    let mut canonicals = essentials.canonicals.iter().filter(|canonical| canonical.source != CanonicalSource::Body);
    let canonical = canonicals.find_map(|canonical| canonical.url.as_ref()).map(ToString::to_string);
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Record {
        id: job.id,
        url: job.entry.url,
        status: fetched.status,
        title: essentials.titles.into_iter().next(),
        description: essentials.descriptions.into_iter().next(),
        canonical,
        directives: essentials.robots,
        link_count: essentials.link_count,
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
        links: essentials.links,
        page: content.page,
        rendered: content.rendered,
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
    trapped: Vec<String>,
    adopted: Option<String>,
}

impl Found {
    fn add(&mut self, shared: &Shared, url: &url::Url, source: Source) {
        match shared.admission.admit(url) {
            Admitted::Url(url) => self.urls.push((url, source)),
            Admitted::Trap(url) => self.trapped.push(url),
            Admitted::Outside => {}
        }
    }

    /// Adds the links and the redirect that only scripts make, as search engines follow them.
    fn rendered(&mut self, shared: &Shared, content: &Content, rendered: &Rendered, page: Option<&Page>) {
        let respects = shared.settings.respects_nofollow;
        let is_nofollow = |robots: &page::Robots| robots.is_nofollow(TOKEN);
        let raw = content.essentials.as_ref();
        let is_closed = raw.is_some_and(|raw| is_nofollow(&raw.robots)) || is_nofollow(&rendered.directives);
        if respects && is_closed {
            return;
        }
        let known = raw.into_iter().flat_map(|raw| &raw.links).filter_map(|link| link.url.as_ref());
        let mut known: HashSet<&str> = known.map(url::Url::as_str).collect();
        let links = page.into_iter().flat_map(|page| &page.links).filter(|link| !respects || !link.is_nofollow());
        for url in links.filter_map(|link| link.url.as_ref()) {
            if known.insert(url.as_str()) {
                self.add(shared, url, Source::Link);
            }
        }
        if let Some(url) = rendered.redirect.as_ref().and_then(|to| url::Url::parse(to).ok()) {
            self.add(shared, &url, Source::Link);
        }
    }

    /// Adds the page that a `meta` element forwards to. Search engines take it for a redirect if it forwards at once.
    fn refresh(&mut self, shared: &Shared, job: &Job, seconds: u32, target: &url::Url) {
        let to = shared.admission.normal(target);
        if to == job.entry.url || job.chain.contains(&to) {
            return;
        }
        if seconds > 0 {
            self.add(shared, target, Source::Link);
        } else if job.entry.hops < shared.settings.max_hops {
            self.add(shared, target, Source::Redirect);
        }
    }

    fn page(&mut self, shared: &Shared, job: &Job, page: &Essentials) {
        let follows = !shared.settings.respects_nofollow || !page.robots.is_nofollow(TOKEN);
        let mut written = HashSet::new();
        if let Some((seconds, target)) = page.refresh.as_ref().filter(|_| follows) {
            self.refresh(shared, job, *seconds, target);
            written.insert(target.as_str());
        }
        for link in page.links.iter().filter(|_| follows) {
            let Some(url) = &link.url else { continue };
            let is_followed = !shared.settings.respects_nofollow || !link.is_nofollow();
            if is_followed && written.insert(url.as_str()) {
                self.add(shared, url, Source::Link);
            }
        }
        let canonicals = page.canonicals.iter().filter(|canonical| canonical.source != CanonicalSource::Body);
        for url in canonicals.filter_map(|canonical| canonical.url.as_ref()).take(1) {
            if !written.contains(url.as_str()) && *url != job.url {
                self.add(shared, url, Source::Canonical);
            }
        }
    }
}
