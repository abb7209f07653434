//! robots.txt and llms.txt of a website, for what they say to AI crawlers.

use std::{collections::BTreeMap, time::Duration};

use crawler::{
    audit::ai::AGENTS,
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
/// Crawlers of search engines whose rules the audit asks for.
const OTHERS: [&str; 4] = ["*", "bingbot", "duckduckbot", "archive.org_bot"];

/// Rules of a website for every crawler that the audit asks about.
#[derive(Debug, Default)]
pub(in crate::runs) struct Rules {
    by_agent: BTreeMap<&'static str, Robots>,
    /// Whether the website has a robots.txt.
    pub(in crate::runs) has_robots_txt: bool,
    /// Whether it has an llms.txt; `None` if that could not be found out.
    pub(in crate::runs) has_llms_txt: Option<bool>,
}

impl Rules {
    /// Returns true if the crawler may fetch the URL.
    pub(in crate::runs) fn allows(&self, agent: &str, url: &Url) -> bool {
        let rules = self.by_agent.get(agent);
        rules.is_none_or(|rules| {
            rules.decide(&url[url::Position::BeforePath..url::Position::AfterQuery]) == Verdict::Allowed
        })
    }
}

pub(in crate::runs) async fn fetch(context: &RunContext, start: &str) -> Result<Rules, JobError> {
    let Ok(start) = Url::parse(start) else { return Ok(Rules::default()) };
    let fetcher = Fetcher::new(context.outside.guard.clone()).map_err(|error| JobError::defect(&error))?;
    let robots = get(&fetcher, &start, "/robots.txt").await;
    let has_llms_txt = match get(&fetcher, &start, "/llms.txt").await {
        Ok(text) => Some(!text.trim_start().starts_with('<')),
        Err(FetchError::Status { status, .. }) if status.is_client_error() => Some(false),
        Err(_) => None,
    };
    let text = robots.unwrap_or_default();
    let agents = AGENTS.iter().map(|agent| agent.name).chain(OTHERS);
    let by_agent = agents.map(|agent| (agent, Robots::parse(text.as_bytes(), agent, Escapes::Decoded))).collect();
    Ok(Rules { by_agent, has_robots_txt: !text.is_empty(), has_llms_txt })
}

async fn get(fetcher: &Fetcher, start: &Url, path: &str) -> Result<String, FetchError> {
    let url = start.join(path).map_err(|_| FetchError::Astray(start.to_string()))?;
    Ok(fetcher.get(&url, &TEXT).await?.text)
}
