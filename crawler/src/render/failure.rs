//! Reasons why a page could not be rendered, written for the user who started the crawl.

use super::limits;

/// Reason why a page could not be rendered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RenderFailure {
    /// No browser is installed under this path, or it does not start.
    #[error("The browser {path} cannot be started: {reason}")]
    NotStarted {
        /// Path of the browser.
        path: String,
        /// What it or the system reports.
        reason: String,
    },
    /// The browser ended or was killed.
    #[error("The browser ended while it rendered the page.")]
    Ended,
    /// The process of the page ended or was killed.
    #[error("The page needed too much memory, or the browser could not process it.")]
    Crashed,
    /// The browser did not answer in time.
    #[error("The browser did not respond in time.")]
    TooSlow,
    /// The scripts of the page did not let its HTML be read.
    #[error("The scripts of the page did not end.")]
    Busy,
    /// The page is too large.
    #[error("The HTML has more than {} MiB and is not rendered.", limits::MOST_HTML >> 20)]
    TooLarge,
    /// The browser refused a command.
    #[error("The browser reported: {0}")]
    Refused(String),
    /// A limit ended the crawl.
    #[error("The crawl ended before the page was rendered.")]
    Stopped,
    /// The browser failed too often in this crawl.
    #[error("The browser failed too often in this crawl, so further pages are not rendered.")]
    GivenUp,
}

impl RenderFailure {
    /// Returns true if the browser must be started again.
    pub(crate) const fn is_of_browser(&self) -> bool {
        matches!(self, Self::Ended | Self::TooSlow | Self::NotStarted { .. })
    }
}
