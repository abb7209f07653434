//! Starts and resumes crawls.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use chrono::{DateTime, Utc};
use net::addresses::AddressGuard;
use rayon::ThreadPoolBuilder;
use url::Url;

use super::{
    Settings, SettingsError, Sink, Totals,
    admit::Admission,
    drive::{Driver, Progress},
    rendering::Rendering,
    state,
    work::Shared,
};
use crate::{
    Cancel,
    fetch::{Failure, Fetcher, Limits, Names},
    render::{Browser, Render, RenderFailure, Renderer},
    urls::normalise,
};

/// Bytes of the stack of a thread that reads pages.
const STACK: usize = 4 << 20;

/// Reason why a crawl cannot run or go on.
#[derive(Debug, thiserror::Error)]
pub enum CrawlError {
    /// A setting is out of its range.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The address of the start URL is not allowed.
    #[error(transparent)]
    Refused(#[from] net::addresses::Unfit),
    /// The folder contains a crawl.
    #[error("{} contains a crawl. Resume it or choose another folder.", .0.display())]
    Exists(PathBuf),
    /// Another process uses the folder.
    #[error("{} is in use by another crawl.", .0.display())]
    InUse(PathBuf),
    /// The folder contains the crawl of another site.
    #[error("The folder contains a crawl of {0}. Choose another folder.")]
    OtherStart(String),
    /// The folder was written by another version.
    #[error("The folder was written by another version of Motherlode. Start a new crawl.")]
    Version,
    /// Pages are to be rendered, but there is no browser.
    #[error("render: pages cannot be rendered without a browser")]
    NoBrowser,
    /// The browser does not start.
    #[error(transparent)]
    Browser(#[from] RenderFailure),
    /// The client could not be created.
    #[error(transparent)]
    Client(#[from] Failure),
    /// The threads could not be created.
    #[error("The threads of the crawl cannot start: {0}")]
    Threads(String),
    /// Reading or writing the crawl's files, or the sink, failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A crawl: what it fetches and where it keeps its state.
pub struct Crawl {
    start: Url,
    settings: Settings,
    guard: AddressGuard,
    state: PathBuf,
    resumes: bool,
    names: Names,
    browser: Option<Browser>,
    now: fn() -> DateTime<Utc>,
    threads: usize,
    progress: Option<Progress>,
}

impl Crawl {
    /// Creates a crawl of the site of a URL. `state` is a folder for its frontier and link graph, about 200 bytes for each
    /// URL and 2 for each link.
    #[must_use]
    pub fn new(start: Url, settings: Settings, guard: AddressGuard, state: &Path) -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            start,
            settings,
            guard,
            state: state.to_owned(),
            resumes: false,
            names: Names::default(),
            browser: None,
            now: Utc::now,
            threads,
            progress: None,
        }
    }

    /// Continues the crawl of the folder, if it contains one.
    #[must_use]
    pub fn resume(self, resumes: bool) -> Self {
        Self { resumes, ..self }
    }

    /// Resolves names in another way than the system.
    #[must_use]
    pub fn names(self, names: Names) -> Self {
        Self { names, ..self }
    }

    /// Renders pages in a browser, if the settings ask for it.
    #[must_use]
    pub fn browser(self, browser: Option<Browser>) -> Self {
        Self { browser, ..self }
    }

    /// Takes the time of records from another clock.
    #[must_use]
    pub fn clock(self, now: fn() -> DateTime<Utc>) -> Self {
        Self { now, ..self }
    }

    /// Reads pages on this number of threads. Default: one for each core.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Calls a function with the totals a few times a second.
    #[must_use]
    pub fn on_progress(self, progress: impl FnMut(&Totals) + Send + 'static) -> Self {
        Self { progress: Some(Box::new(progress)), ..self }
    }

    /// Crawls until all URLs are fetched, a budget is used up, or `cancel` is set. Returns the totals.
    ///
    /// # Errors
    /// Returns a [`CrawlError`] if the settings or the folder cannot be used, or if storing fails. Problems of pages are
    /// records.
    pub async fn run<S: Sink>(self, sink: S, cancel: Cancel) -> Result<Totals, CrawlError> {
        self.settings.check()?;
        self.guard.check(&self.start)?;
        let start = normalise(&self.start, &self.settings.dropped_parameters);
        let lock = state::lock(&self.state, &start, self.resumes)?;
        let mut shared = self.shared(cancel)?;
        shared.rendering = rendering(self.browser.clone(), &shared).await?;
        let shared = Arc::new(shared);
        let (state, progress) = (self.state, self.progress);
        let runtime = tokio::runtime::Handle::current();
        let driven = tokio::task::spawn_blocking(move || {
            let mut driver = Driver::open(shared, &state, sink, progress, &start)?;
            let totals = runtime.block_on(driver.run())?;
            drop(lock);
            Ok(totals)
        });
        driven.await.map_err(|error| CrawlError::Threads(error.to_string()))?
    }

    fn shared(&self, cancel: Cancel) -> Result<Shared, CrawlError> {
        let settings = self.settings.clone();
        let limits = Limits {
            connect: Duration::from_secs(settings.connect_seconds),
            headers: Duration::from_secs(settings.header_seconds),
            body: Duration::from_secs(settings.body_seconds),
            min_rate: settings.min_rate,
            max_bytes: settings.max_page_bytes,
        };
        let fetcher = Fetcher::new(&self.guard, &self.names, &settings.agent(), limits)?;
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK);
        let pool = pool.thread_name(|number| format!("crawl-{number}")).build();
        let pool = pool.map_err(|error| CrawlError::Threads(error.to_string()))?;
        let admission = Admission::new(&settings, &self.start)?;
        Ok(Shared { settings, fetcher, admission, pool, cancel, rendering: None, now: self.now })
    }
}

/// Starts the browser, if pages are to be rendered.
async fn rendering(browser: Option<Browser>, shared: &Shared) -> Result<Option<Rendering>, CrawlError> {
    let most = match shared.settings.render {
        Render::None => return Ok(None),
        Render::Sample => shared.settings.render_pages.into(),
        Render::All => u64::MAX,
    };
    let browser = browser.ok_or(CrawlError::NoBrowser)?;
    let time = Duration::from_secs(shared.settings.render_seconds);
    let renderer = Renderer::start(browser, shared.fetcher.clone(), shared.settings.agent(), time).await?;
    Ok(Some(Rendering::new(renderer, most)))
}
