//! Language models: answers with citations, and text as it is written.
//!
//! [`parse_answer`] reads stored raw answers again, so that better parsers apply to earlier answers too.

mod answer;
mod client;
mod errors;
mod list;
mod parse;
mod reading;
mod requests;
mod streams;
#[cfg(test)]
mod tests;

pub use self::{
    answer::{Answer, Citation, Finish, Usage},
    client::{Assistant, estimate, expected},
    parse::parse_answer,
    requests::{Prompt, WebSearch},
};
