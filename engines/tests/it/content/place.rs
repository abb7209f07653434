//! Facts of places.

use std::collections::BTreeSet;

use editorial::Climate;
use engines::content::place::{Competitors, Figure, Neighbor, PlaceFacts};
use engines::local::Overrides;
use engines::local::catalog::{KnownPlace, PlaceFilter, places};
use proptest::prelude::*;

/// Towns near Tulsa (36.1540, -95.9928) with miles and direction, by GeoNames' coordinates. Computed apart from this program:
/// haversine formula on a sphere of 6,371 km, initial bearing, in Python.
const TULSA: [(&str, f64, &str); 8] = [
    ("Sand Springs", 6.55, "west"),
    ("Jenks", 9.16, "south"),
    ("Owasso", 11.09, "northeast"),
    ("Sapulpa", 12.69, "southwest"),
    ("Broken Arrow", 13.28, "southeast"),
    ("Glenpool", 13.75, "south"),
    ("Catoosa", 13.99, "east"),
    ("Skiatook", 14.82, "north"),
];

fn find(place: &str, state: &str) -> PlaceFacts {
    PlaceFacts::find(place, Some(state), None).unwrap_or_else(|| panic!("{place}, {state}"))
}

fn value(figure: Option<&Figure>) -> f64 {
    figure.map(|figure| figure.value).unwrap()
}

fn near(got: f64, wanted: f64, tolerance: f64) {
    assert!((got - wanted).abs() <= tolerance, "{got}, not {wanted}");
}

fn all() -> Vec<KnownPlace> {
    let filter = PlaceFilter { limit: usize::MAX, ..PlaceFilter::default() };
    places(&Overrides::default(), &filter).unwrap().places
}

fn error(place: &str, state: Option<&str>) -> String {
    PlaceFacts::look_up(place, state, None).unwrap_err().to_string()
}

#[test]
fn known_place_has_the_published_figures() {
    // Census: American Community Survey, Gazetteer; read from its tables, not from this program.
    let tulsa = PlaceFacts::find("Tulsa, OK", None, Some("plumbing")).unwrap();
    assert_eq!((tulsa.name.as_str(), tulsa.state.as_str(), tulsa.state_name.as_str()), ("Tulsa", "OK", "Oklahoma"));
    assert_eq!((tulsa.county.as_deref(), tulsa.metro.as_deref()), (Some("Tulsa County"), Some("Tulsa, OK")));
    assert_eq!((value(tulsa.population.as_ref()), value(tulsa.housing_units.as_ref())), (410_652.0, 191_753.0));
    near(value(tulsa.density.as_ref()), 2_076.5, 1.0);
    near(value(tulsa.homes_before_1960.as_ref()), 0.266, 1e-9);
    near(value(tulsa.homes_since_1990.as_ref()), 0.255, 1e-9);
    assert_eq!(tulsa.climate.as_deref(), Some("mixed-humid"));
    let years = [&tulsa.population, &tulsa.median_income, &tulsa.owner_share, &tulsa.homes_before_1960]
        .map(|figure| figure.as_ref().unwrap().year);
    assert_eq!(years, [2021, 2019, 2010, 2014]);
    assert!(tulsa.population.unwrap().source.contains("2017-2021"));
}

#[test]
fn households_above_the_housing_units_are_left_out() {
    let santa_ana = find("Santa Ana", "CA");
    assert!(santa_ana.housing_units.is_some() && santa_ana.households.is_none());
    let tulsa = find("Tulsa", "OK");
    assert!(value(tulsa.households.as_ref()) < value(tulsa.housing_units.as_ref()));
}

#[test]
fn find_takes_a_name_with_its_state_in_every_form() {
    let tulsa = find("Tulsa", "OK");
    for (place, state) in [
        ("Tulsa, OK", None),
        ("tulsa, oklahoma", None),
        ("  TULSA ", Some("Oklahoma")),
        ("Tulsa", Some(" ok ")),
        ("Tulsa, OK", Some("OK")),
        ("Tulsa", None),
        ("Tulsa", Some("")),
        ("4553433", None),
        ("4553433", Some("OK")),
    ] {
        assert_eq!(PlaceFacts::find(place, state, None).as_ref(), Some(&tulsa), "{place} in {state:?}");
    }
}

