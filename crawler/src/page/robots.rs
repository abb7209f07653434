//! Robots directives of a page: `meta` elements and the `X-Robots-Tag` header.

use serde::{Deserialize, Serialize};

use super::headers::Headers;
use super::limits::{MOST_ITEMS, MOST_TEXT_BYTES};
use super::text::cut;

/// Directives for one crawler or for all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RobotsRule {
    /// Crawler in lower case; `None` for all.
    pub agent: Option<String>,
    /// Directives in lower case, such as `noindex` or `max-snippet:20`.
    pub directives: Vec<String>,
    /// Where the directives are.
    pub source: RobotsSource,
}

/// Where robots directives are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum RobotsSource {
    /// `meta` element.
    Meta,
    /// `X-Robots-Tag` header.
    Header,
}

/// Robots directives of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Robots(pub Vec<RobotsRule>);

impl Robots {
    /// Returns whether a directive applies to a crawler. Rules for all and for the crawler add up, as at Google.
    #[must_use]
    pub fn has(&self, agent: &str, directive: &str) -> bool {
        let applies = |rule: &RobotsRule| rule.agent.as_deref().is_none_or(|named| named.eq_ignore_ascii_case(agent));
        self.0.iter().filter(|rule| applies(rule)).flat_map(|rule| &rule.directives).any(|named| named == directive)
    }

    /// Returns whether a crawler may not index the page. `none` means `noindex, nofollow`.
    #[must_use]
    pub fn is_noindex(&self, agent: &str) -> bool {
        self.has(agent, "noindex") || self.has(agent, "none")
    }

    /// Returns whether a crawler may not follow the page's links.
    #[must_use]
    pub fn is_nofollow(&self, agent: &str) -> bool {
        self.has(agent, "nofollow") || self.has(agent, "none")
    }
}

/// Names of `meta` elements that hold robots directives for one crawler.
const AGENTS: [&str; 24] = [
    "googlebot",
    "googlebot-news",
    "googlebot-image",
    "googlebot-video",
    "bingbot",
    "msnbot",
    "slurp",
    "duckduckbot",
    "yandex",
    "baiduspider",
    "applebot",
    "gptbot",
    "oai-searchbot",
    "claudebot",
    "perplexitybot",
    "ccbot",
    "bytespider",
    "meta-externalagent",
    "amazonbot",
    "claude-searchbot",
    "duckassistbot",
    "chatgpt-user",
    "claude-user",
    "perplexity-user",
];

/// Returns the directives of a `meta` element with this name.
pub(super) fn from_meta(name: &str, content: &str) -> Option<RobotsRule> {
    let name = name.trim().to_ascii_lowercase();
    let agent = match name.as_str() {
        "robots" => None,
        named if AGENTS.contains(&named) => Some(name),
        _ => return None,
    };
    Some(RobotsRule { agent, directives: directives(content), source: RobotsSource::Meta })
}

/// Returns the directives of all `X-Robots-Tag` headers.
pub(super) fn from_headers(headers: &Headers) -> Vec<RobotsRule> {
    headers.all("x-robots-tag").take(MOST_ITEMS).map(from_header).collect()
}

/// A value starts with `crawler:` unless that is a directive with a value, such as `max-snippet: 20`.
fn from_header(value: &str) -> RobotsRule {
    let (agent, rest) = match value.split_once(':') {
        Some((name, rest)) if is_agent(name.trim()) => (Some(name.trim().to_ascii_lowercase()), rest),
        _ => (None, value),
    };
    let agent = agent.filter(|agent| agent != "*" && agent != "robots");
    RobotsRule { agent, directives: directives(rest), source: RobotsSource::Header }
}

fn is_agent(name: &str) -> bool {
    const WITH_VALUE: [&str; 4] = ["max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"];
    let is_word = !name.is_empty() && name.chars().all(|character| !character.is_whitespace() && character != ',');
    is_word && WITH_VALUE.iter().all(|directive| !directive.eq_ignore_ascii_case(name))
}

fn directives(text: &str) -> Vec<String> {
    let text = cut(text, MOST_TEXT_BYTES).to_ascii_lowercase();
    let words = text.split(',').map(|word| word.split_whitespace().collect::<String>());
    words.filter(|word| !word.is_empty()).collect()
}
