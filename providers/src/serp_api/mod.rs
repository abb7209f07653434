//! SerpApi: search results, AI overviews and the account.

mod client;
mod parse;
#[cfg(test)]
mod tests;

pub use self::{
    client::{Account, SerpApi},
    parse::search as parse_serp,
};
