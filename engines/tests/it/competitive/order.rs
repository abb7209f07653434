//! What must not matter, and what must add up.

use std::collections::BTreeMap;

use engines::common::Unattended;
use engines::competitive::{Input, Parameters, QueryVolume, ShareOutput, Snapshot, discover, explain, gap, share};
use proptest::prelude::*;

use super::pages::any_pages;
use super::{checked, input, serp, volume};

fn shared(pages: Vec<Snapshot>, volumes: Vec<QueryVolume>) -> ShareOutput {
    let params =
        Parameters { value_per_lead_cents: Some(10_000.0), max_rivals: 200, draws: 200, ..Parameters::default() };
    share(&input(pages, volumes), &params.check().unwrap(), &Unattended).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn shares_of_all_sites_add_up_to_one_where_there_are_clicks((pages, volumes) in any_pages()) {
        let output = shared(pages, volumes);
        let sum: f64 = output.domains.iter().map(|domain| domain.share).sum();
        let clicks: f64 = output.domains.iter().map(|domain| domain.clicks).sum();
        prop_assert!((sum - f64::from(u8::from(clicks > 0.0))).abs() < 1e-9, "{sum}");
        prop_assert!(clicks <= output.volume + 1e-6, "more clicks than searches: {clicks} of {}", output.volume);
        prop_assert!(output.domains.windows(2).all(|pair| pair[0].clicks >= pair[1].clicks));
        let volume: f64 = output.clusters.iter().map(|cluster| cluster.volume).sum();
        let pages: usize = output.clusters.iter().map(|cluster| cluster.result_pages).sum();
        prop_assert!((volume - output.volume).abs() < 1e-6);
        prop_assert_eq!(pages, output.result_pages);
        for cluster in &output.clusters {
            prop_assert!(cluster.own_share <= cluster.leader_share + 1e-12 && cluster.leader_share <= 1.0 + 1e-12);
        }
        prop_assert!(output.losses.iter().all(|loss| loss.clicks.mean > 0.0 && loss.queries > 0));
        prop_assert!(output.losses.iter().all(|loss| loss.domain != "own.example"));
    }

    #[test]
    fn order_of_pages_and_rows_changes_no_share((pages, volumes) in any_pages(), turn in 0_usize..9) {
        let (mut other_pages, mut other_volumes) = (pages.clone(), volumes.clone());
        let by = turn % pages.len();
        other_pages.rotate_left(by);
        other_pages.iter_mut().for_each(|page| page.results.reverse());
        other_volumes.reverse();
        let of = |output: ShareOutput| -> BTreeMap<String, (u64, u32)> {
            output.domains.into_iter().map(|domain| (domain.domain, ((domain.clicks * 1e6).round() as u64, domain.queries))).collect()
        };
        prop_assert_eq!(of(shared(pages, volumes)), of(shared(other_pages, other_volumes)));
    }

    #[test]
    fn three_times_the_searches_are_three_times_the_clicks_and_the_same_shares((pages, volumes) in any_pages()) {
        let more = volumes.iter().map(|row| QueryVolume { volume: row.volume.map(|volume| 3.0 * volume), ..row.clone() }).collect();
        let (once, thrice) = (shared(pages.clone(), volumes), shared(pages, more));
        for (a, b) in once.domains.iter().zip(&thrice.domains) {
            prop_assert_eq!(&a.domain, &b.domain);
            prop_assert!((3.0 * a.clicks - b.clicks).abs() < 1e-6 && (a.share - b.share).abs() < 1e-9);
        }
        for (a, b) in once.losses.iter().zip(&thrice.losses) {
            prop_assert!((3.0 * a.clicks.mean - b.clicks.mean).abs() < 1e-6);
            let (a, b) = (a.value.as_ref().unwrap(), b.value.as_ref().unwrap());
            prop_assert!((3 * a.mid_cents - b.mid_cents).abs() <= 3 && a.low_cents <= a.mid_cents && a.mid_cents <= a.high_cents);
        }
    }

    #[test]
    fn rivals_have_coefficients_between_0_and_1_and_no_page_too_many((pages, volumes) in any_pages()) {
        let count = pages.len();
        let output = discover(&input(pages, volumes), &checked(), &Unattended).unwrap();
        for rival in &output.rivals {
            for (name, value) in [("jaccard", rival.jaccard), ("overlap", rival.overlap), ("above", rival.above), ("p", rival.p_adjusted)] {
                prop_assert!((0.0..=1.0 + 1e-12).contains(&value), "{name} {value}");
            }
            prop_assert!(rival.jaccard <= rival.overlap && rival.shared <= rival.queries && rival.queries as usize <= count);
            prop_assert!(rival.domain != "own.example");
        }
    }

    #[test]
    fn strengths_have_mean_0_and_chances_that_fit_their_order((pages, volumes) in any_pages()) {
        let output = explain(&input(pages, volumes), &checked(), &Unattended).unwrap();
        for cluster in &output.clusters {
            let sum: f64 = cluster.sites.iter().map(|site| site.strength).sum();
            prop_assert!(sum.abs() < 1e-6, "{sum}");
            prop_assert!(cluster.sites.windows(2).all(|pair| pair[0].strength >= pair[1].strength));
            let own = cluster.sites.iter().find(|site| site.is_own);
            for site in &cluster.sites {
                prop_assert!(site.standard_error > 0.0 && site.standard_error <= 2.0 + 1e-9, "never wider than the prior");
                prop_assert_eq!(site.above_own.is_some(), own.is_some() && !site.is_own && site.common_pages >= 5);
                if let (Some(chance), Some(own)) = (site.above_own, own) {
                    let ahead = site.strength - own.strength;
                    prop_assert!(ahead.abs() < 1e-9 || (chance > 0.5) == (ahead > 0.0), "{} {}", chance, ahead);
                }
            }
        }
    }
}

