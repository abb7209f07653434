//! PageRank compared with networkx, and properties for any site.

use std::collections::BTreeMap;

use engines::common::Unattended;
use engines::semantic::{Link, LinksOutput, Page, PagesInput, Parameters, links};
use proptest::prelude::*;

use super::super::table::numbers;

/// Returns pages `/0`, `/1` ... with links to the given ones.
fn site(targets: &[Vec<usize>]) -> PagesInput {
    let link = |to: &usize| Link { url: format!("https://x.example/{to}"), anchor: "read on".to_owned() };
    let page = |(at, targets): (usize, &Vec<usize>)| Page {
        url: format!("https://x.example/{at}"),
        text: format!("Page {at} about subject{at}."),
        links: targets.iter().map(link).collect(),
        ..Page::default()
    };
    PagesInput { pages: targets.iter().enumerate().map(page).collect(), ..PagesInput::default() }
}

fn ranked(targets: &[Vec<usize>], damping: f64) -> (LinksOutput, Vec<f64>) {
    let params = Parameters { damping, ..Parameters::default() }.check().unwrap();
    let output = links(&site(targets), &params, &Unattended).unwrap();
    let mut ranks = vec![f64::NAN; targets.len()];
    for page in &output.pages {
        ranks[page.url.rsplit('/').next().unwrap().parse::<usize>().unwrap()] = page.rank;
    }
    (output, ranks)
}

#[test]
fn page_rank_of_random_graphs_agrees_with_networkx() {
    /// Damping, link targets of each node, and the ranks of networkx.
    type Graph = (f64, Vec<Vec<usize>>, Vec<f64>);
    let mut graphs: BTreeMap<u32, Graph> = BTreeMap::new();
    for line in include_str!("../golden/pagerank.csv").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let graph = graphs.entry(fields[0].parse().unwrap()).or_default();
        graph.0 = fields[1].parse().unwrap();
        graph.1.push(numbers(fields[3]).into_iter().map(|target| target as usize).collect());
        graph.2.push(fields[4].parse().unwrap());
    }
    assert_eq!(graphs.len(), 6);
    for (number, (damping, targets, wanted)) in graphs {
        let (_, ranks) = ranked(&targets, damping);
        for (at, (got, wanted)) in ranks.iter().zip(wanted).enumerate() {
            assert!((got - wanted).abs() < 1e-9, "graph {number}, page {at}: {got}, wanted {wanted}");
        }
    }
}

#[test]
fn two_pages_without_links_share_the_rank() {
    let (output, ranks) = ranked(&[vec![], vec![]], 0.85);
    assert_eq!(ranks, [0.5, 0.5]);
    assert_eq!(output.orphans, ["https://x.example/1"]);
    assert_eq!(output.pages[0].clicks_from_home, Some(0));
    assert_eq!(output.pages[1].clicks_from_home, None);
}

fn any_site() -> impl Strategy<Value = Vec<Vec<usize>>> {
    (2_usize..14).prop_flat_map(|count| prop::collection::vec(prop::collection::vec(0..count, 0..5), count))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn ranks_are_a_distribution_and_counts_fit_the_links(targets in any_site(), damping in 0.5..0.95_f64) {
        let (output, ranks) = ranked(&targets, damping);
        prop_assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let least = (1.0 - damping) / targets.len() as f64;
        prop_assert!(ranks.iter().all(|rank| *rank >= least - 1e-12));
        let (incoming, outgoing) = output.pages.iter().fold((0, 0), |sum, page| {
            (sum.0 + page.links_in, sum.1 + page.links_out)
        });
        prop_assert_eq!(incoming, outgoing);
        prop_assert!(output.pages.windows(2).all(|pair| pair[0].rank >= pair[1].rank));
        for page in &output.pages {
            prop_assert_eq!(output.orphans.contains(&page.url), page.links_in == 0 && page.clicks_from_home != Some(0));
        }
    }

    #[test]
    fn proposed_links_are_new_and_lead_to_other_pages(targets in any_site()) {
        let (output, _) = ranked(&targets, 0.85);
        let at = |url: &str| url.rsplit('/').next().unwrap().parse::<usize>().unwrap();
        for link in &output.proposals {
            prop_assert!(link.from != link.to && !targets[at(&link.from)].contains(&at(&link.to)));
            prop_assert!((0.15..=1.0 + 1e-9).contains(&link.relevance) && link.rank_passed > 0.0);
        }
    }
}

#[test]
fn relevance_is_the_cosine_of_shared_terms() {
    // Three pages: "copper" and "copper pipe" occur on two, "pipe" too; other terms occur on one page only.
    let text = ["Copper pipe bursts.", "Copper pipe lasts.", "Lawn mowing."];
    let page = |(at, text): (usize, &&str)| Page {
        url: format!("https://x.example/{at}"),
        title: Some("Guide about everything".to_owned()),
        text: (*text).to_owned(),
        ..Page::default()
    };
    let input = PagesInput { pages: text.iter().enumerate().map(page).collect(), ..PagesInput::default() };
    let output = links(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    // Shared terms weigh ln(3 / 2) and single ones ln 3: copper, pipe, copper pipe; bursts, pipe bursts.
    let (shared, single) = (1.5_f64.ln().powi(2), 3.0_f64.ln().powi(2));
    let wanted = 3.0 * shared / (3.0 * shared + 2.0 * single);
    assert_eq!(output.proposals.len(), 2);
    for link in &output.proposals {
        assert!((link.relevance - wanted).abs() < 1e-12, "{} {wanted}", link.relevance);
    }
}
