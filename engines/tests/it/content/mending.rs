//! What `revise` may do, and what any page made or mended keeps.

use std::collections::BTreeSet;

use engines::common::{Control, EngineError, Unattended};
use engines::content::{
    Block, BlockKind, BriefInput, ComposeInput, Draft, Fact, FactKind, Level, PageLink, ReviseOutput, ScoreInput,
    brief, compose, revise, score,
};
use engines::keyword::Intent;
use proptest::prelude::*;

use super::{AUSTIN, checked, composed, fact, said, sheet};

fn input(draft: Draft) -> ScoreInput {
    ScoreInput {
        query: "roof repair austin".into(),
        intent: Some(Intent::Local),
        draft,
        facts: sheet("Austin, TX", &AUSTIN),
        links: ["/a", "/b", "/c", "/d"].map(|url| PageLink { url: url.into(), anchor: "More".into() }).to_vec(),
        ..ScoreInput::default()
    }
}

fn revised(draft: Draft) -> ReviseOutput {
    revise(&input(draft), &checked(), &Unattended).unwrap()
}

fn texts(draft: &Draft) -> Vec<&str> {
    draft.blocks.iter().flat_map(|block| &block.sentences).map(|sentence| sentence.text.as_str()).collect()
}

fn block(text: &str, ids: &[&str]) -> Block {
    Block { sentences: vec![said(text, ids)], ..Block::default() }
}

const SENTENCES: [&str; 10] = [
    "We are the best roofers.",
    "A leak at one spot costs $350 to $900.",
    "Call 512-555-0134.",
    "Call 999.",
    "Roof repair is roof repair and roof repair.",
    "Water finds its way in.",
    "Licensed and insured since 1950!",
    "屋根の修理。",
    "🏠 سباك",
    "You see the photos and one price before work starts.",
];

