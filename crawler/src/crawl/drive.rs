//! The thread that decides: hands out URLs at the pace of their hosts, and stores what comes back.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::{
    sync::mpsc::{Receiver, Sender, channel},
    task::JoinSet,
};
use url::Url;

use super::{
    CrawlError, RobotsDecision, Sink, Stop, Totals,
    host::Rules,
    hosts::Hosts,
    listed,
    read::{Done, blocked, failed},
    robots::{self, HostRules},
    sitemaps::{self, First, Sitemaps},
    unread,
    work::{Job, Message, Shared, work},
};
use crate::{
    fetch::{Failure, FailureKind},
    frontier::{Added, Commit, Entry, Frontier, NO_PARENT, Source},
    urls::Traps,
};

/// Requests and pages in memory.
const MAX_IN_FLIGHT: usize = 64;
/// URLs that wait in memory, over all hosts.
const WINDOW: usize = 1_024;
/// Time between two commits.
const COMMIT_AFTER: Duration = Duration::from_millis(250);
/// Time that responses under way have after the time of the crawl.
const OVERTIME: Duration = Duration::from_secs(5);
/// Records between two commits.
const MAX_PENDING: usize = 512;

/// Called with the totals after each commit.
pub(super) type Progress = Box<dyn FnMut(&Totals) + Send>;

/// State of a running crawl.
pub(super) struct Driver<S: Sink> {
    shared: Arc<Shared>,
    frontier: Frontier,
    sink: S,
    /// Folder of the crawl.
    dir: PathBuf,
    progress: Option<Progress>,
    traps: Traps,
    hosts: Hosts,
    /// Jobs in the queues of hosts.
    waiting: usize,
    /// Jobs that are fetched or read.
    in_flight: usize,
    /// URLs that count as fetched but have no record yet.
    unfinished: u64,
    sitemaps: Sitemaps,
    totals: Totals,
    adopted: Vec<String>,
    begun: Instant,
    /// Time that earlier parts of the crawl took.
    elapsed_before: Duration,
    committed: Instant,
    tasks: JoinSet<()>,
    sender: Sender<Message<S::Row>>,
    receiver: Receiver<Message<S::Row>>,
}

impl<S: Sink> Driver<S> {
    /// Opens the folder of a crawl and adds the start URL if it is new.
    pub(super) fn open(
        shared: Arc<Shared>, dir: &Path, mut sink: S, progress: Option<Progress>, start: &str,
    ) -> Result<Self, CrawlError> {
        let mut traps = Traps::new(shared.settings.trap_depth, shared.settings.max_per_pattern);
        let (mut frontier, commit) = Frontier::open(dir, |entry| {
            traps.admit(&entry.url, entry.depth);
        })?;
        sink.rewind(commit.sink)?;
        for url in &commit.adopted {
            if let Ok(url) = Url::parse(url) {
                shared.admission.adopt(&url);
            }
        }
        if let Some(rendering) = &shared.rendering {
            rendering.resume(commit.totals.rendered);
        }
        let first = Entry { url: start.to_owned(), depth: 0, parent: NO_PARENT, source: Source::Start, hops: 0 };
        frontier.add(&first)?;
        let (sender, receiver) = channel(MAX_IN_FLIGHT * 2);
        let is_done = commit.has_sitemaps || !shared.settings.reads_sitemaps;
        let now = Instant::now();
        Ok(Self {
            shared,
            frontier,
            sink,
            dir: dir.to_owned(),
            progress,
            traps,
            hosts: Hosts::default(),
            waiting: 0,
            in_flight: 0,
            unfinished: 0,
            sitemaps: Sitemaps::new(is_done, now),
            elapsed_before: Duration::from_millis(commit.totals.elapsed_ms),
            totals: Totals { stopped: None, ..commit.totals },
            adopted: commit.adopted,
            begun: now,
            committed: now,
            tasks: JoinSet::new(),
            sender,
            receiver,
        })
    }

    /// Crawls to the end.
    pub(super) async fn run(&mut self) -> Result<Totals, CrawlError> {
        loop {
            self.totals.stopped = self.totals.stopped.or_else(|| self.stop());
            if self.totals.stopped == Some(Stop::Cancelled) || self.is_past(OVERTIME) {
                break;
            }
            if self.totals.stopped == Some(Stop::Bytes) || self.is_past(Duration::ZERO) {
                self.halt();
            }
            self.pace_sitemaps();
            let mut blocked = 0;
            if self.totals.stopped.is_none() {
                self.fill()?;
                blocked = self.dispatch()?;
            }
            if self.is_over() {
                break;
            }
            if blocked == 0 {
                self.wait().await?;
            }
            self.commit_if_due()?;
        }
        self.tasks.shutdown().await;
        if let Some(rendering) = &self.shared.rendering {
            rendering.end().await;
        }
        self.commit()?;
        self.frontier.sync()?;
        Ok(self.totals.clone())
    }

