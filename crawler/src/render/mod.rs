//! Renders pages in a headless Chromium and compares them with the HTML as it was sent.
//!
//! The browser has no network: its names do not resolve and its proxy does not exist. Each request of a page is handed to
//! this crate, which fetches it with the guarded client, within the limits of [`limits`], and hands the response back. The
//! browser is controlled through a pipe, so that no port is open. Each page has a browser context of its own, so that
//! nothing of a page is left for the next one.

mod answer;
mod browser;
mod cache;
mod compare;
mod failure;
pub mod limits;
mod memory;
mod page;
mod pipe;
mod process;
mod renderer;
mod rules;
mod snapshot;

use serde::{Deserialize, Serialize};

pub use browser::{Browser, find};
pub(crate) use compare::compare;
pub use compare::{Compared, Fact, Rendered};
pub use failure::RenderFailure;
pub(crate) use page::Wanted;
pub(crate) use renderer::Renderer;
pub(crate) use snapshot::Snapshot;

/// Which pages of a crawl are rendered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Render {
    /// None.
    #[default]
    None,
    /// The first pages, in the order in which they are fetched.
    Sample,
    /// All.
    All,
}
