//! Markets of the user's own trades and places: figures that a person can multiply out.

use std::collections::{BTreeMap, BTreeSet};

use engines::common::{Control, EngineError, Unattended};
use engines::local::{
    Bound, Explanation, Filters, Input, Market, MarketInput, MeasuredVolume, Outcome, Overrides, OwnDifficulty,
    OwnPayout, OwnPlace, OwnVertical, Parameters, Scan, explain, scan, score, tenants,
};
use proptest::prelude::*;
use serde_json::Value;

use super::day;

const SLUG: &str = "own-windmills";

fn place(id: &str, population: f64, at: Option<(f64, f64)>) -> OwnPlace {
    OwnPlace {
        id: id.into(),
        name: format!("Town {id}"),
        state: "ZZ".into(),
        latitude: at.map(|at| at.0),
        longitude: at.map(|at| at.1),
        population,
        households: None,
        country: None,
    }
}

fn trade(searches: f64) -> OwnVertical {
    OwnVertical {
        slug: SLUG.into(),
        name: Some("Windmills".into()),
        searches_per_100k_month: Some(searches),
        bound: Some(Bound::TwoSided),
        cpc_cents: Some(500.0),
        seed_keywords: vec!["windmill repair".into()],
        ..OwnVertical::default()
    }
}

fn payout(amount_cents: f64) -> OwnPayout {
    OwnPayout { vertical: SLUG.into(), amount_cents, ..OwnPayout::default() }
}

/// A trade of 400 searches for each 100,000 people in three towns, 20 dollars a lead.
fn overrides() -> Overrides {
    Overrides {
        verticals: vec![trade(400.0)],
        payouts: vec![payout(2_000.0)],
        places: vec![place("z1", 50_000.0, None), place("z2", 200_000.0, None), place("z3", 1_000_000.0, None)],
        ..Overrides::default()
    }
}

fn scanned(overrides: Overrides, params: Parameters) -> Scan {
    let filters =
        Filters { verticals: vec![SLUG.into()], states: vec!["ZZ".into()], limit: 1_000, ..Filters::default() };
    let input = Input { as_of: day(), filters, overrides, ..Input::default() };
    scan(&input, &params.check().unwrap(), &Unattended).unwrap()
}

fn opened(overrides: Overrides, place: &str, params: Parameters) -> Explanation {
    let input =
        MarketInput { as_of: day(), vertical: SLUG.into(), place: place.into(), overrides, ..MarketInput::default() };
    explain(&input, &Parameters { draws: 100, ..params }.check().unwrap(), &Unattended).unwrap()
}

fn market<'a>(scan: &'a Scan, id: &str) -> &'a Market {
    scan.markets.iter().find(|market| market.key.place_id == id).unwrap()
}

#[test]
fn demand_is_people_times_the_rate_of_the_trade() {
    let scan = scanned(overrides(), Parameters::default());
    assert_eq!((scan.markets.len(), scan.totals.scored), (3, 3));
    for (id, people) in [("z1", 50_000.0), ("z2", 200_000.0), ("z3", 1_000_000.0)] {
        let market = market(&scan, id);
        assert!((market.demand.unwrap().mean - 400.0 * people / 100_000.0).abs() < 1e-9, "{id}");
        assert_eq!((market.key.population as f64, market.demand_bound), (people, Bound::TwoSided));
        assert_eq!(market.payout.unwrap().mean_cents, 2_000);
    }
}

