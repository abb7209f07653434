//! Adversarial cases of a domain expert.

use engines::common::Unattended;
use engines::strategic::{Opportunity, Parameters, RiskMeasure, roadmap, scenarios};

use super::{answer, bet, budget, ids, input};

#[test]
fn cost_never_exceeds_the_budget_and_worth_never_falls_as_it_grows() {
    let bets: Vec<Opportunity> = (0..12)
        .map(|at| {
            bet(
                &format!("b{at}"),
                900.0 + 370.0 * f64::from(at * 7 % 11),
                3_000.0 + 1_900.0 * f64::from(at * 5 % 9),
                1.0,
            )
        })
        .collect();
    let mut before = 0;
    for step in 0..10 {
        let most = 6_000.0 * f64::from(step);
        let output = answer(&input(bets.clone()), budget(most));
        assert!(output.totals.cost_cents as f64 <= most);
        assert!(output.optimal && output.objective_cents >= before);
        before = output.objective_cents;
    }
}

#[test]
fn doubling_the_payout_of_a_rejected_bet_pulls_it_in() {
    let bets = vec![bet("a", 1_000.0, 5_000.0, 1.0), bet("b", 900.0, 5_000.0, 1.0)];
    let output = answer(&input(bets), budget(5_000.0));
    assert_eq!((ids(&output), output.rejected[0].reason.as_str()), (vec!["a"], "crowdedOut"));
    let short = output.rejected[0].short_by_cents.unwrap();
    let (a, b) = (output.totals.mean_cents, output.rejected[0].mean_cents);
    assert!((short - (a - b)).abs() <= 1, "{short} {a} {b}");
    let doubled = vec![bet("a", 1_000.0, 5_000.0, 1.0), bet("b", 1_800.0, 5_000.0, 1.0)];
    assert_eq!(ids(&answer(&input(doubled), budget(5_000.0))), ["b"]);
}

#[test]
fn a_page_comes_with_its_site_or_not_at_all() {
    let mut page = bet("page", 3_000.0, 2_000.0, 1.0);
    page.depends_on = vec!["site".to_owned()];
    let bets = vec![page, bet("site", 0.0, 4_000.0, 1.0)];
    assert_eq!(ids(&answer(&input(bets.clone()), budget(6_000.0))), ["page", "site"]);
    let poor = answer(&input(bets), budget(5_000.0));
    assert!(poor.chosen.is_empty());
    assert_eq!(poor.rejected[0].reason, "dependency");
}

#[test]
fn bets_that_hardly_ever_break_even_are_not_made() {
    let mut long_shot = bet("long shot", 200_000.0, 5_000.0, 1.0);
    long_shot.success_probability = Some(0.1);
    let output = answer(&input(vec![long_shot.clone()]), budget(10_000.0));
    assert!(output.chosen.is_empty());
    assert_eq!(output.rejected[0].reason, "stopRule");
    let daring = answer(&input(vec![long_shot]), Parameters { stop_probability: 0.05, ..budget(10_000.0) });
    assert_eq!(ids(&daring), ["long shot"]);
}

#[test]
fn a_concentration_limit_spreads_the_bets() {
    let of = |id: &str, vertical: &str, monthly: f64| Opportunity {
        vertical: Some(vertical.to_owned()),
        ..bet(id, monthly, 5_000.0, 1.0)
    };
    let bets = vec![of("a", "roofing", 3_000.0), of("b", "roofing", 2_900.0), of("c", "plumbing", 1_000.0)];
    assert_eq!(ids(&answer(&input(bets.clone()), budget(10_000.0))), ["a", "b"]);
    let spread = Parameters { max_share_per_vertical: Some(0.5), ..budget(10_000.0) };
    assert_eq!(ids(&answer(&input(bets.clone()), spread)), ["a", "c"]);
    let one = Parameters { max_per_vertical: Some(1), ..budget(10_000.0) };
    assert_eq!(ids(&answer(&input(bets), one)), ["a", "c"]);
}

