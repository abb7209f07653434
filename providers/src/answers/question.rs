//! Questions to assistants, as a tracked prompt asks them.

use crate::models::{Prompt, WebSearch};

/// Tokens of an answer: enough for a long one with its citations.
const TOKENS: u32 = 2_048;
/// Web searches for an answer, where the provider has such a limit.
const SEARCHES: u32 = 3;

/// Returns the question of a prompt to a model. The place is where a web search is made from.
#[must_use]
pub fn question(model: &str, text: &str, is_search: bool, country: Option<&str>, city: Option<&str>) -> Prompt {
    let search = WebSearch {
        country: country.map(str::to_owned),
        region: None,
        city: city.map(str::to_owned),
        most_searches: SEARCHES,
    };
    Prompt { max_tokens: TOKENS, web_search: is_search.then_some(search), ..Prompt::new(model, text) }
}
