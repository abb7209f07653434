//! Computed examples and labelled data; see `golden/PROVENANCE.md`.

use std::collections::BTreeMap;

use engines::keyword::{Intent, Parameters, QueryRow, Volume, VolumeField};

use super::{answer, input, row};

#[test]
fn the_worked_example_of_a_small_town_comes_out() {
    // 320 searches x (11.0 % x 0.6) x 5 % x 85 dollars = 1.056 leads = 89.76 dollars a month.
    let volume = Volume { value: Some(320.0), exact: true, ..Volume::default() };
    let query = QueryRow {
        volume: Some(VolumeField::Detailed(volume)),
        position: None,
        ..row("septic pumping", 0.0, 0.0, 3.0)
    };
    let params = Parameters {
        value_per_lead_cents: Some(8_500.0),
        value_per_lead_spread: 0.0,
        conversion_rate: Some(0.05),
        ctr_percent_by_position: Some(vec![16.56, 9.48, 6.6]),
        ..Parameters::default()
    };
    let output = answer(&input(vec![query]), params);
    let value = output.keywords[0].value.clone().unwrap();
    let off = (value.mid_cents - 8_976).abs();
    assert!(off <= 180, "median {} cents, wanted 8,976 within 2 %", value.mid_cents);
    assert!(value.low_cents < 6_000 && value.high_cents > 13_000, "{value:?}");
}

#[test]
fn a_measured_conversion_rate_is_shrunk_to_the_assumption() {
    // (10 + 2) / (200 + 30) = 5.22 %, not 2 / 30 = 6.67 %.
    let params = Parameters {
        value_per_lead_cents: Some(8_500.0),
        conversion_rate: Some(2.0 / 30.0),
        conversion_visits: Some(30.0),
        ..Parameters::default()
    };
    let output = answer(&input(vec![row("roof", 1.0, 100.0, 5.0)]), params);
    let factor = output.factors.iter().find(|factor| factor.name == "conversionRate").unwrap();
    assert!((factor.interval.mean - 12.0 / 230.0).abs() < 1e-4, "{}", factor.interval.mean);
    assert_eq!(factor.distribution, "Beta(12, 218)");
}

#[test]
fn the_default_conversion_rate_is_the_stated_prior() {
    let output = answer(&input(vec![row("roof", 1.0, 100.0, 5.0)]), Parameters::default());
    let factor = output.factors.iter().find(|factor| factor.name == "conversionRate").unwrap();
    assert!(factor.is_assumption);
    // Beta(10, 190): mean 0.05, 10 % and 90 % quantiles 0.03149 and 0.07045 (SciPy `beta.ppf`).
    assert!((factor.interval.mean - 0.05).abs() < 2e-4, "{}", factor.interval.mean);
    assert!((factor.interval.low - 0.031_485).abs() < 3e-4, "{}", factor.interval.low);
    assert!((factor.interval.high - 0.070_452).abs() < 3e-4, "{}", factor.interval.high);
}

#[test]
fn the_published_curve_stands_where_a_site_has_no_clicks() {
    let output = answer(&input(vec![row("roof", 0.0, 0.0, 1.0)]), Parameters::default());
    let ctr: Vec<f64> = output.curve.points.iter().map(|point| point.ctr).collect();
    assert_eq!(ctr.len(), 20);
    assert!((ctr[0] - 0.2862).abs() < 1e-9 && (ctr[2] - 0.11).abs() < 1e-9 && (ctr[19] - 0.0018).abs() < 1e-9);
    assert!(!output.curve.is_fitted);
}

fn labelled() -> Vec<(&'static str, &'static str)> {
    let text = include_str!("../golden/labelled_queries.csv");
    text.lines().skip(1).map(|line| line.split_once(',').unwrap()).collect()
}

#[test]
fn intents_of_a_hundred_searches_agree_with_a_person() {
    let cases = labelled();
    assert_eq!(cases.len(), 100);
    let rows = cases.iter().map(|(query, _)| row(query, 1.0, 100.0, 5.0)).collect();
    let output = answer(&input(rows), Parameters::default());
    let (mut told, mut right, mut wrong) = (0, 0, Vec::new());
    for (keyword, (query, label)) in output.keywords.iter().zip(&cases) {
        let Some(intent) = keyword.intent else { continue };
        told += 1;
        let word = serde_json::to_value(intent).unwrap();
        if word == *label {
            right += 1;
        } else {
            wrong.push(format!("{query}: {word}, wanted {label}"));
        }
    }
    let precision = f64::from(right) / f64::from(told);
    println!("told {told}, right {right}, precision {precision:.3}: {wrong:#?}");
    assert!(precision >= 0.9, "precision {precision:.3} of {told}: {wrong:#?}");
    assert!(told >= 80, "{told} of 100 told");
}

#[test]
fn searches_without_a_telling_word_are_abstained_from() {
    let rows = vec![row("sump pump", 1.0, 100.0, 5.0), row("red oak", 1.0, 100.0, 5.0)];
    let output = answer(&input(rows), Parameters::default());
    assert_eq!(output.totals.abstained, 2);
    assert!(output.keywords.iter().all(|keyword| keyword.intent.is_none()));
}

#[test]
fn clusters_agree_with_the_pages_a_person_would_make() {
    let text = include_str!("../golden/clusters.csv");
    let cases: Vec<(&str, &str)> = text.lines().skip(1).map(|line| line.split_once(',').unwrap()).collect();
    let rows = cases.iter().map(|(query, _)| row(query, 1.0, 100.0, 5.0)).collect();
    let output = answer(&input(rows), Parameters::default());
    let (mut both, mut ours, mut theirs) = (0.0, 0.0, 0.0);
    let mut wrong = BTreeMap::new();
    for a in 0..cases.len() {
        for b in a + 1..cases.len() {
            let joined = output.keywords[a].cluster_id == output.keywords[b].cluster_id;
            let wanted = cases[a].1 == cases[b].1;
            ours += f64::from(u8::from(joined));
            theirs += f64::from(u8::from(wanted));
            both += f64::from(u8::from(joined && wanted));
            if joined != wanted {
                wrong.insert((cases[a].0, cases[b].0), joined);
            }
        }
    }
    let (precision, recall) = (both / ours, both / theirs);
    let f1 = 2.0 * precision * recall / (precision + recall);
    println!("pairwise precision {precision:.3}, recall {recall:.3}, F1 {f1:.3}: {wrong:#?}");
    assert!(f1 >= 0.9, "pairwise F1 {f1:.3} (precision {precision:.3}, recall {recall:.3}): {wrong:#?}");
}

#[test]
fn a_brand_search_is_navigational_and_stays_out_of_the_curve() {
    let rows = vec![row("acme roofing", 900.0, 1_000.0, 1.0), row("roof repair", 5.0, 1_000.0, 9.0)];
    let output = answer(&input(rows), Parameters::default());
    assert_eq!(output.keywords[0].intent, Some(Intent::Navigational));
    assert!(output.keywords[0].is_brand && !output.keywords[1].is_brand);
    assert_eq!(output.curve.points[0].clicks, 0.0);
    assert_eq!(output.totals.brand_clicks, 900.0);
}
