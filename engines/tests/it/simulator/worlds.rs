//! Worlds of any size: counts that fit each other, and nothing that depends on what was not changed.

use engines::common::{Control, EngineError, Unattended};
use engines::simulator::{ChangeKind, Parameters, PlannedChange, PlannedUpdate, Simulation, simulate};
use proptest::prelude::*;

use super::world;

fn any_params() -> impl Strategy<Value = Parameters> {
    (60_u32..130, 1_u32..5, 1_u32..4, 3_u32..12, 0.1..20.0_f64, 0.0..0.9_f64, any::<u64>()).prop_map(
        |(days, places, trades, rivals, demand, season, seed)| Parameters {
            days,
            places,
            trades,
            rivals,
            demand,
            season,
            seed,
            ..Parameters::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]

    #[test]
    fn series_of_pages_are_the_sums_of_their_searches(params in any_params()) {
        let world = world(params.clone());
        prop_assert_eq!(world.markets.len() as u32, params.places * params.trades);
        prop_assert_eq!((world.series.len(), world.keyword_series.len()), (world.markets.len(), world.keywords.len()));
        let days = params.days as usize;
        let mut sums = vec![(vec![0_u32; days], vec![0_u32; days]); world.markets.len()];
        for (keyword, series) in world.keywords.iter().zip(&world.keyword_series) {
            prop_assert_eq!((series.searches.len(), series.clicks.len(), series.position.len()), (days, days, days));
            for day in 0..days {
                prop_assert!(series.clicks[day] <= series.impressions[day] && series.impressions[day] <= series.searches[day]);
                prop_assert!(series.position[day] >= 1);
                let sum = &mut sums[keyword.market as usize];
                sum.0[day] += series.clicks[day];
                sum.1[day] += series.impressions[day];
            }
        }
        for (series, (clicks, impressions)) in world.series.iter().zip(sums) {
            prop_assert_eq!(&series.clicks, &clicks);
            prop_assert_eq!(&series.impressions, &impressions);
            for day in 0..days {
                prop_assert_eq!(series.position[day].is_none(), impressions[day] == 0);
                prop_assert!(series.leads[day] <= clicks[day]);
            }
        }
    }

    #[test]
    fn outcomes_add_up_to_the_leads_of_whole_months(params in any_params()) {
        let world = world(params.clone());
        let months = (params.days / 30) as usize;
        prop_assert_eq!(world.outcomes.len(), months * world.markets.len());
        for (market, series) in world.series.iter().enumerate() {
            let own: Vec<_> = world.outcomes.iter().filter(|outcome| outcome.market as usize == market).collect();
            let sum = |figures: &[u32]| figures[..30 * months].iter().sum::<u32>();
            prop_assert_eq!(own.iter().map(|month| month.visits).sum::<u32>(), sum(&series.clicks));
            prop_assert_eq!(own.iter().map(|month| month.leads).sum::<u32>(), sum(&series.leads));
            for month in own {
                prop_assert!(month.accepted_leads <= month.leads);
                let wanted = f64::from(month.accepted_leads) * world.markets[market].payout_cents;
                prop_assert!((month.revenue_cents as f64 - wanted).abs() <= 0.5 * f64::from(month.accepted_leads) + 0.5);
            }
        }
    }

    #[test]
    fn truth_is_finite_and_results_hold_each_address_once(params in any_params()) {
        let world = world(params);
        prop_assert!(world.truth.expected_clicks.iter().flatten().all(|clicks| clicks.is_finite() && *clicks >= 0.0));
        prop_assert!(world.truth.conversion.iter().all(|rate| (0.0..=1.0).contains(rate)));
        prop_assert!((0.0..=1.0).contains(&world.truth.accepted_share));
        prop_assert!(world.truth.click_through.windows(2).all(|pair| pair[0] >= pair[1]));
        for serp in &world.serps {
            let distinct: std::collections::BTreeSet<&String> = serp.urls.iter().collect();
            prop_assert!(distinct.len() == serp.urls.len() && serp.urls.len() <= 10);
            prop_assert!(serp.date >= world.start && serp.date <= world.last_day());
        }
    }
}

fn total(world: &Simulation) -> f64 {
    world.series.iter().flat_map(|series| &series.clicks).map(|clicks| f64::from(*clicks)).sum()
}

fn plain(demand: f64) -> Parameters {
    Parameters { days: 120, demand, changes: Some(vec![]), updates: Some(vec![]), ..Parameters::default() }
}

#[test]
fn more_demand_brings_more_clicks_in_proportion() {
    let (one, ten) = (total(&world(plain(1.0))), total(&world(plain(10.0))));
    assert!((ten / one - 10.0).abs() < 1.0, "{one} {ten}");
}

#[test]
fn update_that_takes_strength_away_costs_clicks_and_one_that_adds_brings_them() {
    let after = |size: f64| {
        let world = world(Parameters { updates: Some(vec![PlannedUpdate { day: 60, size }]), ..plain(3.0) });
        world.truth.expected_clicks.iter().flat_map(|days| &days[70..]).sum::<f64>()
    };
    let (down, still, up) = (after(-2.0), after(0.0), after(2.0));
    assert!(down < 0.9 * still && up > 1.1 * still, "{down} {still} {up}");
}

#[test]
fn effect_of_a_change_grows_with_its_size_and_none_has_none() {
    let effect = |kind, size| {
        let change = PlannedChange { page: 0, day: 40, kind, size };
        let world = world(Parameters { changes: Some(vec![change]), ..plain(3.0) });
        world.truth.effects[0].relative
    };
    for kind in [ChangeKind::Title, ChangeKind::Content, ChangeKind::Links] {
        let (small, large) = (effect(kind, 0.2), effect(kind, 0.8));
        assert!(small >= 0.0 && large > small, "{kind:?}: {small} {large}");
    }
    assert_eq!(effect(ChangeKind::None, 0.0), 0.0);
}

#[test]
fn hosts_nobody_can_register_are_the_only_ones() {
    let with = |host: &str| Parameters { host: Some(host.to_owned()), ..plain(1.0) }.check();
    assert!(with("market.example").is_ok());
    for host in ["example.com", "market.example.com", "", "localhost"] {
        assert!(matches!(with(host), Err(EngineError::InvalidParameter { field: "host", .. })), "{host}");
    }
    let world = world(Parameters { host: Some("one.example".into()), ..plain(1.0) });
    assert!(world.markets.iter().all(|market| market.page.starts_with("https://one.example/")));
}

#[test]
fn parameters_outside_their_range_are_named() {
    let change = |page, day, size| Some(vec![PlannedChange { page, day, kind: ChangeKind::Title, size }]);
    for (params, field) in [
        (Parameters { days: 59, ..Parameters::default() }, "days"),
        (Parameters { days: 1_501, ..Parameters::default() }, "days"),
        (Parameters { places: 0, ..Parameters::default() }, "places"),
        (Parameters { places: 61, ..Parameters::default() }, "places"),
        (Parameters { trades: 7, ..Parameters::default() }, "trades"),
        (Parameters { rivals: 2, ..Parameters::default() }, "rivals"),
        (Parameters { demand: f64::NAN, ..Parameters::default() }, "demand"),
        (Parameters { season: 0.91, ..Parameters::default() }, "season"),
        (Parameters { changes: change(24, 10, 0.1), ..Parameters::default() }, "changes.page"),
        (Parameters { changes: change(0, 0, 0.1), ..Parameters::default() }, "changes.day"),
        (Parameters { changes: change(0, 10, 5.1), ..Parameters::default() }, "changes.size"),
        (
            Parameters { updates: Some(vec![PlannedUpdate { day: 420, size: 1.0 }]), ..Parameters::default() },
            "updates.day",
        ),
        (
            Parameters { updates: Some(vec![PlannedUpdate { day: 10, size: f64::INFINITY }]), ..Parameters::default() },
            "updates.size",
        ),
    ] {
        assert!(
            matches!(params.check(), Err(EngineError::InvalidParameter { field: named, .. }) if named == field),
            "{field}"
        );
    }
}

#[test]
fn cancelled_simulation_ends() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let params = Parameters::default().check().unwrap();
    assert_eq!(simulate(&params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert!(simulate(&plain(1.0).check().unwrap(), &Unattended).is_ok());
}
