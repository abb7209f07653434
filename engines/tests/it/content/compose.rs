//! Composition of pages from facts.

use engines::common::Unattended;
use engines::content::{
    BlockKind, BriefInput, ComposeInput, FactKind, Parameters, brief, compose, flesch_reading_ease, title_pixels,
};
use engines::keyword::Intent;
use proptest::prelude::*;

use super::{AUSTIN, checked, composed, fact, sheet};

#[test]
fn a_page_from_good_facts_passes_the_gate() {
    let output = composed("Austin, TX", &AUSTIN);
    assert!(output.score.passes, "{:#?}", output.score.findings);
    assert!(output.score.score >= 90, "{:#?}", output.score.findings);
    let measures = &output.score.measures;
    assert!(measures.words >= 250 && measures.cited == 1.0, "{measures:?}");
    assert!((30..=60).contains(&measures.title_characters) && measures.title_pixels <= 561);
    assert!((70..=155).contains(&measures.description_characters), "{}", output.draft.description.text);
    assert!(output.unused_facts.is_empty(), "{:?}", output.unused_facts);
}

#[test]
fn every_sentence_names_facts_that_exist() {
    let output = composed("Austin, TX", &AUSTIN);
    let facts = sheet("Austin, TX", &AUSTIN);
    for sentence in output.draft.blocks.iter().flat_map(|block| &block.sentences) {
        assert!(!sentence.fact_ids.is_empty(), "{}", sentence.text);
        assert!(sentence.fact_ids.iter().all(|id| facts.iter().any(|fact| fact.id == *id)));
    }
    let firsts = output.draft.blocks.iter().filter(|block| block.kind == BlockKind::Heading && block.level == 1);
    assert_eq!(firsts.count(), 1);
}

#[test]
fn the_same_facts_and_seed_give_the_same_page_and_another_seed_another() {
    assert_eq!(composed("Austin, TX", &AUSTIN), composed("Austin, TX", &AUSTIN));
    let input = ComposeInput {
        query: "roof repair austin".to_owned(),
        facts: sheet("Austin, TX", &AUSTIN),
        ..ComposeInput::default()
    };
    let with =
        |seed| compose(&input, &Parameters { seed, ..Parameters::default() }.check().unwrap(), &Unattended).unwrap();
    assert!((1..20).any(|seed| with(seed).draft != with(0).draft));
}

#[test]
fn reading_ease_is_fleschs() {
    // Two sentences, 12 words, 13 syllables counted by hand: 206.835 - 1.015 x 6 - 84.6 x 13 / 12.
    let text = "The cat sat on the mat. A dog ran in the garden.";
    let expected = 206.835 - 1.015 * 6.0 - 84.6 * 13.0 / 12.0;
    assert!((flesch_reading_ease(text).unwrap() - expected).abs() < 1e-9);
    assert_eq!(flesch_reading_ease(" ... "), None);
}

#[test]
fn titles_are_measured_in_arial() {
    // Helvetica's widths: R 722, o 556, o 556, f 278 thousandths at 20 pixels.
    assert_eq!(title_pixels("Roof"), (722 + 556 + 556 + 278) * 20_u32 / 1_000 + 1);
    assert!(title_pixels(&"W".repeat(40)) > 561);
}

#[test]
fn a_brief_tells_which_facts_are_missing() {
    let input = BriefInput {
        query: "roof repair austin".to_owned(),
        facts: vec![
            fact("svc", FactKind::Service, "roof repair", None, None),
            fact("place", FactKind::Place, "Austin, TX", None, None),
            fact("p", FactKind::Price, "$350", Some("a leak"), None),
        ],
        ..BriefInput::default()
    };
    let output = brief(&input, &checked(), &Unattended).unwrap();
    assert_eq!(output.intent, Some(Intent::Local));
    let kinds: Vec<FactKind> = output.missing_facts.iter().map(|missing| missing.kind).collect();
    assert!(kinds.contains(&FactKind::Phone) && kinds.contains(&FactKind::Permit) && !kinds.contains(&FactKind::Price));
    assert!(output.outline.iter().any(|section| section.fact_ids == ["p"]));
    assert_eq!(output.insights[0].kind, "facts_missing");
    assert_eq!(output.needs.len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]
    #[test]
    fn any_facts_make_a_page_or_an_error(values in prop::collection::vec("\\PC{1,60}", 3..6), seed in any::<u64>()) {
        let kinds = [FactKind::Service, FactKind::Place, FactKind::Price, FactKind::Question, FactKind::Permit, FactKind::Statement];
        let facts = values.iter().zip(kinds).enumerate().map(|(at, (value, kind))| fact(&format!("f{at}"), kind, value, Some("because"), None));
        let input = ComposeInput { query: "roof repair".to_owned(), intent: Some(Intent::Local), facts: facts.collect(), ..ComposeInput::default() };
        let params = Parameters { seed, ..Parameters::default() }.check().unwrap();
        if let Ok(output) = compose(&input, &params, &Unattended) {
            prop_assert!(output.draft.blocks.iter().flat_map(|block| &block.sentences).all(|sentence| !sentence.fact_ids.is_empty()));
            prop_assert!(!output.score.findings.iter().any(|finding| finding.check == "unsupported_claim"), "{:?}", output.score.findings);
        }
    }
}
