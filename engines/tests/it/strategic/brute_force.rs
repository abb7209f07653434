//! Portfolios, scenarios and frontiers against every possible choice.

use std::collections::BTreeMap;

use engines::common::Unattended;
use engines::strategic::{Input, Opportunity, Parameters, PortfolioOutput, RiskMeasure, ScenariosOutput, scenarios};
use proptest::prelude::*;

use super::{answer, input, sure};

/// Bets with whole figures, verticals and prerequisites among earlier bets.
fn any_bets() -> impl Strategy<Value = Vec<Opportunity>> {
    let one = (1_u32..60, 0_u32..40, 0_u32..12, 0_u8..4, prop::option::of(any::<prop::sample::Index>()));
    prop::collection::vec(one, 1..9).prop_map(|drawn| {
        let bet = |(at, (monthly, cost, hours, vertical, before)): (
            usize,
            (u32, u32, u32, u8, Option<prop::sample::Index>),
        )| Opportunity {
            vertical: (vertical > 0).then(|| format!("v{vertical}")),
            depends_on: before
                .filter(|_| at > 0 && at % 2 == 0)
                .map(|index| format!("b{}", index.index(at)))
                .into_iter()
                .collect(),
            ..sure(&format!("b{at}"), f64::from(monthly) * 100.0, f64::from(cost) * 1_000.0, f64::from(hours))
        };
        drawn.into_iter().enumerate().map(bet).collect()
    })
}

fn params(budget: u32, hours: u32, most: Option<u32>) -> Parameters {
    Parameters {
        budget_cents: Some(f64::from(budget) * 1_000.0),
        hours: Some(f64::from(hours)),
        max_per_vertical: most,
        hourly_rate_cents: 0.0,
        stop_probability: 0.0,
        draws: 100,
        ..Parameters::default()
    }
}

/// The mean of each bet by id, chosen or not.
fn means(output: &PortfolioOutput) -> BTreeMap<String, i64> {
    let chosen = output.chosen.iter().map(|bet| (bet.id.clone(), bet.mean_cents));
    chosen.chain(output.rejected.iter().map(|bet| (bet.id.clone(), bet.mean_cents))).collect()
}

