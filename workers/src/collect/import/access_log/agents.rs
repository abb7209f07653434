//! Crawlers by the names that they send.

use std::sync::LazyLock;

use crawler::audit::ai::{AGENTS, Purpose};

/// A crawler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Crawler {
    /// Name in its user agent.
    pub(super) name: &'static str,
    /// What it does with pages.
    pub(super) purpose: Purpose,
}

/// Crawlers of search engines that fill no index of AI answers. Images and the like have names of their own.
const SEARCH: [&str; 6] =
    ["DuckDuckBot", "YandexBot", "Baiduspider", "Googlebot-Image", "Googlebot-News", "Googlebot-Video"];

/// All crawlers with their names in lower case. Control tokens are sent by no crawler.
static CRAWLERS: LazyLock<Vec<(Crawler, String)>> = LazyLock::new(|| {
    let ai = AGENTS.iter().filter(|agent| !agent.is_token);
    let ai = ai.map(|agent| Crawler { name: agent.name, purpose: agent.purpose });
    let search = SEARCH.iter().map(|&name| Crawler { name, purpose: Purpose::SearchIndex });
    ai.chain(search).map(|crawler| (crawler, crawler.name.to_ascii_lowercase())).collect()
});

/// Returns the crawler with a name.
pub(super) fn named(name: &str) -> Option<Crawler> {
    CRAWLERS.iter().find(|(crawler, _)| crawler.name == name).map(|(crawler, _)| *crawler)
}

/// Returns the crawler that a user agent claims to be: its name as a whole word, in any case.
pub(super) fn claimed(user_agent: &[u8]) -> Option<Crawler> {
    let lower = user_agent.to_ascii_lowercase();
    CRAWLERS.iter().find(|(_, name)| has_word(&lower, name.as_bytes())).map(|(crawler, _)| *crawler)
}

/// Returns true if a text has a word that no letter, digit or hyphen continues.
fn has_word(text: &[u8], word: &[u8]) -> bool {
    let continues = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
    memchr::memmem::find_iter(text, word).any(|at| {
        let before = at.checked_sub(1).and_then(|before| text.get(before));
        !continues(before) && !continues(text.get(at + word.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_are_recognised_by_whole_names() {
        let name = |agent: &str| claimed(agent.as_bytes()).map(|crawler| crawler.name);
        let gpt =
            "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
        assert_eq!(name(gpt), Some("GPTBot"));
        assert_eq!(name("meta-externalagent/1.1 (+https://developers.facebook.com/docs)"), Some("Meta-ExternalAgent"));
        assert_eq!(name("Googlebot-Image/1.0"), Some("Googlebot-Image"));
        assert_eq!(name("Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"), Some("Bingbot"));
        for other in ["Mozilla/5.0 (X11) Firefox/140.0", "NotGPTBot/1.0", "GPTBotter", "Applebot-Extended", ""] {
            assert_eq!(name(other), None, "{other}");
        }
        assert_eq!(named("Google-Extended"), None, "a token that no crawler sends");
    }
}
