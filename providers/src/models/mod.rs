//! Language models: answers with citations, and text as it is written.
//!
//! [`parse_answer`] reads stored raw answers again, so that better parsers apply to earlier answers too.

mod answer;
mod anthropic;
#[cfg(test)]
mod cases;
mod client;
mod errors;
mod gemini;
mod list;
mod open_ai;
mod parse;
mod perplexity;
mod reading;
mod requests;
mod streams;
#[cfg(test)]
mod tests;

pub use self::{
    answer::{Answer, Citation, Finish, Usage},
    anthropic::Anthropic,
    client::{Assistant, estimate, expected},
    gemini::Gemini,
    open_ai::OpenAi,
    parse::parse_answer,
    perplexity::Perplexity,
    requests::{Prompt, WebSearch},
};
