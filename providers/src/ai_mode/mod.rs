//! Google's AI mode, asked through a provider of search results.
//!
//! Its answers have the shape of AI overviews: a text and references. An [`Answer`] is made of them, so that citations and
//! mentions are computed as for language models.

mod client;
mod place;
#[cfg(test)]
mod tests;

pub use self::{
    client::{AiMode, estimate, parse},
    place::Question,
};

use crate::{
    models::{Answer, Citation, Finish},
    provider::Provider,
    serp::{Overview, Reference},
};

/// Providers through which AI mode can be asked, cheapest first.
pub const PROVIDERS: [Provider; 2] = [Provider::DataForSeo, Provider::SerpApi];

/// Converts an overview: its references are the citations of the answer.
#[must_use]
pub fn from_overview(provider: Provider, overview: &Overview) -> Answer {
    let cite = |reference: &Reference| Citation::new(&reference.url, reference.title.as_deref(), None);
    Answer {
        text: overview.text.clone(),
        citations: overview.references.iter().map(cite).collect(),
        finish: Finish::Stop,
        ..Answer::new(provider)
    }
}
