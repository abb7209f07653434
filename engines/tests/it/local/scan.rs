//! The scan of all markets.

use std::collections::BTreeSet;

use engines::common::{Nature, Severity, Unattended};
use engines::local::catalog::verticals;
use engines::local::{Bound, Filters, Input, Overrides, OwnMarket, Parameters, PlaceMatch, Scan, scan};

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

/// Plumbing in all places, for a website in Tulsa.
fn for_a_plumber(own: OwnMarket) -> Scan {
    let filters = Filters { verticals: vec!["plumbing".into()], limit: 60, ..Filters::default() };
    scanned(&Input { as_of: day(), filters, own: Some(own), ..Input::default() }, Parameters::default())
}

fn plumbing(place: &str) -> OwnMarket {
    OwnMarket { vertical: "plumbing".into(), place: place.into(), state: None }
}

#[test]
fn a_scan_for_a_website_answers_about_its_own_market_first() {
    let scan = for_a_plumber(plumbing("Tulsa, OK"));
    assert_eq!((scan.markets.len(), scan.markets[0].key.city.as_str()), (60, "Tulsa"));
    let ids: BTreeSet<&str> = scan.markets.iter().map(|market| market.key.place_id.as_str()).collect();
    assert_eq!(ids.len(), 60, "each market once");
    let insight = &scan.insights[0];
    assert_eq!((insight.kind.as_str(), &insight.action), ("own_market", &None));
    assert!(insight.title.contains("own market, ") && insight.title.contains("Tulsa, OK"), "{}", insight.title);
    assert!(scan.notes[0].contains("comes first"), "{:?}", scan.notes);
    // Nothing is proposed far from the place.
    let far = ["goldmine", "dominator", "hot_spot"];
    for insight in scan.insights.iter().filter(|insight| far.contains(&insight.kind.as_str())) {
        assert!(insight.title.contains("OK"), "{}", insight.title);
    }
    assert!(whole().insights.iter().all(|insight| insight.kind != "own_market"));
}

#[test]
fn an_own_market_that_is_not_known_is_said_and_the_scan_goes_on() {
    let scan = for_a_plumber(plumbing("Atlantis"));
    assert!(scan.notes[0].contains("Atlantis"), "{:?}", scan.notes);
    assert!(scan.markets.len() == 60 && scan.insights.iter().all(|insight| insight.kind != "own_market"));
}

#[test]
fn a_market_without_an_expected_profit_is_not_recommended() {
    // Costs that no market earns.
    let params = Parameters { monthly_cost_cents: 10_000_000.0, ..Parameters::default() };
    let filters = Filters { verticals: vec!["plumbing".into()], limit: 5, ..Filters::default() };
    let case = Input { as_of: day(), filters, own: Some(plumbing("Tulsa, OK")), ..Input::default() };
    let scan = scanned(&case, params);
    assert!(
        scan.markets.iter().all(|market| market.profit_month.unwrap().mean_cents < 0 && market.candidate.is_none())
    );
    assert!(scan.insights.iter().all(|insight| insight.impact.is_none() && insight.action.is_none()), "{scan:?}");
    assert!(scan.insights[0].title.contains("no profit is expected"), "{}", scan.insights[0].title);
    assert!(scan.notes.iter().any(|note| note.starts_with("No market has an expected profit")), "{:?}", scan.notes);
}

#[test]
fn a_regional_site_has_no_more_area_pages_than_the_gate_lets_pass() {
    let scan = whole();
    let cut: Vec<_> = scan.dominators.iter().filter(|site| site.left_out > 0).collect();
    let mut shown = 0;
    assert!(!cut.is_empty());
    assert!(
        scan.dominators.iter().all(|site| site.place_count <= 40 && site.places.len() == site.place_count as usize)
    );
    for site in cut {
        // The revenue is that of the pages, not of all places.
        let sum: i64 = site.places.iter().map(|place| place.revenue_cents).sum();
        assert!((site.revenue.mean_cents - sum).abs() <= 40, "{} against {sum}", site.revenue.mean_cents);
        let key = format!("{}:{}", site.vertical, site.metro_code);
        let Some(insight) = scan.insights.iter().find(|insight| insight.key.ends_with(&key)) else { continue };
        assert_eq!((insight.severity, &insight.action, &insight.impact), (Severity::Info, &None, &None));
        assert!(insight.assumptions.iter().any(|text| text.contains("doorway abuse")), "{:?}", insight.assumptions);
        shown += 1;
    }
    assert!(shown > 0, "no regional site among the insights is cut");
}

/// The need for plumbers was asked for in surveys, the searches were counted by the Keyword Planner.
#[test]
fn search_volumes_name_the_sources_of_searches_only() {
    let scores = scores(&input(Overrides::default()));
    let demand = scores.markets[0].parts.iter().find(|part| part.name == "demand").unwrap();
    let titles: Vec<&str> = demand.sources.iter().map(|source| source.title.as_str()).collect();
    assert_eq!(titles, ["Keyword Planner volumes for plumbing and water terms, September 2026"]);
    assert_eq!(demand.year, Some(2026));
    let all = verticals(&Overrides::default(), day(), None, &Parameters::default().check().unwrap()).unwrap();
    for known in all {
        assert!(known.searches.is_none_or(|searches| !searches.sources.is_empty() && searches.year.is_some()));
        let surveys = known.needs.map(|needs| needs.figure.sources).unwrap_or_default();
        assert!(surveys.iter().all(|source| !source.title.contains("Keyword Planner")), "{}", known.slug);
    }
}
