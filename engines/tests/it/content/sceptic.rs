//! Adversarial cases of a domain expert.

use engines::common::Unattended;
use engines::content::{
    Block, BlockKind, Draft, FactKind, Level, PageLink, ScoreInput, ScoreOutput, Sibling, revise, score,
};
use engines::keyword::Intent;

use super::{AUSTIN, checked, composed, fact, said, sheet};

fn text_of(draft: &Draft) -> String {
    draft.body().map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
}

fn input(draft: Draft) -> ScoreInput {
    ScoreInput {
        query: "roof repair austin".to_owned(),
        intent: Some(Intent::Local),
        draft,
        facts: sheet("Austin, TX", &AUSTIN),
        links: vec![PageLink { url: "/about".to_owned(), anchor: "About".to_owned() }],
        ..ScoreInput::default()
    }
}

fn scored(draft: Draft) -> ScoreOutput {
    score(&input(draft), &checked(), &Unattended).unwrap()
}

fn blocks(score: &ScoreOutput, check: &str) -> bool {
    score.findings.iter().any(|finding| finding.check == check && finding.level == Level::Block)
}

fn with_sentence(text: &str, ids: &[&str]) -> Draft {
    let mut draft = composed("Austin, TX", &AUSTIN).draft;
    draft.blocks.push(Block {
        kind: BlockKind::Paragraph,
        level: 0,
        sentences: vec![said(text, ids)],
        ..Block::default()
    });
    draft
}

#[test]
fn a_page_with_the_town_swapped_is_rejected() {
    let austin = composed("Austin, TX", &[]);
    let mut dallas = input(composed("Dallas, TX", &[]).draft);
    dallas.facts = sheet("Dallas, TX", &[]);
    dallas.siblings = vec![Sibling {
        url: "/austin".to_owned(),
        text: text_of(&austin.draft),
        names: vec!["Austin, TX".to_owned(), "Austin".to_owned()],
    }];
    let output = score(&dallas, &checked(), &Unattended).unwrap();
    assert!(
        !output.passes && blocks(&output, "similarity") && blocks(&output, "unique_facts"),
        "{:#?}",
        output.findings
    );
    assert!(output.measures.similarity > 0.5, "{}", output.measures.similarity);
}

#[test]
fn page_that_differs_in_the_name_of_the_town_only_is_a_duplicate() {
    let austin = composed("Austin, TX", &[]).draft;
    let text = serde_json::to_string(&austin).unwrap().replace("Austin", "Dallas");
    let mut dallas = input(serde_json::from_str(&text).unwrap());
    dallas.facts = sheet("Dallas, TX", &[]);
    dallas.siblings = vec![Sibling {
        url: "/austin".to_owned(),
        text: text_of(&austin),
        names: vec!["Austin, TX".to_owned(), "Austin".to_owned()],
    }];
    let output = score(&dallas, &checked(), &Unattended).unwrap();
    assert!(!output.passes && blocks(&output, "similarity"), "{:#?}", output.findings);
    assert!(output.measures.similarity > 0.9, "{}", output.measures.similarity);
}

#[test]
fn an_honest_page_beside_another_trade_passes() {
    let mut honest = input(composed("Austin, TX", &AUSTIN).draft);
    honest.siblings = vec![Sibling {
        url: "/drains".to_owned(),
        text: "Drains are cleared with a cable. Roots in clay pipes come back each spring.".to_owned(),
        names: Vec::new(),
    }];
    let output = score(&honest, &checked(), &Unattended).unwrap();
    assert!(output.passes && output.measures.similarity < 0.05);
}

#[test]
fn claims_without_a_fact_are_blocked() {
    for text in [
        "We are the #1 rated roofer with 25 years' experience.",
        "We are licensed and insured.",
        "The best roofers in town.",
        "Our work comes with a lifetime guarantee.",
        "Call 512-555-9999.",
        "Award-winning crews.",
        "Prices start at $199.",
        "We have done thousands of roofs.",
    ] {
        let output = scored(with_sentence(text, &[]));
        assert!(blocks(&output, "unsupported_claim") && !output.passes, "{text}");
        assert_eq!(output.insights[0].kind, "page_blocked");
    }
}

#[test]
fn a_claim_with_its_fact_passes_and_without_its_name_warns() {
    let text = "A leak at one spot costs $350 to $900.";
    assert!(scored(with_sentence(text, &["p1"])).passes);
    let output = scored(with_sentence(text, &[]));
    assert!(output.passes && output.findings.iter().any(|finding| finding.check == "uncited_claim"));
    assert!(blocks(&scored(with_sentence("A leak at one spot costs $351.", &["p1"])), "unsupported_claim"));
    assert!(blocks(&scored(with_sentence("Fine.", &["nobody"])), "unknown_fact"));
}

#[test]
fn a_rating_the_owner_did_not_supply_is_blocked() {
    let mut given = input(with_sentence("Customers gave 4.9 of 5 stars from 212 reviews.", &["rate"]));
    let mut rating = fact("rate", FactKind::Rating, "4.9 of 5 stars from 212 reviews", None, None);
    given.facts.push(rating.clone());
    assert!(score(&given, &checked(), &Unattended).unwrap().passes);
    rating.is_owner_supplied = false;
    given.facts.pop();
    given.facts.push(rating);
    assert!(blocks(&score(&given, &checked(), &Unattended).unwrap(), "fabricated_trust"));
}

#[test]
fn stuffing_thinness_lists_and_headings_are_found() {
    let stuffed = "roof repair austin is roof repair austin. ".repeat(20);
    assert!(blocks(&scored(with_sentence(stuffed.trim(), &[])), "stuffing"));
    let towns = (0..16).map(|at| format!("Town{}", char::from(b'a' + at))).collect::<Vec<_>>().join(", ");
    assert!(blocks(&scored(with_sentence(&towns, &[])), "city_list"));
    let thin = Draft {
        blocks: vec![Block {
            kind: BlockKind::Paragraph,
            level: 0,
            sentences: vec![said("Call us.", &[])],
            ..Block::default()
        }],
        ..Draft::default()
    };
    let output = scored(thin);
    for check in ["thin", "h1", "title", "unique_facts"] {
        assert!(blocks(&output, check), "{check}");
    }
    assert!(output.findings.iter().any(|finding| finding.check == "links"));
}

#[test]
fn revise_mends_from_facts_and_tells_the_rest() {
    let mut given = input(with_sentence("We are the #1 roofer.", &[]));
    given.draft.title = said("Roofs", &[]);
    given.draft.blocks.retain(|block| block.level != 1);
    given.draft.blocks.push(Block {
        kind: BlockKind::Paragraph,
        level: 0,
        sentences: vec![said("A look takes 20 minutes.", &["d1"]), said("A leak at one spot costs $350 to $900.", &[])],
        ..Block::default()
    });
    given.draft.links.clear();
    let output = revise(&given, &checked(), &Unattended).unwrap();
    assert!(output.before < output.after.score && output.after.passes, "{:#?}", output.after.findings);
    let text = text_of(&output.draft);
    assert!(!text.contains("#1") && !text.contains("20 minutes") && text.contains("45 minutes"));
    assert!(output.changes.iter().any(|change| change.check == "title"));
    assert!(output.needs.iter().any(|need| need.contains("link")), "{:?}", output.needs);
    let again = revise(&ScoreInput { draft: output.draft.clone(), ..given }, &checked(), &Unattended).unwrap();
    assert_eq!(again.draft, output.draft);
}
