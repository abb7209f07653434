//! Queries with the brand, and topics without a place.

use engines::keyword::{Input, Intent, IntentSource, Output};

use super::{answer, input, priced, row};

/// Queries of a site with a name of common words; `named` is the query of exactly these words.
fn exact_match_domain(named: (f64, f64)) -> Input {
    let mut given = input(vec![
        row("austin plumber", named.0, 400.0, named.1),
        row("plumber near me", 10.0, 100.0, 1.2),
        row("emergency plumber", 1.0, 100.0, 9.0),
        row("plumber dallas", 1.0, 100.0, 9.0),
        row("best austin plumber", 1.0, 100.0, 2.0),
        row("austin drain cleaning", 1.0, 100.0, 9.0),
        row("austin roofer", 1.0, 100.0, 9.0),
        row("roof austin", 1.0, 100.0, 9.0),
    ]);
    given.site.host = Some("www.austinplumber.com".to_owned());
    given.site.brand_terms.clear();
    given
}

fn brand_queries(output: &Output) -> Vec<&str> {
    output.keywords.iter().filter(|keyword| keyword.is_brand).map(|keyword| keyword.query.as_str()).collect()
}

#[test]
fn host_words_with_most_clicks_at_position_one_are_the_brand() {
    for position in [1.0, 1.2, 1.49] {
        let output = answer(&exact_match_domain((200.0, position)), priced());
        assert_eq!(brand_queries(&output), ["austin plumber"], "at position {position}");
        assert_eq!(output.keywords[0].intent, Some(Intent::Navigational));
        assert_eq!(output.keywords[0].intent_source, IntentSource::Brand);
        assert_eq!(output.totals.brand_clicks, 200.0);
        assert!(output.notes.iter().all(|note| !note.contains("ordinary words")), "{:?}", output.notes);
    }
}

#[test]
fn host_words_that_lead_at_no_position_one_are_no_brand() {
    // Position too low, fewer clicks than another query at position 1, and no clicks.
    for named in [(200.0, 1.5), (200.0, 3.0), (9.0, 1.0), (0.0, 1.0)] {
        let output = answer(&exact_match_domain(named), priced());
        assert_eq!(brand_queries(&output), [""; 0], "{named:?}");
        assert!(output.notes.iter().any(|note| note.contains("ordinary words")), "{named:?}");
    }
}

#[test]
fn rare_host_words_are_the_brand_wherever_they_rank() {
    let mut given = input(vec![row("zorbex plumbing", 2.0, 100.0, 5.0), row("zorbex plumbing prices", 1.0, 50.0, 6.0)]);
    given.site.host = Some("zorbexplumbing.com".to_owned());
    given.site.brand_terms.clear();
    assert_eq!(brand_queries(&answer(&given, priced())).len(), 2);
}

/// Queries of a disability service: half contain a city, the others are questions.
fn disability_service(extra: &[&str]) -> Output {
    let cities = ["austin", "dallas", "houston", "chicago", "denver", "phoenix", "seattle", "boston", "tulsa", "omaha"];
    let local = ["ndis", "ndis provider", "disability support", "ndis support worker"];
    let mut rows: Vec<_> = cities
        .iter()
        .flat_map(|city| local.iter().map(move |topic| row(&format!("{topic} {city}"), 1.0, 100.0, 8.0)))
        .collect();
    let asked = ["what is respite", "how to apply for funding", "funding guide", "respite meaning"];
    rows.extend(asked.iter().map(|query| row(query, 1.0, 100.0, 8.0)));
    rows.extend(extra.iter().map(|query| row(query, 5.0, 500.0, 8.0)));
    answer(&input(rows), priced())
}

#[test]
fn topics_that_others_search_with_a_place_are_not_local() {
    for query in ["ndis", "ndis plan", "disability support"] {
        let output = disability_service(&[query]);
        let keyword = output.keywords.iter().find(|keyword| keyword.query == query).unwrap();
        assert_eq!(keyword.place, None);
        assert_ne!(keyword.intent, Some(Intent::Local), "{query}: {:?}", keyword.intent_source);
    }
}

#[test]
fn topics_that_name_a_provider_are_learned_as_local() {
    for query in ["ndis provider", "ndis support worker"] {
        let output = disability_service(&[query]);
        let keyword = output.keywords.iter().find(|keyword| keyword.query == query).unwrap();
        assert_eq!((keyword.intent, keyword.intent_source), (Some(Intent::Local), IntentSource::Learned), "{query}");
    }
}
