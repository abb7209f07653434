//! Ranked insights without duplicates.

mod portfolio;
mod quick_win;

use serde_json::json;

use super::SIGNATURE;
use super::cluster::Facts;
use super::input::Input;
use super::output::{Cluster, KeywordResult, Totals};
use super::wins::{Draft, Ground};
use crate::common::{Evidence, Finding, Insight, three_digits};

/// Less certain findings are listed as quick wins only.
const LEAST_CONFIDENCE: f64 = 0.15;

/// Data for writing insights.
pub(crate) struct Story<'a> {
    pub(crate) input: &'a Input,
    pub(crate) ground: Ground<'a>,
    pub(crate) drafts: &'a [Draft],
    pub(crate) clusters: &'a [Cluster],
    pub(crate) keywords: &'a [KeywordResult],
    pub(crate) totals: &'a Totals,
    pub(crate) assumptions: &'a [String],
}

/// An insight with its ranking figures.
pub(crate) struct Ranked {
    /// Monthly value in cents x confidence / cost of the work; 0 if no value is known.
    worth: f64,
    /// Monthly clicks x confidence / cost of the work.
    clicks: f64,
    insight: Insight,
}

/// Writes the insights: first those about the whole site that affect all others, then by value.
pub(crate) fn write(story: &Story<'_>) -> Vec<Insight> {
    let mut ranked = quick_win::write(story);
    ranked.extend(portfolio::pages_needed(story));
    ranked.retain(|ranked| ranked.insight.confidence >= LEAST_CONFIDENCE);
    ranked.sort_by(|a, b| {
        b.worth
            .total_cmp(&a.worth)
            .then(b.clicks.total_cmp(&a.clicks))
            .then(b.insight.confidence.total_cmp(&a.insight.confidence))
            .then(a.insight.title.cmp(&b.insight.title))
    });
    let whole = portfolio::about_the_whole(story);
    let most = story.ground.params.max_insights as usize;
    let left = most.saturating_sub(whole.len());
    whole.into_iter().take(most).chain(ranked.into_iter().map(|ranked| ranked.insight).take(left)).collect()
}

impl Story<'_> {
    pub(crate) fn facts(&self) -> Facts<'_> {
        self.ground.facts
    }

    /// Completes a finding: one with a monthly value states its basis as evidence, because a plan counts income only.
    pub(crate) fn insight(&self, finding: Finding) -> Insight {
        let confidence = three_digits(finding.confidence.clamp(0.0, 1.0));
        let mut evidence = finding.evidence;
        if finding.impact.is_some() {
            evidence.push(self.value_basis());
        }
        Finding { confidence, evidence, ..finding }.insight(SIGNATURE, self.input.as_of)
    }

    fn value_basis(&self) -> Evidence {
        let basis = json!(self.facts().draws.basis_of_amounts());
        self.evidence("valueBasis", "monthly value", basis, "parameters of this run")
    }

    /// Evidence from the figures of the input.
    pub(crate) fn evidence(&self, kind: &str, reference: &str, value: serde_json::Value, source: &str) -> Evidence {
        Evidence::new(kind, reference, value, source, self.input.observed_to.or(self.input.as_of))
    }
}