    /// Returns the reason to stop, if a budget is used up. Retries are in flight or waiting, and count once.
    fn stop(&self) -> Option<Stop> {
        let settings = &self.shared.settings;
        let has = |used: u64, most: Option<u64>| most.is_some_and(|most| used >= most);
        if self.shared.cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if self.totals.fetched >= settings.max_pages && self.has_more() {
            Some(Stop::Pages)
        } else if has(self.totals.bytes, settings.max_bytes) {
            Some(Stop::Bytes)
        } else if self.is_past(Duration::ZERO) {
            Some(Stop::Time)
        } else {
            None
        }
    }

    /// Time that all parts of the crawl took.
    fn elapsed(&self) -> Duration {
        self.elapsed_before.saturating_add(self.begun.elapsed())
    }

    /// Returns true if the time of the crawl and some more have passed.
    fn is_past(&self, more: Duration) -> bool {
        let most = self.shared.settings.max_seconds.map(Duration::from_secs);
        most.is_some_and(|most| self.elapsed() >= most.saturating_add(more))
    }

    /// Ends what would take long and is not part of a page's own response.
    fn halt(&mut self) {
        self.sitemaps.stop();
        if let Some(rendering) = &self.shared.rendering {
            rendering.stop();
        }
    }

    /// Returns true if nothing is under way and nothing more will be.
    fn is_over(&self) -> bool {
        let is_idle = self.in_flight == 0 && !self.sitemaps.is_running();
        is_idle && (self.totals.stopped.is_some() || self.hosts.requested == 0 && !self.has_more())
    }

    fn has_more(&self) -> bool {
        self.waiting > 0 || self.frontier.has_next()
    }

    /// Moves URLs from the disk to the queues of their hosts, while there is room for them.
    fn fill(&mut self) -> Result<(), CrawlError> {
        let now = Instant::now();
        while self.waiting < WINDOW {
            let Some((id, entry)) = self.frontier.next()? else { return Ok(()) };
            // A stored URL was parsed before.
            let Ok(url) = Url::parse(&entry.url) else { continue };
            if !self.hosts.has_room(&url, self.sitemaps.host(), now) {
                self.frontier.put_back(id);
                return Ok(());
            }
            let job = self.job(id, entry, url)?;
            self.queue(job, false);
        }
        Ok(())
    }

    fn job(&mut self, id: u32, entry: Entry, url: Url) -> io::Result<Job> {
        let (mut from, mut chain) = (None, Vec::new());
        let (mut parent, mut is_redirect) = (entry.parent, entry.source == Source::Redirect);
        while parent != NO_PARENT && (from.is_none() || is_redirect && chain.len() < usize::from(entry.hops)) {
            let above = self.frontier.entry(parent)?;
            if is_redirect {
                chain.push(above.url.clone());
            }
            from.get_or_insert(above.url);
            (parent, is_redirect) = (above.parent, is_redirect && above.source == Source::Redirect);
        }
        chain.reverse();
        Ok(Job { id, entry, url, from, chain, retries: 0 })
    }

    fn queue(&mut self, job: Job, is_first: bool) {
        let host = self.hosts.of_job(&job, &self.shared.settings, Instant::now());
        if is_first {
            host.queue.push_front(job)
        } else {
            host.queue.push_back(job)
        }
        self.waiting += 1;
    }

