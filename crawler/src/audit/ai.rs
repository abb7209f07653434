//! What AI crawlers may fetch and can read of a page.

use serde::{Deserialize, Serialize};

use super::check::content::needs_scripts;
use crate::{page::Page, render::Rendered};

/// What a crawler does with pages. Three decisions, never one: blocking training leaves answers untouched, blocking a
/// search index takes the website out of answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Purpose {
    /// Trains models.
    Training,
    /// Fills the index that answers are searched in.
    SearchIndex,
    /// Fetches a page because a user asked.
    UserRequest,
}

impl Purpose {
    /// Returns its stable identifier: `training`, `searchIndex` or `userRequest`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::SearchIndex => "searchIndex",
            Self::UserRequest => "userRequest",
        }
    }
}

/// A crawler or control token of robots.txt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Agent {
    /// Name in robots.txt.
    pub name: &'static str,
    /// What it does with pages.
    pub purpose: Purpose,
    /// Returns whether it is a token that no crawler sends, such as `Google-Extended`.
    pub is_token: bool,
    /// Returns whether its operator says that robots.txt does not bind it.
    pub is_unbound: bool,
}

/// AI crawlers as documented by their operators; as of November 2026.
pub const AGENTS: [Agent; 18] = [
    agent("GPTBot", Purpose::Training),
    agent("ClaudeBot", Purpose::Training),
    agent("CCBot", Purpose::Training),
    agent("Bytespider", Purpose::Training),
    agent("Meta-ExternalAgent", Purpose::Training),
    agent("Amazonbot", Purpose::Training),
    Agent { is_token: true, ..agent("Google-Extended", Purpose::Training) },
    Agent { is_token: true, ..agent("Applebot-Extended", Purpose::Training) },
    agent("OAI-SearchBot", Purpose::SearchIndex),
    agent("Claude-SearchBot", Purpose::SearchIndex),
    agent("PerplexityBot", Purpose::SearchIndex),
    agent("Bingbot", Purpose::SearchIndex),
    agent("Googlebot", Purpose::SearchIndex),
    agent("Applebot", Purpose::SearchIndex),
    agent("DuckAssistBot", Purpose::SearchIndex),
    agent("ChatGPT-User", Purpose::UserRequest),
    agent("Claude-User", Purpose::UserRequest),
    Agent { is_unbound: true, ..agent("Perplexity-User", Purpose::UserRequest) },
];

const fn agent(name: &'static str, purpose: Purpose) -> Agent {
    Agent { name, purpose, is_token: false, is_unbound: false }
}

/// What AI crawlers may fetch and can read of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Readiness {
    /// Access of each crawler.
    pub agents: Vec<Access>,
    /// Returns whether scripts write the content, which AI crawlers do not run.
    pub needs_scripts: bool,
    /// Words of the main content in the HTML as it is sent.
    pub content_words: u64,
    /// Returns whether the website has an `llms.txt`; `None` if that is not known. No large operator has promised to
    /// read it.
    pub has_llms_txt: Option<bool>,
}

/// What one crawler may do with a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Access {
    /// Crawler.
    #[serde(flatten)]
    pub agent: Agent,
    /// Returns whether robots.txt allows it to fetch the page.
    pub is_allowed: bool,
    /// Returns whether directives of the page or its headers keep it from indexing.
    pub is_noindex: bool,
    /// Returns whether directives keep it from quoting: `nosnippet` or `max-snippet:0`.
    pub is_nosnippet: bool,
}

/// Returns what AI crawlers may do with a page, and can read of it: without scripts, compared with the rendered page if
/// there is one. `is_allowed` returns whether robots.txt allows a crawler to fetch it.
#[must_use]
pub fn readiness(
    page: &Page, rendered: Option<&Rendered>, is_allowed: &dyn Fn(&str) -> bool, has_llms_txt: Option<bool>,
) -> Readiness {
    let access = |agent: Agent| Access {
        agent,
        is_allowed: is_allowed(agent.name),
        is_noindex: page.robots.is_noindex(agent.name),
        is_nosnippet: page.robots.has(agent.name, "nosnippet") || page.robots.has(agent.name, "max-snippet:0"),
    };
    Readiness {
        agents: AGENTS.into_iter().map(access).collect(),
        needs_scripts: needs_scripts(page, rendered),
        content_words: page.body.content_words,
        has_llms_txt,
    }
}
