//! User data override reference data.

use engines::common::Unattended;
use engines::local::{
    Filters, Input, MeasuredVolume, OrganicResult, Outcome, Overrides, OwnPayout, OwnPlace, OwnVertical, PackEntry,
    Parameters, SerpSnapshot, TenantsInput, tenants,
};

use super::{day, input, scanned, tulsa};

fn page(urls: &[&str], title: &str, votes: f64) -> SerpSnapshot {
    let result =
        |url: &&str| OrganicResult { url: (*url).to_owned(), title: Some(title.to_owned()), ..Default::default() };
    let entry = PackEntry {
        name: "A".into(),
        votes: Some(votes),
        website: Some("https://a.example".into()),
        ..Default::default()
    };
    SerpSnapshot {
        vertical: "plumbing".into(),
        place: "Tulsa".into(),
        state: Some("OK".into()),
        organic: urls.iter().map(result).collect(),
        pack: Some(vec![entry]),
        ..SerpSnapshot::default()
    }
}

#[test]
fn a_weak_result_page_raises_the_chance() {
    let opened =
        |serp: SerpSnapshot| tulsa(Overrides { serps: vec![serp], ..Overrides::default() }, Parameters::default());
    let weak = opened(page(&["https://www.yelp.com/x", "http://angi.com/y"], "Best of", 3.0));
    let strong = opened(page(&["https://joe.example/", "https://ann.example/"], "Plumber in Tulsa", 900.0));
    assert!(weak.market.difficulty < strong.market.difficulty);
    assert!(weak.market.win_chance.mean > 2.0 * strong.market.win_chance.mean);
    assert!(weak.serp.unwrap().weakness > 0.8 && strong.serp.unwrap().weakness < 0.2);
}

#[test]
fn explanation_states_when_and_where_search_results_were_seen_and_adds_up() {
    let serp = SerpSnapshot {
        observed_at: engines::common::Day::parse("2026-09-01"),
        source: Some("serps.csv".to_owned()),
        ..page(&["https://www.yelp.com/x", "https://joe.example/"], "Best of", 900.0)
    };
    let opened = tulsa(Overrides { serps: vec![serp], ..Overrides::default() }, Parameters::default());
    let chance = opened.parts.iter().find(|part| part.name == "winChance").expect("a part");
    let expected = "seen on 2026-09-01 in serps.csv (directories 0.50, titles without the service and city 1.00";
    assert!(chance.label.contains(expected), "{}", chance.label);
    let factors: f64 = opened.parts.iter().map(|part| part.multiplied.unwrap()).product();
    assert_eq!(factors.round() as i64, opened.market.revenue.unwrap().mean_cents);
}

#[test]
fn the_most_specific_payout_wins() {
    let row = |state: Option<&str>, city: Option<&str>, amount_cents: f64| OwnPayout {
        vertical: "plumbing".into(),
        state: state.map(str::to_owned),
        city: city.map(str::to_owned),
        amount_cents,
        ..OwnPayout::default()
    };
    let payouts = vec![row(Some("OK"), Some("Tulsa"), 300.0), row(None, None, 100.0), row(Some("ok"), None, 200.0)];
    let mut all = input(Overrides { payouts, ..Overrides::default() });
    all.filters.states.push("TX".into());
    all.filters.limit = 2_000;
    let scan = scanned(&all, Parameters::default());
    let paid =
        |city: &str| scan.markets.iter().find(|market| market.key.city == city).unwrap().payout.unwrap().mean_cents;
    assert_eq!((paid("Tulsa"), paid("Norman"), paid("Dallas")), (300, 200, 100));
}

#[test]
fn payouts_of_another_day_or_currency_do_not_count() {
    let row = |currency: Option<&str>, from: Option<&str>| OwnPayout {
        vertical: "plumbing".into(),
        amount_cents: 99_999.0,
        currency: currency.map(str::to_owned),
        valid_from: from.and_then(engines::common::Day::parse),
        ..OwnPayout::default()
    };
    let rows = vec![row(Some("EUR"), None), row(None, Some("2030-01-01"))];
    let opened = tulsa(Overrides { payouts: rows, ..Overrides::default() }, Parameters::default());
    assert_eq!((opened.rejected.len(), opened.market.payout.unwrap().mean_cents), (2, 7_250));
}