    /// Starts all requests that the hosts' pace and the budgets allow. Returns the number of URLs that were not requested.
    fn dispatch(&mut self) -> Result<usize, CrawlError> {
        let now = Instant::now();
        let delays_pages = self.sitemaps.delays_pages(now);
        let mut blocked_jobs = Vec::new();
        if self.hosts.has_forgotten {
            self.shared.fetcher.keep_no_connections();
        }
        let (room, mut requested) = (self.hosts.room_for_rules(self.sitemaps.host(), now), 0);
        for (key, host) in self.hosts.iter_mut() {
            host.expire(now);
            let Some(first) = host.queue.front() else { continue };
            let rules = match &host.rules {
                Rules::Requested => continue,
                Rules::Unknown if requested >= room => continue,
                Rules::Unknown => {
                    requested += 1;
                    host.rules = Rules::Requested;
                    let (shared, url) = (Arc::clone(&self.shared), first.url.clone());
                    let (news, key) = (self.sender.clone(), key.clone());
                    self.tasks.spawn(async move {
                        let rules = robots::fetch(&shared.fetcher, &url).await;
                        let _ = news.send(Message::Rules(key, Arc::new(rules))).await;
                    });
                    continue;
                }
                Rules::Known(rules, _) => Arc::clone(rules),
            };
            if delays_pages {
                continue;
            }
            while host.is_ready(now) && self.in_flight < MAX_IN_FLIGHT {
                if self.totals.fetched >= self.shared.settings.max_pages
                    && host.queue.front().is_some_and(|job| job.retries == 0)
                {
                    break;
                }
                let Some(job) = host.queue.pop_front() else { break };
                self.waiting -= 1;
                let decision = rules.decide(&job.url);
                if decision != RobotsDecision::Allowed || host.is_down() {
                    blocked_jobs.push((job, decision, Arc::clone(&rules)));
                    if blocked_jobs.len() >= WINDOW { break } else { continue }
                }
                host.start(now);
                self.in_flight += 1;
                self.totals.fetched += u64::from(job.retries == 0);
                self.unfinished += u64::from(job.retries == 0);
                self.tasks.spawn(work::<S>(Arc::clone(&self.shared), job, key.clone(), self.sender.clone()));
            }
        }
        self.hosts.requested += requested;
        let count = blocked_jobs.len();
        blocked_jobs.into_iter().try_for_each(|(job, decision, rules)| self.block(job, decision, &rules))?;
        Ok(count)
    }

    /// Lets the next request of the sitemaps go, if the pace of its host allows it.
    fn pace_sitemaps(&mut self) {
        let now = Instant::now();
        let host = self.hosts.get_mut(self.sitemaps.host()).filter(|host| host.is_rested(now));
        if let Some(host) = host
            && self.sitemaps.let_go()
        {
            host.rest(now);
        }
    }

    /// Records a URL that is not requested.
    fn block(&mut self, job: Job, decision: RobotsDecision, rules: &HostRules) -> Result<(), CrawlError> {
        self.unfinished -= u64::from(job.retries > 0);
        let done = if decision == RobotsDecision::Allowed {
            let failure =
                Failure::new(FailureKind::HostDown, "The host failed too often, so the URL was not requested.");
            failed::<S>(&self.shared, job, failure)
        } else {
            let failure = if let HostRules::Unreachable(failure) = rules { Some(failure.clone()) } else { None };
            blocked::<S>(&self.shared, job, decision, failure)
        };
        self.in_flight += 1;
        self.finish(done)
    }

    /// Waits for news, or until a host may be asked again.
    async fn wait(&mut self) -> Result<(), CrawlError> {
        let now = Instant::now();
        let until = self.hosts.wakes(now).unwrap_or(now + COMMIT_AFTER).min(now + COMMIT_AFTER);
        if let Ok(Some(message)) = tokio::time::timeout_at(until.into(), self.receiver.recv()).await {
            self.take(message)?;
            while let Ok(message) = self.receiver.try_recv() {
                self.take(message)?;
            }
        }
        while self.tasks.try_join_next().is_some() {}
        Ok(())
    }

    fn take(&mut self, message: Message<S::Row>) -> Result<(), CrawlError> {
        let now = Instant::now();
        match message {
            Message::Rules(key, rules) => self.learn(&key, &rules, now),
            Message::Sitemap(urls) => self.seed(urls)?,
            Message::SitemapTurn(turn) => self.sitemaps.ask(turn),
            Message::SitemapBytes(bytes) => self.totals.bytes += bytes,
            Message::SitemapUnread(sitemap) => unread::append(&self.dir, &sitemap)?,
            Message::SitemapsDone(files) => {
                self.totals.sitemaps += files;
                self.sitemaps.end();
            }
            Message::Released { host, is_network_failure } => {
                if let Some(host) = self.hosts.get_mut(&host) {
                    host.end(is_network_failure);
                }
            }
            Message::Retry { mut job, after } => {
                job.retries += 1;
                self.in_flight -= 1;
                self.totals.retries += 1;
                self.hosts.of_job(&job, &self.shared.settings, now).pause(after, now);
                self.queue(*job, true);
            }
            Message::Done(done) => {
                self.unfinished -= 1;
                self.finish(*done)?;
            }
        }
        Ok(())
    }

