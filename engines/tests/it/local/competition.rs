//! Competitors decide how hard a market is.

use engines::common::Unattended;
use engines::local::{
    Explanation, Filters, Fit, Input, MarketInput, Overrides, OwnPlace, Parameters, explain, is_in_home_country,
    vertical_named,
};

use super::{day, scores};

fn market(vertical: &str, place: &str, overrides: Overrides) -> Explanation {
    let input = MarketInput {
        as_of: day(),
        vertical: vertical.to_owned(),
        place: place.to_owned(),
        overrides,
        ..MarketInput::default()
    };
    let params = Parameters { draws: 100, ..Parameters::default() };
    explain(&input, &params.check().unwrap(), &Unattended).unwrap()
}

/// County Business Patterns 2021: Tulsa County (40143) has 183 establishments of NAICS 238210, and 673,708 people (ACS
/// 2018-2022).
#[test]
fn counts_are_those_of_the_census() {
    let read = market("electrical", "Tulsa, OK", Overrides::default()).competition.expect("counts");
    assert_eq!((read.county.as_str(), read.fit, read.year), ("Tulsa County", Fit::Exact, 2021));
    assert_eq!((read.establishments, read.withheld_codes), (183, 0));
    assert!((read.per_10k_people - 10_000.0 * 183.0 / 673_708.0).abs() < 1e-9, "{read:?}");
    assert!((2.0..2.6).contains(&read.per_10k_people_country), "{read:?}");
    assert_eq!(read.sources.len(), 1);
}

#[test]
fn crowded_markets_are_harder_at_the_same_size() {
    // Both have about 200,000 people; Arlington has a third of the firms of plumbing and heating for its people.
    let (few, many) = ("Arlington, VA", "Salt Lake City, UT");
    let open = |place: &str| market("plumbing", place, Overrides::default());
    let (few, many) = (open(few), open(many));
    let per_10k = |market: &Explanation| market.competition.as_ref().expect("counts").per_10k_people;
    assert!(2.0 * per_10k(&few) < per_10k(&many), "{} {}", per_10k(&few), per_10k(&many));
    assert!(few.market.difficulty + 5.0 < many.market.difficulty);
    let label = &few.parts[1].label;
    assert!(label.contains("firms with employees for each 10,000 people of Arlington County"), "{label}");
    assert_eq!(few.parts[1].year, Some(2021));
}

#[test]
fn new_york_is_no_bet_for_a_new_site() {
    let city = market("plumbing", "New York City, NY", Overrides::default());
    assert!(city.market.win_chance.mean < 0.01, "{:?}", city.market.win_chance);
    let input = Input {
        filters: Filters { verticals: vec!["plumbing".into()], limit: 100, ..Filters::default() },
        as_of: day(),
        ..Input::default()
    };
    let best = scores(&input);
    assert!(best.markets.iter().all(|scored| scored.market.key.city != "New York City"));
    let first = &best.markets[0].market;
    assert!(first.key.population < 1_000_000, "{:?}", first.key);
}

#[test]
fn uncounted_places_are_as_crowded_as_the_country_with_a_wider_interval() {
    let place = OwnPlace {
        id: "own".into(),
        name: "Perth".into(),
        population: 50_000.0,
        country: Some("AU".into()),
        ..OwnPlace::default()
    };
    let own = market("electrical", "own", Overrides { places: vec![place], ..Overrides::default() });
    assert_eq!(own.competition, None);
    assert!(own.parts[1].label.contains("not counted here"), "{}", own.parts[1].label);
    let logit = |chance: f64| (chance / (1.0 - chance)).ln();
    let width = |market: &Explanation| logit(market.market.win_chance.p90) - logit(market.market.win_chance.p10);
    let counted = market("electrical", "Edmond, OK", Overrides::default());
    assert!(width(&own) > width(&counted), "{} {}", width(&own), width(&counted));
}

#[test]
fn trades_are_found_by_slug_name_and_search_term() {
    for (text, slug) in [
        ("plumbing", Some("plumbing")),
        ("Plumbing", Some("plumbing")),
        ("Water damage restoration", Some("water-damage")),
        ("water-damage", Some("water-damage")),
        ("disability services", None),
        ("", None),
    ] {
        assert_eq!(vertical_named(text), slug, "{text:?}");
    }
}

#[test]
fn home_country_is_that_of_the_built_in_places() {
    for (text, is_home) in [
        ("Austin, TX", true),
        ("austin, texas", true),
        ("Ohio", true),
        ("Austin, Texas, United States", true),
        ("Perth, Western Australia", false),
        ("London", false),
        ("", false),
    ] {
        assert_eq!(is_in_home_country(text), is_home, "{text:?}");
    }
}
