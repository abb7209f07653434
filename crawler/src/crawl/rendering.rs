//! Decides which pages the browser renders.

use std::sync::atomic::{AtomicU64, Ordering};

use url::Url;

use super::read::is_html;
use crate::{
    fetch::Fetched,
    render::{RenderFailure, Renderer, Snapshot, Wanted},
};

/// The browser of a crawl and the number of pages that it may still render.
pub(super) struct Rendering {
    renderer: Renderer,
    left: AtomicU64,
}

/// Outcome for a page.
#[derive(Debug, Default)]
pub(super) enum Drawn {
    /// The page was not to be rendered.
    #[default]
    No,
    /// It was.
    Page(Box<Snapshot>),
    /// It could not be.
    Failed(RenderFailure),
}

impl Rendering {
    /// Renders at most this number of pages.
    pub(super) const fn new(renderer: Renderer, most: u64) -> Self {
        Self { renderer, left: AtomicU64::new(most) }
    }

    /// Takes the pages into account that an earlier part of the crawl rendered.
    pub(super) fn resume(&self, rendered: u64) {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(rendered), Ordering::Relaxed);
    }

    /// Renders the page of a response, if there is one and it is its turn.
    pub(super) async fn draw(&self, url: &Url, fetched: &Fetched) -> Drawn {
        let is_page = fetched.is_success() && fetched.failure.is_none() && is_html(fetched, &fetched.body);
        if !is_page || self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        {
            return Drawn::No;
        }
        let status = fetched.status.unwrap_or(200);
        let wanted = Wanted { url, status, headers: &fetched.headers, body: &fetched.body };
        match self.renderer.render(wanted).await {
            Ok(snapshot) => Drawn::Page(Box::new(snapshot)),
            Err(failure) => Drawn::Failed(failure),
        }
    }

    /// Renders no further page; those that wait are recorded without.
    pub(super) fn stop(&self) {
        self.renderer.stop();
    }

    pub(super) async fn end(&self) {
        self.renderer.end().await;
    }
}
