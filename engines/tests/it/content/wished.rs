//! Outline and words to cover: what the author asks for decides the sections of a page, and the score reports what is missing.

use engines::common::{EngineError, Unattended};
use engines::content::{
    BlockKind, ComposeInput, ComposeOutput, FactKind, PageIntent, ScoreInput, compose, conflicts, score,
};

use super::{checked, fact, tulsa};

fn input(outline: &[&str], words: &[&str]) -> ComposeInput {
    let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<String>>();
    ComposeInput {
        query: "water damage tulsa".to_owned(),
        vertical: Some("water-damage".to_owned()),
        place: Some(tulsa()),
        page_intent: Some(PageIntent::Local),
        outline: owned(outline),
        words: owned(words),
        ..ComposeInput::default()
    }
}

fn page(input: &ComposeInput) -> ComposeOutput {
    compose(input, &checked(), &Unattended).unwrap()
}

fn headings(output: &ComposeOutput) -> Vec<&str> {
    let second = output.draft.blocks.iter().filter(|block| block.kind == BlockKind::Heading && block.level == 2);
    second.map(|block| block.sentences[0].text.as_str()).collect()
}

#[test]
fn sections_follow_the_outline_and_carry_its_headings() {
    let usual = page(&input(&[], &[]));
    assert!(
        usual.missing_sections.is_empty() && !headings(&usual).contains(&"Mistakes to avoid"),
        "{:?}",
        headings(&usual)
    );
    let outline = ["What it costs", "Mistakes that homeowners make", "Signs of hidden water"];
    let asked = page(&input(&outline, &[]));
    assert_eq!(headings(&asked)[..3], outline, "{:?}", headings(&asked));
    assert!(asked.missing_sections.is_empty(), "{:?}", asked.missing_sections);
    let named = asked.draft.blocks.iter().filter(|block| block.kind == BlockKind::Heading && block.level == 2);
    assert!(named.map(|block| &block.sentences[0]).all(|heading| !heading.fact_ids.is_empty()), "headings cite facts");
    assert!(asked.score.passes, "{:?}", asked.score.findings);
    assert_eq!(page(&input(&outline, &[])), asked, "the same input gives the same page");
}

#[test]
fn headings_that_nothing_is_about_are_reported_and_not_written() {
    let asked = page(&input(&["The story of our founder", "Prices", "What it costs"], &[]));
    assert_eq!(headings(&asked)[0], "Prices");
    assert_eq!(asked.missing_sections, ["The story of our founder", "What it costs"]);
    assert!(!headings(&asked).contains(&"What it costs"));
}

#[test]
fn page_of_facts_without_a_pack_follows_the_outline_too() {
    let facts = vec![
        fact("service", FactKind::Service, "roof repair", None, None),
        fact("price", FactKind::Price, "$350", Some("a repair"), None),
        fact("steps", FactKind::Process, "We inspect the roof", None, None),
        fact("ask", FactKind::Question, "Do you work on Sundays?", Some("Yes, from 9 am."), None),
    ];
    let of =
        |outline: &[&str]| ComposeInput { vertical: None, place: None, facts: facts.clone(), ..input(outline, &[]) };
    let asked = page(&of(&["FAQ", "How we work"]));
    assert_eq!(headings(&asked)[..2], ["FAQ", "How we work"], "{:?}", headings(&asked));
    assert_ne!(headings(&page(&of(&[])))[0], "Questions about roof repair");
}

#[test]
fn words_to_cover_are_preferred_and_the_missing_ones_are_reported() {
    let words = ["dehumidifier", "moisture meter", "xylophone"];
    let text = |output: &ComposeOutput| {
        output.draft.body().map(|sentence| sentence.text.to_lowercase()).collect::<Vec<_>>().join(" ")
    };
    let asked = page(&input(&[], &words));
    for word in &words[..2] {
        assert!(text(&asked).contains(word), "{word}: {}", text(&asked));
    }
    let missing: Vec<_> = asked.score.findings.iter().filter(|finding| finding.check == "words").collect();
    assert_eq!(missing.len(), 1);
    assert!(missing[0].detail.contains("\"xylophone\"") && !missing[0].detail.contains("dehumidifier"), "{missing:?}");
    assert!(!missing[0].fix.is_empty() && !missing[0].is_mendable && asked.score.passes);
}

#[test]
fn covered_words_and_words_without_meaning_are_no_finding() {
    let usual = page(&input(&[], &[]));
    let scored = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        let facts = usual.facts.iter().map(|cited| cited.fact.clone()).collect();
        let draft = usual.draft.clone();
        score(
            &ScoreInput { query: "water damage".to_owned(), draft, facts, words, ..ScoreInput::default() },
            &checked(),
            &Unattended,
        )
    };
    let details = |words: &[&str]| {
        let found = scored(words).unwrap().findings;
        found.into_iter().filter(|finding| finding.check == "words").map(|finding| finding.detail).collect::<Vec<_>>()
    };
    assert_eq!(details(&["Water", "of the", "¿?"]), Vec::<String>::new());
    let many: Vec<String> = (0..12).map(|number| format!("zebra{number}")).collect();
    let found = details(&many.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(
        found[0].starts_with("12 of 12 words to cover are missing: \"zebra0\"") && found[0].ends_with("and 2 more")
    );
    let too_many: Vec<&str> = vec!["zebra"; 501];
    assert!(matches!(scored(&too_many).unwrap_err(), EngineError::TooLarge { what: "`words`", .. }));
}

#[test]
fn invalid_outlines_and_words_are_refused_with_their_place() {
    let refused = |input: &ComposeInput| compose(input, &checked(), &Unattended).unwrap_err().to_string();
    let long = "x".repeat(301);
    for bad in ["", " ", "two\nlines", long.as_str()] {
        assert!(refused(&input(&["Prices", bad], &[])).contains("outline[1]"), "{bad}");
        assert!(refused(&input(&[], &["pump", bad])).contains("words[1]"), "{bad}");
    }
    assert!(refused(&input(&["a"; 101], &[])).contains("`outline`"));
    assert!(refused(&input(&[], &["a"; 501])).contains("`words`"));
}

#[test]
fn conflicts_of_a_sheet_name_the_fact_that_is_stated() {
    let mut facts = vec![
        fact("a", FactKind::Phone, "918-555-0134", None, None),
        fact("b", FactKind::Phone, "918-555-0199", None, None),
        fact("c", FactKind::Hours, "9 to 5", None, None),
    ];
    let found = conflicts(&facts, None).unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].fact_ids.join(" "), &found[0].stated), ("a b".to_owned(), &None));
    facts[1].is_owner_supplied = !facts[0].is_owner_supplied;
    let stated = if facts[1].is_owner_supplied { "b" } else { "a" };
    assert_eq!(conflicts(&facts, None).unwrap()[0].stated.as_deref(), Some(stated));
    facts[1].id = "a".to_owned();
    assert!(conflicts(&facts, None).is_err());
}
