//! Shares of clicks, and losses to each competitor.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::SIGNATURE;
use super::finding::{action, evidence};
use super::money::{Clicks, Draws};
use super::result_set::{OWN, ResultSet, Serp};
use super::{Checked, ClusterShare, DomainShare, Input, Loss, METHOD, METHOD_VERSION, ShareOutput};
use crate::common::{Control, EngineError, Finding, Insight, Severity, checkpoint, count};

/// Computes each site's share of the clicks, by cluster, and the clicks and value lost to each competitor.
///
/// Share of voice: sum of volume x CTR at the position, divided by the sum over all results.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without SERPs, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn share(input: &Input, params: &Checked, control: &dyn Control) -> Result<ShareOutput, EngineError> {
    let set = ResultSet::read(input, params)?;
    checkpoint(control)?;
    control.progress(30.0, "share", "Summing the clicks");
    let draws = Draws::new(params, &set.currency)?;
    let all: Vec<usize> = (0..set.serps.len()).collect();
    let mut domains = domain_shares(&set, &all);
    let clusters = clusters(&set);
    checkpoint(control)?;
    control.progress(60.0, "losses", "Valuing the clicks that competitors take");
    let losses = losses(&set, params, &draws);
    let mut others = 0;
    domains.retain(|domain| {
        let is_kept = domain.is_own || set.is_named(&domain.domain);
        others += u32::from(!is_kept);
        is_kept || others <= params.max_rivals
    });
    let mut clusters_seen = BTreeSet::new();
    let insights = losses.iter().take(params.max_insights as usize).map(|loss| {
        let is_largest = clusters_seen.insert(&loss.cluster);
        insight(input, &set, (&draws, params), loss, is_largest)
    });
    Ok(ShareOutput {
        insights: insights.collect(),
        measured: set.is_measured(),
        domains,
        clusters,
        result_pages: set.serps.len(),
        volume: set.serps.iter().filter_map(|serp| serp.volume).sum(),
        losses,
        notes: set.notes.clone(),
        assumptions: draws.assumptions(params),
        needs: needs(&set, params),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn needs(set: &ResultSet, params: &Checked) -> Vec<String> {
    let mut needs = set.needs.clone();
    if params.value_per_lead_cents.is_none() && set.serps.iter().all(|serp| serp.cpc_cents.is_none()) {
        needs.push("Set a value per lead, or import CPC data, to convert clicks into money".to_owned());
    }
    needs
}

/// Returns sites by their share of the clicks of some SERPs.
pub(super) fn domain_shares(set: &ResultSet, serps: &[usize]) -> Vec<DomainShare> {
    #[derive(Default)]
    struct Sum {
        clicks: f64,
        queries: u32,
        positions: f64,
        visibility: f64,
        rating: f64,
    }
    let mut sums: BTreeMap<usize, Sum> = BTreeMap::from([(OWN, Sum::default())]);
    for serp in serps.iter().map(|at| &set.serps[*at]) {
        for (position, site, _) in &serp.results {
            let sum = sums.entry(*site).or_default();
            if *site != OWN {
                sum.clicks += set.clicks(serp, *site).unwrap_or(0.0);
            }
            sum.queries += 1;
            sum.positions += position;
            sum.visibility += visibility(*position);
            sum.rating += (100.0 - position).max(0.0);
        }
    }
    // Measured clicks also count where no result of the page is yours.
    let own: f64 = serps.iter().filter_map(|at| set.clicks(&set.serps[*at], OWN)).sum();
    sums.entry(OWN).or_default().clicks = own;
    let all: f64 = sums.values().map(|sum| sum.clicks).sum();
    let share = |(site, sum): (usize, Sum)| DomainShare {
        domain: set.domains[site].clone(),
        is_own: site == OWN,
        share: if all > 0.0 { sum.clicks / all } else { 0.0 },
        clicks: sum.clicks,
        queries: sum.queries,
        mean_position: if sum.queries > 0 { sum.positions / f64::from(sum.queries) } else { 0.0 },
        visibility: sum.visibility,
        rating: sum.rating,
    };
    let mut shares: Vec<DomainShare> = sums.into_iter().map(share).collect();
    shares.sort_by(|a, b| {
        b.clicks.total_cmp(&a.clicks).then(b.visibility.total_cmp(&a.visibility)).then_with(|| a.domain.cmp(&b.domain))
    });
    shares
}

/// Visibility as defined by `DataForSEO`: 1.0 to 0.1 for positions 1 to 10, 0.05 for 11 to 20, 0 beyond.
fn visibility(position: f64) -> f64 {
    match position.round() as u32 {
        place @ 1..=10 => f64::from(11 - place) / 10.0,
        11..=20 => 0.05,
        _ => 0.0,
    }
}

fn clusters(set: &ResultSet) -> Vec<ClusterShare> {
    let of_cluster = |cluster: &str| {
        let serps = of(set, cluster);
        let shares = domain_shares(set, &serps);
        let own = shares.iter().find(|share| share.is_own).map_or(0.0, |share| share.share);
        let leader = shares.first();
        ClusterShare {
            cluster: cluster.to_owned(),
            own_share: own,
            leader: leader.map(|share| share.domain.clone()).unwrap_or_default(),
            leader_share: leader.map_or(0.0, |share| share.share),
            volume: serps.iter().filter_map(|at| set.serps[*at].volume).sum(),
            result_pages: serps.len(),
        }
    };
    set.clusters().into_iter().map(of_cluster).collect()
}

fn of(set: &ResultSet, cluster: &str) -> Vec<usize> {
    (0..set.serps.len()).filter(|at| set.serps[*at].cluster == cluster).collect()
}

/// Computes, per competitor and cluster, the additional clicks that you would have at its positions where it ranks
/// above you.
fn losses(set: &ResultSet, params: &Checked, draws: &Draws) -> Vec<Loss> {
    let mut losses = Vec::new();
    for cluster in set.clusters() {
        let serps = of(set, cluster);
        let shares: BTreeMap<String, f64> =
            domain_shares(set, &serps).into_iter().map(|share| (share.domain, share.share)).collect();
        let share = |site: usize| shares.get(&set.domains[site]).copied().unwrap_or(0.0);
        let mut rivals: BTreeMap<usize, Vec<Clicks>> = BTreeMap::new();
        for at in serps {
            let serp = &set.serps[at];
            for (site, clicks) in taken(set, at, serp) {
                rivals.entry(site).or_default().push(clicks);
            }
        }
        for (site, parts) in rivals {
            let (clicks, value) = draws.sum(&parts);
            losses.push(Loss {
                domain: set.domains[site].clone(),
                cluster: cluster.to_owned(),
                clicks,
                value,
                share: share(site),
                own_share: share(OWN),
                queries: parts.len() as u32,
            });
        }
    }
    losses.sort_by(|a, b| {
        b.clicks.mean.total_cmp(&a.clicks.mean).then_with(|| (&a.domain, &a.cluster).cmp(&(&b.domain, &b.cluster)))
    });
    losses.truncate(params.max_rivals as usize * 5);
    losses
}

fn taken(set: &ResultSet, at: usize, serp: &Serp) -> Vec<(usize, Clicks)> {
    let (Some(volume), Some(own)) = (serp.volume, set.clicks(serp, OWN)) else { return Vec::new() };
    let more = |site: usize| volume * set.ctr(serp, site) - own;
    let is_above = |site: usize| site != OWN && set.ctr(serp, site) > set.ctr(serp, OWN);
    let sites = serp.results.iter().map(|(_, site, _)| *site).filter(|site| is_above(*site) && more(*site) > 0.0);
    sites.map(|site| (site, Clicks { serp: at, monthly: more(site), cpc_cents: serp.cpc_cents })).collect()
}

/// Describes a loss. The losses of one cluster overlap, so only its largest carries its income, to be added up with
/// other findings.
fn insight(
    input: &Input, set: &ResultSet, (draws, params): (&Draws, &Checked), loss: &Loss, is_largest: bool,
) -> Insight {
    let seen = set.serps.iter().filter_map(|serp| serp.observed_at).max();
    let value =
        json!({ "share": loss.share, "ownShare": loss.own_share, "clicks": loss.clicks, "queries": loss.queries });
    let mut assumptions = draws.assumptions(params);
    if !is_largest {
        assumptions
            .push("These clicks are also among those lost to another competitor, so they do not add up".to_owned());
    }
    let finding = Finding {
        kind: "lost_to_rival",
        subject: format!("{}:{}", loss.domain, loss.cluster),
        title: format!(
            "You lose {} clicks a month on average to {} in {} (share {:.0} % versus {:.0} %){}",
            count(loss.clicks.mean),
            loss.domain,
            loss.cluster,
            100.0 * loss.share,
            100.0 * loss.own_share,
            draws.amount(loss.value.as_ref())
        ),
        severity: if loss.share > 2.0 * loss.own_share { Severity::Warning } else { Severity::Opportunity },
        confidence: if seen.is_some() { 0.8 } else { 0.6 },
        impact: loss.value.clone().filter(|_| is_largest && draws.is_income()),
        effort_minutes: 60 + 30 * loss.queries.min(20),
        evidence: vec![evidence("share", &loss.domain, value, seen)],
        assumptions,
        action: action("study_rival", "Compare with its pages", &loss.domain),
        falsifier: "At its current position, your measured clicks for these queries are no higher than today"
            .to_owned(),
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}