/// Simulated truth: towns with the same rate and noisy small samples; shrinkage must be closer to the truth.
#[test]
fn towns_borrow_strength_from_each_other() {
    let filters =
        Filters { verticals: vec!["plumbing".into()], states: vec!["OK".into()], limit: 1_000, ..Filters::default() };
    let towns = scanned(&Input { filters: filters.clone(), ..Input::default() }, Parameters::default()).markets;
    let truth = 400.0 / 100_000.0;
    let wobble = [0.4, 1.9, 0.7, 1.3, 1.0, 0.5, 1.6];
    let measured = |(at, market): (usize, &engines::local::Market)| MeasuredVolume {
        vertical: "plumbing".into(),
        place: market.key.place_id.clone(),
        searches: truth * market.key.population as f64 * wobble[at % wobble.len()],
        ..MeasuredVolume::default()
    };
    let volumes: Vec<MeasuredVolume> = towns.iter().enumerate().map(measured).collect();
    let overrides = Overrides { volumes: volumes.clone(), ..Overrides::default() };
    let shrunk = scanned(&Input { filters, overrides, ..Input::default() }, Parameters::default()).markets;
    let (mut raw, mut borrowed) = (0.0, 0.0);
    for market in &shrunk {
        let expected = truth * market.key.population as f64;
        let seen = volumes.iter().find(|row| row.place == market.key.place_id).unwrap().searches;
        raw += (seen / expected - 1.0).powi(2);
        borrowed += (market.demand.unwrap().mean / expected - 1.0).powi(2);
    }
    assert!(borrowed < 0.6 * raw, "{borrowed} {raw}");
}

#[test]
fn two_leads_of_thirty_visits_move_the_conversion_little() {
    let outcome = Outcome {
        vertical: "plumbing".into(),
        place: "Tulsa, OK".into(),
        months: 6.0,
        visits: Some(30.0),
        leads: Some(2.0),
        ..Outcome::default()
    };
    let opened = tulsa(
        Overrides {
            verticals: vec![OwnVertical {
                slug: "plumbing".into(),
                urgency: Some(engines::local::Urgency::Planned),
                ..Default::default()
            }],
            outcomes: vec![outcome],
            ..Overrides::default()
        },
        Parameters::default(),
    );
    let conversion = opened.parts.iter().find(|part| part.name == "conversion").unwrap();
    // 1.5 leads were expected, which is a weight of 1.5 / 5.5 sites against the 10 sites of the trade's prior.
    let weight = 1.5 / 5.5;
    let all = (5.0 + weight * 2.0 / 1.5 / (weight + 10.0)) / (5.0 + weight / (weight + 10.0));
    let expected = 0.05 * (10.0 * all + weight * 2.0 / 1.5) / (10.0 + weight);
    assert!((conversion.range.unwrap().mean - expected).abs() < 1e-12);
    assert!((expected - 0.05).abs() < 0.001, "a fiftieth at most");
}

#[test]
fn sites_that_ranked_raise_the_chance_and_failures_lower_it() {
    let with = |ranked: bool| {
        let outcome = Outcome {
            vertical: "plumbing".into(),
            place: "Norman, OK".into(),
            months: 12.0,
            ranked: Some(ranked),
            ..Outcome::default()
        };
        tulsa(Overrides { outcomes: vec![outcome; 8], ..Overrides::default() }, Parameters::default()).market.win_chance
    };
    let plain = tulsa(Overrides::default(), Parameters::default()).market.win_chance;
    assert!(with(true).mean > 1.5 * plain.mean && with(false).mean < 0.95 * plain.mean);
}