#[test]
fn revenue_is_the_product_of_the_shown_parts() {
    let params = Parameters {
        win_chance: Some(0.2),
        conversion_rate: Some(0.1),
        accepted_share: 0.5,
        target_position: Some(1.0),
        ..Parameters::default()
    };
    let opened = opened(overrides(), "z2", params);
    let part = |name: &str| opened.parts.iter().find(|part| part.name == name).unwrap().multiplied.unwrap();
    assert_eq!((part("demand"), part("conversion"), part("accepted"), part("payout")), (800.0, 0.1, 0.5, 2_000.0));
    let revenue = 800.0 * part("winChance") * part("clickThrough") * 0.1 * 0.5 * 2_000.0;
    assert_eq!(opened.market.revenue.unwrap().mean_cents, revenue.round() as i64);
    let line = |name: &str| opened.arithmetic.iter().find(|line| line.name == name).unwrap().result;
    assert!(
        (line("leads") - line("visitors") * 0.1).abs() < 1e-6
            && (line("acceptedLeads") - line("leads") * 0.5).abs() < 1e-6
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn revenue_scales_with_payout_searches_and_acceptance(payout_factor in 2_u32..20, demand_factor in 2_u32..9, share in 1_u32..5) {
        let base = scanned(overrides(), Parameters { accepted_share: 1.0, ..Parameters::default() });
        let dear = Overrides { payouts: vec![payout(2_000.0 * f64::from(payout_factor))], verticals: vec![trade(400.0 * f64::from(demand_factor))], ..overrides() };
        let scaled = scanned(dear, Parameters { accepted_share: 1.0 / f64::from(share), ..Parameters::default() });
        let factor = f64::from(payout_factor * demand_factor) / f64::from(share);
        for id in ["z1", "z2", "z3"] {
            let (a, b) = (market(&base, id).revenue.unwrap(), market(&scaled, id).revenue.unwrap());
            for (a, b) in [(a.mean_cents, b.mean_cents), (a.p10_cents, b.p10_cents), (a.p50_cents, b.p50_cents), (a.p90_cents, b.p90_cents)] {
                // Six digits are kept of each factor, and whole cents at the end.
                prop_assert!((a as f64 * factor - b as f64).abs() <= 1e-4 * b as f64 + factor + 1.0, "{id}: {a} x {factor}, {b}");
            }
        }
    }

    #[test]
    fn months_and_costs_add_up_to_the_cent(setup in 0_u32..90_000, monthly in 0_u32..9_000, chance in 1_u32..99, months in 1_u32..24) {
        let params = Parameters {
            setup_cents: f64::from(setup), monthly_cost_cents: f64::from(monthly), win_chance: Some(f64::from(chance) / 100.0),
            months_to_rank: f64::from(months) / 2.0, ..Parameters::default()
        };
        let opened = opened(overrides(), "z3", params);
        let sum = |of: fn(&engines::local::Month) -> i64| opened.months.iter().map(of).sum::<i64>();
        prop_assert_eq!(sum(|month| month.cost_cents), i64::from(setup) + 12 * i64::from(monthly));
        prop_assert_eq!(sum(|month| month.cost_cents), opened.market.cost12.mean_cents);
        prop_assert_eq!(sum(|month| month.profit_cents), sum(|month| month.revenue_cents) - sum(|month| month.cost_cents));
        prop_assert_eq!(sum(|month| month.profit_cents), opened.market.profit12.unwrap().mean_cents);
        prop_assert_eq!(opened.market.roi.is_none(), setup == 0 && monthly == 0);
        prop_assert!(opened.months.windows(2).all(|pair| pair[0].chance <= pair[1].chance));
    }

    #[test]
    fn filters_admit_fewer_markets_and_change_no_figure(least in 0_u32..1_200_000, limit in 0_u32..4) {
        let all = scanned(overrides(), Parameters::default());
        let filters = Filters { verticals: vec![SLUG.into()], states: vec!["ZZ".into()], min_population: Some(f64::from(least)), limit, ..Filters::default() };
        let input = Input { as_of: day(), filters, overrides: overrides(), ..Input::default() };
        match scan(&input, &Parameters::default().check().unwrap(), &Unattended) {
            Ok(few) => {
                prop_assert!(few.markets.len() <= limit as usize);
                prop_assert!(few.markets.iter().all(|own| own.key.population >= u64::from(least) && market(&all, &own.key.place_id) == own));
            }
            Err(error) => prop_assert!(matches!(error, EngineError::NoInput { .. }) && least > 1_000_000, "{error}"),
        }
    }
}

#[test]
fn measured_searches_lie_between_the_measurement_and_the_trades_rate() {
    let demand = |searches: f64, months: f64, exact: bool| {
        let volume = MeasuredVolume {
            vertical: SLUG.into(),
            place: "z2".into(),
            searches,
            months: Some(months),
            exact,
            ..MeasuredVolume::default()
        };
        opened(Overrides { volumes: vec![volume], ..overrides() }, "z2", Parameters::default()).market.demand.unwrap()
    };
    // The trade's rate gives 800 searches there.
    for measured in [100.0, 400.0, 1_600.0, 20_000.0] {
        let got = demand(measured, 12.0, true).mean;
        let (low, high) = if measured < 800.0 { (measured, 800.0) } else { (800.0, measured) };
        assert!(got > low * 0.99 && got < high * 1.01, "{measured}: {got}");
    }
    let distance = |months: f64, exact: bool| (demand(1_600.0, months, exact).mean - 1_600.0).abs();
    assert!(distance(12.0, true) <= distance(12.0, false), "a counted figure is believed more");
    let width = |months: f64, exact: bool| {
        let range = demand(1_600.0, months, exact);
        range.p90 / range.p10
    };
    assert!(width(12.0, true) < width(12.0, false) && width(12.0, true) <= width(0.1, true));
}

#[test]
fn difficulty_by_hand_moves_the_chance_and_nothing_else() {
    let with = |percent: f64| {
        let own = OwnDifficulty { vertical: SLUG.into(), place: Some("z2".into()), state: None, difficulty: percent };
        opened(Overrides { difficulties: vec![own], ..overrides() }, "z2", Parameters::default()).market
    };
    let chances: Vec<f64> =
        [0.0, 20.0, 50.0, 80.0, 100.0].into_iter().map(|percent| with(percent).win_chance.mean).collect();
    assert!(
        chances.windows(2).all(|pair| pair[0] > pair[1]) && chances.iter().all(|chance| (0.0..1.0).contains(chance)),
        "{chances:?}"
    );
    assert_eq!(with(0.0).demand, with(100.0).demand);
    assert!((with(50.0).difficulty - 50.0).abs() < 1e-9);
    let stated = opened(
        Overrides {
            difficulties: vec![OwnDifficulty { vertical: SLUG.into(), difficulty: 50.0, ..OwnDifficulty::default() }],
            ..overrides()
        },
        "z2",
        Parameters { win_chance: Some(0.3), ..Parameters::default() },
    );
    // The mean of a logit-normal has no closed form: it is approximated to a point of a hundred.
    assert!((stated.market.win_chance.mean - 0.3).abs() < 0.01, "{:?}", stated.market.win_chance);
}

#[test]
fn tiers_follow_the_expected_profit_where_it_is_sure_enough() {
    let dear = || Overrides { payouts: vec![payout(100_000.0)], ..overrides() };
    let profit = |scan: &Scan, id: &str| market(scan, id).profit_month.unwrap().mean_cents as f64;
    let plain = scanned(dear(), Parameters { min_confidence: 0.0, ..Parameters::default() });
    let (low, high) = (profit(&plain, "z2"), profit(&plain, "z3"));
    assert!(low > 10.0 && high > low);
    let params =
        Parameters { tier1_cents: high - 1.0, tier2_cents: low - 1.0, min_confidence: 0.0, ..Parameters::default() };
    let scan = scanned(dear(), params.clone());
    assert_eq!((scan.totals.tier1, scan.totals.tier2, scan.totals.tier3), (1, 1, 1), "{:?}", scan.totals);
    let doubtful = scanned(dear(), Parameters { min_confidence: 1.0, ..params });
    assert_eq!((doubtful.totals.tier1, doubtful.totals.tier2, doubtful.totals.too_unsure), (0, 0, 2));
}

#[test]
fn catchment_is_huffs_share_over_great_circles() {
    // See PROVENANCE.md: distances by geographiclib on a sphere of 6,371 km, shares by NumPy.
    let cases: Vec<Value> = serde_json::from_str(include_str!("../golden/huff.json")).unwrap();
    for (number, case) in cases.iter().enumerate() {
        let population = case["population"].as_array().unwrap();
        let own = |(at, point): (usize, &Value)| {
            place(
                &format!("z{at}"),
                population[at].as_f64().unwrap(),
                Some((point[0].as_f64().unwrap(), point[1].as_f64().unwrap())),
            )
        };
        let places = case["points"].as_array().unwrap().iter().enumerate().map(own).collect();
        let opened = opened(Overrides { places, ..overrides() }, "z0", Parameters::default());
        let wanted = case["catchment"].as_array().unwrap();
        assert_eq!(opened.catchment.len(), wanted.len(), "case {number}");
        for row in wanted {
            let id = format!("z{}", row[0]);
            let got = opened.catchment.iter().find(|neighbour| neighbour.place_id == id).unwrap();
            assert!((got.distance_km - row[1].as_f64().unwrap()).abs() < 1e-6, "case {number}: {got:?}, wanted {row}");
            assert!((got.share - row[2].as_f64().unwrap()).abs() < 1e-9, "case {number}: {got:?}, wanted {row}");
        }
        let drawn: Vec<f64> = opened.catchment.iter().map(|town| town.share * town.population as f64).collect();
        assert!(drawn.windows(2).all(|pair| pair[0] >= pair[1]), "most people first");
    }
}

#[test]
fn overrides_that_name_nothing_are_told_by_row_and_the_rest_counts() {
    let mut bad = overrides();
    bad.payouts.push(OwnPayout { vertical: "no-such-trade".into(), amount_cents: 1.0, ..OwnPayout::default() });
    bad.difficulties.push(OwnDifficulty {
        vertical: SLUG.into(),
        place: Some("nowhere".into()),
        ..OwnDifficulty::default()
    });
    bad.outcomes.push(Outcome { vertical: SLUG.into(), place: "nowhere".into(), months: 3.0, ..Outcome::default() });
    let scan = scanned(bad, Parameters::default());
    let rows: BTreeSet<&str> = scan.rejected.iter().map(|rejected| rejected.row.as_str()).collect();
    assert_eq!(rows, ["overrides.difficulties[0]", "overrides.outcomes[0]", "overrides.payouts[1]"].into());
    assert_eq!(scan.totals.scored, 3);
}

#[test]
fn findings_of_a_scan_keep_their_keys_when_payouts_change() {
    let keys = |cents: f64| {
        let params = Parameters { min_confidence: 0.0, ..Parameters::default() };
        let scan = scanned(Overrides { payouts: vec![payout(cents)], ..overrides() }, params);
        scan.insights.into_iter().map(|insight| insight.key).collect::<BTreeSet<_>>()
    };
    assert_eq!(keys(2_000_000.0), keys(2_100_000.0));
    assert!(!keys(2_000_000.0).is_empty());
}

#[test]
fn every_action_is_the_same_for_a_seed_and_stops_when_cancelled() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let filters = Filters { verticals: vec![SLUG.into()], states: vec!["ZZ".into()], ..Filters::default() };
    let input = Input { filters, overrides: overrides(), ..Input::default() };
    let params = Parameters::default().check().unwrap();
    assert_eq!(scan(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(score(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    let bytes = || serde_json::to_string(&score(&input, &params, &Unattended).unwrap()).unwrap();
    assert_eq!(bytes(), bytes());
    let draws = |seed| opened(overrides(), "z3", Parameters { seed, ..Parameters::default() }).draws.unwrap().revenue;
    assert_eq!(draws(1), draws(1));
    assert_ne!(draws(1), draws(2));
}

#[test]
fn candidates_are_called_in_order_of_their_signs() {
    let table = super::super::table::rows(include_str!("../golden/tenant_distances.csv"));
    for row in &table {
        let [latitude, longitude, own_latitude, own_longitude, km] = row[..] else { panic!("{row:?}") };
        let places = vec![place("z9", 10_000.0, Some((latitude, longitude)))];
        let entry = engines::local::PackEntry {
            name: "A".into(),
            phone: Some("1".into()),
            position: Some(8.0),
            latitude: Some(own_latitude),
            longitude: Some(own_longitude),
            ..Default::default()
        };
        let input = engines::local::TenantsInput {
            vertical: SLUG.into(),
            place: "z9".into(),
            candidates: vec![entry],
            overrides: Overrides { places, ..overrides() },
            ..Default::default()
        };
        let output = tenants(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
        // See PROVENANCE.md: geographiclib on a sphere.
        assert!(
            (output.tenants[0].distance_km.unwrap() - km).abs() < 1e-6 * km,
            "{row:?}: {:?}",
            output.tenants[0].distance_km
        );
    }
    assert_eq!(table.len(), 25);
}

#[test]
fn rent_is_a_share_of_the_gross_profit_up_to_parity() {
    let rent = |ticket: f64, margin: f64, payouts: Vec<OwnPayout>| {
        let entry = engines::local::PackEntry {
            name: "A".into(),
            phone: Some("1".into()),
            position: Some(8.0),
            ..Default::default()
        };
        let input = engines::local::TenantsInput {
            vertical: SLUG.into(),
            place: "z2".into(),
            candidates: vec![entry],
            ticket_cents: Some(ticket),
            close_rate: Some(0.5),
            gross_margin: Some(margin),
            overrides: Overrides { payouts, ..overrides() },
            ..Default::default()
        };
        tenants(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap().rent.unwrap()
    };
    let cheap = rent(1_000.0, 0.5, vec![payout(2_000.0)]);
    let profit = cheap.leads_once_ranked * 1_000.0 * 0.5 * 0.5;
    assert!((cheap.gross_profit.mean_cents as f64 - profit).abs() <= 1.0, "{cheap:?}");
    assert_eq!((cheap.low_cents, cheap.high_cents), ((0.1 * profit).round() as i64, (0.3 * profit).round() as i64));
    let parity = 0.8 * cheap.leads_once_ranked * 2_000.0;
    assert!((cheap.parity_cents.unwrap() as f64 - parity).abs() <= 1.0 + 1e-4 * parity);
    let dear = rent(1_000_000.0, 0.5, vec![payout(2_000.0)]);
    assert_eq!(
        (Some(dear.low_cents), Some(dear.high_cents)),
        (dear.parity_cents, dear.parity_cents),
        "no more than pay by the lead"
    );
    assert!(rent(1_000.0, 0.9, vec![payout(2_000.0)]).high_cents > cheap.high_cents);
    let unpriced = rent(1_000.0, 0.5, vec![]);
    assert_eq!(unpriced.parity_cents, None);
}

#[test]
fn call_list_leaves_out_who_needs_no_leads_or_cannot_be_called() {
    let entry =
        |name: &str, position: Option<f64>, phone: Option<&str>, is_advertiser: bool| engines::local::PackEntry {
            name: name.into(),
            position,
            phone: phone.map(str::to_owned),
            is_advertiser,
            ..Default::default()
        };
    let candidates = vec![
        entry("first", Some(1.0), Some("1"), false),
        entry("pays", Some(2.0), Some("2"), true),
        entry("behind", Some(7.0), Some("3"), false),
        entry("silent", Some(8.0), None, false),
        entry("blank", Some(8.0), Some("  "), true),
        entry("far", Some(40.0), Some("4"), false),
        entry("again", Some(9.0), Some("3"), false),
        entry("unplaced", None, Some("5"), false),
        // The same business as the best, with another behind it.
        entry("pays", Some(40.0), Some(" 2 "), false),
    ];
    let input = engines::local::TenantsInput {
        vertical: SLUG.into(),
        place: "z2".into(),
        candidates,
        overrides: overrides(),
        ..Default::default()
    };
    let output = tenants(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    let names: Vec<&str> = output.tenants.iter().map(|tenant| tenant.name.as_str()).collect();
    assert_eq!(names.first(), Some(&"pays"));
    let distinct: BTreeMap<&str, u32> =
        output.tenants.iter().map(|tenant| (tenant.phone.as_str(), tenant.rank)).collect();
    assert_eq!((distinct.len(), names.len(), output.left_out), (4, 4, 5), "{names:?}");
    assert!(!names.contains(&"first") && !names.contains(&"silent") && !names.contains(&"blank"));
    assert!(output.tenants.windows(2).all(|pair| pair[0].fit >= pair[1].fit && pair[0].rank < pair[1].rank));
    assert!(output.tenants.iter().all(|tenant| (0.0..=1.0).contains(&tenant.fit)));
}
