//! Value of a bet, compared with integrals of SciPy.

use engines::common::Unattended;
use engines::strategic::{Opportunity, Parameters, PortfolioOutput, RiskMeasure, scenarios};

use super::super::table::{assert_close, rows};
use super::{answer, input, sure};

/// Mean, chosen or not.
fn mean_of(output: &PortfolioOutput, id: &str) -> i64 {
    let chosen = output.chosen.iter().map(|bet| (&bet.id, bet.mean_cents));
    let rejected = output.rejected.iter().map(|bet| (&bet.id, bet.mean_cents));
    chosen.chain(rejected).find(|(own, _)| *own == id).unwrap().1
}

#[test]
fn present_value_is_the_integral_of_discounted_income_less_costs() {
    // See PROVENANCE.md: `scipy.integrate.quad` of the discount factor.
    let table = rows(include_str!("../golden/present_values.csv"));
    assert_eq!(table.len(), 40);
    for (at, row) in table.into_iter().enumerate() {
        let [monthly, months, horizon, rate, cost, hours, hourly, monthly_cost, wanted] = row[..] else {
            panic!("{row:?}")
        };
        let bet = Opportunity {
            months_to_effect: Some(months),
            monthly_cost_cents: monthly_cost,
            ..sure("it", monthly, cost, hours)
        };
        let params = Parameters {
            budget_cents: Some(1e9),
            horizon_months: horizon as u32,
            discount_rate: rate,
            hourly_rate_cents: hourly,
            draws: 100,
            ..Parameters::default()
        };
        let opportunities = input(vec![bet]);
        // A scenario computes one choice where a portfolio computes dozens, so portfolios are asked now and then.
        let scenario = scenarios(&opportunities, &params.clone().check().unwrap(), &Unattended).unwrap();
        let worth = scenario.scenarios[1].worth_cents;
        assert!((worth as f64 - wanted.max(0.0)).abs() <= 0.51, "{row:?}: {worth}");
        if at % 5 == 0 {
            let output = answer(&opportunities, params);
            assert!((mean_of(&output, "it") as f64 - wanted).abs() <= 0.51, "{row:?}: {}", mean_of(&output, "it"));
            let is_chosen = wanted > 0.5;
            assert_eq!(output.chosen.len(), usize::from(is_chosen), "{row:?}");
            assert_eq!(output.objective_cents, if is_chosen { mean_of(&output, "it") } else { 0 }, "{row:?}");
        }
    }
}

#[test]
fn result_of_a_sure_bet_is_the_same_at_every_point() {
    let output = answer(
        &input(vec![sure("it", 10_000.0, 50_000.0, 3.0)]),
        Parameters { budget_cents: Some(1e6), ..Parameters::default() },
    );
    let bet = &output.chosen[0];
    let worth = &bet.worth;
    assert_eq!((worth.low_cents, worth.mid_cents, worth.high_cents), (bet.mean_cents, bet.mean_cents, bet.mean_cents));
    assert_eq!((bet.break_even, output.totals.break_even, output.totals.deviation_cents), (1.0, 1.0, 0));
    assert_eq!(output.totals.worst_tenth_cents, bet.mean_cents);
    // Bets without risk have no risk cost at any price of risk.
    for risk_measure in [RiskMeasure::Deviation, RiskMeasure::ConditionalValueAtRisk] {
        let params = Parameters { budget_cents: Some(1e6), risk_weight: 10.0, risk_measure, ..Parameters::default() };
        let careful = answer(&input(vec![sure("it", 10_000.0, 50_000.0, 3.0)]), params);
        assert_eq!((careful.objective_cents, careful.chosen.len()), (bet.mean_cents, 1), "{risk_measure:?}");
    }
}

/// One month at no discount: what is earned is the income itself.
fn one_month(bet: Opportunity, draws: u32) -> PortfolioOutput {
    let params = Parameters {
        budget_cents: Some(1e9),
        horizon_months: 1,
        discount_rate: 0.0,
        hourly_rate_cents: 0.0,
        stop_probability: 0.0,
        draws,
        ..Parameters::default()
    };
    answer(&input(vec![Opportunity { months_to_effect: Some(0.0), ..bet }]), params)
}