#[test]
fn own_places_and_trades_are_scored() {
    let overrides = Overrides {
        verticals: vec![OwnVertical {
            slug: "piano-tuning".into(),
            searches_per_100k_month: Some(12.0),
            ..Default::default()
        }],
        places: vec![OwnPlace {
            id: "de-1".into(),
            name: "Köln".into(),
            state: "DE".into(),
            population: 1_080_000.0,
            ..Default::default()
        }],
        payouts: vec![OwnPayout { vertical: "piano-tuning".into(), amount_cents: 2_000.0, ..Default::default() }],
        ..Overrides::default()
    };
    let filters = Filters { verticals: vec!["piano-tuning".into()], states: vec!["DE".into()], ..Filters::default() };
    // DE is also Delaware: both are considered and distinguished by their ids.
    let scan = scanned(&Input { filters, overrides, as_of: day(), ..Input::default() }, Parameters::default());
    let market = scan.markets.iter().find(|market| market.key.place_id == "de-1").unwrap();
    assert!((market.demand.unwrap().mean - 129.6).abs() < 1e-9 && market.score.is_some());
}

#[test]
fn the_call_list_holds_those_who_need_leads() {
    let entry = |name: &str, position: f64, phone: Option<&str>, ads: bool| PackEntry {
        name: name.into(),
        position: Some(position),
        phone: phone.map(str::to_owned),
        rating: Some(4.5),
        votes: Some(40.0),
        is_advertiser: ads,
        ..PackEntry::default()
    };
    let asked = TenantsInput {
        as_of: day(),
        vertical: "plumbing".into(),
        place: "Tulsa, OK".into(),
        candidates: vec![
            entry("First of the pack", 1.0, Some("1"), false),
            entry("Behind", 7.0, Some("2"), false),
            entry("Advertiser", 9.0, Some("3"), true),
            entry("No phone", 8.0, None, true),
        ],
        gross_margin: Some(0.4),
        ..TenantsInput::default()
    };
    let params = Parameters::default().check().unwrap();
    let answer = tenants(&asked, &params, &Unattended).unwrap();
    let names: Vec<&str> = answer.tenants.iter().map(|tenant| tenant.name.as_str()).collect();
    assert_eq!((names, answer.left_out), (vec!["Advertiser", "Behind"], 2));
    let rent = answer.rent.unwrap();
    let profit = rent.gross_profit.mean_cents as f64;
    assert_eq!(rent.low_cents, (0.1 * profit).round() as i64);
    assert!(rent.high_cents <= rent.parity_cents.unwrap() && rent.high_cents as f64 <= 0.3 * profit + 1.0);
    let unknown = tenants(&TenantsInput { gross_margin: None, ..asked }, &params, &Unattended).unwrap();
    assert!(unknown.rent.is_none() && unknown.needs.iter().any(|need| need.kind == "grossMargin"));
}

#[test]
fn earlier_scores_are_held_against_what_came() {
    let towns = scanned(&input(Overrides::default()), Parameters::default()).markets;
    let outcome = |market: &engines::local::Market| Outcome {
        vertical: "plumbing".into(),
        place: market.key.place_id.clone(),
        months: 10.0,
        revenue_cents: market.revenue.map(|revenue| revenue.mean_cents as f64),
        ..Outcome::default()
    };
    let outcomes: Vec<Outcome> = towns.iter().take(40).map(outcome).collect();
    let test =
        scanned(&input(Overrides { outcomes, ..Overrides::default() }), Parameters::default()).back_test.unwrap();
    assert!(test.sites == 40 && test.rank_correlation > 0.99 && test.top_decile_lift > 1.5, "{test:?}");
}

#[test]
fn a_town_where_nobody_searched_keeps_a_little() {
    let volume = |searches: f64| {
        let row =
            MeasuredVolume { vertical: "plumbing".into(), place: "Tulsa, OK".into(), searches, ..Default::default() };
        tulsa(Overrides { volumes: vec![row], ..Overrides::default() }, Parameters::default())
            .market
            .demand
            .unwrap()
            .mean
    };
    let plain = tulsa(Overrides::default(), Parameters::default()).market.demand.unwrap().mean;
    assert!(volume(0.0) > 0.0 && volume(0.0) < plain);
}
