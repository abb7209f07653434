//! What answers of assistants say about a brand and its pages, and which visitors and crawlers assistants send.
//!
//! Everything here is computed from a recorded [`Answer`](crate::models::Answer) or text, so that it can be repeated.

mod agents;
mod cited;
mod mentions;

pub use self::{
    agents::{AGENTS_DATE, AssistantReferrer, CRAWLERS, Crawler, CrawlerClass, REFERRERS, assistant_of, crawler_of},
    cited::{CitedPage, cited_pages, is_cited},
    mentions::{Mention, mentions},
};
