//! Forecasts of several sites.

use engines::{
    common::{EngineError, Unattended},
    local::{Checked, MarketInput, Parameters, PortfolioInput, PortfolioMonth, PortfolioSite, explain, portfolio},
};

const TULSA: &str = "4553433";
const BOISE: &str = "5586437";

fn params() -> Checked {
    Parameters::default().check().expect("defaults")
}

fn site(vertical: &str, place: &str, starts_after: u32) -> PortfolioSite {
    PortfolioSite { markets: vec![(vertical.to_owned(), place.to_owned())], starts_after }
}

fn forecast(sites: Vec<PortfolioSite>) -> engines::local::Portfolio {
    portfolio(&PortfolioInput { sites, ..PortfolioInput::default() }, &params(), &Unattended).expect("a forecast")
}

#[test]
fn one_market_has_the_figures_of_its_explanation() {
    let found = forecast(vec![site("plumbing", TULSA, 0)]);
    let input = MarketInput { vertical: "plumbing".to_owned(), place: TULSA.to_owned(), ..MarketInput::default() };
    let explained = explain(&input, &params(), &Unattended).expect("an explanation");
    for (mine, theirs) in found.months.iter().zip(&explained.months) {
        assert_eq!((mine.month, mine.revenue.mean_cents), (theirs.month, theirs.revenue_cents));
        assert_eq!((mine.cost.mean_cents, mine.profit.mean_cents), (theirs.cost_cents, theirs.profit_cents));
    }
    let profit12 = explained.market.profit12.expect("a score").mean_cents;
    assert_eq!(found.total.profit.mean_cents, profit12);
    let drawn = explained.draws.expect("draws");
    let close = |a: i64, b: i64| (a - b).abs() <= 1;
    assert!(close(found.total.profit.p10_cents, drawn.profit12.p10_cents), "{found:?} {drawn:?}");
    assert!(close(found.total.profit.p90_cents, drawn.profit12.p90_cents), "{found:?} {drawn:?}");
    let month = explained.market.profit_month.expect("a score").mean_cents;
    assert_eq!(found.profit_month.mean_cents, month);
    let monthly = 1_500;
    assert!(close(found.profit_month.p50_cents, drawn.revenue.p50_cents - monthly));
}

#[test]
fn means_add_up() {
    let (one, other) = (forecast(vec![site("plumbing", TULSA, 0)]), forecast(vec![site("plumbing", BOISE, 0)]));
    let both = forecast(vec![site("plumbing", TULSA, 0), site("plumbing", BOISE, 0)]);
    for (at, month) in both.months.iter().enumerate() {
        assert_eq!(month.revenue.mean_cents, one.months[at].revenue.mean_cents + other.months[at].revenue.mean_cents);
        assert_eq!(month.cost.mean_cents, one.months[at].cost.mean_cents + other.months[at].cost.mean_cents);
    }
    assert_eq!(both, forecast(vec![site("plumbing", TULSA, 0), site("plumbing", BOISE, 0)]), "the seed decides");
}

/// Revenue of a market is skewed: most draws are below the mean. Independent parts of several sites even out.
#[test]
fn low_and_middle_revenue_of_many_sites_are_closer_to_their_mean() {
    let (one, many) = (forecast(vec![site("plumbing", TULSA, 0)]), forecast(vec![site("plumbing", TULSA, 0); 25]));
    let share = |total: &PortfolioMonth, cents: i64| cents as f64 / total.revenue.mean_cents as f64;
    let (one, many) = (one.total, many.total);
    assert_eq!(many.revenue.mean_cents, 25 * one.revenue.mean_cents);
    assert!(share(&many, many.revenue.p50_cents) > share(&one, one.revenue.p50_cents), "{one:?} {many:?}");
    assert!(share(&many, many.revenue.p10_cents) > share(&one, one.revenue.p10_cents), "{one:?} {many:?}");
}

#[test]
fn later_site_earns_and_costs_nothing_before_it_starts() {
    let found = forecast(vec![site("plumbing", TULSA, 3), site("plumbing", BOISE, 40)]);
    assert!(found.months[..3].iter().all(|month| month.revenue.mean_cents == 0 && month.cost.p90_cents == 0));
    assert_eq!(found.months[3].cost.mean_cents, 21_500);
    assert_eq!((found.months[2].sites, found.months[11].sites), (0, 1), "the other site starts after the year");
    let cost = found.months.iter().map(|month| month.cost.mean_cents).sum::<i64>();
    assert_eq!(cost, found.total.cost.mean_cents);
}

#[test]
fn given_cost_of_a_site_is_shared_as_the_model_says() {
    let input = PortfolioInput {
        sites: vec![site("plumbing", TULSA, 0)],
        site_cost_cents: Some(4_000.0),
        ..PortfolioInput::default()
    };
    let found = portfolio(&input, &params(), &Unattended).expect("a forecast");
    assert_eq!(found.total.cost.mean_cents, 4_000);
    assert_eq!(found.months[0].cost.mean_cents, 2_263, "21,500 of 38,000");
}

#[test]
fn empty_portfolio_is_zero_and_unknown_names_are_errors() {
    let found = forecast(Vec::new());
    assert_eq!((found.months.len(), found.total.revenue.mean_cents, found.profit_month.p90_cents), (12, 0, 0));
    for (one, field) in [(site("windmills", TULSA, 0), "vertical"), (site("plumbing", "0", 0), "place")] {
        let input = PortfolioInput { sites: vec![one], ..PortfolioInput::default() };
        let error = portfolio(&input, &params(), &Unattended).expect_err("no such market");
        assert!(matches!(error, EngineError::InvalidInput { field: ref of, .. } if of == field), "{error}");
    }
    let many = PortfolioSite { markets: vec![("plumbing".to_owned(), TULSA.to_owned()); 40_001], starts_after: 0 };
    let input = PortfolioInput { sites: vec![many], ..PortfolioInput::default() };
    let error = portfolio(&input, &params(), &Unattended).expect_err("too many");
    assert!(matches!(error, EngineError::TooLarge { .. }), "{error}");
}