/// Whether a set of bets keeps budget, hours, prerequisites and the most of a vertical.
fn is_allowed(bets: &[Opportunity], set: u32, params: &Parameters) -> bool {
    let chosen = |at: usize| set >> at & 1 == 1;
    let all = || (0..bets.len()).filter(|at| chosen(*at)).map(|at| &bets[at]);
    let mut verticals: BTreeMap<&str, u32> = BTreeMap::new();
    all().filter_map(|bet| bet.vertical.as_deref()).for_each(|name| *verticals.entry(name).or_default() += 1);
    let has = |id: &String| (0..bets.len()).any(|at| chosen(at) && bets[at].id == *id);
    all().map(|bet| bet.cost_cents).sum::<f64>() <= params.budget_cents.unwrap()
        && all().map(|bet| bet.hours).sum::<f64>() <= params.hours.unwrap()
        && verticals.values().all(|count| params.max_per_vertical.is_none_or(|most| *count <= most))
        && all().all(|bet| bet.depends_on.iter().all(has))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn portfolio_is_worth_as_much_as_the_best_of_all_choices(
        bets in any_bets(), budget in 0_u32..120, hours in 0_u32..40, most in prop::option::of(1_u32..3),
    ) {
        let params = params(budget, hours, most);
        let output = answer(&input(bets.clone()), params.clone());
        let means = means(&output);
        let worth = |set: u32| (0..bets.len()).filter(|at| set >> at & 1 == 1).map(|at| means[&bets[at].id]).sum::<i64>();
        let best = (0..1_u32 << bets.len()).filter(|set| is_allowed(&bets, *set, &params)).map(worth).max().unwrap();
        // Each of the chosen may be rounded by half a cent.
        prop_assert!((output.objective_cents - best).abs() <= bets.len() as i64, "{} {best}", output.objective_cents);
        let chosen = output.chosen.iter().map(|bet| bets.iter().position(|own| own.id == bet.id).unwrap());
        prop_assert!(is_allowed(&bets, chosen.fold(0, |set, at| set | 1 << at), &params));
        prop_assert!(output.optimal && output.bound_cents >= output.objective_cents);
        prop_assert_eq!(output.chosen.len() + output.rejected.len(), bets.len());
    }

    #[test]
    fn totals_add_up_to_the_cent(bets in any_bets(), budget in 0_u32..120) {
        let output = answer(&input(bets), params(budget, 1_000, None));
        let sum = |of: fn(&engines::strategic::Bet) -> i64| output.chosen.iter().map(of).sum::<i64>();
        prop_assert_eq!(output.totals.cost_cents, sum(|bet| bet.cost_cents));
        prop_assert!((output.totals.mean_cents - sum(|bet| bet.mean_cents)).abs() <= output.chosen.len() as i64);
        let hours: f64 = output.chosen.iter().map(|bet| bet.hours).sum();
        prop_assert!((output.totals.hours - hours).abs() < 1e-9);
        prop_assert!(output.totals.cost_cents <= i64::from(budget) * 1_000);
    }

    #[test]
    fn order_of_the_opportunities_changes_nothing(bets in any_bets(), budget in 0_u32..120, turn in 1_usize..8) {
        let mut turned = bets.clone();
        turned.rotate_left(turn % bets.len());
        turned.reverse();
        let (first, second) = (answer(&input(bets), params(budget, 30, Some(2))), answer(&input(turned), params(budget, 30, Some(2))));
        prop_assert!((first.objective_cents - second.objective_cents).abs() <= 8);
        prop_assert_eq!(means(&first), means(&second));
    }

    #[test]
    fn ten_times_the_money_is_ten_times_the_worth(bets in any_bets(), budget in 0_u32..120) {
        let times = |bet: &Opportunity| Opportunity {
            low_cents: bet.low_cents.map(|cents| 10.0 * cents),
            mid_cents: bet.mid_cents.map(|cents| 10.0 * cents),
            high_cents: bet.high_cents.map(|cents| 10.0 * cents),
            cost_cents: 10.0 * bet.cost_cents,
            ..bet.clone()
        };
        let dear = bets.iter().map(times).collect();
        let (first, second) = (answer(&input(bets), params(budget, 30, None)), answer(&input(dear), params(10 * budget, 30, None)));
        prop_assert!((10 * first.objective_cents - second.objective_cents).abs() <= 100, "{} {}", first.objective_cents, second.objective_cents);
        prop_assert_eq!(10 * first.totals.cost_cents, second.totals.cost_cents);
    }

    #[test]
    fn what_a_rejected_bet_is_short_by_is_the_cost_of_forcing_it(bets in any_bets(), budget in 10_u32..80) {
        let params = params(budget, 25, Some(2));
        let output = answer(&input(bets.clone()), params.clone());
        let means = means(&output);
        let worth = |set: u32| (0..bets.len()).filter(|at| set >> at & 1 == 1).map(|at| means[&bets[at].id]).sum::<i64>();
        for rejected in &output.rejected {
            let at = bets.iter().position(|bet| bet.id == rejected.id).unwrap();
            let forced = (0..1_u32 << bets.len()).filter(|set| set >> at & 1 == 1 && is_allowed(&bets, *set, &params)).map(worth).max();
            let wanted = forced.map(|forced| output.objective_cents - forced);
            match (rejected.short_by_cents, wanted) {
                (Some(got), Some(wanted)) => prop_assert!((got - wanted).abs() <= 10, "{}: {got} {wanted}", rejected.id),
                (got, wanted) => prop_assert_eq!(got, wanted, "{}", rejected.id),
            }
        }
    }
}

