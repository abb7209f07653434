//! Visitors and crawlers of assistants: lists with their date.

use serde::Serialize;
use url::Url;

/// Day on which the lists were checked.
pub const AGENTS_DATE: &str = "2026-11-23";

/// A website from which an assistant sends visitors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AssistantReferrer {
    /// Host; subdomains count too.
    pub host: &'static str,
    /// Beginning of the path, where the host also has other uses.
    pub path: &'static str,
    /// Name of the assistant.
    pub assistant: &'static str,
}

const fn referrer(host: &'static str, path: &'static str, assistant: &'static str) -> AssistantReferrer {
    AssistantReferrer { host, path, assistant }
}

/// Websites of assistants. Counts are a floor: many visits have no referrer, of apps almost none. Google's AI overviews
/// send visitors as google.com and cannot be separated from other results.
pub const REFERRERS: &[AssistantReferrer] = &[
    referrer("chatgpt.com", "/", "ChatGPT"),
    referrer("chat.openai.com", "/", "ChatGPT"),
    referrer("perplexity.ai", "/", "Perplexity"),
    referrer("claude.ai", "/", "Claude"),
    referrer("gemini.google.com", "/", "Gemini"),
    referrer("copilot.microsoft.com", "/", "Copilot"),
    referrer("bing.com", "/chat", "Copilot"),
    referrer("you.com", "/", "You.com"),
    referrer("phind.com", "/", "Phind"),
    referrer("kagi.com", "/", "Kagi"),
    referrer("poe.com", "/", "Poe"),
    referrer("meta.ai", "/", "Meta AI"),
    referrer("chat.mistral.ai", "/", "Mistral"),
    referrer("grok.com", "/", "Grok"),
    referrer("duckduckgo.com", "/assist", "DuckDuckGo"),
    referrer("chat.deepseek.com", "/", "DeepSeek"),
];

/// Returns the assistant that sent a visitor, by the referrer or by the parameter `utm_source` of the landing page.
#[must_use]
pub fn assistant_of(referrer: &str, landing: &str) -> Option<&'static str> {
    let listed = |host: &str, path: &str| {
        let same = |known: &str| host == known || host.strip_suffix(known).is_some_and(|rest| rest.ends_with('.'));
        REFERRERS.iter().find(|entry| same(entry.host) && path.starts_with(entry.path)).map(|entry| entry.assistant)
    };
    let by_referrer = || {
        let url = Url::parse(referrer).ok()?;
        listed(url.host_str()?, url.path())
    };
    let by_source = || {
        let url = Url::parse(landing).ok()?;
        let source = url.query_pairs().find(|(name, _)| name == "utm_source")?.1.to_ascii_lowercase();
        listed(&source, "/")
    };
    by_referrer().or_else(by_source)
}

/// What a crawler fetches pages for: three decisions for a website.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum CrawlerClass {
    /// Training of models.
    Training,
    /// An index for search and answers: blocking it takes the website out of answers.
    Search,
    /// A user's request at this moment.
    User,
}

/// A crawler, or a token by which robots.txt controls a use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Crawler {
    /// Name in robots.txt and, except for tokens, in the user agent.
    pub agent: &'static str,
    /// Operator.
    pub operator: &'static str,
    /// Use.
    pub class: CrawlerClass,
    /// True for a token that never appears as a user agent.
    pub is_token: bool,
}

const fn crawler(agent: &'static str, operator: &'static str, class: CrawlerClass) -> Crawler {
    Crawler { agent, operator, class, is_token: false }
}

const fn token(agent: &'static str, operator: &'static str) -> Crawler {
    Crawler { agent, operator, class: CrawlerClass::Training, is_token: true }
}

/// Crawlers of assistants and of search engines that feed them.
pub const CRAWLERS: &[Crawler] = &[
    crawler("GPTBot", "OpenAI", CrawlerClass::Training),
    crawler("ClaudeBot", "Anthropic", CrawlerClass::Training),
    crawler("CCBot", "Common Crawl", CrawlerClass::Training),
    crawler("Bytespider", "ByteDance", CrawlerClass::Training),
    crawler("Meta-ExternalAgent", "Meta", CrawlerClass::Training),
    crawler("Amazonbot", "Amazon", CrawlerClass::Training),
    token("Google-Extended", "Google"),
    token("Applebot-Extended", "Apple"),
    crawler("OAI-SearchBot", "OpenAI", CrawlerClass::Search),
    crawler("Claude-SearchBot", "Anthropic", CrawlerClass::Search),
    crawler("PerplexityBot", "Perplexity", CrawlerClass::Search),
    crawler("Bingbot", "Microsoft", CrawlerClass::Search),
    crawler("Googlebot", "Google", CrawlerClass::Search),
    crawler("Applebot", "Apple", CrawlerClass::Search),
    crawler("DuckAssistBot", "DuckDuckGo", CrawlerClass::Search),
    crawler("ChatGPT-User", "OpenAI", CrawlerClass::User),
    crawler("Claude-User", "Anthropic", CrawlerClass::User),
    crawler("Perplexity-User", "Perplexity", CrawlerClass::User),
];

/// Returns the crawler that a user agent names. Anyone can send such a name.
#[must_use]
pub fn crawler_of(user_agent: &str) -> Option<&'static Crawler> {
    let agent: String = user_agent.chars().take(1_024).collect::<String>().to_ascii_lowercase();
    let named = CRAWLERS.iter().filter(|entry| !entry.is_token && agent.contains(&entry.agent.to_ascii_lowercase()));
    named.max_by_key(|entry| entry.agent.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assistant_is_known_by_referrer_or_source() {
        assert_eq!(assistant_of("https://www.perplexity.ai/search/x", ""), Some("Perplexity"));
        assert_eq!(assistant_of("", "https://me.test/?utm_source=chatgpt.com"), Some("ChatGPT"));
        assert_eq!(assistant_of("https://www.bing.com/chat?x", ""), Some("Copilot"));
        assert_eq!(assistant_of("https://www.bing.com/search?q=x", "https://me.test/"), None);
        assert_eq!(assistant_of("https://notclaude.ai/", "https://me.test/"), None);
    }

    #[test]
    fn crawler_is_known_by_its_user_agent() {
        let class = |agent: &str| crawler_of(agent).map(|entry| entry.class);
        assert_eq!(
            class("Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)"),
            Some(CrawlerClass::Training)
        );
        assert_eq!(class("Mozilla/5.0 (compatible; Claude-SearchBot/1.0)"), Some(CrawlerClass::Search));
        assert_eq!(class("Mozilla/5.0 Perplexity-User/1.0"), Some(CrawlerClass::User));
        assert_eq!(class("Mozilla/5.0 (Windows NT 10.0) Chrome/140"), None);
        assert_eq!(class("Google-Extended"), None);
    }
}
