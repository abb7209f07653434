//! How facts about a business are woven into sentences.

use engines::common::Unattended;
use engines::content::{BlockKind, ComposeInput, ComposeOutput, Fact, FactKind, PageIntent, compose};

use super::{checked, fact, tulsa};

fn page(facts: Vec<Fact>) -> ComposeOutput {
    let input = ComposeInput {
        query: "locksmith tulsa".to_owned(),
        vertical: Some("locksmith".to_owned()),
        place: Some(tulsa()),
        page_intent: Some(PageIntent::Local),
        facts,
        ..ComposeInput::default()
    };
    compose(&input, &checked(), &Unattended).unwrap()
}

fn text(output: &ComposeOutput) -> String {
    output.draft.body().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn with(kind: FactKind, value: &str, detail: Option<&str>) -> String {
    text(&page(vec![fact("biz", FactKind::Business, "Acme Lock", None, None), fact("f", kind, value, detail, None)]))
}

#[test]
fn insurance_and_bond_are_said_in_a_sentence() {
    for (value, said) in [
        ("bonded and insured for $500,000", "is bonded and insured for $500,000."),
        ("Fully insured up to $2 million", "is fully insured for $2 million."),
        ("Bonded for $50,000", "is bonded for $50,000."),
        ("$2 million general liability", "carries $2 million in general liability insurance."),
        ("insured for $1 million", "is insured for $1 million."),
    ] {
        let text = with(FactKind::Insurance, value, None);
        assert!(text.contains(said), "{value}: {text}");
    }
    let odd = with(FactKind::Insurance, "bonded carrier of the year", None);
    assert!(odd.contains("“bonded carrier of the year.”"), "{odd}");
}

#[test]
fn license_of_an_occupation_names_it() {
    let text = with(FactKind::Licence, "Oklahoma locksmith AC440123", None);
    assert!(text.contains("is licensed in Oklahoma as a locksmith (AC440123)."), "{text}");
}

#[test]
fn price_of_a_subject_without_an_article_is_listed() {
    let text = with(FactKind::Price, "$14", Some("oil change"));
    assert!(text.contains("Oil change: $14.") || text.contains("rice listed for “oil change” is $14."), "{text}");
}

#[test]
fn one_own_step_joins_the_steps_of_the_trade() {
    let step = fact("p", FactKind::Process, "We ask for identification before any door is opened.", None, None);
    let output = page(vec![fact("biz", FactKind::Business, "Acme Lock", None, None), step.clone()]);
    let blocks = &output.draft.blocks;
    let at = blocks.iter().position(|block| block.sentences.iter().any(|one| one.fact_ids == ["p"])).unwrap();
    let said = "In the words of the company: “We ask for identification before any door is opened.”";
    assert_eq!(blocks[at].sentences[0].text, said);
    assert_eq!(blocks[at - 1].kind, BlockKind::Heading);
    assert!(matches!(blocks[at + 1].kind, BlockKind::Item | BlockKind::Step), "{:?}", blocks[at + 1]);
    // Two steps of the business are how it works.
    let more = fact("q", FactKind::Process, "Each key is tested twice.", None, None);
    let text = text(&page(vec![fact("biz", FactKind::Business, "Acme Lock", None, None), step, more]));
    assert!(text.contains("How Acme Lock works") && text.contains("Each key is tested twice."), "{text}");
}