fn at_three_points(bets: Vec<Opportunity>, budget: f64) -> ScenariosOutput {
    let params = Parameters { budget_cents: Some(budget), hourly_rate_cents: 0.0, ..Parameters::default() };
    scenarios(&input(bets), &params.check().unwrap(), &Unattended).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn regret_is_the_largest_loss_against_the_best_of_each_scenario(
        drawn in prop::collection::vec((1_u32..50, 0_u32..50, 0_u32..50, 0_u32..30), 1..8), budget in 0_u32..80,
    ) {
        let bet = |(at, (low, more, most, cost)): (usize, &(u32, u32, u32, u32))| Opportunity {
            low_cents: Some(f64::from(*low) * 100.0),
            mid_cents: Some(f64::from(low + more) * 100.0),
            high_cents: Some(f64::from(low + more + most) * 100.0),
            ..sure(&format!("b{at}"), 0.0, f64::from(*cost) * 1_000.0, 0.0)
        };
        let output = at_three_points(drawn.iter().enumerate().map(bet).collect(), f64::from(budget) * 1_000.0);
        prop_assert_eq!(output.scenarios.len(), 3);
        let own: Vec<i64> = output.scenarios.iter().map(|scenario| scenario.worth_cents).collect();
        for (place, scenario) in output.scenarios.iter().enumerate() {
            prop_assert_eq!(scenario.worth_in_each_cents[place], scenario.worth_cents);
            // Nobody does better in a scenario than the choice that was made for it.
            prop_assert!(scenario.worth_in_each_cents.iter().zip(&own).all(|(here, best)| *here <= best + 8));
            let regret = scenario.worth_in_each_cents.iter().zip(&own).map(|(here, best)| best - here).max().unwrap().max(0);
            prop_assert!((scenario.regret_cents - regret).abs() <= 2, "{} {regret}", scenario.regret_cents);
        }
        let least = output.scenarios.iter().map(|scenario| scenario.regret_cents).min();
        let named = output.scenarios.iter().find(|scenario| scenario.name == output.least_regret).unwrap();
        prop_assert_eq!(Some(named.regret_cents), least);
        let in_all = |id: &String| output.scenarios.iter().all(|scenario| scenario.ids.contains(id));
        prop_assert!(output.robust.iter().all(in_all));
        let shared = output.scenarios[0].ids.iter().filter(|id| in_all(id)).count();
        prop_assert_eq!(shared, output.robust.len());
    }
}

#[test]
fn frontier_holds_no_point_that_another_beats_and_rises_with_risk() {
    let bet = |at: u32| Opportunity {
        success_probability: Some(0.2 + 0.1 * f64::from(at)),
        ..sure(&format!("b{at}"), 9_000.0 - 900.0 * f64::from(at), 4_000.0, 1.0)
    };
    let bets: Vec<Opportunity> = (0..8).map(bet).collect();
    for risk_measure in [RiskMeasure::Deviation, RiskMeasure::ConditionalValueAtRisk] {
        let params = Parameters {
            risk_measure,
            budget_cents: Some(20_000.0),
            hourly_rate_cents: 0.0,
            draws: 500,
            ..Parameters::default()
        };
        let output = answer(&Input { opportunities: bets.clone(), ..Input::default() }, params);
        assert!(!output.frontier.is_empty());
        for (at, point) in output.frontier.iter().enumerate() {
            let beats = |other: &engines::strategic::FrontierPoint| {
                other.mean_cents >= point.mean_cents && other.risk_cents < point.risk_cents
            };
            assert!(!output.frontier.iter().any(beats), "{risk_measure:?} {at}");
            assert!((0.0..=1.0).contains(&point.break_even) && point.risk_cents >= 0);
            let cost: f64 = bets.iter().filter(|bet| point.ids.contains(&bet.id)).map(|bet| bet.cost_cents).sum();
            assert!(cost <= 20_000.0);
        }
        let most = output.frontier.iter().map(|point| point.mean_cents).max();
        assert_eq!(most, Some(output.totals.mean_cents), "without a price for risk the mean decides");
    }
}

#[test]
fn more_caution_never_raises_the_mean_or_the_risk() {
    let is_risky = |at: u32| at.is_multiple_of(2);
    let bet = |at: u32| Opportunity {
        success_probability: Some(if is_risky(at) { 0.3 } else { 0.95 }),
        ..sure(&format!("b{at}"), if is_risky(at) { 9_000.0 } else { 2_500.0 }, 4_000.0, 1.0)
    };
    let bets: Vec<Opportunity> = (0..8).map(bet).collect();
    let mut before: Option<PortfolioOutput> = None;
    for risk_weight in [0.0, 0.5, 1.0, 3.0, 10.0] {
        let params = Parameters {
            risk_weight,
            budget_cents: Some(16_000.0),
            hourly_rate_cents: 0.0,
            draws: 1_000,
            ..Parameters::default()
        };
        let output = answer(&input(bets.clone()), params);
        if let Some(bold) = &before {
            assert!(output.totals.mean_cents <= bold.totals.mean_cents, "{risk_weight}");
            assert!(output.totals.deviation_cents <= bold.totals.deviation_cents, "{risk_weight}");
        }
        before = Some(output);
    }
}