#[test]
fn find_ignores_accents_apostrophes_and_spellings() {
    for (place, state, name) in [
        ("Lee’s Summit", "MO", "Lee's Summit"),
        ("Lees Summit", "MO", "Lee's Summit"),
        ("\"O'Fallon\"", "IL", "O'Fallon"),
        ("Canon City", "CO", "Cañon City"),
        ("Can\u{303}on City", "CO", "Cañon City"),
        ("Espanola", "NM", "Española"),
        ("Kihei", "HI", "Kīhei"),
        ("Kapaʻa", "HI", "Kapa‘a"),
        ("Saint Louis", "MO", "St. Louis"),
        ("Ft. Worth", "TX", "Fort Worth"),
        ("winston salem", "NC", "Winston-Salem"),
        ("New York", "NY", "New York City"),
        ("Middlebury", "VT", "Middlebury"),
    ] {
        assert_eq!(find(place, state).name, name, "{place}");
    }
}

#[test]
fn find_returns_nothing_for_unknown_places_and_states() {
    for (place, state) in [
        ("Nowhere", None),
        ("Nowhere", Some("OK")),
        ("Tulsa", Some("TX")),
        ("Tulsa, OK", Some("TX")),
        ("4553433", Some("TX")),
        ("Toronto", None),
        ("東京", None),
        ("تولسا", None),
        ("", None),
        ("   ", Some("OK")),
        ("\"", None),
        ("Tulsa'; DROP TABLE places; --", None),
        ("<b>Tulsa</b>", None),
    ] {
        assert_eq!(PlaceFacts::find(place, state, None), None, "{place} in {state:?}");
    }
    assert!(error("Tulsa", Some("Ontario")).contains("`state`"));
    assert!(error("", None).contains("`place`"));
    assert!(error(&"x".repeat(10_000), None).len() < 200);
    assert!(error("Tulsa", Some(&"x".repeat(10_000))).len() < 200);
}