#[test]
fn names_of_the_sites_do_not_change_their_strengths() {
    let orders = [
        ["a", "b", "own", "c"],
        ["b", "a", "c", "own"],
        ["own", "a", "b", "c"],
        ["a", "own", "c", "b"],
        ["c", "a", "b", "own"],
    ];
    let strengths = |rename: fn(&str) -> String| {
        let page = |(at, order): (usize, &[&str; 4])| {
            let hosts: Vec<String> =
                order.iter().map(|name| if *name == "own" { "own.example".into() } else { rename(name) }).collect();
            serp(&format!("q{at}"), &hosts.iter().map(String::as_str).collect::<Vec<_>>())
        };
        let output =
            explain(&input(orders.iter().enumerate().map(page).collect(), vec![]), &checked(), &Unattended).unwrap();
        output.clusters[0].sites.iter().map(|site| (site.strength * 1e8).round() as i64).collect::<Vec<_>>()
    };
    let renamed = strengths(|name| {
        format!(
            "{}.example",
            match name {
                "a" => "zeta",
                "b" => "middle",
                _ => "alpha",
            }
        )
    });
    assert_eq!(strengths(|name| format!("{name}.example")), renamed);
}

#[test]
fn visibility_and_rating_follow_the_places() {
    // DataForSEO: 1.0 to 0.1 for places 1 to 10, 0.05 for 11 to 20; rating is 100 less the place.
    for (position, visibility, rating) in [
        (1.0, 1.0, 99.0),
        (2.0, 0.9, 98.0),
        (10.0, 0.1, 90.0),
        (11.0, 0.05, 89.0),
        (20.0, 0.05, 80.0),
        (21.0, 0.0, 79.0),
        (100.0, 0.0, 0.0),
    ] {
        let mut page = serp("q", &["own.example"]);
        page.results[0].position = position;
        let params = Parameters { depth: 100, ..Parameters::default() }.check().unwrap();
        let output = share(&input(vec![page], vec![]), &params, &Unattended).unwrap();
        let own = &output.domains[0];
        assert!(
            (own.visibility - visibility).abs() < 1e-12 && (own.rating - rating).abs() < 1e-12,
            "{position}: {own:?}"
        );
        assert_eq!(own.mean_position, position);
    }
}

#[test]
fn better_place_never_means_fewer_clicks() {
    let clicks = |position: f64, pack: bool| {
        let mut page = serp("q", &["own.example"]);
        page.results[0].position = position;
        page.features = if pack { vec!["local_pack".into()] } else { vec![] };
        shared(vec![page], vec![volume("q", 1_000.0, "c")]).domains[0].clicks
    };
    for pack in [false, true] {
        let all: Vec<f64> = (1..=20).map(|place| clicks(f64::from(place), pack)).collect();
        assert!(all.windows(2).all(|pair| pair[0] >= pair[1]) && all[0] > 5.0 * all[9] && all[19] > 0.0, "{all:?}");
    }
    assert!(clicks(1.0, true) < clicks(1.0, false), "a map pack takes clicks");
}

#[test]
fn money_needs_a_value_per_lead_or_a_click_cost_for_every_search() {
    let value = |lead: Option<f64>, cpc: [Option<f64>; 2]| {
        let row = |(query, cpc_cents): (&str, Option<f64>)| QueryVolume { cpc_cents, ..volume(query, 500.0, "c") };
        let pages = vec![serp("q1", &["a.example", "own.example"]), serp("q2", &["a.example"])];
        let volumes = ["q1", "q2"].into_iter().zip(cpc).map(row).collect();
        let params = Parameters { value_per_lead_cents: lead, draws: 200, ..Parameters::default() }.check().unwrap();
        gap(&input(pages, volumes), &params, &Unattended).unwrap().value
    };
    assert!(value(Some(5_000.0), [None, None]).is_some());
    assert!(value(None, [Some(200.0), Some(300.0)]).is_some());
    assert_eq!(value(None, [Some(200.0), None]), None, "one search has no price");
    assert_eq!(value(None, [Some(200.0), Some(0.0)]), None, "a price of 0 is none");
    let money = value(Some(5_000.0), [None, None]).unwrap();
    let double = value(Some(10_000.0), [None, None]).unwrap();
    assert!((2 * money.mid_cents - double.mid_cents).abs() <= 2 && money.currency == "USD");
}

#[test]
fn findings_keep_their_keys_when_the_figures_change() {
    let keys = |factor: f64| {
        let pages = vec![
            serp("q1", &["a.example", "own.example", "b.example"]),
            serp("q2", &["a.example", "b.example", "own.example"]),
            serp("q3", &["b.example", "a.example"]),
        ];
        let volumes =
            vec![volume("q1", 500.0 * factor, "c"), volume("q2", 300.0 * factor, "c"), volume("q3", 200.0, "d")];
        let given = Input { currency: Some("EUR".into()), ..input(pages, volumes) };
        let params = checked();
        let mut all: Vec<String> =
            share(&given, &params, &Unattended).unwrap().insights.into_iter().map(|insight| insight.key).collect();
        all.extend(gap(&given, &params, &Unattended).unwrap().insights.into_iter().map(|insight| insight.key));
        all.extend(discover(&given, &params, &Unattended).unwrap().insights.into_iter().map(|insight| insight.key));
        all.extend(explain(&given, &params, &Unattended).unwrap().insights.into_iter().map(|insight| insight.key));
        all.sort();
        all
    };
    assert_eq!(keys(1.0), keys(1.21));
    let all = keys(1.0);
    assert!(all.len() >= 5 && all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
}
