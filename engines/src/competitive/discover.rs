//! Competitors and volatility.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::SIGNATURE;
use super::finding::{action, evidence};
use super::result_set::{OWN, ResultSet, Serp};
use super::{Checked, DiscoverOutput, Input, METHOD, METHOD_VERSION, Rival, Volatility, rank_biased_overlap};
use crate::common::{Control, EngineError, Finding, Insight, Nature, Severity, checkpoint};
use crate::stat::{benjamini_hochberg, binomial_lower_tail};

/// Maximum number of volatilities listed.
const LISTED: usize = 200;
/// Adjusted p-value below which as many common queries are evidence of competition.
const SIGNIFICANT: f64 = 0.05;

/// Finds sites that rank for the same queries, and the volatility of the results.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without SERPs, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`] or [`EngineError::Cancelled`].
pub fn discover(input: &Input, params: &Checked, control: &dyn Control) -> Result<DiscoverOutput, EngineError> {
    let set = ResultSet::read(input, params)?;
    checkpoint(control)?;
    control.progress(40.0, "rivals", "Comparing the sites");
    let rivals = rivals(&set, params);
    control.progress(70.0, "volatility", "Measuring volatility");
    let mut volatility: Vec<Volatility> =
        set.histories.iter().filter_map(|history| moved(history, params.persistence)).collect();
    volatility.sort_by(|a, b| b.volatility.total_cmp(&a.volatility).then_with(|| a.query.cmp(&b.query)));
    let mean = volatility.iter().map(|one| one.volatility).sum::<f64>() / volatility.len().max(1) as f64;
    let mean_volatility = (!volatility.is_empty()).then_some(mean);
    volatility.truncate(LISTED);
    let mut needs = set.needs.clone();
    if mean_volatility.is_none() {
        needs.push("Import search results of the same queries on two or more days to measure volatility".to_owned());
    }
    let closest = closest(&rivals);
    let summary = summary(&rivals, closest);
    let insight = rivals.first().map(|rival| insight(input, &set, rival, closest, &summary));
    Ok(DiscoverOutput {
        insights: insight.into_iter().collect(),
        closest: closest.map(|rival| rival.domain.clone()),
        summary,
        rivals: named_first(rivals, params),
        volatility,
        mean_volatility,
        notes: set.notes.clone(),
        assumptions: vec!["The given queries are those you want to rank for".to_owned()],
        needs,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn rivals(set: &ResultSet, params: &Checked) -> Vec<Rival> {
    let mut sites: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    let mut above: BTreeMap<usize, u32> = BTreeMap::new();
    for (at, serp) in set.serps.iter().enumerate() {
        let own = serp.position(OWN);
        for (position, site, _) in &serp.results {
            sites.entry(*site).or_default().insert(at);
            *above.entry(*site).or_default() += u32::from(own.is_some_and(|own| *position < own));
        }
    }
    let own = sites.get(&OWN).cloned().unwrap_or_default();
    let mut rivals: Vec<Rival> = sites
        .iter()
        .filter(|(site, pages)| **site != OWN && is_rival(&own, pages, least(set, **site, params)))
        .map(|(site, pages)| {
            let above = above.get(site).copied().unwrap_or(0);
            rival(set, &own, pages, (*site, above))
        })
        .collect();
    let raw: Vec<f64> = rivals.iter().map(|rival| rival.p_adjusted).collect();
    rivals.iter_mut().zip(benjamini_hochberg(&raw)).for_each(|(rival, adjusted)| rival.p_adjusted = adjusted);
    rivals.sort_by(|a, b| {
        let evidence = is_evident(b).cmp(&is_evident(a)).then(b.jaccard.total_cmp(&a.jaccard));
        let share = b.shared.cmp(&a.shared).then(b.above.total_cmp(&a.above)).then(b.queries.cmp(&a.queries));
        evidence.then(a.p_adjusted.total_cmp(&b.p_adjusted)).then(share).then_with(|| a.domain.cmp(&b.domain))
    });
    rivals
}

/// Puts the competitors that the parameters name first, and keeps as many others as wanted.
fn named_first(rivals: Vec<Rival>, params: &Checked) -> Vec<Rival> {
    let (mut named, others): (Vec<Rival>, Vec<Rival>) = rivals.into_iter().partition(|rival| rival.is_named);
    named.extend(others.into_iter().take(params.max_rivals as usize));
    named
}

/// Whether a site shares more queries than chance explains.
fn is_evident(rival: &Rival) -> bool {
    rival.p_adjusted < SIGNIFICANT
}

/// The first competitor, if it shares more queries than chance explains and is closer than the next.
fn closest(rivals: &[Rival]) -> Option<&Rival> {
    let first = rivals.first().filter(|first| is_evident(first))?;
    let is_tied = rivals.get(1).is_some_and(|next| is_evident(next) && next.jaccard >= first.jaccard);
    (!is_tied).then_some(first)
}

fn summary(rivals: &[Rival], closest: Option<&Rival>) -> String {
    let queries =
        |shared: u32| if shared == 1 { "1 common query".to_owned() } else { format!("{shared} common queries") };
    match (closest, rivals.first()) {
        (_, None) => "No other site ranks for enough of your queries".to_owned(),
        (None, Some(first)) if first.shared == 0 => {
            "Your site ranks for none of these queries, so no site shares queries with it".to_owned()
        }
        (Some(rival), _) => format!(
            "{} is your closest competitor: {}, ranks above you for {:.0} % of them",
            rival.domain,
            queries(rival.shared),
            100.0 * rival.above
        ),
        (None, Some(first)) if is_evident(first) => format!(
            "No competitor is clearly ahead of the others: {} and the next share your queries equally closely",
            first.domain
        ),
        (None, Some(first)) => format!(
            "No competitor is clearly ahead of the others: {} has {}, which chance explains (adjusted p {:.2})",
            first.domain,
            queries(first.shared),
            first.p_adjusted
        ),
    }
}

/// If your site does not rank yet, sites that rank for many of the queries are competitors.
fn is_rival(own: &BTreeSet<usize>, pages: &BTreeSet<usize>, least: usize) -> bool {
    let shared = if own.is_empty() { pages.len() } else { own.intersection(pages).count() };
    shared >= least
}

/// Minimum number of common queries of a site: one for a competitor that the parameters name.
fn least(set: &ResultSet, site: usize, params: &Checked) -> usize {
    if set.named.contains(&site) { 1 } else { params.min_shared as usize }
}

/// Describes a competitor; the p-value is a binomial test with the competitor's SERPs and your share of all SERPs.
fn rival(set: &ResultSet, own: &BTreeSet<usize>, pages: &BTreeSet<usize>, (site, above): (usize, u32)) -> Rival {
    let shared = own.intersection(pages).count();
    let either = own.union(pages).count().max(1);
    let smaller = own.len().min(pages.len()).max(1);
    let rate = own.len() as f64 / set.serps.len() as f64;
    Rival {
        domain: set.domains[site].clone(),
        shared: shared as u32,
        queries: pages.len() as u32,
        jaccard: shared as f64 / either as f64,
        overlap: shared as f64 / smaller as f64,
        above: f64::from(above) / shared.max(1) as f64,
        p_adjusted: 1.0 - binomial_lower_tail(shared as f64 - 1.0, pages.len() as f64, rate),
        is_named: set.named.contains(&site),
    }
}

fn moved(history: &[Serp], persistence: f64) -> Option<Volatility> {
    let first = history.first()?;
    let order = |serp: &Serp| serp.results.iter().map(|(_, site, _)| *site).collect::<Vec<_>>();
    let moves =
        history.windows(2).map(|days| 1.0 - rank_biased_overlap(&order(&days[0]), &order(&days[1]), persistence));
    let count = history.len().checked_sub(1).filter(|count| *count > 0)?;
    Some(Volatility {
        query: first.query.clone(),
        volatility: moves.sum::<f64>() / count as f64,
        days: history.len() as u32,
    })
}

fn insight(input: &Input, set: &ResultSet, first: &Rival, closest: Option<&Rival>, summary: &str) -> Insight {
    let rival = closest.unwrap_or(first);
    let seen = set.serps.iter().filter_map(|serp| serp.observed_at).max();
    let value = json!({
        "shared": rival.shared, "jaccard": rival.jaccard, "above": rival.above, "pAdjusted": rival.p_adjusted,
    });
    let finding = Finding {
        kind: if closest.is_some() { "main_rival" } else { "no_main_rival" },
        subject: closest.map(|rival| rival.domain.clone()).unwrap_or_default(),
        title: summary.to_owned(),
        severity: Severity::Info,
        nature: if closest.is_some() { Nature::Claim } else { Nature::Fact },
        confidence: if closest.is_some() { (1.0 - rival.p_adjusted).min(0.95) } else { 0.95 },
        evidence: vec![evidence("overlap", &rival.domain, value, seen)],
        assumptions: vec!["The given queries are those you want to rank for".to_owned()],
        action: closest.and_then(|rival| action("track_rival", "Track this competitor", &rival.domain)),
        falsifier: if closest.is_some() {
            "For a new sample of your queries, another site shares more of them".to_owned()
        } else {
            "For a larger sample of your queries, one site shares more of them than chance explains".to_owned()
        },
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}
