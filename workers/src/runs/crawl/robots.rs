//! robots.txt and llms.txt of a website, for what they say to AI crawlers.

use std::{collections::BTreeMap, time::Duration};

use crawler::{
    audit::{ai::AGENTS, score::RobotsTxt},
    robots::{Escapes, MAX_BYTES, Robots, Verdict},
};
use net::{
    FetchError,
    fetch::{Fetcher, Wanted},
};
use url::Url;

use crate::{context::RunContext, error::JobError};

const TEXT: Wanted = Wanted {
    accept: "text/plain",
    types: &["text/plain", "text/html", "application/octet-stream", "text/markdown"],
    bytes: MAX_BYTES,
    time: Duration::from_secs(10),
};
/// Waits before each retry of a server that fails.
const RETRIES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(2)];
/// Crawlers of search engines whose rules the audit asks for.
const OTHERS: [&str; 4] = ["*", "bingbot", "duckduckbot", "archive.org_bot"];

/// Rules of a website for every crawler that the audit asks about.
#[derive(Debug, Default)]
pub(in crate::runs) struct Rules {
    by_agent: BTreeMap<&'static str, Robots>,
    /// Whether robots.txt could not be fetched, which forbids all URLs to every crawler. RFC 9309, 2.3.1.4.
    is_unreachable: bool,
    /// State of its robots.txt.
    pub(in crate::runs) robots_txt: RobotsTxt,
    /// Whether it has an llms.txt; `None` if that could not be found out.
    pub(in crate::runs) has_llms_txt: Option<bool>,
}

impl Rules {
    /// Returns true if the crawler may fetch the URL.
    pub(in crate::runs) fn allows(&self, agent: &str, url: &Url) -> bool {
        !self.is_unreachable && self.allows_as_written(agent, url)
    }

    /// Returns true if no rule keeps the crawler from the URL. Lighthouse asks this; that robots.txt cannot be fetched is an
    /// audit of its own.
    pub(in crate::runs) fn allows_as_written(&self, agent: &str, url: &Url) -> bool {
        let rules = self.by_agent.get(agent);
        rules.is_none_or(|rules| {
            rules.decide(&url[url::Position::BeforePath..url::Position::AfterQuery]) == Verdict::Allowed
        })
    }
}

pub(in crate::runs) async fn fetch(context: &RunContext, start: &str) -> Result<Rules, JobError> {
    let Ok(start) = Url::parse(start) else { return Ok(Rules::default()) };
    let fetcher = Fetcher::new(context.outside.guard.clone()).map_err(|error| JobError::defect(&error))?;
    let mut robots = get(&fetcher, &start, "/robots.txt").await;
    for wait in RETRIES {
        if !robots.as_ref().is_err_and(FetchError::is_transient) {
            break;
        }
        tokio::time::sleep(wait).await;
        robots = get(&fetcher, &start, "/robots.txt").await;
    }
    let has_llms_txt = match get(&fetcher, &start, "/llms.txt").await {
        Ok(text) => Some(!text.trim_start().starts_with('<')),
        Err(FetchError::Status { status, .. }) if status.is_client_error() => Some(false),
        Err(_) => None,
    };
    let (robots_txt, is_unreachable) = state(&robots);
    let text = robots.unwrap_or_default();
    let agents = AGENTS.iter().map(|agent| agent.name).chain(OTHERS);
    let by_agent = agents.map(|agent| (agent, Robots::parse(text.as_bytes(), agent, Escapes::Decoded))).collect();
    Ok(Rules { by_agent, is_unreachable, robots_txt, has_llms_txt })
}

/// Returns the state of robots.txt, and whether it could not be fetched.
fn state(robots: &Result<String, FetchError>) -> (RobotsTxt, bool) {
    match robots {
        Ok(text) => (RobotsTxt::of(text), false),
        Err(FetchError::Status { status, .. }) if status.is_server_error() || status.as_u16() == 429 => {
            (RobotsTxt::Invalid, true)
        }
        Err(FetchError::Status { .. } | FetchError::Astray(_) | FetchError::TooManyHops { .. }) => {
            (RobotsTxt::Missing, false)
        }
        // The server has a file, but no text that fits.
        Err(FetchError::Type { .. } | FetchError::TooLarge { .. }) => (RobotsTxt::Invalid, false),
        Err(_) => (RobotsTxt::Invalid, true),
    }
}

async fn get(fetcher: &Fetcher, start: &Url, path: &str) -> Result<String, FetchError> {
    let url = start.join(path).map_err(|_| FetchError::Astray(start.to_string()))?;
    Ok(fetcher.get(&url, &TEXT).await?.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(robots: Result<String, FetchError>) -> Rules {
        let (robots_txt, is_unreachable) = state(&robots);
        let text = robots.unwrap_or_default();
        let bot = Robots::parse(text.as_bytes(), "GPTBot", Escapes::Decoded);
        Rules { by_agent: BTreeMap::from([("GPTBot", bot)]), is_unreachable, robots_txt, has_llms_txt: None }
    }

    #[test]
    fn robots_txt_that_cannot_be_fetched_forbids_all() {
        let url = Url::parse("https://example.com/a").unwrap();
        let slow = || FetchError::TooSlow { host: "example.com".to_owned(), seconds: 10 };
        let found = rules(Err(slow()));
        assert_eq!((found.robots_txt, found.allows("GPTBot", &url)), (RobotsTxt::Invalid, false));
        assert!(found.allows_as_written("GPTBot", &url));
        let astray = rules(Err(FetchError::Astray("example.com".to_owned())));
        assert_eq!((astray.robots_txt, astray.allows("GPTBot", &url)), (RobotsTxt::Missing, true));
    }

    #[test]
    fn robots_txt_with_invalid_lines_still_has_rules() {
        let url = Url::parse("https://example.com/a").unwrap();
        let found = rules(Ok("nonsense\nUser-agent: GPTBot\nDisallow: /".to_owned()));
        assert_eq!((found.robots_txt, found.allows("GPTBot", &url)), (RobotsTxt::Invalid, false));
        let nonsense = rules(Ok("this is not robots\nfoo bar baz".to_owned()));
        assert_eq!((nonsense.robots_txt, nonsense.allows("GPTBot", &url)), (RobotsTxt::Invalid, true));
    }
}
