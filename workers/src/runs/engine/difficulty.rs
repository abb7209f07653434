//! Difficulty of an opportunity, by its keyword and effort.

use std::collections::HashMap;

use shared::{
    domain::{keyword::MarketFigures, opportunity::OpportunityBody},
    store::keyword,
};

use super::{found::Findings, load::serps};
use crate::{context::RunContext, error::JobError};

/// Minimum number of SERPs for recurring competitors.
const LEAST_PAGES: usize = 5;
/// Minimum number of first pages with a host for a strong competitor.
const RECURS_ON: usize = 3;
/// Effort of maximum difficulty: two days, in minutes.
const MOST_EFFORT: f64 = 960.0;

/// Signals of a keyword, all optional.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Signals {
    /// Keyword difficulty of an imported keyword tool, 0 to 100.
    tool: Option<f64>,
    /// Share of the first ten results of hosts that recur across the imported SERPs, 0 to 1.
    rivals: Option<f64>,
    /// Current average position, from 1.
    position: Option<f64>,
    /// Estimated work, in minutes.
    effort: Option<f64>,
}

impl Signals {
    /// Returns the difficulty from 0 to 100; `None` when nothing is known.
    ///
    /// The weighted mean of the known signals, each scaled to 0..100:
    ///
    /// | signal | weight | scale |
    /// |---|---|---|
    /// | keyword tool's difficulty | 3 | unchanged |
    /// | recurring competitors | 3 | 100 x share of the first ten results |
    /// | current position | 2 | 100 x ln(position) / ln(100): 1 is 0, 10 is 50, 100 is 100 |
    /// | effort | 1 | 100 x minutes / 960, at most 100 |
    ///
    /// The logarithm follows the decrease of CTR with the position, which is close to a power law (the built-in CTR
    /// curve, `engines/data/PROVENANCE.md`). The weights are a convention of this product: a measurement of the
    /// competition counts more than the site's position, and both more than an estimate of the work.
    fn difficulty(self) -> Option<f64> {
        let position = self.position.map(|position| 100.0 * position.max(1.0).ln() / 100.0_f64.ln());
        let effort = self.effort.map(|minutes| 100.0 * minutes / MOST_EFFORT);
        let rivals = self.rivals.map(|share| 100.0 * share);
        let known: Vec<(f64, f64)> = [(self.tool, 3.0), (rivals, 3.0), (position, 2.0), (effort, 1.0)]
            .into_iter()
            .filter_map(|(value, weight)| Some((value.filter(|value| value.is_finite())?.clamp(0.0, 100.0), weight)))
            .collect();
        let weight: f64 = known.iter().map(|(_, weight)| weight).sum();
        let sum: f64 = known.iter().map(|(value, weight)| value * weight).sum();
        (weight > 0.0).then(|| (sum / weight * 10.0).round() / 10.0)
    }
}

/// Data of the website's imports and keywords, by keyword in lower case.
#[derive(Debug, Default)]
struct Known {
    tools: HashMap<String, MarketFigures>,
    rivals: HashMap<String, f64>,
    positions: HashMap<String, f64>,
}

/// Fills in the difficulty of every opportunity among the findings of a run, by the figures of keyword tools and what else is
/// known.
///
/// # Errors
/// Returns an error if a query fails.
pub(super) async fn rate(
    context: &RunContext, findings: &mut Findings, tools: HashMap<String, MarketFigures>,
) -> Result<(), JobError> {
    if findings.opportunities.is_none() {
        return Ok(());
    }
    let known = Known::load(context, findings, tools).await?;
    for (_, body) in findings.opportunities.iter_mut().flat_map(|found| &mut found.0) {
        body.difficulty = known.signals(body).difficulty();
    }
    Ok(())
}