#[test]
fn caution_prefers_the_safe_bet_and_its_bound_holds() {
    let mut risky = bet("risky", 5_000.0, 5_000.0, 1.0);
    risky.success_probability = Some(0.5);
    let bets = vec![risky, bet("safe", 2_300.0, 5_000.0, 1.0)];
    assert_eq!(ids(&answer(&input(bets.clone()), budget(5_000.0))), ["risky"]);
    for measure in [RiskMeasure::Deviation, RiskMeasure::ConditionalValueAtRisk] {
        let careful = Parameters { risk_weight: 0.7, risk_measure: measure, ..budget(5_000.0) };
        let output = answer(&input(bets.clone()), careful);
        assert_eq!(ids(&output), ["safe"]);
        assert!(output.bound_cents >= output.objective_cents);
        assert!(output.frontier.windows(2).all(|pair| pair[0].risk_cents < pair[1].risk_cents));
        assert!(output.frontier.windows(2).all(|pair| pair[0].mean_cents < pair[1].mean_cents));
    }
}

#[test]
fn the_shadow_price_is_what_more_money_brings() {
    let bets = vec![bet("a", 1_000.0, 10_000.0, 1.0), bet("b", 900.0, 10_000.0, 1.0)];
    let output = answer(&input(bets.clone()), budget(10_000.0));
    let price = output.shadow_prices.iter().find(|price| price.limit == "money").unwrap();
    let richer = answer(&input(bets), budget(10_000.0 + price.step));
    assert_eq!(price.gain_cents, richer.objective_cents - output.objective_cents);
    assert!(price.gain_cents > 0);
}

#[test]
fn a_roadmap_keeps_hours_and_prerequisites() {
    let mut page = bet("page", 3_000.0, 2_000.0, 12.0);
    page.depends_on = vec!["site".to_owned()];
    let bets = vec![page, bet("site", 0.0, 4_000.0, 15.0), bet("other", 1_000.0, 1_000.0, 5.0)];
    let params = Parameters { hours_per_week: 10.0, ..budget(50_000.0) }.check().unwrap();
    let map = roadmap(&input(bets), &params, &Unattended).unwrap();
    assert!(map.weeks.iter().all(|week| week.hours <= 10.0 + 1e-9));
    let hours: f64 = map.weeks.iter().flat_map(|week| &week.work).map(|portion| portion.hours).sum();
    assert!((hours - 32.0).abs() < 1e-9);
    let of = |id: &str| map.milestones.iter().find(|milestone| milestone.id == id).unwrap();
    assert!(of("site").done <= of("page").begins);
    assert_eq!(map.weeks.last().unwrap().spent_cents, 7_000);
    assert!(map.break_even_week.is_some() && map.break_even_date.is_some());
}

#[test]
fn scenarios_agree_on_bets_that_are_always_right() {
    let mut wide = bet("wide", 1_000.0, 5_000.0, 1.0);
    (wide.low_cents, wide.high_cents) = (Some(10.0), Some(50_000.0));
    let bets = vec![bet("sure", 3_000.0, 5_000.0, 1.0), wide];
    let output = scenarios(&input(bets), &budget(10_000.0).check().unwrap(), &Unattended).unwrap();
    assert_eq!(output.robust, ["sure"]);
    assert_eq!(output.scenarios[2].ids, ["sure", "wide"]);
    assert!(output.scenarios.windows(2).all(|pair| pair[0].worth_cents <= pair[1].worth_cents));
}

#[test]
fn a_missing_chance_widens_the_interval_and_is_named() {
    let mut unknown = bet("unknown", 3_000.0, 1_000.0, 1.0);
    unknown.success_probability = None;
    let told = answer(&input(vec![bet("known", 3_000.0, 1_000.0, 1.0)]), budget(5_000.0));
    let output = answer(&input(vec![unknown]), budget(5_000.0));
    let width = |of: &engines::common::Money| of.high_cents - of.low_cents;
    assert!(width(&output.totals.worth) > width(&told.totals.worth));
    assert!(told.needs.is_empty() && output.needs[0].contains("probability of success"));
}
