//! Strengths by cluster and their predictive accuracy.

use std::collections::BTreeMap;

use super::super::holdout::{Tally, split};
use super::super::result_set::{OWN, ResultSet, Serp};
use super::super::strength::{Strengths, fit};
use super::super::{Checked, ClusterStrength, Prediction, Strength};

/// Maximum number of sites per cluster, by number of SERPs.
const MOST_SITES: usize = 60;
/// Minimum number of SERPs of a site.
const LEAST_PAGES: u32 = 2;
/// Minimum number of SERPs on which two sites both rank, to compare them; also of a cluster, to describe it.
pub(super) const LEAST_COMMON: u32 = 5;

/// The sites and rankings of a cluster.
struct Field {
    sites: Vec<usize>,
    pages: Vec<u32>,
    /// SERPs on which both the site and your site rank.
    common: Vec<u32>,
    rankings: Vec<Vec<usize>>,
}

impl Field {
    fn of(serps: &[&Serp]) -> Self {
        let mut counts: BTreeMap<usize, u32> = BTreeMap::new();
        serps.iter().flat_map(|serp| &serp.results).for_each(|(_, site, _)| *counts.entry(*site).or_default() += 1);
        let mut counted: Vec<(usize, u32)> =
            counts.into_iter().filter(|(site, pages)| *pages >= LEAST_PAGES || *site == OWN).collect();
        counted.sort_by(|a, b| (b.0 == OWN).cmp(&(a.0 == OWN)).then(b.1.cmp(&a.1)).then(a.0.cmp(&b.0)));
        counted.truncate(MOST_SITES);
        let places: BTreeMap<usize, usize> = counted.iter().enumerate().map(|(at, (site, _))| (*site, at)).collect();
        let ranking = |serp: &&Serp| serp.results.iter().filter_map(|(_, site, _)| places.get(site).copied()).collect();
        let rankings = serps.iter().map(ranking).filter(|ranking: &Vec<usize>| ranking.len() > 1).collect();
        let (sites, pages): (Vec<usize>, Vec<u32>) = counted.into_iter().unzip();
        let mut common = vec![0; sites.len()];
        let with_own = serps.iter().filter(|serp| serp.position(OWN).is_some());
        with_own
            .flat_map(|serp| &serp.results)
            .filter_map(|(_, site, _)| places.get(site))
            .for_each(|at| common[*at] += 1);
        Self { sites, pages, common, rankings }
    }
}

/// Estimates the strengths in each cluster with SERPs that share sites.
pub(super) fn strengths(set: &ResultSet) -> Vec<ClusterStrength> {
    let of_cluster = |cluster: &str| {
        let serps: Vec<&Serp> = set.serps.iter().filter(|serp| serp.cluster == cluster).collect();
        let field = Field::of(&serps);
        let fitted = (!field.rankings.is_empty()).then(|| fit(&field.rankings, field.sites.len()))??;
        Some(ClusterStrength {
            cluster: cluster.to_owned(),
            sites: listed(set, &field, &fitted),
            result_pages: field.rankings.len(),
            basis: basis(field.rankings.len()),
        })
    };
    set.clusters().into_iter().filter_map(of_cluster).collect()
}

/// What the strengths of a cluster rest on.
fn basis(pages: usize) -> String {
    let rests = if pages == 1 { "1 result page".to_owned() } else { format!("{pages} result pages") };
    if pages < LEAST_COMMON as usize {
        format!("From {rests}: too few to compare sites, at least {LEAST_COMMON} are needed")
    } else {
        format!("From {rests}")
    }
}

fn listed(set: &ResultSet, field: &Field, fitted: &Strengths) -> Vec<Strength> {
    let own = field.sites.iter().position(|site| *site == OWN);
    let strength = |at: usize| Strength {
        domain: set.domains[field.sites[at]].clone(),
        is_own: field.sites[at] == OWN,
        strength: fitted.values[at],
        standard_error: fitted.errors[at],
        odds: fitted.values[at].exp(),
        above_own: own
            .filter(|own| *own != at && field.common[at] >= LEAST_COMMON)
            .map(|own| 1.0 / (1.0 + (fitted.values[own] - fitted.values[at]).exp())),
        common_pages: field.common[at],
        result_pages: field.pages[at],
    };
    let mut sites: Vec<Strength> = (0..field.sites.len()).map(strength).collect();
    sites.sort_by(|a, b| b.strength.total_cmp(&a.strength).then_with(|| a.domain.cmp(&b.domain)));
    sites
}

/// Tests strengths on held-out SERPs. The baseline is the number of SERPs of a site. Returns `None` for fewer than 5
/// SERPs.
pub(super) fn prediction(set: &ResultSet, params: &Checked) -> Option<Prediction> {
    let mut tally = Tally::default();
    for cluster in set.clusters() {
        let serps: Vec<&Serp> = set.serps.iter().filter(|serp| serp.cluster == cluster).collect();
        if serps.len() < 5 {
            continue;
        }
        let (learned, aside) = split(serps.len(), params.held_out, params.seed);
        let field = Field::of(&learned.iter().map(|at| serps[*at]).collect::<Vec<_>>());
        let Some(fitted) = fit(&field.rankings, field.sites.len()) else { continue };
        let places: BTreeMap<usize, usize> = field.sites.iter().enumerate().map(|(at, site)| (*site, at)).collect();
        for at in aside {
            let known = serps[at].results.iter().filter_map(|(_, site, _)| places.get(site));
            let scores: Vec<(f64, f64)> = known.map(|at| (fitted.values[*at], f64::from(field.pages[*at]))).collect();
            tally.add(&scores);
        }
    }
    tally.prediction()
}