#[test]
fn income_is_log_normal_on_each_side_of_its_middle() {
    // See PROVENANCE.md: mean by `scipy.integrate.quad`; the 10, 50 and 90 % points are those given.
    for row in rows(include_str!("../golden/split_lognormal.csv")) {
        let [low, mid, high, mean, ..] = row[..] else { panic!("{row:?}") };
        let scale = 1_000.0;
        let bet = Opportunity {
            low_cents: Some(low * scale),
            mid_cents: Some(mid * scale),
            high_cents: Some(high * scale),
            ..sure("it", 1.0, 0.0, 0.0)
        };
        let output = one_month(bet, 5_000);
        let worth = &output.chosen[0].worth;
        assert_close(output.chosen[0].mean_cents as f64, mean * scale, 0.01, &format!("mean of {row:?}"));
        for (got, wanted) in [(worth.low_cents, low), (worth.mid_cents, mid), (worth.high_cents, high)] {
            assert_close(got as f64, wanted * scale, 0.01, &format!("{row:?}"));
        }
    }
}

#[test]
fn success_counts_in_its_share_of_draws() {
    for probability in [0.0, 0.01, 0.2, 0.5, 0.77, 1.0] {
        let bet = Opportunity { success_probability: Some(probability), ..sure("it", 100_000.0, 0.0, 0.0) };
        let output = one_month(bet, 2_000);
        assert!((mean_of(&output, "it") as f64 - probability * 100_000.0).abs() < 4_000.0, "{probability}");
        // Nothing is lost where nothing was spent.
        let break_even =
            output.chosen.iter().map(|bet| bet.break_even).chain(output.rejected.iter().map(|bet| bet.break_even));
        assert!(break_even.into_iter().all(|share| share == 1.0), "{probability}");
    }
}

#[test]
fn joint_success_follows_the_gaussian_copula() {
    // See PROVENANCE.md: `scipy.stats.multivariate_normal.cdf`.
    for row in rows(include_str!("../golden/joint_success.csv")) {
        let [a, b, correlation, both] = row[..] else { panic!("{row:?}") };
        let income = 100_000.0;
        let bet = |id: &str, probability: f64| Opportunity {
            success_probability: Some(probability),
            months_to_effect: Some(0.0),
            ..sure(id, income, 0.0, 0.0)
        };
        let params = Parameters {
            budget_cents: Some(1e9),
            horizon_months: 1,
            discount_rate: 0.0,
            hourly_rate_cents: 0.0,
            common_correlation: correlation,
            vertical_correlation: 0.0,
            draws: 6_000,
            ..Parameters::default()
        };
        let output = answer(&input(vec![bet("a", a), bet("b", b)]), params);
        let variance = a * (1.0 - a) + b * (1.0 - b) + 2.0 * (both - a * b);
        assert_close(output.totals.deviation_cents as f64, income * variance.sqrt(), 0.04, &format!("{row:?}"));
    }
}

#[test]
fn bets_of_one_vertical_share_more_of_their_fortune() {
    let spread = |verticals: [&str; 2]| {
        let bet = |(id, vertical): (&str, &str)| Opportunity {
            vertical: (!vertical.is_empty()).then(|| vertical.to_owned()),
            success_probability: Some(0.5),
            ..sure(id, 100_000.0, 1_000.0, 0.0)
        };
        let bets = ["a", "b"].into_iter().zip(verticals).map(bet).collect();
        let params = Parameters {
            budget_cents: Some(1e9),
            vertical_correlation: 0.8,
            common_correlation: 0.0,
            draws: 10_000,
            ..Parameters::default()
        };
        answer(&input(bets), params).totals.deviation_cents as f64
    };
    let (apart, alone, together) = (spread(["x", "y"]), spread(["", ""]), spread(["x", "x"]));
    assert!(together > 1.15 * apart, "{together} {apart}");
    assert_close(apart, alone, 0.03, "bets that share nothing");
}

#[test]
fn stop_month_is_the_first_that_no_longer_pays() {
    // 1,000 cents a month without discount over 24 months against a cost: it pays when 1,000 x (24 - month) >= cost.
    for (cost, wanted) in [(4_500.0, Some(20)), (12_000.0, Some(13)), (24_000.0, Some(1)), (0.0, None)] {
        let bet = Opportunity { months_to_effect: Some(0.0), ..sure("it", 1_000.0, cost, 0.0) };
        let params =
            Parameters { budget_cents: Some(1e9), discount_rate: 0.0, hourly_rate_cents: 0.0, ..Parameters::default() };
        let output = answer(&input(vec![bet]), params);
        let stop = output.chosen.first().and_then(|bet| bet.stop_after_month);
        assert_eq!(stop, wanted.filter(|_| !output.chosen.is_empty()), "{cost}");
    }
}
