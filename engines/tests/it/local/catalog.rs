//! Look-ups of the reference data.

use std::collections::BTreeMap;

use engines::common::Unattended;
use engines::local::catalog::{
    FoundMarkets, MarketQuery, Named, PlaceFilter, Sort, find_markets, own_data, places, rank_markets, resolve,
    sources, states, verticals,
};
use engines::local::{Bound, Filters, Fit, Overrides, OwnPayout, OwnPlace, OwnTiers, Parameters, Tier};
use serde_json::json;

use super::{day, input, scanned};

fn query(filters: Filters) -> MarketQuery {
    MarketQuery { as_of: day(), filters, ..MarketQuery::default() }
}

fn find(overrides: &Overrides, query: &MarketQuery) -> FoundMarkets {
    find_markets(overrides, query, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

fn in_oklahoma() -> Filters {
    Filters { verticals: vec!["plumbing".into()], states: vec!["OK".into()], limit: 5, ..Filters::default() }
}

#[test]
fn find_markets_agrees_with_a_scan() {
    let found = find(&Overrides::default(), &query(in_oklahoma()));
    let scan = scanned(&input(Overrides::default()), Parameters::default());
    let profits = |markets: &[&engines::local::Market]| {
        markets.iter().map(|one| (one.key.place_id.clone(), one.profit12)).collect::<Vec<_>>()
    };
    let ours: Vec<_> = found.markets.iter().map(|one| &one.market).collect();
    assert_eq!(profits(&ours), profits(&scan.markets.iter().take(5).collect::<Vec<_>>()));
    assert_eq!(found.scored as u64, scan.totals.scored);
    let first = &found.markets[0];
    let payout = first.payout.as_ref().unwrap();
    assert_eq!((payout.low, payout.typical, payout.high), (Some(3_500.0), 7_250.0, Some(15_000.0)));
    assert_eq!((payout.sources[0].id.as_str(), first.payout_unit.as_str()), ("S_LDPLUMB", "call"));
    assert_eq!(first.searches.as_ref().unwrap().bound, Bound::Lower);
}

#[test]
fn rank_markets_agrees_with_find_markets() {
    let query = query(Filters { verticals: Vec::new(), limit: 300, ..in_oklahoma() });
    let (overrides, params) = (Overrides::default(), Parameters::default().check().unwrap());
    let found = find(&overrides, &MarketQuery { only_scored: true, ..query.clone() });
    let ranked = rank_markets(&overrides, &query, &params, &Unattended).unwrap();
    let markets: Vec<_> = (0..300).map(|at| ranked.market(at).unwrap()).collect();
    assert_eq!(markets, found.markets.into_iter().map(|one| one.market).collect::<Vec<_>>());
    for (names, market) in ranked.names().zip(&markets) {
        let key = &market.key;
        assert_eq!((names.vertical, names.place_id, names.state), (&*key.vertical, &*key.place_id, &*key.state));
    }
    assert!(ranked.market(300).is_none() && ranked.names().count() == 300);
}

#[test]
fn find_markets_lists_unknown_markets_last_and_without_a_tier() {
    let unknown = verticals(&Overrides::default(), day(), None, &Parameters::default().check().unwrap())
        .unwrap()
        .into_iter()
        .find(|vertical| vertical.searches.is_none())
        .unwrap();
    let filters =
        Filters { verticals: vec![unknown.slug, "plumbing".into()], states: vec!["OK".into()], ..in_oklahoma() };
    let all = find(&Overrides::default(), &query(Filters { limit: 500, ..filters.clone() }));
    assert_eq!(all.total, all.markets.len());
    let (known, rest) = all.markets.split_at(all.scored);
    assert!(known.iter().all(|one| one.market.score.is_some()));
    assert!(!rest.is_empty() && rest.iter().all(|one| one.market.tier.is_none() && one.market.demand.is_none()));
    let scored = find(&Overrides::default(), &MarketQuery { only_scored: true, ..query(filters.clone()) });
    assert_eq!((scored.total, all.scored), (all.scored, scored.scored));
    let paid = Filters { min_payout_cents: Some(1.0), ..filters };
    assert_eq!(
        find(&Overrides::default(), &query(paid)).total,
        all.scored,
        "an unknown payout is not at least a minimum"
    );
}

#[test]
fn find_markets_filters_by_words_tier_unit_and_page() {
    let nothing = Overrides::default();
    let tulsa = find(&nothing, &MarketQuery { text: "plumbing tulsa, OK".into(), ..query(Filters::default()) });
    assert!(
        tulsa
            .markets
            .iter()
            .all(|one| one.place.name.contains("Tulsa") && one.market.key.vertical.contains("plumbing"))
    );
    assert!(tulsa.total >= 2);
    let everywhere = Filters { verticals: vec!["plumbing".into()], limit: 100, ..Filters::default() };
    for tier in [Tier::Tier1, Tier::Tier2, Tier::Tier3] {
        let found = find(&nothing, &MarketQuery { tier: Some(tier), ..query(everywhere.clone()) });
        assert!(found.markets.iter().all(|one| one.market.tier == Some(tier)), "{tier:?}");
    }
    let jobs =
        find(&nothing, &MarketQuery { unit: Some("job".into()), ..query(Filters { limit: 1, ..Filters::default() }) });
    assert!(jobs.total > 0 && jobs.total < 10 * 7_555, "one vertical is paid by the job");
    assert_eq!(find(&nothing, &MarketQuery { unit: Some("rent".into()), ..query(everywhere.clone()) }).total, 0);
    let pages: Vec<String> = (0..3)
        .flat_map(|page| {
            find(&nothing, &MarketQuery { offset: page * 2, ..query(Filters { limit: 2, ..in_oklahoma() }) }).markets
        })
        .map(|one| one.place.id)
        .collect();
    let whole = find(&nothing, &query(Filters { limit: 6, ..in_oklahoma() }));
    assert_eq!(pages, whole.markets.iter().map(|one| one.place.id.clone()).collect::<Vec<_>>());
}

#[test]
fn find_markets_orders_by_what_is_asked() {
    let by = |sort| {
        find(&Overrides::default(), &MarketQuery { sort, ..query(Filters { limit: 20, ..in_oklahoma() }) }).markets
    };
    assert!(by(Sort::Population).is_sorted_by(|a, b| a.place.population >= b.place.population));
    assert!(by(Sort::Demand).is_sorted_by(|a, b| a.market.demand.unwrap().mean >= b.market.demand.unwrap().mean));
    assert!(
        by(Sort::Payout).is_sorted_by(|a, b| a.payout.as_ref().unwrap().typical >= b.payout.as_ref().unwrap().typical)
    );
    assert!(
        by(Sort::Profit)
            .is_sorted_by(|a, b| a.market.profit12.unwrap().mean_cents >= b.market.profit12.unwrap().mean_cents)
    );
}

#[test]
fn competition_is_that_of_the_county_and_a_missing_cell_is_not_zero() {
    let found = find(&Overrides::default(), &MarketQuery { text: "tulsa, ok".into(), ..query(in_oklahoma()) });
    let tulsa = found.markets.iter().find(|one| one.place.id == "4553433").unwrap();
    let competition = tulsa.competition.as_ref().unwrap();
    assert_eq!((competition.county.as_str(), competition.year), ("Tulsa County", 2021));
    assert!(!competition.is_part);
    let code = &competition.codes[0];
    assert_eq!((code.naics.as_str(), code.fit), ("238220", Fit::Broader));
    assert!(code.establishments.unwrap() > 100 && competition.total == code.establishments);
    let small = Filters { verticals: vec!["septic".into()], limit: 5_000, ..Filters::default() };
    let found = find(&Overrides::default(), &query(small));
    let codes: Vec<_> =
        found.markets.iter().filter_map(|one| one.competition.as_ref()).flat_map(|one| &one.codes).collect();
    assert!(codes.iter().any(|code| code.establishments.is_none()), "withheld cells are unknown");
    assert!(codes.iter().all(|code| code.establishments.is_none_or(|count| count >= 3)));
}

#[test]
fn establishments_add_up_to_the_published_county_cells() {
    let mut sums: BTreeMap<(String, String), u32> = BTreeMap::new();
    let filters =
        Filters { verticals: vec!["locksmith".into()], limit: 50_000, include_subareas: true, ..Filters::default() };
    for one in find(&Overrides::default(), &query(filters)).markets {
        if let Some(competition) = one.competition {
            for code in competition.codes.iter().filter(|code| code.naics == "561622") {
                sums.insert((one.place.state.clone(), competition.county.clone()), code.establishments.unwrap_or(0));
            }
        }
    }
    let total: u32 = sums.values().sum();
    assert!((2_000..4_000).contains(&total), "{total} locksmiths in the counties of the places");
}

#[test]
fn own_data_override_and_name_their_source() {
    let rates = vec![
        json!({"vertical": "plumbing", "unit": "lead", "amountCents": 9_000, "currency": "USD", "source": "Buyer A", "notes": "x"}),
        json!({"vertical": "plumbing", "unit": "rent", "amountCents": 50_000, "currency": "USD"}),
    ];
    let own = own_data(rates, vec![
        json!({"type": "payout", "value": {"vertical": "plumbing", "state": null, "city": "4553433", "unit": "call", "amountCents": 4000.0, "lowCents": 2000.0, "highCents": 8000.0, "currency": "USD", "source": "Contract", "validFrom": null, "validTo": null}}),
        json!({"type": "vertical", "value": {"slug": "plumbing", "cpcCents": 999.0}}),
        json!({"type": "tiers", "value": {"vertical": "plumbing", "tier1Cents": 20.0, "tier2Cents": 10.0}}),
    ])
    .unwrap();
    assert_eq!(own.units, [("plumbing".into(), "lead".into()), ("plumbing".into(), "rent".into())]);
    let found = find(&own.overrides, &query(Filters { limit: 100, ..in_oklahoma() }));
    let at = |id: &str| found.markets.iter().find(|one| one.place.id == id).unwrap();
    let tulsa = at("4553433").payout.as_ref().unwrap();
    assert_eq!((tulsa.low, tulsa.typical, tulsa.high), (Some(2_000.0), 4_000.0, Some(8_000.0)));
    assert_eq!((tulsa.sources[0].id.as_str(), tulsa.sources[0].title.as_str()), ("own", "Contract"));
    let other = found.markets.iter().find(|one| one.place.id != "4553433").unwrap();
    assert_eq!(other.payout.as_ref().unwrap().sources[0].title, "Buyer A");
    assert_eq!(other.cpc.as_ref().unwrap().typical, 999.0);
    assert_eq!(other.market.tier, Some(Tier::Tier1), "20 cents a month are enough");
}

#[test]
fn a_wider_range_of_a_payout_widens_the_interval() {
    let row = |low, high| OwnPayout {
        vertical: "plumbing".into(),
        amount_cents: 5_000.0,
        low_cents: low,
        high_cents: high,
        ..OwnPayout::default()
    };
    let width = |row| {
        let found = find(&Overrides { payouts: vec![row], ..Overrides::default() }, &query(in_oklahoma()));
        let payout = found.markets[0].market.payout.unwrap();
        payout.p90_cents - payout.p10_cents
    };
    assert!(width(row(Some(1_000.0), Some(20_000.0))) > 3 * width(row(None, None)));
}

#[test]
fn tiers_for_all_yield_to_tiers_of_a_vertical() {
    let tiers = |vertical: Option<&str>, cents| OwnTiers {
        vertical: vertical.map(str::to_owned),
        tier1_cents: cents,
        tier2_cents: cents,
    };
    let overrides = Overrides { tiers: vec![tiers(Some("plumbing"), 7.0), tiers(None, 9.0)], ..Overrides::default() };
    let all = verticals(&overrides, day(), None, &Parameters::default().check().unwrap()).unwrap();
    let of = |slug: &str| all.iter().find(|vertical| vertical.slug == slug).unwrap().tier1_cents;
    assert_eq!((of("plumbing"), of("hvac")), (7.0, 9.0));
    assert_eq!(all.len(), 106);
}

#[test]
fn own_places_of_another_country_are_found_and_flagged() {
    let toronto = OwnPlace {
        id: "ca-on-toronto".into(),
        name: "Toronto".into(),
        state: "ON".into(),
        country: Some("ca".into()),
        population: 2.8e6,
        ..OwnPlace::default()
    };
    let overrides = Overrides { places: vec![toronto], ..Overrides::default() };
    let filter = PlaceFilter { country: Some("CA".into()), limit: 10, ..PlaceFilter::default() };
    let page = places(&overrides, &filter).unwrap();
    assert_eq!((page.total, page.places[0].name.as_str(), page.places[0].county_income), (1, "Toronto", None));
    let states = states(&overrides).unwrap();
    assert_eq!(
        states.iter().filter(|state| state.country == "CA").map(|state| state.state.as_str()).collect::<Vec<_>>(),
        ["ON"]
    );
    assert_eq!(states.iter().filter(|state| state.country == "US").count(), 51);
    let filters = Filters { verticals: vec!["plumbing".into()], states: vec!["ON".into()], ..Filters::default() };
    let found = find(&overrides, &query(filters));
    assert!(found.markets[0].market.flags.contains(&"us_figures".to_owned()), "{:?}", found.markets[0].market.flags);
    assert!(found.markets[0].competition.is_none());
}

#[test]
fn resolve_names_what_it_does_not_know() {
    let named = |vertical: &str, place: &str, state: &str| Named {
        vertical: Some(vertical.into()),
        place: Some(place.into()),
        state: Some(state.into()),
    };
    let found = resolve(
        &Overrides::default(),
        &[named("plumbing", "tulsa", "ok"), named("plumbng", "Tulsa", "OK"), named("plumbing", "Nowhere", "OK")],
    )
    .unwrap();
    assert_eq!(found[0], Ok(Some("4553433".to_owned())));
    assert_eq!(found[1].as_ref().unwrap_err().0, "vertical");
    assert_eq!(found[2].as_ref().unwrap_err().0, "place");
}

#[test]
fn every_figure_names_a_known_source() {
    let known: Vec<String> = sources().into_iter().map(|source| source.id).collect();
    assert!(known.len() > 100 && known.contains(&"S_GEONAMES".to_owned()) && known.contains(&"S_CBP21".to_owned()));
    for vertical in verticals(&Overrides::default(), day(), None, &Parameters::default().check().unwrap()).unwrap() {
        let figures = [&vertical.payout, &vertical.cpc, &vertical.searches, &vertical.ticket, &vertical.close_pct];
        for figure in figures.into_iter().flatten() {
            assert!(!figure.sources.is_empty(), "{}", vertical.slug);
            assert!(
                figure.sources.iter().all(|source| known.contains(&source.id)),
                "{}: {:?}",
                vertical.slug,
                figure.sources
            );
        }
        assert!(
            vertical.rates.iter().all(|rate| rate.source.as_ref().is_some_and(|source| known.contains(&source.id)))
        );
    }
}
