//! Pages that a language model wrote again.

use documents::{NewSection, Said, with_page};
use engines::content::{Block, BlockKind, Draft, Fact, FactKind, Sentence, TableCell, TableRow};
use proptest::prelude::*;

use crate::{block, fact, heading, page, sentence};

fn facts() -> Vec<Fact> {
    vec![
        fact("acme", FactKind::Business, "Acme", "the owner"),
        fact("place", FactKind::Place, "Tulsa, OK", "the owner"),
        fact("price", FactKind::Price, "$350 to $900", "the owner"),
        fact("guarantee", FactKind::Guarantee, "a second visit is free", "the owner"),
        fact("find", FactKind::Process, "The crew finds the leak", "the owner"),
        fact("replace", FactKind::Process, "The crew replaces the shingles", "the owner"),
    ]
}

fn table() -> Block {
    let cells = ["A leak", "$350 to $900"].map(|text| TableCell { sentences: vec![sentence(text, &["price"])] });
    let rows = vec![TableRow { cells: cells.to_vec() }];
    Block { kind: BlockKind::Table, rows, ..Block::default() }
}

/// A page with a table and a question in its section about prices.
fn rich() -> Draft {
    let mut draft = page();
    let answer = block(BlockKind::Paragraph, vec![sentence("Yes, on dry days.", &["winter"])]);
    draft.blocks.splice(4..4, [table(), heading(3, "Can a roof be repaired in winter?"), answer]);
    draft
}

fn written(title: &str, sentences: Vec<Sentence>) -> NewSection {
    NewSection { heading: sentence(title, &[]), blocks: vec![block(BlockKind::Paragraph, sentences)] }
}

fn merged(earlier: &Draft, new: Vec<NewSection>) -> Draft {
    let mut said = Said::new(&facts());
    new.iter().for_each(|section| said.add(section.blocks.iter().flat_map(|block| &block.sentences)));
    with_page(earlier, new, &said)
}

fn texts(draft: &Draft) -> Vec<&str> {
    draft.blocks.iter().flat_map(Block::texts).map(|sentence| sentence.text.as_str()).collect()
}

#[test]
fn written_section_replaces_the_text_and_keeps_table_and_question() {
    let new = written("Prices", vec![sentence("A leak costs $350 to $900.", &["price"])]);
    let after = merged(&rich(), vec![new]);
    assert_eq!(
        texts(&after),
        [
            "Roof repair in Tulsa, OK",
            "Acme repairs roofs in Tulsa.",
            "Prices",
            "A leak costs $350 to $900.",
            "A leak",
            "$350 to $900",
            "Can a roof be repaired in winter?",
            "Yes, on dry days.",
            "How the work goes",
            "The crew finds the leak.",
            "The crew replaces the shingles.",
        ]
    );
    assert!(after.blocks.contains(&table()));
    assert_eq!(after.title, rich().title);
}

#[test]
fn sections_that_were_not_written_stay_without_what_was_said() {
    // One of the three facts about the work and its heading are the model's; the heading of the page stays.
    let new = written(
        "What it costs",
        vec![sentence("A leak costs $350 to $900.", &["price"]), sentence("The crew finds the leak.", &["find"])],
    );
    let mut earlier = page();
    earlier.blocks.push(block(BlockKind::Item, vec![sentence("The crew sweeps the yard.", &["sweep"])]));
    let after = merged(&earlier, vec![new]);
    let all = texts(&after);
    assert_eq!(all.iter().filter(|text| **text == "The crew finds the leak.").count(), 1, "{all:?}");
    assert_eq!(
        all[all.len() - 3..],
        ["How the work goes", "The crew replaces the shingles.", "The crew sweeps the yard."]
    );
    let both = vec![
        written("New", vec![sentence("Something else.", &["other"])]),
        written("Prices", vec![sentence("A leak costs $350 to $900.", &["price"])]),
    ];
    let after = merged(&page(), both);
    assert_eq!(texts(&after)[2..4], ["New", "Something else."], "a section that replaces nothing stays in its order");
    let unchanged = merged(&rich(), Vec::new());
    assert_eq!(unchanged, rich());
}

#[test]
fn sentence_from_the_same_facts_or_in_the_same_words_was_said() {
    let mut said = Said::new(&facts());
    said.add(&[
        sentence("Acme finds the leak in Tulsa before it opens the roof.", &["acme", "place", "find"]),
        sentence("Ask for the price in writing.", &[]),
        sentence("Grinding a stump near the house costs $150 or more in most towns.", &[]),
    ]);
    for (text, ids, has) in [
        ("First, the leak is found.", &["find"][..], true),
        ("First, the leak is found, then the shingles go.", &["find", "replace"], false),
        ("Acme works in Tulsa.", &["acme", "place"], false),
        ("ask for the price, in writing", &[], true),
        ("Ask for the invoice at the end.", &[], false),
        ("Grinding a stump near the house costs $150 or more in many towns.", &[], true),
        ("Grinding a stump near the house costs $450 or more in most towns.", &[], false),
        ("", &[], false),
        ("屋根の修理。", &[], false),
    ] {
        assert_eq!(said.has(&sentence(text, ids)), has, "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_table_and_no_written_sentence_is_lost(
        titles in prop::collection::vec("\\PC{0,12}", 0..4), ids in prop::collection::vec("price|find|replace|x", 0..4),
    ) {
        let new: Vec<NewSection> = titles
            .iter()
            .zip(&ids)
            .enumerate()
            .map(|(at, (title, id))| written(title, vec![sentence(&format!("Written sentence {at}."), &[id])]))
            .collect();
        let count = new.len();
        let after = merged(&rich(), new);
        prop_assert!(after.blocks.contains(&table()));
        let all = texts(&after);
        prop_assert_eq!(all.iter().filter(|text| text.starts_with("Written sentence")).count(), count);
        prop_assert!(all.contains(&"Can a roof be repaired in winter?"));
    }
}
