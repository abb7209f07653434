//! The browser of a crawl: started once, started again if it fails.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Mutex, Semaphore};

use super::{Browser, RenderFailure, Snapshot, Wanted, answer::Loader, limits, page, process::Process};
use crate::fetch::Fetcher;

#[derive(Default)]
struct State {
    process: Option<Arc<Process>>,
    starts: u32,
}

/// Renders the pages of a crawl.
pub(crate) struct Renderer {
    browser: Browser,
    /// Name of the crawler and its contact, added to the browser's user agent.
    name: String,
    /// Time for a page.
    time: Duration,
    loader: Arc<Loader>,
    slots: Semaphore,
    state: Mutex<State>,
    is_stopped: AtomicBool,
}

impl Renderer {
    /// Creates a renderer and starts its browser.
    ///
    /// # Errors
    /// Returns a [`RenderFailure`] if the browser does not start.
    pub(crate) async fn start(
        browser: Browser, fetcher: Fetcher, name: String, time: Duration,
    ) -> Result<Self, RenderFailure> {
        let renderer = Self {
            browser,
            name,
            time,
            loader: Arc::new(Loader::new(fetcher)),
            slots: Semaphore::new(limits::PAGES_AT_ONCE as usize),
            state: Mutex::default(),
            is_stopped: AtomicBool::new(false),
        };
        renderer.running().await?;
        Ok(renderer)
    }

    /// Renders a page. If the browser fails, the page gets a second one for itself: another page that was rendered at the
    /// same time may be to blame.
    pub(crate) async fn render(&self, wanted: Wanted<'_>) -> Result<Snapshot, RenderFailure> {
        if wanted.body.len() > limits::MOST_HTML {
            return Err(RenderFailure::TooLarge);
        }
        match self.render_in(1, wanted).await {
            Err(failure) if failure.is_of_browser() => self.render_in(limits::PAGES_AT_ONCE, wanted).await,
            rendered => rendered,
        }
    }

    /// Renders a page while it holds so many slots; with all of them no other page is rendered meanwhile.
    async fn render_in(&self, slots: u32, wanted: Wanted<'_>) -> Result<Snapshot, RenderFailure> {
        let Ok(_slots) = self.slots.acquire_many(slots).await else { return Err(RenderFailure::Ended) };
        if self.is_stopped.load(Ordering::Relaxed) {
            return Err(RenderFailure::Stopped);
        }
        let process = self.running().await?;
        let Some(pipe) = process.pipe.clone() else { return Err(RenderFailure::Ended) };
        let agent = self.agent(&process);
        // Opening, reading and closing are bounded by themselves; this bounds a browser that stops reading its commands.
        let most = self.time + limits::COMMAND * 4;
        let rendered = page::render(&pipe, &self.loader, &agent, wanted, self.time);
        let rendered = tokio::time::timeout(most, rendered).await.unwrap_or(Err(RenderFailure::TooSlow));
        if rendered.as_ref().is_err_and(RenderFailure::is_of_browser) {
            self.discard(&process).await;
        }
        rendered
    }

    /// Renders no further page.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Ends the browser.
    pub(crate) async fn end(&self) {
        let Some(process) = self.state.lock().await.process.take() else { return };
        match Arc::try_unwrap(process) {
            Ok(process) => process.end().await,
            Err(process) => process.kill(),
        }
    }

    /// Returns the browser; starts it if it is not running.
    async fn running(&self) -> Result<Arc<Process>, RenderFailure> {
        let mut state = self.state.lock().await;
        let is_open = |process: &&Arc<Process>| process.pipe.as_ref().is_some_and(|pipe| !pipe.is_closed());
        if let Some(process) = state.process.as_ref().filter(is_open) {
            return Ok(Arc::clone(process));
        }
        state.process = None;
        if state.starts >= limits::MOST_STARTS {
            return Err(RenderFailure::GivenUp);
        }
        state.starts += 1;
        let process = Arc::new(Process::start(&self.browser).await?);
        state.process = Some(Arc::clone(&process));
        Ok(process)
    }

    /// Kills a browser that failed, unless another one has replaced it.
    async fn discard(&self, failed: &Arc<Process>) {
        failed.kill();
        let mut state = self.state.lock().await;
        if state.process.as_ref().is_some_and(|process| Arc::ptr_eq(process, failed)) {
            state.process = None;
        }
    }

    /// Scripts see the browser with the crawler's name, as those of search engines do.
    fn agent(&self, process: &Process) -> String {
        let browser = process.agent.replace("HeadlessChrome", "Chrome");
        format!("{browser} (compatible; {})", self.name)
    }
}