#[test]
fn ambiguous_name_without_a_state_lists_the_places() {
    assert_eq!(PlaceFacts::find("Springfield", None, None), None);
    let message = error("Springfield", None);
    for part in ["`place`", "4409896 (Springfield, MO, Greene County)", "name the state", "more"] {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(find("Springfield", "MO").county.as_deref(), Some("Greene County"));
    // Of the places named Brooklyn only the one in Ohio is a town, but most people mean another.
    assert_eq!(PlaceFacts::find("Brooklyn", None, None), None);
    assert!(error("Brooklyn", None).contains("3 places"));
    // Of three places in Maryland with one name, two are parts of towns.
    assert_eq!(find("Riverside", "MD").county.as_deref(), Some("Harford County"));
    // Two towns of one state.
    assert!(error("Live Oak", Some("CA")).contains("2 places"));
}

#[test]
fn neighbors_have_distances_and_directions_of_the_haversine_formula() {
    let tulsa = find("Tulsa", "OK");
    assert_eq!(tulsa.neighbors.len(), TULSA.len());
    for (found, (name, miles, direction)) in tulsa.neighbors.iter().zip(TULSA) {
        assert_eq!((found.name.as_str(), found.direction.as_str()), (name, direction));
        near(found.miles, miles, 0.056);
    }
}

#[test]
fn neighbor_in_another_state_carries_its_state() {
    let missouri = find("Kansas City", "MO");
    let other = missouri.neighbors.iter().find(|neighbor| neighbor.name == "Kansas City, KS").unwrap();
    assert_eq!(other.direction, "west");
    assert!(missouri.neighbors.iter().any(|neighbor| neighbor.name == "Gladstone"), "of its own state");
}

#[test]
fn part_of_a_city_is_no_neighbor_and_has_none() {
    let brooklyn = find("Brooklyn", "NY");
    assert!(brooklyn.population.is_some() && brooklyn.neighbors.is_empty());
    let york = find("New York City", "NY");
    assert!(!york.neighbors.is_empty());
    for part in ["Brooklyn", "Manhattan", "Queens", "Astoria", "Harlem", "Jamaica"] {
        assert!(york.neighbors.iter().all(|neighbor| neighbor.name != part), "{part}");
    }
    // A neighbourhood whose people the gazetteer counts wrongly.
    let maryvale = find("Maryvale", "AZ");
    assert_eq!((maryvale.population, maryvale.neighbors), (None, vec![]));
    assert_eq!(maryvale.climate.as_deref(), Some("hot-dry"));
}

#[test]
fn consolidated_city_is_a_neighbor_without_census_figures() {
    for place in ["Beech Grove", "Speedway"].map(|place| find(place, "IN")) {
        assert!(place.neighbors.iter().any(|one| one.name == "Indianapolis" && one.population == Some(887_642.0)));
    }
    let indianapolis = find("Indianapolis", "IN");
    assert!(indianapolis.population.as_ref().is_some_and(|figure| figure.source == "GeoNames"));
    assert_eq!((indianapolis.housing_units, indianapolis.density), (None, None));
}

#[test]
fn city_beyond_its_county_has_no_figures_of_it() {
    let york = PlaceFacts::find("New York, NY", None, Some("plumbing")).unwrap();
    assert_eq!((york.county, york.competitors, york.median_income, york.homes_before_1960), (None, None, None, None));
    assert!(york.population.is_some() && york.climate.as_deref() == Some("mixed-humid"));
    assert!(find("San Francisco", "CA").county.is_some(), "a city that is a county of its own");
}

#[test]
fn competitors_are_those_of_the_county_and_never_guessed() {
    let of = |place: &str, vertical: &str| PlaceFacts::find(place, None, Some(vertical)).unwrap().competitors;
    // County Business Patterns 2021: Tulsa County (40143), NAICS 238220.
    let plumbing: Competitors = of("Tulsa, OK", "plumbing").unwrap();
    assert_eq!((plumbing.county.as_str(), plumbing.fit.as_str(), plumbing.year), ("Tulsa County", "broader", 2021));
    assert_eq!(plumbing.count, 239);
    assert!(plumbing.source.contains("County Business Patterns 2021"));
    assert_eq!(of("Tulsa, OK", "pest-control").unwrap().fit, "exact");
    assert_eq!(of("Washington, DC", "plumbing").unwrap().year, 2022);
    // Partial codes only, no code, and no such trade.
    for vertical in ["water-damage", "home-warranty", "plumbng", ""] {
        assert_eq!(of("Tulsa, OK", vertical), None, "{vertical}");
    }
    // Nobody asked.
    assert_eq!(find("Tulsa", "OK").competitors, None);
}

#[test]
fn withheld_count_is_not_zero() {
    let counts = all().into_iter().filter_map(|place| PlaceFacts::find(&place.id, None, Some("septic"))?.competitors);
    let counts: Vec<u32> = counts.map(|competitors| competitors.count).collect();
    assert!(counts.len() > 1_000 && counts.len() < 7_000, "{}", counts.len());
    assert!(counts.iter().all(|count| *count >= 3));
}

#[test]
fn climate_of_well_known_counties_is_that_of_building_america() {
    for (place, state, climate) in [
        ("Miami", "FL", Climate::HotHumid),
        ("Honolulu", "HI", Climate::HotHumid),
        ("Houston", "TX", Climate::HotHumid),
        ("Phoenix", "AZ", Climate::HotDry),
        ("Los Angeles", "CA", Climate::HotDry),
        ("Las Vegas", "NV", Climate::HotDry),
        ("Tulsa", "OK", Climate::MixedHumid),
        ("Atlanta", "GA", Climate::MixedHumid),
        ("Philadelphia", "PA", Climate::MixedHumid),
        ("Albuquerque", "NM", Climate::MixedDry),
        ("Chicago", "IL", Climate::Cold),
        ("Denver", "CO", Climate::Cold),
        ("Boston", "MA", Climate::Cold),
        ("Duluth", "MN", Climate::VeryCold),
        ("Anchorage", "AK", Climate::VeryCold),
        ("Fairbanks", "AK", Climate::VeryCold),
        ("Seattle", "WA", Climate::Marine),
        ("San Francisco", "CA", Climate::Marine),
    ] {
        assert_eq!(find(place, state).climate.as_deref(), Some(climate.word()), "{place}, {state}");
    }
}

#[test]
fn every_place_has_finite_figures_and_a_climate_of_the_library() {
    let (mut with_climate, mut with_homes, mut climates) = (0, 0, BTreeSet::new());
    for place in all() {
        let facts = PlaceFacts::find(&place.id, Some(&place.state), Some("plumbing")).unwrap();
        check(&facts);
        with_climate += u32::from(facts.climate.is_some());
        with_homes += u32::from(facts.homes_before_1960.is_some() && facts.homes_since_1990.is_some());
        climates.extend(facts.climate);
    }
    assert!(climates.iter().all(|word| Climate::from_word(word).is_some()), "{climates:?}");
    assert_eq!(climates.len(), Climate::ALL.len());
    assert_eq!(with_climate, 7_551);
    assert!(with_homes >= 7_540, "{with_homes}");
}

fn check(facts: &PlaceFacts) {
    let label = format!("{}, {}", facts.name, facts.state);
    assert!(!facts.name.is_empty() && !facts.state_name.is_empty() && !facts.name.contains('('), "{label}");
    let counts = [&facts.population, &facts.households, &facts.housing_units, &facts.density, &facts.median_income];
    for figure in counts.into_iter().flatten() {
        assert!(figure.value.is_finite() && figure.value > 0.0, "{label}: {figure:?}");
        assert!((2010..=2026).contains(&figure.year) && !figure.source.is_empty(), "{label}: {figure:?}");
    }
    for share in [&facts.owner_share, &facts.homes_before_1960, &facts.homes_since_1990].into_iter().flatten() {
        assert!((0.0..=1.0).contains(&share.value), "{label}: {share:?}");
    }
    let shares = [&facts.homes_before_1960, &facts.homes_since_1990].into_iter().flatten();
    assert!(shares.map(|share| share.value).sum::<f64>() <= 1.001, "{label}");
    let names: BTreeSet<&str> = facts.neighbors.iter().map(|neighbor| neighbor.name.as_str()).collect();
    assert!(
        names.len() == facts.neighbors.len() && names.len() <= 8 && !names.contains(facts.name.as_str()),
        "{label}"
    );
    assert!(facts.neighbors.is_sorted_by(|a, b| a.miles <= b.miles), "{label}");
    facts.neighbors.iter().for_each(|neighbor| check_neighbor(&label, neighbor));
}

fn check_neighbor(label: &str, neighbor: &Neighbor) {
    assert!((0.5..=30.0).contains(&neighbor.miles), "{label}: {neighbor:?}");
    assert!(neighbor.population.is_some_and(|people| people >= 1.0 && people.is_finite()), "{label}: {neighbor:?}");
    let winds = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
    assert!(winds.contains(&neighbor.direction.as_str()), "{label}: {neighbor:?}");
}

#[test]
fn facts_survive_the_wire_in_camel_case() {
    let tulsa = PlaceFacts::find("Tulsa, OK", None, Some("plumbing")).unwrap();
    let written = serde_json::to_value(&tulsa).unwrap();
    for key in ["/stateName", "/homesBefore1960/value", "/housingUnits/year", "/competitors/fit", "/neighbors/0/miles"]
    {
        assert!(written.pointer(key).is_some_and(|value| !value.is_null()), "{key}");
    }
    assert_eq!(serde_json::from_value::<PlaceFacts>(written).unwrap(), tulsa);
    assert_eq!(serde_json::from_str::<PlaceFacts>("{}").unwrap(), PlaceFacts::default());
}

proptest! {
    #[test]
    fn any_name_is_found_or_explained(place in "\\PC{0,40}", state in proptest::option::of("\\PC{0,12}")) {
        if let Err(error) = PlaceFacts::look_up(&place, state.as_deref(), None) {
            let text = error.to_string();
            prop_assert!(text.contains("`place`") || text.contains("`state`"), "{text}");
        }
    }
}
