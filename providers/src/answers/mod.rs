//! What answers of assistants say about a brand and its pages.
//!
//! Everything here is computed from a recorded [`Answer`](crate::models::Answer) or text, so that it can be repeated.

mod cited;
mod mentions;
mod question;

pub use self::{
    cited::{CitedPage, cited_pages, is_cited},
    mentions::{Mention, mentions},
    question::question,
};
