//! Crawls a site: fetches its pages politely, within budgets, and passes a record of each to a sink.
//!
//! One thread decides (`drive`): it hands out URLs, keeps the frontier and the sink. Requests run on the async runtime, pages are
//! read on a pool of threads. Memory is bounded: the frontier is on disk, few pages are in flight, large bodies are
//! counted.

mod admit;
mod drive;
mod host;
mod hosts;
mod listed;
mod read;
mod record;
mod rendering;
mod robots;
mod run;
mod settings;
mod sink;
mod sitemaps;
mod state;
mod totals;
mod unread;
mod work;

pub use listed::Listed;
pub use record::{Record, Redirect, RedirectProblem, RobotsDecision};
pub use run::{Crawl, CrawlError};
pub use settings::{Facts, Settings, SettingsError};
pub use sink::{JsonLines, Sink};
pub use totals::{Stop, Totals};
pub use unread::unread_sitemaps;

pub(crate) use robots::{HostRules, fetch as fetch_rules};

pub use crate::{
    fetch::{Failure, FailureKind, Names},
    frontier::Source,
    render::{Render, Rendered},
    urls::ScopeKind,
};
