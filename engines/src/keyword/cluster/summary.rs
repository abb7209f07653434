//! Summaries of clusters.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::super::intent::Judgement;
use super::super::money::{Draws, Sum, Worth, add_draws};
use super::super::output::{Cluster, ClusterEvidence, ClusterEvidenceKind, Intent};
use super::super::rows::Entry;
use super::super::volume::Demand;
use super::Group;
use crate::common::Money;
use crate::stat::interval_of;

/// Number of queries that one thread sums.
const SHARE: usize = 8_192;

/// Data of the queries, by index.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) entries: &'a [Entry],
    pub(crate) judgements: &'a [Judgement],
    pub(crate) places: &'a [Option<String>],
    pub(crate) demands: &'a [Option<Demand>],
    /// Whether it counts toward sums of volume and money.
    pub(crate) counted: &'a [bool],
    /// CTR at the target position.
    pub(crate) target_ctr: &'a [f64],
    /// CTR that the target position adds to the present one.
    pub(crate) added_ctr: &'a [f64],
    pub(crate) draws: &'a Draws,
}

/// Summarises the groups as clusters, most valuable first (then by clicks, impressions, head).
pub(crate) fn summarise(groups: &[Group], facts: Facts<'_>) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = groups.par_iter().map(|group| summary(group, facts)).collect();
    clusters.sort_by(|a, b| {
        let worth = |cluster: &Cluster| cluster.value.as_ref().map_or(0, |value| value.mid_cents);
        worth(b)
            .cmp(&worth(a))
            .then(b.clicks.total_cmp(&a.clicks))
            .then(b.volume.unwrap_or(0.0).total_cmp(&a.volume.unwrap_or(0.0)))
            .then(b.impressions.total_cmp(&a.impressions))
            .then(a.head.cmp(&b.head))
    });
    for (id, cluster) in clusters.iter_mut().enumerate() {
        cluster.id = id as u32;
    }
    clusters
}

fn summary(group: &Group, facts: Facts<'_>) -> Cluster {
    let mut members = group.members.clone();
    members.sort_by(|a, b| by_demand(facts, *b, *a));
    let head = &facts.entries[members[0] as usize];
    let value = sum_cents(&members, facts);
    let sum = |take: fn(&Entry) -> f64| members.iter().map(|at| take(&facts.entries[*at as usize])).sum::<f64>();
    Cluster {
        id: 0,
        head: head.query.clone(),
        members: members.len() as u32,
        intent: common_intent(&members, facts),
        place: facts.places[members[0] as usize].clone(),
        page: best_page(&members, facts),
        volume: sum_volume(&members, facts, true),
        volume_upper_bound: sum_volume(&members, facts, false),
        clicks: sum(|entry| entry.clicks),
        impressions: sum(|entry| entry.impressions),
        value_basis: value
            .as_ref()
            .and_then(|_| members.iter().find_map(|at| facts.draws.basis(facts.entries[*at as usize].cpc_cents))),
        value,
        evidence: ClusterEvidence { kind: group.kind, min_similarity: group.least, detail: detail(group) },
        member_ids: members,
    }
}

/// Orders by demand, then clicks, then the shorter and earlier query.
fn by_demand(facts: Facts<'_>, a: u32, b: u32) -> std::cmp::Ordering {
    let demand = |at: u32| facts.demands[at as usize].map_or(0.0, |demand| demand.monthly);
    let entry = |at: u32| &facts.entries[at as usize];
    demand(a)
        .total_cmp(&demand(b))
        .then(entry(a).clicks.total_cmp(&entry(b).clicks))
        .then(entry(b).folded.len().cmp(&entry(a).folded.len()))
        .then(b.cmp(&a))
}

fn common_intent(members: &[u32], facts: Facts<'_>) -> Option<Intent> {
    let mut weights: BTreeMap<Intent, f64> = BTreeMap::new();
    for at in members {
        if let Some(intent) = facts.judgements[*at as usize].intent {
            *weights.entry(intent).or_default() += 1.0 + facts.entries[*at as usize].impressions;
        }
    }
    weights.into_iter().max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))).map(|(intent, _)| intent)
}

/// Returns the page with the most clicks of the members, then impressions.
fn best_page(members: &[u32], facts: Facts<'_>) -> Option<String> {
    let mut pages: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for at in members {
        for figures in &facts.entries[*at as usize].pages {
            let sums = pages.entry(&figures.page).or_default();
            sums.0 += figures.clicks;
            sums.1 += figures.impressions;
        }
    }
    pages
        .into_iter()
        .max_by(|a, b| a.1.0.total_cmp(&b.1.0).then(a.1.1.total_cmp(&b.1.1)).then(b.0.cmp(a.0)))
        .map(|(page, _)| page.to_owned())
}

/// Monthly search volume of the members: close variants with the same reported number once, or all.
pub(crate) fn sum_volume(members: &[u32], facts: Facts<'_>, is_once: bool) -> Option<f64> {
    let mut sum = None;
    for at in members {
        let at = *at as usize;
        if let Some(demand) = facts.demands[at]
            && (facts.counted[at] || !is_once)
        {
            sum = Some(sum.unwrap_or(0.0) + demand.monthly);
        }
    }
    sum
}

/// Sums the monthly value that queries add at their target positions.
pub(crate) fn sum_cents(members: &[u32], facts: Facts<'_>) -> Option<Money> {
    let mut sum: Sum = Vec::new();
    // Shares of a fixed size, so that the sum is the same on any number of threads.
    for share in members.par_chunks(SHARE).map(|share| draws_of(share, facts)).collect::<Vec<_>>() {
        add_draws(&mut sum, &share);
    }
    interval_of(&mut sum).map(|cents| Money::from_interval(&cents, &facts.draws.currency))
}

/// Draws of the summed value of queries in cents.
fn draws_of(members: &[u32], facts: Facts<'_>) -> Sum {
    let mut sum: Sum = Vec::new();
    for at in members {
        let index = *at as usize;
        if let Some(demand) = &facts.demands[index]
            && facts.counted[index]
        {
            let worth =
                Worth { demand, urgency: facts.judgements[index].urgency, cpc_cents: facts.entries[index].cpc_cents };
            facts.draws.add_cents(&mut sum, worth, facts.added_ctr[index], index);
        }
    }
    sum
}

fn detail(group: &Group) -> String {
    let count = group.members.len();
    match group.kind {
        ClusterEvidenceKind::SerpOverlap => {
            format!("Any two of the {count} queries share at least {:.0} of their top 10 results.", group.least * 10.0)
        }
        ClusterEvidenceKind::Lexical => format!(
            "Any two of the {count} queries have a text similarity of at least {:.2} (cosine of words and letters); their search results are not known.",
            group.least
        ),
        ClusterEvidenceKind::Meaning => format!(
            "Any two of the {count} queries have a text or meaning similarity of at least {:.2} (cosine of words and letters, or of sentence vectors); their search results are not known.",
            group.least
        ),
        ClusterEvidenceKind::Variants => {
            format!("The {count} queries are spelling variants of the same words.")
        }
        ClusterEvidenceKind::Single => "No other query is similar enough.".to_owned(),
    }
}
