//! The scan of all markets.

use std::collections::BTreeSet;

use engines::common::{Nature, Unattended};
use engines::local::{Bound, Filters, Input, Overrides, Parameters, PlaceMatch, Scan, scan};

use super::{day, input, scanned, scores};

fn whole() -> Scan {
    scanned(&Input { as_of: day(), ..Input::default() }, Parameters::default())
}

#[test]
fn every_trade_in_every_place_is_looked_at() {
    let scan = whole();
    assert_eq!(scan.totals.considered, 106 * 7_555);
    let totals = &scan.totals;
    assert_eq!(totals.admitted, totals.scored + totals.demand_unknown + totals.payout_unknown);
    assert_eq!(totals.scored, totals.tier1 + totals.tier2 + totals.tier3 + totals.too_unsure);
    assert_eq!(scan.verticals.len(), 106);
    assert!(scan.verticals.iter().all(|vertical| (vertical.scored > 0) == vertical.missing.is_empty()));
    assert!(scan.attribution.contains("CC BY 4.0") && scan.mixed_bounds);
    assert!(scan.markets.iter().all(|market| market.key.place_match != PlaceMatch::Subarea));
    assert!(!scan.dominators.is_empty() && !scan.hot_spots.is_empty() && !scan.insights.is_empty());
    assert!(scan.insights.iter().all(|insight| insight.expires_at.is_some() && !insight.falsifier.is_empty()));
    // Missing data are reported as facts; all other insights are claims.
    assert!(scan.insights.iter().all(|insight| (insight.nature == Nature::Fact) == (insight.kind == "data_missing")));
    assert!(scan.insights.iter().any(|insight| insight.nature == Nature::Fact));
}

#[test]
fn the_best_come_first_and_what_is_unknown_has_no_tier() {
    let scan = whole();
    let profits: Vec<i64> = scan.markets.iter().map(|market| market.profit12.unwrap().mean_cents).collect();
    // Rounding months to cents changes a year by at most 12 cents.
    assert!(profits.windows(2).all(|pair| pair[0] >= pair[1] - 12), "{profits:?}");
    let unknown = Filters { verticals: vec!["mold".into()], limit: 5, ..Filters::default() };
    let unknown = scanned(&Input { filters: unknown, ..Input::default() }, Parameters::default());
    assert_eq!((unknown.totals.scored, unknown.markets.len()), (0, 0));
    assert!(unknown.needs.iter().any(|need| need.kind == "volumes"));
}

#[test]
fn places_of_one_name_are_never_merged() {
    let filters = Filters { verticals: vec!["plumbing".into()], limit: 50_000, ..Filters::default() };
    let scan = scanned(&Input { filters, ..Input::default() }, Parameters::default());
    let springfields: Vec<_> = scan.markets.iter().filter(|market| market.key.city == "Springfield").collect();
    let states: BTreeSet<&str> = springfields.iter().map(|market| market.key.state.as_str()).collect();
    assert!(states.len() >= 5, "{states:?}");
    let ids: BTreeSet<&str> = scan.markets.iter().map(|market| market.key.place_id.as_str()).collect();
    assert_eq!(ids.len(), scan.markets.len());
}

#[test]
fn filters_hold() {
    let filters = Filters {
        states: vec!["ok".into(), "TX".into()],
        min_population: Some(100_000.0),
        min_payout_cents: Some(7_000.0),
        bounds: vec![Bound::Lower],
        ..Filters::default()
    };
    let scan = scanned(&Input { filters, ..Input::default() }, Parameters::default());
    assert!(!scan.markets.is_empty() && !scan.mixed_bounds);
    for market in &scan.markets {
        assert!(["OK", "TX"].contains(&market.key.state.as_str()) && market.key.population >= 100_000);
        assert!(market.payout.unwrap().mean_cents >= 7_000 && market.demand_bound == Bound::Lower);
    }
}

#[test]
fn a_lower_bound_leaves_room_above() {
    let scan = scanned(&input(Overrides::default()), Parameters::default());
    let market = &scan.markets[0];
    let demand = market.demand.unwrap();
    assert!(market.flags.contains(&"lower_bound".to_owned()));
    assert!(demand.p90 / demand.p50 > demand.p50 / demand.p10 * 1.2, "{demand:?}");
    // Plumbing: 308.3 for each 100,000 people.
    assert!((demand.mean - 308.3 * market.key.population as f64 / 100_000.0).abs() < 1e-6);
}

#[test]
fn every_part_says_where_it_comes_from() {
    let scores = scores(&input(Overrides::default()));
    let parts = &scores.markets[0].parts;
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["demand", "winChance", "clickThrough", "conversion", "accepted", "payout"]);
    for name in ["demand", "clickThrough", "payout"] {
        let part = parts.iter().find(|part| part.name == name).unwrap();
        assert!(!part.sources.is_empty() && part.year.is_some() && part.grade.is_some(), "{part:?}");
    }
    assert!(parts.iter().all(|part| !part.evidence.is_empty() && !part.override_with.is_empty()));
}

#[test]
fn the_same_scan_gives_the_same_bytes() {
    let bytes = || serde_json::to_vec(&scanned(&input(Overrides::default()), Parameters::default())).unwrap();
    assert_eq!(bytes(), bytes());
}

#[test]
fn a_cancelled_scan_ends() {
    struct Cancelled;
    impl engines::common::Control for Cancelled {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let params = Parameters::default().check().unwrap();
    let answer = scan(&Input::default(), &params, &Cancelled);
    assert_eq!(answer.unwrap_err(), engines::common::EngineError::Cancelled);
    assert!(scan(&input(Overrides::default()), &params, &Unattended).is_ok());
}
