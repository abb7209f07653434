//! Outcomes of own sites move the figures: not at all without any, slowly with few, and never down for more leads.

use engines::common::Unattended;
use engines::local::{
    Explanation, Filters, Input, LearnedFactor, Market, Outcome, Overrides, OwnSites, Parameters, scan,
};
use proptest::prelude::*;

use super::{day, tulsa};

fn quick() -> Parameters {
    Parameters { draws: 100, ..Parameters::default() }
}

fn with(outcomes: Vec<Outcome>) -> Explanation {
    tulsa(Overrides { outcomes, ..Overrides::default() }, quick())
}

fn site(place: &str, months: f64) -> Outcome {
    Outcome { vertical: "plumbing".into(), place: place.into(), months, ..Outcome::default() }
}

fn own(opened: &Explanation) -> &OwnSites {
    opened.own_sites.as_ref().unwrap()
}

fn factor<'a>(opened: &'a Explanation, name: &str) -> &'a LearnedFactor {
    own(opened).factors.iter().find(|factor| factor.name == name).unwrap()
}

/// A site with `times` of the leads that its visits should bring.
fn converting(times: f64) -> Outcome {
    let rate = tulsa(Overrides::default(), quick()).parts[3].multiplied.unwrap();
    Outcome { visits: Some(20_000.0), leads: Some(20_000.0 * rate * times), ..site("Norman, OK", 9.0) }
}

#[test]
fn sites_that_are_too_young_change_no_figure() {
    let young = Outcome { ranked: Some(false), visits: Some(3.0), leads: Some(0.0), ..site("Norman, OK", 1.9) };
    let (plain, opened) = (with(Vec::new()), with(vec![young; 30]));
    assert_eq!((&plain.market, &plain.months, &plain.draws), (&opened.market, &opened.months, &opened.draws));
    assert_eq!(plain.arithmetic, opened.arithmetic);
    assert!(plain.own_sites.is_none());
    assert_eq!((own(&opened).sites, own(&opened).too_young), (0, 30));
    assert!(own(&opened).sentences.iter().any(|said| said.starts_with("30 sites are younger than 2 months")));
}

#[test]
fn a_site_that_does_not_rank_counts_by_its_age() {
    let chance = |months: f64| {
        let failed = Outcome { ranked: Some(false), ..site("Norman, OK", months) };
        with(vec![failed; 20]).market.win_chance.mean
    };
    let plain = with(Vec::new()).market.win_chance.mean;
    assert!(chance(2.0) > 0.9 * plain, "{} of {plain}", chance(2.0));
    assert!(chance(4.0) < chance(2.0) && chance(12.0) < chance(4.0) && chance(12.0) > 0.5 * plain);
    assert!((chance(12.0) - chance(30.0)).abs() < 1e-12, "the chance is that of the first year");
}

#[test]
fn twelve_sites_with_more_leads_raise_the_rate_and_the_text_says_so() {
    let opened = with(vec![converting(1.4); 12]);
    let rate = factor(&opened, "conversion");
    assert_eq!(rate.sites, 12);
    assert!((rate.after / rate.before - 1.236).abs() < 0.01, "{rate:?}");
    assert!(rate.multiplier.p10 < 1.2 && rate.multiplier.p90 > 1.3 && rate.credibility > 0.5, "{rate:?}");
    let label = &opened.parts[3].label;
    assert!(label.contains("raised from") && label.contains("12 own sites"), "{label}");
    let line = opened.arithmetic.iter().find(|line| line.name == "conversion").unwrap();
    assert!((line.result - opened.parts[3].multiplied.unwrap()).abs() < 1e-12, "{line:?}");
}

#[test]
fn the_figures_with_outcomes_add_up_to_the_cent() {
    let ranked = Outcome { ranked: Some(true), ranked_after: Some(3.0), search_visits: Some(900.0), ..converting(1.7) };
    let opened = with(vec![ranked; 5]);
    let product: f64 = opened.parts.iter().map(|part| part.multiplied.unwrap()).product();
    let line = |name: &str| opened.arithmetic.iter().find(|line| line.name == name).unwrap().result;
    assert!((product.round() - line("revenueMonth")).abs() < 1e-9);
    assert_eq!(opened.market.revenue.unwrap().mean_cents as f64, line("revenueMonth"));
    for name in ["winChance", "clickThrough", "conversion"] {
        let learned = factor(&opened, name);
        assert!((line(name) - learned.after).abs() < 1e-12, "{learned:?}");
    }
    let profit: i64 = opened.months.iter().map(|month| month.profit_cents).sum();
    assert_eq!(profit as f64, line("profit12"));
}

