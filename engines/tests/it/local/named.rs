//! Finds the market of a query.

use engines::local::markets_of;

fn market(query: &str, location: Option<&str>) -> Option<(String, String)> {
    let market = markets_of(&[(query, location)]).remove(0)?;
    Some((market.vertical, market.place))
}

const TULSA: &str = "4553433";

#[test]
fn a_search_names_its_trade_and_its_place() {
    let expected = Some(("plumbing".to_owned(), TULSA.to_owned()));
    assert_eq!(market("plumber tulsa ok", None), expected);
    assert_eq!(market("licensed plumbers in Tulsa, Oklahoma", None), expected);
    assert_eq!(market("plumber near me", Some("Tulsa,Oklahoma,United States")), expected);
    assert_eq!(market("plumber", Some("Tulsa, OK")), expected);
}

#[test]
fn the_longest_of_what_people_type_decides() {
    let urgent = market("24 hour emergency plumber tulsa ok", None).expect("a market");
    assert_eq!(urgent.0, "emergency-plumbing");
    // Both verticals contain it; it is the most frequent query of one of them.
    assert_eq!(market("water heater repair tulsa ok", None).expect("a market").0, "water-heater");
}

#[test]
fn the_place_in_the_search_goes_before_where_it_was_made() {
    assert_eq!(market("plumber tulsa ok", Some("Austin,Texas,United States")), market("plumber tulsa ok", None));
}

#[test]
fn nothing_is_guessed() {
    for (query, location) in [
        ("plumber", None),
        ("plumber near me", Some("United States")),
        ("plumber", Some("Tulsa")),
        ("plumber", Some("")),
        ("plumber 74103", Some("Tulsa, OK")),
        ("plumber oklahoma", Some("Tulsa, OK")),
        ("how tall is the tower in tulsa ok", None),
        ("", Some("Tulsa, OK")),
        ("配管工 東京", Some("東京,日本")),
    ] {
        assert_eq!(market(query, location), None, "{query} from {location:?}");
    }
    assert_eq!(markets_of(&[]), []);
}
