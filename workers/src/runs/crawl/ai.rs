//! What AI crawlers may use of each directory.

use crawler::audit::{
    ai::{AGENTS, Agent, Readiness},
    directories::{Directories, Directory},
};
use shared::domain::crawl::{AiAgent, AiDirectories, AiDirectory, AiUsable};
use url::Url;

use super::count;

/// Directories with a row of their own.
const MOST: usize = 50;

/// Sums of a crawl by directory.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Host whose robots.txt applies, without `www.`.
    host: Option<String>,
    directories: Directories,
    other_hosts: i64,
}

impl Sums {
    /// Creates sums of the website with the first URL of the crawl.
    pub(super) fn new(start: &str) -> Self {
        Self { host: Url::parse(start).ok().as_ref().and_then(host).map(str::to_owned), ..Self::default() }
    }

    /// Notes a page at the first reading.
    pub(super) fn see(&mut self, url: &Url) {
        if self.is_own(url) {
            self.directories.see(url);
        }
    }

    /// Counts a page at the last reading.
    pub(super) fn add(&mut self, url: &Url, readiness: &Readiness) {
        match self.is_own(url) {
            true => self.directories.add(url, readiness),
            false => self.other_hosts += 1,
        }
    }

    /// A robots.txt applies to one host only. A website that redirects to `www.` or from it still is one.
    fn is_own(&self, url: &Url) -> bool {
        self.host.as_deref().is_none_or(|own| host(url) == Some(own))
    }

    pub(super) fn finish(self) -> AiDirectories {
        AiDirectories {
            agents: AGENTS.into_iter().map(agent).collect(),
            directories: self.directories.finish(MOST).into_iter().map(directory).collect(),
            other_hosts: self.other_hosts,
        }
    }
}

fn host(url: &Url) -> Option<&str> {
    url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host))
}

fn agent(agent: Agent) -> AiAgent {
    let (name, purpose) = (agent.name.to_owned(), agent.purpose.key().to_owned());
    AiAgent { name, purpose, is_unbound: agent.is_unbound }
}

fn directory(row: Directory) -> AiDirectory {
    let usable = |sums: &crawler::audit::directories::Usable| AiUsable {
        allowed: count(sums.allowed),
        permitted: count(sums.permitted),
        ready: count(sums.ready),
    };
    AiDirectory {
        agents: row.agents.iter().map(usable).collect(),
        path: row.path,
        pages: count(row.pages),
        in_html: count(row.in_html),
    }
}