#[test]
fn stated_rates_are_not_moved_by_outcomes() {
    let params = Parameters { conversion_rate: Some(0.08), win_chance: Some(0.2), ..quick() };
    let ranked = Outcome { ranked: Some(true), ..converting(2.0) };
    let plain = tulsa(Overrides::default(), params.clone());
    let opened = tulsa(Overrides { outcomes: vec![ranked; 20], ..Overrides::default() }, params);
    assert_eq!(plain.parts[3].multiplied, opened.parts[3].multiplied);
    assert_eq!(plain.market.win_chance, opened.market.win_chance);
}

/// The best markets of the country in other trades.
fn national(outcomes: Vec<Outcome>) -> Vec<Market> {
    let trades = ["water-damage", "roofing", "hvac", "personal-injury"].map(str::to_owned);
    let filters = Filters { verticals: trades.to_vec(), limit: 200, ..Filters::default() };
    let overrides = Overrides { outcomes, ..Overrides::default() };
    let input = Input { as_of: day(), filters, overrides, ..Input::default() };
    scan(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap().markets
}

#[test]
fn one_lucky_site_does_not_move_the_national_list() {
    let lucky = Outcome {
        ranked: Some(true),
        ranked_after: Some(0.5),
        visits: Some(5_000_000.0),
        leads: Some(4_000_000.0),
        accepted_leads: Some(4_000_000.0),
        revenue_cents: Some(4e11),
        ..site("Norman, OK", 6.0)
    };
    let (plain, moved) = (national(Vec::new()), national(vec![lucky]));
    for (at, one) in plain.iter().enumerate() {
        let is_same =
            |other: &Market| (&other.key.vertical, &other.key.place_id) == (&one.key.vertical, &one.key.place_id);
        // The odds of easy markets rise a little less: neighbors whose profits are nearly equal may change places.
        let place = moved.iter().position(is_same);
        let room = if at < 20 { 3 } else { 20 };
        assert!(place.is_some_and(|place| place.abs_diff(at) <= room) || at >= 180, "{at}: {place:?}");
        let Some(other) = place.map(|place| &moved[place]) else { continue };
        let ratio = other.revenue.unwrap().mean_cents as f64 / one.revenue.unwrap().mean_cents as f64;
        // Chance, visits and leads of the trade each rise by a few percent.
        assert!((1.0..1.2).contains(&ratio), "{ratio}");
    }
}

fn any_site() -> impl Strategy<Value = Outcome> {
    let places = prop_oneof![Just("Norman, OK"), Just("Tulsa, OK"), Just("Lawton, OK"), Just("Austin, TX")];
    let trades = prop_oneof![Just("plumbing"), Just("roofing")];
    let ranked = prop_oneof![Just(None), Just(Some(true)), Just(Some(false))];
    (places, trades, ranked, 0.0..30.0_f64, 0.0..5_000.0_f64, 0.0..0.2_f64).prop_map(
        |(place, trade, ranked, months, visits, share)| Outcome {
            vertical: trade.into(),
            ranked,
            visits: Some(visits),
            leads: Some(visits * share),
            ..site(place, months)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn more_leads_never_lower_a_score(
        sites in prop::collection::vec(any_site(), 1..12), chosen in any::<prop::sample::Index>(), more in 0.01..0.8_f64
    ) {
        let mut better = sites.clone();
        let site = chosen.get(&sites);
        let at = chosen.index(sites.len());
        let (visits, leads) = (site.visits.unwrap(), site.leads.unwrap());
        better[at].leads = Some(leads + (visits - leads) * more);
        let (low, high) = (with(sites), with(better));
        prop_assert!(high.market.score >= low.market.score, "{:?} {:?}", low.market.score, high.market.score);
        let profit = |opened: &Explanation| opened.market.profit12.unwrap().mean_cents;
        prop_assert!(profit(&high) >= profit(&low));
    }
}
