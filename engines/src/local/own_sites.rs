//! What the user's own sites say of a market, in figures and sentences.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::market::shown;
use super::model::{Factors, mean_chance};
use super::outcomes::{LEAST_MONTHS, Learning, Multiplier, Tally};
use super::output::Range;
use super::reference::vertical::Z90;
use super::world::World;
use crate::common::thousands;

/// What the user's own sites say of a market, compared with what the score had expected of them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnSites {
    /// Number of sites of the trade that are old enough to judge.
    pub sites: u32,
    /// Number of sites of the trade that are too young; they count neither as a success nor as a failure.
    pub too_young: u32,
    /// Number of judged sites of other trades.
    pub other_sites: u32,
    /// Leads of the trade's sites; `None` if none has a known number.
    pub leads: Option<f64>,
    /// Leads that the score without outcomes had expected of them.
    pub expected_leads: Option<f64>,
    /// The figures that outcomes changed.
    pub factors: Vec<LearnedFactor>,
    /// The findings as sentences.
    pub sentences: Vec<String>,
}

/// A factor of the score that outcomes of own sites changed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LearnedFactor {
    /// `winChance`, `clickThrough` or `conversion`, as in the parts of the score.
    pub name: String,
    /// Number of sites of the trade with a known outcome.
    pub sites: u32,
    /// What these sites reached: rankings, visits or leads.
    pub observed: f64,
    /// What was expected of them by their age.
    pub expected: f64,
    /// Multiplier of the expected figure; of the odds for `winChance`. Shrunk towards other trades and towards 1.
    pub multiplier: Range,
    /// Weight of the trade's sites compared with the prior, 0 to 1.
    pub credibility: f64,
    /// The mean without outcomes.
    pub before: f64,
    /// The mean of the score.
    pub after: f64,
}

/// Returns what own sites say of a market; `None` without outcomes.
pub(crate) fn own_sites(world: &World<'_>, vertical: u32, factors: &Factors) -> Option<OwnSites> {
    let learned = &world.learned;
    let count = |by: &BTreeMap<u32, u32>| by.get(&vertical).copied().unwrap_or(0);
    let (sites, too_young) = (count(&learned.judged), count(&learned.young));
    let other_sites = learned.judged.values().sum::<u32>() - sites;
    if sites + too_young + other_sites == 0 {
        return None;
    }
    let leads = learned.leads.tally(vertical);
    let factors = learned_factors(world, vertical, factors);
    let mut answer = OwnSites {
        sites,
        too_young,
        other_sites,
        leads: (leads.sites > 0).then_some(leads.observed),
        expected_leads: (leads.sites > 0).then_some(leads.expected),
        factors,
        sentences: Vec::new(),
    };
    answer.sentences = sentences(world, vertical, &answer);
    Some(answer)
}

fn learned_factors(world: &World<'_>, vertical: u32, factors: &Factors) -> Vec<LearnedFactor> {
    let learned = &world.learned;
    let factor = |name: &str, learning: &Learning, after: f64, before: &dyn Fn(&Multiplier) -> f64| {
        let multiplier = learning.of(vertical)?;
        let Tally { sites, observed, expected, .. } = learning.tally(vertical);
        let at = |normal: f64| multiplier.mean * (normal * multiplier.spread).exp();
        Some(LearnedFactor {
            name: name.to_owned(),
            sites,
            observed,
            expected,
            multiplier: Range { mean: multiplier.mean, p10: at(-Z90), p50: multiplier.mean, p90: at(Z90) },
            credibility: multiplier.credibility,
            before: shown(before(&multiplier)),
            after: shown(after),
        })
    };
    let (logit, shared, own) = factors.logit;
    let chance = |odds: &Multiplier| mean_chance(logit - odds.mean.max(1e-6).ln(), shared, own);
    let divided = |after: f64| move |by: &Multiplier| after / by.mean.max(1e-6);
    [
        factor("winChance", &learned.chance, factors.chance.mean, &chance),
        factor("clickThrough", &learned.traffic, factors.ctr.mean, &divided(factors.ctr.mean)),
        factor("conversion", &learned.conversion, factors.conversion.mean, &divided(factors.conversion.mean)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn sentences(world: &World<'_>, vertical: u32, own: &OwnSites) -> Vec<String> {
    let trade = &world.verticals[vertical as usize].name;
    let mut all = Vec::new();
    if let (Some(leads), Some(expected)) = (own.leads, own.expected_leads) {
        all.push(format!(
            "Your {} got {}, {:.1} times the {} expected.",
            sites(own.sites, trade),
            counted(leads, "lead", "leads"),
            leads / expected,
            amount(expected)
        ));
    } else if own.sites == 0 {
        let others = counted(f64::from(own.other_sites), "site", "sites");
        all.push(format!(
            "No {trade} site of yours is old enough to judge. Your {others} of other trades count a little."
        ));
    }
    all.extend(own.factors.iter().map(LearnedFactor::sentence));
    if own.too_young > 0 {
        let young = counted(f64::from(own.too_young), "site is", "sites are");
        all.push(format!("{young} younger than {LEAST_MONTHS} months and not judged yet."));
    }
    all
}

impl LearnedFactor {
    /// States what changed: `Chance raised from 9.0 % to 11.0 % by 12 own sites: 4 rank, 1.2 were expected`.
    pub(crate) fn sentence(&self) -> String {
        let (what, unit) = match self.name.as_str() {
            "winChance" => ("Chance of ranking", ("ranks", "rank")),
            "clickThrough" => ("Visits per search", ("visit", "visits")),
            _ => ("Leads per visit", ("lead", "leads")),
        };
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        let (before, after) = (percent(self.before), percent(self.after));
        let change = if before == after {
            format!("unchanged at {after}")
        } else {
            let verb = if self.after > self.before { "raised" } else { "lowered" };
            format!("{verb} from {before} to {after}")
        };
        if self.sites == 0 {
            return format!("{what} {change} by sites of other trades.");
        }
        let own = counted(f64::from(self.sites), "own site", "own sites");
        let observed = counted(self.observed, unit.0, unit.1);
        format!("{what} {change} by {own}: {observed}, {} expected.", amount(self.expected))
    }
}

fn sites(count: u32, trade: &str) -> String {
    if count == 1 { format!("{trade} site") } else { format!("{count} {trade} sites") }
}

fn counted(count: f64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(count), if thousands(count) == "1" { one } else { many })
}

/// A count that was expected, with one digit after the point below a hundred.
fn amount(count: f64) -> String {
    if count < 100.0 { format!("{count:.1}") } else { thousands(count) }
}
