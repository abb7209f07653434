//! SerpApi: search results, AI overviews, AI mode and the account.

mod ai_mode;
#[cfg(test)]
mod cases;
mod client;
mod parse;
mod provider;
#[cfg(test)]
mod tests;

pub use self::{
    ai_mode::parse as parse_ai_mode,
    client::{Account, SerpApi},
    parse::search as parse_serp,
};