impl Known {
    async fn load(
        context: &RunContext, findings: &Findings, tools: HashMap<String, MarketFigures>,
    ) -> Result<Self, JobError> {
        let (workspace_id, Some(website_id)) = (context.run.workspace_id, context.run.website_id) else {
            return Ok(Self::default());
        };
        let stored = keyword::positions(&context.db, workspace_id, website_id).await?;
        let mut positions: HashMap<String, f64> =
            stored.into_iter().map(|(query, position)| (query.to_lowercase(), position)).collect();
        positions.extend(found_positions(findings));
        let pages = serps::newest(context).await?;
        let hosts =
            pages.into_iter().map(|(query, page)| (query, page.urls.iter().filter_map(|url| host(url)).collect()));
        Ok(Self { tools, rivals: rivals(&hosts.collect()), positions })
    }

    fn signals(&self, body: &OpportunityBody) -> Signals {
        let keyword = body.keyword.as_ref().map(|keyword| keyword.to_lowercase());
        let of = |known: &HashMap<String, f64>| keyword.as_ref().and_then(|keyword| known.get(keyword)).copied();
        Signals {
            tool: keyword.as_ref().and_then(|keyword| self.tools.get(keyword)?.difficulty),
            rivals: of(&self.rivals),
            position: of(&self.positions),
            effort: body.effort_minutes.map(f64::from),
        }
    }
}

/// Positions of the keywords that this run found.
fn found_positions(findings: &Findings) -> impl Iterator<Item = (String, f64)> {
    let found = findings.keywords.iter().flat_map(|tables| &tables.keywords);
    found.filter_map(|one| Some((one.query.to_lowercase(), one.position?)))
}

fn host(address: &str) -> Option<String> {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next()?.to_lowercase();
    let host = host.strip_prefix("www.").unwrap_or(&host);
    (!host.is_empty()).then(|| host.to_owned())
}

/// Share of each first page held by recurring hosts; empty with too few SERPs.
#[expect(clippy::cast_precision_loss, reason = "at most ten results")]
fn rivals(pages: &HashMap<String, Vec<String>>) -> HashMap<String, f64> {
    if pages.len() < LEAST_PAGES {
        return HashMap::new();
    }
    let first = |hosts: &[String]| hosts.iter().take(10).cloned().collect::<Vec<_>>();
    let mut counts: HashMap<String, usize> = HashMap::new();
    for hosts in pages.values() {
        let mut unique = first(hosts);
        unique.sort_unstable();
        unique.dedup();
        for host in unique {
            *counts.entry(host).or_default() += 1;
        }
    }
    let share = |hosts: &[String]| {
        let hosts = first(hosts);
        let strong = hosts.iter().filter(|host| counts.get(*host).is_some_and(|count| *count >= RECURS_ON)).count();
        strong as f64 / hosts.len().max(1) as f64
    };
    pages.iter().map(|(query, hosts)| (query.clone(), share(hosts))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn difficulty_is_the_weighted_mean_of_what_is_known() {
        let none = Signals::default();
        assert_eq!(none.difficulty(), None, "nothing is known");
        for (signals, expected) in [
            (Signals { position: Some(1.0), ..none }, 0.0),
            (Signals { position: Some(10.0), ..none }, 50.0),
            (Signals { position: Some(1_000.0), ..none }, 100.0),
            (Signals { effort: Some(480.0), ..none }, 50.0),
            (Signals { tool: Some(80.0), ..none }, 80.0),
            (Signals { tool: Some(80.0), position: Some(10.0), ..none }, 68.0),
            (Signals { tool: Some(80.0), rivals: Some(0.4), position: Some(10.0), effort: Some(96.0) }, 52.2),
        ] {
            assert_eq!(signals.difficulty(), Some(expected), "{signals:?}");
        }
    }

    #[test]
    fn rivals_count_hosts_that_recur_across_result_pages() {
        let page = |hosts: [&str; 2]| hosts.map(str::to_owned).to_vec();
        let mut pages: HashMap<_, _> =
            (0..4).map(|no| (format!("query {no}"), page(["big.example", &format!("own{no}.example")]))).collect();
        assert!(rivals(&pages).is_empty(), "too few pages to tell");
        pages.insert("easy".to_owned(), page(["small.example", "tiny.example"]));
        let found = rivals(&pages);
        assert_eq!((found["query 1"], found["easy"]), (0.5, 0.0));
        assert_eq!(host("https://www.Big.example:443/a?b").as_deref(), Some("big.example"));
    }
}
