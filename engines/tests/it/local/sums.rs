//! Displayed values add up.

use engines::local::{Overrides, Parameters};
use proptest::prelude::*;

use super::{input, scanned, tulsa};

#[test]
fn the_arithmetic_of_the_means_re_adds_to_the_cent() {
    let opened = tulsa(Overrides::default(), Parameters::default());
    let factors: f64 = opened.parts.iter().map(|part| part.multiplied.unwrap()).product();
    let revenue = opened.market.revenue.unwrap().mean_cents;
    assert_eq!(factors.round() as i64, revenue);
    let line = |name: &str| opened.arithmetic.iter().find(|line| line.name == name).unwrap().result as i64;
    assert_eq!(line("revenueMonth"), revenue);
    assert_eq!(line("profitMonth"), revenue - 1_500);
    assert_eq!(opened.market.profit_month.unwrap().mean_cents, revenue - 1_500);
    let profit: i64 = opened.months.iter().map(|month| month.profit_cents).sum();
    assert_eq!((line("profit12"), opened.market.profit12.unwrap().mean_cents), (profit, profit));
    let cost: i64 = opened.months.iter().map(|month| month.cost_cents).sum();
    assert_eq!(cost, opened.market.cost12.mean_cents);
    assert!(opened.months.iter().all(|month| month.profit_cents == month.revenue_cents - month.cost_cents));
}

#[test]
fn an_opened_market_is_the_one_of_the_scan() {
    let opened = tulsa(Overrides::default(), Parameters::default());
    let scan = scanned(&input(Overrides::default()), Parameters::default());
    let listed = scan.markets.iter().find(|market| market.key.city == "Tulsa").unwrap();
    assert_eq!(&opened.market, listed);
}

#[test]
fn draws_agree_with_the_closed_form() {
    let params = Parameters { draws: 20_000, target_position: Some(3.0), ..Parameters::default() };
    let overrides = Overrides {
        volumes: vec![engines::local::MeasuredVolume {
            vertical: "plumbing".into(),
            place: "Tulsa, OK".into(),
            searches: 5_000.0,
            exact: true,
            ..Default::default()
        }],
        ..Overrides::default()
    };
    let opened = tulsa(overrides, params);
    let (closed, drawn) = (opened.market.revenue.unwrap(), opened.draws.unwrap().revenue);
    let near = |a: i64, b: i64, share: f64| (a as f64 / b as f64 - 1.0).abs() < share;
    assert!(near(drawn.mean_cents, closed.mean_cents, 0.06), "{drawn:?} {closed:?}");
    assert!(near(drawn.p50_cents, closed.p50_cents, 0.12), "{drawn:?} {closed:?}");
    assert!(near(drawn.p10_cents, closed.p10_cents, 0.25), "{drawn:?} {closed:?}");
    assert!(near(drawn.p90_cents, closed.p90_cents, 0.15), "{drawn:?} {closed:?}");
}

#[test]
fn the_chance_of_ranking_rises_month_by_month() {
    let opened = tulsa(Overrides::default(), Parameters::default());
    assert!(opened.months.windows(2).all(|pair| pair[0].chance <= pair[1].chance));
    assert!(opened.months[11].chance <= opened.market.win_chance.mean);
    let drawn = opened.draws.unwrap();
    assert!(drawn.chance_of_profit12 <= drawn.chance_of_a_lead12 && drawn.chance_of_a_lead12 > 0.0);
    let shares: f64 = drawn.uncertainty.iter().map(|part| part.share).sum();
    assert!((shares - 1.0).abs() < 1e-9);
}

#[test]
fn near_towns_lend_their_people_by_distance() {
    let opened = tulsa(Overrides::default(), Parameters::default());
    assert!(opened.catchment.iter().any(|town| town.label == "Broken Arrow, OK" && town.share > 0.0));
    assert!(opened.catchment.iter().all(|town| (0.0..=1.0).contains(&town.share) && town.distance_km <= 60.0));
    assert!(opened.events.unwrap().per_year > 0.0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn points_are_in_order(chance in 0.01..0.9_f64, share in 0.1..1.0_f64) {
        let params = Parameters { win_chance: Some(chance), accepted_share: share, ..Parameters::default() };
        for market in scanned(&input(Overrides::default()), params).markets {
            for range in [market.demand.unwrap(), market.win_chance, market.visitors.unwrap(), market.leads.unwrap()] {
                prop_assert!(range.p10 <= range.p50 && range.p50 <= range.p90 && range.mean.is_finite());
            }
            let (revenue, profit) = (market.revenue.unwrap(), market.profit12.unwrap());
            prop_assert!(revenue.p10_cents <= revenue.p50_cents && revenue.p50_cents <= revenue.p90_cents);
            prop_assert!(profit.p10_cents <= profit.p50_cents && profit.p50_cents <= profit.p90_cents);
            prop_assert!((0.0..=1.0).contains(&market.confidence) && (0.0..=100.0).contains(&market.score.unwrap()));
        }
    }
}