    /// Stores the rules of a host. The rules of the start URL's host name the sitemaps.
    fn learn(&mut self, key: &str, rules: &Arc<HostRules>, now: Instant) {
        self.hosts.requested -= 1;
        let Some(host) = self.hosts.get_mut(key) else { return };
        host.learn(Arc::clone(rules), now);
        if !self.sitemaps.is_waiting() || self.totals.stopped.is_some() {
            return;
        }
        let base = Url::parse(key).ok().filter(|_| matches!(**rules, HostRules::Known(_)));
        let named = rules.sitemaps().iter().filter_map(|sitemap| base.as_ref()?.join(sitemap).ok());
        let mut first: Vec<Url> = named.collect();
        let is_guess = first.is_empty();
        if is_guess {
            first.extend(base.and_then(|base| base.join("/sitemap.xml").ok()));
        }
        let first = First { urls: first, is_guess };
        let task = self.tasks.spawn(sitemaps::read_all(Arc::clone(&self.shared), first, self.sender.clone()));
        self.sitemaps.begin(key, task, self.shared.settings.max_seconds, now);
    }

    /// Adds the URLs of a sitemap.
    fn seed(&mut self, urls: Vec<String>) -> io::Result<()> {
        listed::append(&self.dir, &urls)?;
        for url in urls {
            let entry = Entry { url, depth: 1, parent: NO_PARENT, source: Source::Sitemap, hops: 0 };
            self.add(entry)?;
        }
        Ok(())
    }

    /// Returns the id of a URL. A new one is added unless it is too deep, part of an endless space, or one too many.
    fn add(&mut self, entry: Entry) -> io::Result<Option<u32>> {
        if let Some(id) = self.frontier.find(&entry.url)? {
            return Ok(Some(id));
        }
        let settings = &self.shared.settings;
        if entry.depth > settings.max_depth || self.frontier.count() >= settings.max_urls {
            return Ok(None);
        }
        if entry.source != Source::Sitemap && !self.traps.admit(&entry.url, entry.depth) {
            self.totals.trapped += u64::from(self.traps.note_dropped(&entry.url));
            return Ok(None);
        }
        match self.frontier.add(&entry)? {
            Added::New(id) | Added::Known(id) => Ok(Some(id)),
        }
    }

    /// Stores the outcome of a URL and the URLs that it names.
    fn finish(&mut self, done: Done<S::Row>) -> Result<(), CrawlError> {
        self.in_flight -= 1;
        if self.shared.cancel.is_cancelled() && done.has_failed {
            // Its reading may have been cut short: it is fetched again when the crawl resumes.
            return Ok(());
        }
        let mut targets = Vec::with_capacity(done.found.len());
        for (url, source) in done.found {
            let is_redirect = source == Source::Redirect;
            let depth = done.depth.saturating_add(u16::from(!is_redirect));
            let hops = if is_redirect { done.hops + 1 } else { 0 };
            targets.extend(self.add(Entry { url, depth, parent: done.id, source, hops })?);
        }
        let dropped = done.trapped.iter().filter(|url| self.traps.note_dropped(url)).count();
        self.adopted.extend(done.adopted);
        self.sink.append(done.row?)?;
        self.frontier.finish(done.id, &mut targets)?;
        let totals = &mut self.totals;
        totals.records += 1;
        totals.trapped += dropped as u64;
        totals.bytes += done.sent;
        totals.blocked += u64::from(done.is_blocked);
        totals.failed += u64::from(done.has_failed);
        totals.rendered += u64::from(done.is_rendered);
        match done.status {
            Some(200..=299) => totals.succeeded += 1,
            Some(300..=399) => totals.redirected += 1,
            Some(400..=499) => totals.client_errors += 1,
            Some(500..) => totals.server_errors += 1,
            _ => {}
        }
        Ok(())
    }

    fn commit_if_due(&mut self) -> Result<(), CrawlError> {
        let is_due = self.committed.elapsed() >= COMMIT_AFTER || self.frontier.pending() >= MAX_PENDING;
        if is_due { self.commit() } else { Ok(()) }
    }

    fn commit(&mut self) -> Result<(), CrawlError> {
        self.totals.elapsed_ms = u64::try_from(self.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.totals.urls = self.frontier.count().into();
        // What is in flight is requested again after a crash.
        let fetched = self.totals.fetched - self.unfinished;
        let commit = Commit {
            urls: 0,
            links: 0,
            sink: self.sink.commit()?,
            has_sitemaps: self.sitemaps.is_done(),
            adopted: self.adopted.clone(),
            totals: Totals { fetched, ..self.totals.clone() },
        };
        self.frontier.commit(commit)?;
        self.committed = Instant::now();
        if let Some(progress) = &mut self.progress {
            progress(&self.totals);
        }
        Ok(())
    }
}
