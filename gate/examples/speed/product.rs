//! Builds sites one after another as the product does: each is checked against those before it, and what repeats another page is
//! written again in another variant.

use std::collections::BTreeMap;

use engines::common::Unattended;
use gate::{Portfolio, PortfolioSite, Report, Status, StoredPage, Variation};
use sites::{PlanInput, Site, plan, render};

use super::{candidate, checked, input, sketches, stored_of};

/// A site that was built.
pub(crate) struct Built {
    pub(crate) site: Site,
    pub(crate) report: Report,
    /// Number of plans until nothing was left to change.
    rounds: usize,
    left_out: Vec<String>,
    /// True if another site has the same vertical.
    has_sibling: bool,
}

/// Builds a site for each vertical and place.
pub(crate) fn build_all(verticals: &[String], count: usize) -> (Vec<Built>, Vec<StoredPage>) {
    let mut portfolio = Portfolio::default();
    let mut all: Vec<Built> = Vec::new();
    for at in 0..count {
        let vertical = &verticals[at % verticals.len()];
        let mut built = build(vertical, at, &portfolio);
        built.has_sibling = at >= verticals.len();
        let files = render(&built.site).expect("files");
        portfolio.pages.extend(stored_of(at, &sketches(&built.site, &files)));
        portfolio.sites.push(PortfolioSite {
            id: at.to_string(),
            name: built.site.name.clone(),
            hosts: vec![format!("guide-{at}.example.com")],
            markets: candidate(&built.site, &[], String::new()).state.markets,
        });
        all.push(built);
    }
    (all, portfolio.pages)
}

fn build(vertical: &str, at: usize, portfolio: &Portfolio) -> Built {
    let mut variation = Variation::default();
    let mut rounds = 0;
    loop {
        rounds += 1;
        let Variation { variants, without } = variation.clone();
        let input = PlanInput { variants, without, ..input(vertical, at) };
        let planned = plan(&input, &Unattended).expect("a site");
        let files = render(&planned.site).expect("files");
        let report = checked(&planned.site, &files, at, portfolio);
        if rounds == Variation::ROUNDS || !variation.note(&report, &planned.written) {
            let left_out = variation.without.into_keys().collect();
            return Built { site: planned.site, report, rounds, left_out, has_sibling: false };
        }
    }
}

/// Prints how many sites pass, what blocks the others, and what the checks changed.
pub(crate) fn print(all: &[Built]) {
    let is_blocked = |one: &&Built| one.report.is_blocked();
    let siblings: Vec<&Built> = all.iter().filter(|one| one.has_sibling).collect();
    println!("{} of {} sites pass the gate", all.len() - all.iter().filter(is_blocked).count(), all.len());
    let passing = siblings.iter().filter(|one| !one.report.is_blocked()).count();
    println!("  {passing} of {} second sites of a vertical", siblings.len());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for check in all.iter().flat_map(|one| &one.report.checks).filter(|check| check.status == Status::Blocked) {
        *counts.entry(format!("{} {}", check.id, check.name)).or_default() += 1;
    }
    counts.iter().for_each(|(check, count)| println!("  {check} blocks {count}"));
    let rounds: usize = siblings.iter().map(|one| one.rounds).sum();
    let pages: usize = siblings.iter().map(|one| one.site.pages.len()).sum();
    let each = |sum: usize| sum as f64 / siblings.len().max(1) as f64;
    println!("  second sites: {:.1} plans and {:.1} pages each", each(rounds), each(pages));
    let mut left_out: BTreeMap<&str, usize> = BTreeMap::new();
    all.iter().flat_map(|one| &one.left_out).for_each(|path| *left_out.entry(path).or_default() += 1);
    left_out.iter().for_each(|(path, count)| {
        println!("  {path} left out of {count}, which repeats another page in every wording")
    });
}
