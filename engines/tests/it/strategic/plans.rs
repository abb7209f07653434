//! Roadmaps of any bets, limits by vertical, findings and hostile input.

use std::collections::BTreeMap;

use engines::common::{Control, EngineError, Unattended};
use engines::strategic::{Input, Opportunity, Parameters, RoadmapOutput, portfolio, roadmap, scenarios};
use proptest::prelude::*;

use super::{answer, bet, budget, ids, input, sure};

fn mapped(bets: Vec<Opportunity>, params: Parameters) -> RoadmapOutput {
    roadmap(&input(bets), &params.check().unwrap(), &Unattended).unwrap()
}

/// Profitable bets with prerequisites among earlier ones.
fn any_work() -> impl Strategy<Value = Vec<Opportunity>> {
    let one = (0_u32..400, 0_u32..20, 1_u32..9, prop::option::of(any::<prop::sample::Index>()));
    prop::collection::vec(one, 1..10).prop_map(|drawn| {
        let bet = |(at, (quarters, cost, monthly, before)): (usize, (u32, u32, u32, Option<prop::sample::Index>))| {
            Opportunity {
                depends_on: before
                    .filter(|_| at > 0)
                    .map(|index| format!("b{}", index.index(at)))
                    .into_iter()
                    .collect(),
                ..sure(
                    &format!("b{at}"),
                    f64::from(monthly) * 100_000.0,
                    f64::from(cost) * 1_000.0,
                    f64::from(quarters) / 4.0,
                )
            }
        };
        drawn.into_iter().enumerate().map(bet).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn roadmap_does_all_the_work_once_within_the_hours_of_each_week(bets in any_work(), per_week in 4_u32..60) {
        // Two hours a week and more: with fewer, the work may exceed the twenty years of a roadmap.
        let per_week = f64::from(per_week) / 2.0;
        let params = Parameters { hours_per_week: per_week, ..budget(1e9) };
        let map = mapped(bets.clone(), params);
        prop_assert_eq!(map.portfolio.chosen.len(), bets.len());
        let mut done: BTreeMap<&str, f64> = BTreeMap::new();
        for week in &map.weeks {
            prop_assert!(week.hours <= per_week + 1e-6, "week {}: {}", week.week, week.hours);
            let sum: f64 = week.work.iter().map(|portion| portion.hours).sum();
            prop_assert!((sum - week.hours).abs() < 1e-9);
            week.work.iter().for_each(|portion| *done.entry(&portion.id).or_default() += portion.hours);
        }
        for bet in &bets {
            prop_assert!((done.get(bet.id.as_str()).copied().unwrap_or(0.0) - bet.hours).abs() < 1e-6, "{}", bet.id);
        }
        prop_assert!(map.weeks.windows(2).all(|pair| pair[0].week < pair[1].week));
    }

    #[test]
    fn roadmap_spends_what_the_portfolio_costs_and_starts_after_what_it_needs(bets in any_work(), per_week in 1_u32..60) {
        let params = Parameters { hours_per_week: f64::from(per_week), ..budget(1e9) };
        let map = mapped(bets.clone(), params);
        let spend: i64 = map.weeks.iter().map(|week| week.spend_cents).sum();
        prop_assert_eq!(spend, map.portfolio.totals.cost_cents);
        let mut before = 0;
        for week in &map.weeks {
            prop_assert_eq!(week.spent_cents, before + week.spend_cents);
            before = week.spent_cents;
        }
        let of = |id: &str| map.milestones.iter().find(|milestone| milestone.id == id).unwrap();
        for bet in &bets {
            let own = of(&bet.id);
            prop_assert!(own.begins <= own.done && own.done <= own.works);
            prop_assert!(bet.depends_on.iter().all(|id| of(id).done <= own.begins), "{}", bet.id);
        }
    }
}

#[test]
fn weeks_start_seven_days_apart_from_the_day_of_the_analysis() {
    let map = mapped(vec![sure("a", 100_000.0, 1_000.0, 35.0)], Parameters { hours_per_week: 10.0, ..budget(1e9) });
    let starts: Vec<String> = map.weeks.iter().map(|week| week.starts.unwrap().to_string()).collect();
    assert_eq!(starts, ["2026-11-21", "2026-11-28", "2026-12-05", "2026-12-12"]);
    assert_eq!((map.milestones[0].begins, map.milestones[0].done), (1, 4));
    let undated = Input { as_of: None, ..input(vec![sure("a", 100_000.0, 1_000.0, 35.0)]) };
    let map = roadmap(&undated, &budget(1e9).check().unwrap(), &Unattended).unwrap();
    assert!(map.weeks.iter().all(|week| week.starts.is_none()) && map.break_even_date.is_none());
}

#[test]
fn break_even_week_is_the_first_in_which_income_has_paid_the_cost() {
    // 52,000 cents a month are 12,000 a week; it works one month (13 / 3 weeks) after week 1, so from week 6 on.
    for (cost, wanted) in [(12_000.0, Some(6)), (12_001.0, Some(7)), (36_000.0, Some(8)), (0.0, Some(1))] {
        let map = mapped(vec![sure("a", 52_000.0, cost, 1.0)], Parameters { hours_per_week: 10.0, ..budget(1e9) });
        assert_eq!(map.break_even_week, wanted, "{cost}");
    }
    let nothing = mapped(vec![sure("a", 1.0, 50_000.0, 1.0)], budget(1e9));
    assert_eq!((nothing.break_even_week, nothing.weeks.len()), (None, 0));
}

#[test]
fn bet_that_earns_most_an_hour_is_done_first() {
    let map = mapped(
        vec![sure("slow", 50_000.0, 0.0, 40.0), sure("quick", 40_000.0, 0.0, 4.0), sure("poor", 5_000.0, 0.0, 8.0)],
        Parameters { hours_per_week: 4.0, ..budget(1e9) },
    );
    let order: Vec<&str> = map.milestones.iter().map(|milestone| milestone.id.as_str()).collect();
    assert_eq!(order, ["quick", "slow", "poor"]);
}

#[test]
fn limits_of_a_vertical_hold_for_money_hours_and_counts() {
    let of = |id: &str, vertical: &str, cost: f64, hours: f64| Opportunity {
        vertical: Some(vertical.to_owned()),
        ..sure(id, 100_000.0, cost, hours)
    };
    let bets = || -> Vec<Opportunity> {
        let roofs = (0..5).map(|at| of(&format!("r{at}"), "roofing", 10_000.0, 4.0));
        roofs.chain((0..5).map(|at| of(&format!("p{at}"), "plumbing", 10_000.0, 4.0))).collect()
    };
    let count = |params: Parameters, vertical: &str| {
        let output = answer(&input(bets()), params);
        output.chosen.iter().filter(|bet| bet.vertical.as_deref() == Some(vertical)).count()
    };
    for (share, wanted) in [(0.1, 1), (0.25, 2), (0.3, 3), (1.0, 5)] {
        let money = Parameters { max_share_per_vertical: Some(share), ..budget(100_000.0) };
        assert_eq!(
            (count(money.clone(), "roofing"), count(money, "plumbing")),
            (wanted, wanted),
            "{share} of the money"
        );
        let hours =
            Parameters { max_share_per_vertical: Some(share), hours: Some(40.0), budget_cents: None, ..budget(0.0) };
        assert_eq!(count(hours, "roofing"), wanted, "{share} of the hours");
    }
    for most in 1..7 {
        let counted = Parameters { max_per_vertical: Some(most), ..budget(1e9) };
        assert_eq!(count(counted, "roofing"), most.min(5) as usize);
    }
}

#[test]
fn reasons_of_rejected_bets_name_what_holds_them_back() {
    let long_shot = Opportunity { success_probability: Some(0.01), ..sure("long shot", 1e6, 5_000.0, 1.0) };
    let page = Opportunity { depends_on: vec!["far".into()], ..sure("page", 90_000.0, 1_000.0, 1.0) };
    let bets = vec![
        sure("good", 90_000.0, 9_000.0, 1.0),
        sure("worse", 80_000.0, 9_000.0, 1.0),
        sure("far", 90_000.0, 50_000.0, 1.0),
        sure("loss", 10.0, 5_000.0, 1.0),
        Opportunity { success_probability: Some(0.3), ..sure("bad odds", 500.0, 5_000.0, 1.0) },
        page,
        long_shot,
    ];
    let output = answer(&input(bets), budget(10_000.0));
    assert_eq!(ids(&output), ["good"]);
    let reasons: BTreeMap<&str, &str> =
        output.rejected.iter().map(|bet| (bet.id.as_str(), bet.reason.as_str())).collect();
    let wanted = [
        ("far", "tooLarge"),
        ("bad odds", "losesMoney"),
        ("loss", "stopRule"),
        ("long shot", "stopRule"),
        ("page", "dependency"),
        ("worse", "crowdedOut"),
    ];
    assert_eq!(reasons, wanted.into());
    assert!(output.rejected.iter().all(|bet| !bet.detail.is_empty()));
}

#[test]
fn findings_keep_their_keys_when_the_figures_change() {
    let keys = |factor: f64| {
        let bets = vec![bet("a", 1_000.0 * factor, 10_000.0, 1.0), bet("b", 900.0 * factor, 10_000.0, 1.0)];
        let output = answer(&input(bets.clone()), Parameters { hours: Some(1.0), ..budget(20_000.0) });
        let spread = scenarios(&input(bets), &budget(20_000.0).check().unwrap(), &Unattended).unwrap();
        let all: Vec<String> =
            output.insights.iter().chain(&spread.insights).map(|insight| insight.key.clone()).collect();
        all
    };
    assert_eq!(keys(1.0), keys(1.13));
    assert!(keys(1.0).len() >= 3, "{:?}", keys(1.0));
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_other_draws() {
    let run = |seed| {
        let output = answer(
            &input(vec![Opportunity { success_probability: None, ..bet("a", 9_000.0, 100.0, 1.0) }]),
            Parameters { seed, ..budget(1e6) },
        );
        serde_json::to_string(&output).unwrap()
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn circles_and_hostile_sizes_are_refused_by_field() {
    let refused =
        |bets: Vec<Opportunity>| portfolio(&input(bets), &budget(1e6).check().unwrap(), &Unattended).unwrap_err();
    let tied = |id: &str, to: &str| Opportunity { depends_on: vec![to.into()], ..sure(id, 1.0, 1.0, 1.0) };
    let circle = refused(vec![tied("a", "b"), tied("b", "c"), tied("c", "a")]);
    assert!(matches!(circle, EngineError::InvalidInput { field, .. } if field.ends_with("dependsOn")));
    let many = (0..1_001).map(|at| sure(&format!("b{at}"), 1.0, 1.0, 1.0)).collect();
    assert!(matches!(refused(many), EngineError::TooLarge { what: "opportunities", got: 1_001, limit: 1_000 }));
    for (name, change) in [
        ("lowCents", (|bet| bet.low_cents = Some(f64::NAN)) as fn(&mut Opportunity)),
        ("costCents", |bet| bet.cost_cents = f64::INFINITY),
        ("hours", |bet| bet.hours = -1.0),
        ("monthlyCostCents", |bet| bet.monthly_cost_cents = f64::NAN),
        ("successProbability", |bet| bet.success_probability = Some(f64::NAN)),
        ("monthsToEffect", |bet| bet.months_to_effect = Some(-0.1)),
        ("monthsToEffect", |bet| bet.months_to_effect = Some(601.0)),
    ] {
        let mut bad = sure("b", 1.0, 1.0, 1.0);
        change(&mut bad);
        let error = refused(vec![sure("a", 1.0, 1.0, 1.0), bad]);
        assert!(
            matches!(&error, EngineError::InvalidInput { field, .. } if *field == format!("opportunities[1].{name}")),
            "{error}"
        );
    }
}

#[test]
fn every_action_stops_when_it_is_cancelled() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let (input, params) = (input(vec![sure("a", 1_000.0, 10.0, 1.0)]), budget(1e6).check().unwrap());
    assert_eq!(portfolio(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(scenarios(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(roadmap(&input, &params, &Stopped).unwrap_err(), EngineError::Cancelled);
}
