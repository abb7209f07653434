//! Random splits in matched pairs, redrawn until they balance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::SitePages;
use crate::stat::SplitMix64;

/// Number of draws from which the most balanced is used.
const DRAWS: usize = 200;

/// A page and its group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Assignment {
    /// The site.
    pub site: String,
    /// The page.
    pub page: String,
    /// True if the page is to be changed.
    pub treated: bool,
    /// Matched pair of the page; pass it again when the outcome is evaluated.
    pub pair: usize,
}

/// Splits the pages of a site.
///
/// Pages with similar traffic form a pair, one of each is drawn, and of 200 draws the one with the
/// smallest difference in traffic and its trend is used (Morgan & Rubin 2012, "Rerandomization to improve
/// covariate balance in experiments", Annals of Statistics 40(2)).
pub(super) fn split(site: &SitePages, seed: u64) -> Vec<Assignment> {
    let facts: Vec<[f64; 2]> = site.pages.iter().map(|page| level_and_change(&page.y)).collect();
    let mut order: Vec<usize> = (0..site.pages.len()).collect();
    order.sort_by(|a, b| facts[*b][0].total_cmp(&facts[*a][0]).then(a.cmp(b)));
    let mut random = SplitMix64::new(seed);
    let mut best: (f64, Vec<bool>) = (f64::INFINITY, Vec::new());
    for _ in 0..DRAWS {
        let sides = draw(&order, &mut random);
        let distance = imbalance(&facts, &sides);
        if distance < best.0 || best.1.is_empty() {
            best = (distance, sides);
        }
    }
    let mut pairs = vec![0; order.len()];
    order.iter().enumerate().for_each(|(rank, page)| pairs[*page] = rank / 2);
    let one = |(at, page): (usize, &super::input::Page)| Assignment {
        site: site.site.clone(),
        page: page.page.clone(),
        treated: best.1[at],
        pair: pairs[at],
    };
    site.pages.iter().enumerate().map(one).collect()
}

fn draw(order: &[usize], random: &mut SplitMix64) -> Vec<bool> {
    let mut sides = vec![false; order.len()];
    for pair in order.chunks(2) {
        let is_first = random.below(2) == 0;
        sides[pair[0]] = is_first;
        if let Some(second) = pair.get(1) {
            sides[*second] = !is_first;
        }
    }
    sides
}

/// Returns the mean, and the difference between the later and the earlier half.
fn level_and_change(values: &[Option<f64>]) -> [f64; 2] {
    let (early, late) = values.split_at(values.len() / 2);
    [mean(values), mean(late) - mean(early)]
}

fn mean(values: &[Option<f64>]) -> f64 {
    let known: Vec<f64> = values.iter().flatten().copied().collect();
    if known.is_empty() { 0.0 } else { known.iter().sum::<f64>() / known.len() as f64 }
}

/// Squared differences of the group means in units of their standard deviations.
fn imbalance(facts: &[[f64; 2]], sides: &[bool]) -> f64 {
    (0..2)
        .map(|which| {
            let side = |wanted: bool| {
                let values: Vec<f64> =
                    facts.iter().zip(sides).filter(|(_, side)| **side == wanted).map(|(fact, _)| fact[which]).collect();
                values.iter().sum::<f64>() / values.len().max(1) as f64
            };
            let centre = facts.iter().map(|fact| fact[which]).sum::<f64>() / facts.len() as f64;
            let spread = facts.iter().map(|fact| (fact[which] - centre).powi(2)).sum::<f64>();
            if spread > 0.0 { (side(true) - side(false)).powi(2) / spread } else { 0.0 }
        })
        .sum()
}