fn any_draft() -> impl Strategy<Value = Draft> {
    let ids = ["p1", "tel", "s2", "nobody", "own0"];
    let sentence = (0..SENTENCES.len(), prop::collection::vec(0..ids.len(), 0..3), 0_u8..4);
    (prop::collection::vec(sentence, 1..14), 0..SENTENCES.len(), 0_usize..3).prop_map(move |(drawn, title, links)| {
        let one = |(text, cited, kind): &(usize, Vec<usize>, u8)| {
            let cited: Vec<&str> = cited.iter().map(|at| ids[*at]).collect();
            let own = block(SENTENCES[*text], &cited);
            if *kind == 0 { Block { kind: BlockKind::Heading, level: 1, ..own } } else { own }
        };
        Draft {
            title: said(SENTENCES[title], &[]),
            blocks: drawn.iter().map(one).collect(),
            links: (0..links).map(|at| PageLink { url: format!("/own{at}"), anchor: "x".into() }).collect(),
            ..Draft::default()
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn revised_page_scores_no_worse_and_keeps_no_claim_without_a_fact(draft in any_draft()) {
        let Ok(output) = revise(&input(draft.clone()), &checked(), &Unattended) else { return Ok(()) };
        prop_assert!(output.after.score >= output.before, "{} {}", output.before, output.after.score);
        let is_left = |check: &str| output.after.findings.iter().any(|finding| finding.check == check);
        for check in ["unsupported_claim", "unknown_fact", "uncited_claim", "fabricated_trust", "h1", "title", "description", "links"] {
            prop_assert!(!is_left(check), "{check}: {:?}", output.after.findings);
        }
        prop_assert!(output.draft.blocks.iter().all(|block| !block.sentences.is_empty()));
    }

    #[test]
    fn revised_page_says_nothing_that_neither_page_nor_facts_said(draft in any_draft()) {
        let Ok(output) = revise(&input(draft.clone()), &checked(), &Unattended) else { return Ok(()) };
        let old: BTreeSet<&str> = texts(&draft).into_iter().collect();
        for sentence in output.draft.body() {
            prop_assert!(old.contains(sentence.text.as_str()) || !sentence.fact_ids.is_empty(), "{}", sentence.text);
        }
    }

    #[test]
    fn repeated_revision_settles(draft in any_draft()) {
        let Ok(mut last) = revise(&input(draft), &checked(), &Unattended) else { return Ok(()) };
        // A shorter page may be stuffed where the longer was not, so one more round may be needed.
        for _ in 0..3 {
            let next = revised(last.draft.clone());
            prop_assert_eq!(next.before, last.after.score);
            last = next;
        }
        prop_assert_eq!(&last.changes, &vec![]);
    }
}

#[test]
fn good_page_is_left_as_it_is() {
    let good = composed("Austin, TX", &AUSTIN).draft;
    let output = revised(good.clone());
    assert_eq!((output.changes, output.draft), (vec![], good));
}

#[test]
fn changes_tell_what_was_and_what_is() {
    let mut draft = composed("Austin, TX", &AUSTIN).draft;
    draft.title = said("x", &[]);
    draft.links.clear();
    draft.blocks.push(block("We are the best.", &[]));
    draft.blocks.push(block("Call 512-555-0134.", &[]));
    draft.blocks.push(Block { kind: BlockKind::Heading, level: 1, ..block("Again", &[]) });
    let output = revised(draft);
    let of = |check: &str| output.changes.iter().filter(|change| change.check == check).collect::<Vec<_>>();
    assert_eq!(of("unsupported_claim")[0].before.as_deref(), Some("We are the best."));
    assert_eq!(of("unsupported_claim")[0].after, None);
    assert_eq!((of("uncited_claim").len(), of("title").len(), of("h1").len(), of("links").len()), (1, 1, 1, 3));
    assert_eq!(of("title")[0].before.as_deref(), Some("x"));
    let named =
        output.draft.blocks.iter().flat_map(|block| &block.sentences).find(|sentence| sentence.text.contains("0134"));
    assert!(named.unwrap().fact_ids.contains(&"tel".to_owned()));
    assert!(output.after.passes, "{:?}", output.after.findings);
}

#[test]
fn page_that_only_lies_comes_out_of_the_facts_alone() {
    let draft = Draft { blocks: vec![block("The best, #1, 100 % guaranteed.", &[])], ..Draft::default() };
    let output = revised(draft);
    assert!(
        output.draft.blocks.iter().flat_map(|block| &block.sentences).all(|sentence| !sentence.fact_ids.is_empty())
    );
    assert!(texts(&output.draft).len() > 10 && output.before < output.after.score);
}

/// Sheets of a service and further facts of any kind.
fn any_sheet() -> impl Strategy<Value = Vec<Fact>> {
    use FactKind::{
        Climate, Duration, Hours, Neighbourhood, Permit, Phone, Place, Price, Process, Question, Statement,
    };
    let kinds = [Place, Price, Duration, Hours, Phone, Permit, Climate, Process, Question, Statement, Neighbourhood];
    let one = (
        0..kinds.len(),
        "[A-Z][a-z]{2,9}( [a-z]{2,9}){0,5}( [0-9]{1,3})?",
        prop::option::of("[a-z]{3,9}( [a-z]{3,9}){0,3}"),
    );
    prop::collection::vec(one, 2..14).prop_map(move |drawn| {
        let rest = drawn.into_iter().enumerate().map(|(at, (kind, value, detail))| {
            let detail = if kinds[kind] == Question { Some(detail.unwrap_or_else(|| "yes".into())) } else { detail };
            fact(&format!("f{at}"), kinds[kind], &value, detail.as_deref(), None)
        });
        std::iter::once(fact("svc", FactKind::Service, "roof repair", None, None)).chain(rest).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn composed_page_rests_on_facts_alone_whatever_the_sheet(facts in any_sheet(), seed in any::<u64>()) {
        let input = ComposeInput { query: "roof repair".into(), intent: Some(Intent::Local), facts: facts.clone(), ..ComposeInput::default() };
        let params = engines::content::Parameters { seed, min_place_facts: 0, ..Default::default() }.check().unwrap();
        let output = compose(&input, &params, &Unattended).unwrap();
        let ids: BTreeSet<&str> = facts.iter().map(|fact| fact.id.as_str()).collect();
        for sentence in output.draft.body() {
            prop_assert!(!sentence.fact_ids.is_empty() && sentence.fact_ids.iter().all(|id| ids.contains(id.as_str())), "{sentence:?}");
        }
        let is_claim = |check: &str| ["unsupported_claim", "unknown_fact", "h1"].contains(&check);
        prop_assert!(!output.score.findings.iter().any(|finding| is_claim(&finding.check)), "{:?}", output.score.findings);
        // Each fact is used or named as unused, never both.
        let used: BTreeSet<&String> = output.draft.body()
            .chain([&output.draft.title, &output.draft.description]).flat_map(|sentence| &sentence.fact_ids).collect();
        for fact in &facts {
            prop_assert_eq!(used.contains(&fact.id), !output.unused_facts.contains(&fact.id), "{}", fact.id);
        }
        let again = compose(&input, &params, &Unattended).unwrap();
        prop_assert_eq!(output, again);
    }

    #[test]
    fn brief_lists_each_fact_once_or_as_missing(facts in any_sheet()) {
        let input = BriefInput { query: "roof repair".into(), intent: Some(Intent::Local), facts: facts.clone(), ..BriefInput::default() };
        let output = brief(&input, &checked(), &Unattended).unwrap();
        let listed: Vec<&String> = output.outline.iter().flat_map(|section| &section.fact_ids).collect();
        let distinct: BTreeSet<&&String> = listed.iter().collect();
        prop_assert_eq!(distinct.len(), listed.len(), "a fact stands in one section");
        for missing in &output.missing_facts {
            let is_there = facts.iter().any(|fact| fact.kind == missing.kind);
            prop_assert!(!is_there || missing.kind == FactKind::Permit, "{missing:?}");
        }
        prop_assert!(output.words[0] <= output.words[1]);
    }
}

#[test]
fn seed_chooses_wordings_and_never_facts() {
    let page = |seed| {
        let input = ComposeInput {
            query: "roof".into(),
            intent: Some(Intent::Local),
            facts: sheet("Austin, TX", &AUSTIN),
            ..ComposeInput::default()
        };
        compose(&input, &engines::content::Parameters { seed, ..Default::default() }.check().unwrap(), &Unattended)
            .unwrap()
            .draft
    };
    let cited = |draft: &Draft| -> Vec<String> {
        let paragraphs = draft.blocks.iter().filter(|block| block.kind == BlockKind::Paragraph);
        paragraphs.flat_map(|block| &block.sentences).flat_map(|sentence| sentence.fact_ids.clone()).collect()
    };
    let first = page(0);
    let distinct: BTreeSet<String> = (0..12).map(|seed| texts(&page(seed)).join("\n")).collect();
    assert!(distinct.len() >= 6, "{} different pages of 12 seeds", distinct.len());
    assert!((1..12).all(|seed| cited(&page(seed)) == cited(&first)));
}

#[test]
fn finding_of_a_blocked_page_keeps_its_key_when_the_page_changes() {
    let key = |text: &str| {
        let output =
            score(&input(Draft { blocks: vec![block(text, &[])], ..Draft::default() }), &checked(), &Unattended)
                .unwrap();
        assert!(output.findings.iter().any(|finding| finding.level == Level::Block));
        output.insights.iter().map(|insight| insight.key.clone()).collect::<Vec<_>>()
    };
    assert_eq!(key("The best."), key("The cheapest, 7 times."));
}

#[test]
fn every_action_stops_when_it_is_cancelled() {
    struct Stopped;
    impl Control for Stopped {
        fn progress(&self, _: f64, _: &str, _: &str) {}
        fn is_cancelled(&self) -> bool {
            true
        }
    }
    let page = input(composed("Austin, TX", &AUSTIN).draft);
    assert_eq!(score(&page, &checked(), &Stopped).unwrap_err(), EngineError::Cancelled);
    assert_eq!(revise(&page, &checked(), &Stopped).unwrap_err(), EngineError::Cancelled);
    let facts = ComposeInput { query: "q".into(), facts: page.facts.clone(), ..ComposeInput::default() };
    assert_eq!(compose(&facts, &checked(), &Stopped).unwrap_err(), EngineError::Cancelled);
    let wish = BriefInput { query: "q".into(), facts: page.facts, ..BriefInput::default() };
    assert_eq!(brief(&wish, &checked(), &Stopped).unwrap_err(), EngineError::Cancelled);
}

#[test]
fn sizes_beyond_the_limits_are_refused() {
    let many: Vec<Fact> =
        (0..10_001).map(|at| fact(&format!("f{at}"), FactKind::Statement, "Roofs leak", None, None)).collect();
    let refused = score(
        &ScoreInput { facts: many, ..input(Draft { blocks: vec![block("x", &[])], ..Draft::default() }) },
        &checked(),
        &Unattended,
    );
    assert!(matches!(refused, Err(EngineError::TooLarge { what: "facts", got: 10_001, .. })));
    let long = Draft { blocks: vec![block(&"x".repeat(2_000_001), &[])], ..Draft::default() };
    assert!(matches!(
        score(&input(long), &checked(), &Unattended),
        Err(EngineError::TooLarge { what: "characters", .. })
    ));
    let wordy = vec![fact("svc", FactKind::Service, &"x".repeat(2_001), None, None)];
    let refused = score(
        &ScoreInput { facts: wordy, ..input(Draft { blocks: vec![block("x", &[])], ..Draft::default() }) },
        &checked(),
        &Unattended,
    );
    assert!(matches!(refused, Err(EngineError::InvalidInput { field, .. }) if field == "facts[0].value"));
}
