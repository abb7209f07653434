//! Facts that a draft cites.

use documents::{CitedFact, CitedSource, all_facts, cited, in_words};
use engines::{
    common::Day,
    content::{Fact, FactKind},
};

use crate::{fact, page};

#[test]
fn cited_facts_are_in_the_order_of_their_first_citation() {
    let price = Fact {
        detail: Some("a leak".to_owned()),
        observed_at: Day::from_ymd(2025, 3, 1),
        ..fact("price", FactKind::Price, "$350 to $900", "https://example.com/prices")
    };
    let facts = [fact("unused", FactKind::Hours, "8 to 5", "the owner"), price];
    let old = |id: &str, text: &str| CitedFact { id: id.to_owned(), text: text.to_owned(), ..CitedFact::default() };
    let known = [old("replace", "from an earlier version"), old("price", "an earlier price"), old("gone", "not cited")];
    let found = cited(&page(), &facts, &known);
    assert_eq!(found.iter().map(|fact| fact.id.as_str()).collect::<Vec<_>>(), ["price", "replace"]);
    assert_eq!(found[0].text, "$350 to $900: a leak", "a fact of the brief counts before an earlier one");
    let url = "https://example.com/prices".to_owned();
    let source = CitedSource { title: url.clone(), publisher: None, year: Some(2025), url: Some(url) };
    assert_eq!(found[0].source, source);
}

#[test]
fn source_that_is_no_address_has_no_link() {
    for text in ["the owner", "javascript:alert(1)", "//example.com", "https://two words.example"] {
        assert_eq!(CitedFact::from(&fact("a", FactKind::Price, "$1", text)).source.url, None, "{text}");
    }
}

#[test]
fn cited_fact_of_a_place_stays_one() {
    let of_tulsa =
        Fact { place: Some("Tulsa, OK".to_owned()), ..fact("price", FactKind::Price, "$350 to $900", "the owner") };
    let known = cited(&page(), &[of_tulsa], &[]);
    assert_eq!(known[0].place.as_deref(), Some("Tulsa, OK"));
    let again = all_facts(&[], &known);
    assert_eq!((again[0].id.as_str(), again[0].place.as_deref()), ("price", Some("Tulsa, OK")));
    let stored = serde_json::to_value(&known[0]).expect("JSON");
    assert_eq!(serde_json::from_value::<CitedFact>(stored).expect("a fact"), known[0]);
    let earlier =
        serde_json::from_str::<CitedFact>(r#"{"id": "a", "text": "b"}"#).expect("a fact of an earlier version");
    assert_eq!(earlier.place, None);
}

#[test]
fn fact_in_words_reads_like_a_sentence() {
    let of = |kind: FactKind, value: &str, detail: &str| {
        in_words(&Fact { detail: Some(detail.to_owned()), ..fact("a", kind, value, "the owner") })
    };
    assert_eq!(
        of(FactKind::Statement, "Dark grit is asphalt.", "Granules in the gutter"),
        "Granules in the gutter: Dark grit is asphalt."
    );
    assert_eq!(of(FactKind::Statement, "Call first.", "Stop."), "Stop: Call first.");
    assert_eq!(
        of(FactKind::Question, "What is a square?", "An area of ten by ten feet."),
        "What is a square? An area of ten by ten feet."
    );
    assert_eq!(of(FactKind::Question, "roof age", "Twenty years."), "roof age: Twenty years.");
    assert_eq!(of(FactKind::Price, "$90", "a visit"), "$90: a visit");
    assert_eq!(of(FactKind::Price, "$90", " "), "$90");
}
