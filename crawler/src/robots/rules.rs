//! The rules of one file for one agent.

use std::time::Duration;

use super::{
    Escapes,
    lines::{Line, lines},
    path::path_of,
    pattern::Pattern,
};

/// Maximum number of sitemaps that are taken from one file.
const MAX_SITEMAPS: usize = 1_000;
/// Longest crawl delay that is stored.
const MAX_DELAY: f64 = 86_400.0;

/// What a robots.txt says of a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It may be fetched.
    Allowed,
    /// It must not be fetched.
    Disallowed,
}

#[derive(Debug, Clone)]
struct Rule {
    allows: bool,
    pattern: Pattern,
}

/// The rules of a robots.txt for one agent.
#[derive(Debug, Clone, Default)]
pub struct Robots {
    rules: Vec<Rule>,
    delay: Option<Duration>,
    sitemaps: Vec<String>,
}

/// Lines read so far: of the agent's groups, and of the groups for all agents.
#[derive(Default)]
struct Reader {
    specific: Vec<Rule>,
    global: Vec<Rule>,
    specific_delay: Option<Duration>,
    global_delay: Option<Duration>,
    sitemaps: Vec<String>,
    has_specific: bool,
    in_specific: bool,
    in_global: bool,
    is_past_agents: bool,
}

impl Robots {
    /// Reads the rules for an agent's product token, such as `Googlebot`. Any bytes are accepted.
    #[must_use]
    pub fn parse(text: &[u8], agent: &str, escapes: Escapes) -> Self {
        let mut reader = Reader::default();
        for line in lines(text) {
            reader.take(line, agent.as_bytes(), escapes);
        }
        // A group of the agent replaces the groups for all agents, even if it has no rules.
        let (mut rules, delay) = if reader.has_specific {
            (reader.specific, reader.specific_delay)
        } else {
            (reader.global, reader.global_delay)
        };
        rules.shrink_to_fit();
        Self { rules, delay, sitemaps: reader.sitemaps }
    }

    /// Bytes in memory, about.
    pub(crate) fn bytes(&self) -> usize {
        /// Bytes that the allocator adds to a text, about.
        const TEXT: usize = 16;
        let rules = self.rules.iter().map(|rule| size_of::<Rule>() + TEXT + rule.pattern.priority());
        let sitemaps = self.sitemaps.iter().map(|sitemap| size_of::<String>() + TEXT + sitemap.len());
        rules.chain(sitemaps).sum()
    }

    /// Decides on a path with its query, as [`path_of`] returns it. The longest rule that matches decides; on a tie the
    /// URL is allowed.
    #[must_use]
    pub fn decide(&self, path: &str) -> Verdict {
        let longest = |allows: bool| {
            let rules = self.rules.iter().filter(|rule| rule.allows == allows);
            rules.filter_map(|rule| rule.priority(path.as_bytes())).max().unwrap_or(0)
        };
        if longest(false) > longest(true) { Verdict::Disallowed } else { Verdict::Allowed }
    }

    /// Time between two requests that the site asks for.
    #[must_use]
    pub const fn delay(&self) -> Option<Duration> {
        self.delay
    }

    /// Sitemaps that the file names, as written.
    #[must_use]
    pub fn sitemaps(&self) -> &[String] {
        &self.sitemaps
    }
}

impl Rule {
    /// Returns the priority of the rule if it matches the path.
    fn priority(&self, path: &[u8]) -> Option<usize> {
        if self.pattern.matches(path) {
            return Some(self.pattern.priority());
        }
        // Google's parser lets a rule for `/index.html` allow its directory too.
        let directory = if self.allows { self.pattern.directory_of_index() } else { None };
        directory.filter(|directory| directory.matches(path)).map(|directory| directory.priority())
    }
}

impl Reader {
    fn take(&mut self, line: Line<'_>, agent: &[u8], escapes: Escapes) {
        match line {
            Line::Agent(value) => self.enter(value, agent),
            Line::Allow(value) => self.rule(true, value, escapes),
            Line::Disallow(value) => self.rule(false, value, escapes),
            Line::Delay(value) => self.wait(value),
            Line::Sitemap(value) => {
                if self.sitemaps.len() < MAX_SITEMAPS {
                    self.sitemaps.push(String::from_utf8_lossy(value).into_owned());
                }
            }
        }
    }

    fn enter(&mut self, value: &[u8], agent: &[u8]) {
        if self.is_past_agents {
            (self.in_specific, self.in_global, self.is_past_agents) = (false, false, false);
        }
        let is_global = matches!(value, [b'*'] | [b'*', b' ' | b'\t', ..]);
        self.in_global |= is_global;
        if !is_global && !agent.is_empty() && token(value).eq_ignore_ascii_case(agent) {
            self.in_specific = true;
            self.has_specific = true;
        }
    }

    fn rule(&mut self, allows: bool, value: &[u8], escapes: Escapes) {
        if !self.in_specific && !self.in_global {
            return;
        }
        self.is_past_agents = true;
        let rules = if self.in_specific { &mut self.specific } else { &mut self.global };
        if !value.is_empty() {
            rules.push(Rule { allows, pattern: Pattern::new(value, escapes) });
        }
    }

    /// A delay does not end the list of agents: Google's parser does not know it.
    fn wait(&mut self, value: &[u8]) {
        let seconds = std::str::from_utf8(value).ok().and_then(|text| text.parse::<f64>().ok());
        let Some(seconds) = seconds.filter(|seconds| (0.0..=MAX_DELAY).contains(seconds)) else { return };
        let delay = Some(Duration::from_secs_f64(seconds));
        if self.in_specific {
            self.specific_delay = delay;
        } else if self.in_global {
            self.global_delay = delay;
        }
    }
}

/// Returns the product token at the start of a user agent: letters, hyphens and underscores.
fn token(agent: &[u8]) -> &[u8] {
    let end = agent.iter().position(|byte| !(byte.is_ascii_alphabetic() || matches!(byte, b'-' | b'_')));
    &agent[..end.unwrap_or(agent.len())]
}

/// Answers whether an agent may fetch a URL. Both are compared as written, as Google's parser does.
#[must_use]
pub fn decide(text: &[u8], agent: &str, url: &str) -> Verdict {
    Robots::parse(text, agent, Escapes::AsWritten).decide(&path_of(url))
}
