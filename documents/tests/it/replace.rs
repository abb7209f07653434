//! Parts of a draft that are written again.

use documents::{NoCounterpart, replace_sections, replace_sentence, sections};
use engines::content::{BlockKind, Draft};

use crate::{block, heading, page, sentence};

/// Returns the same facts in other words and another order.
fn other() -> Draft {
    Draft {
        blocks: vec![
            heading(1, "Tulsa roof repair"),
            block(BlockKind::Paragraph, vec![sentence("In Tulsa, call Acme.", &["acme", "place"])]),
            heading(2, "Step by step"),
            block(BlockKind::Item, vec![sentence("First they find the leak.", &["find"])]),
            heading(2, "Prices"),
            heading(3, "What is free?"),
            block(
                BlockKind::Paragraph,
                vec![
                    sentence("The price for a leak is $350 to $900.", &["price"]),
                    sentence("You pay nothing for a second visit.", &["guarantee"]),
                ],
            ),
        ],
        ..Draft::default()
    }
}

#[test]
fn sections_begin_with_headings_of_the_first_two_levels() {
    assert_eq!(sections(&page()), [0..2, 2..4, 4..7]);
    assert_eq!(sections(&other()), [0..2, 2..4, 4..7]);
    assert_eq!(sections(&Draft::default()), []);
    let bare = Draft { blocks: vec![block(BlockKind::Paragraph, vec![sentence("A.", &[])])], ..Draft::default() };
    assert_eq!(sections(&bare).first(), Some(&(0..1)));
}

#[test]
fn section_is_replaced_by_the_one_with_its_facts_and_nothing_else_changes() {
    let found = replace_sections(&page(), &other(), &(2..4)).expect("a section");
    let expected = [&page().blocks[..2], &other().blocks[4..7], &page().blocks[4..]].concat();
    assert_eq!(found, Draft { blocks: expected, ..page() });
}

#[test]
fn section_without_a_counterpart_is_kept() {
    let mut base = page();
    base.blocks[3].sentences.iter_mut().for_each(|sentence| sentence.fact_ids = vec!["unknown".to_owned()]);
    assert_eq!(replace_sections(&base, &other(), &(2..4)), Err(NoCounterpart));
    let both = replace_sections(&base, &other(), &(2..7)).expect("the other section");
    assert_eq!(both.blocks[..4], base.blocks[..4]);
    assert_eq!(both.blocks[4..], other().blocks[2..4]);
}

#[test]
fn sentence_is_replaced_by_the_one_with_its_facts() {
    let found = replace_sentence(&page(), &other(), 3, 1).expect("a sentence");
    let mut expected = page();
    expected.blocks[3].sentences[1] = sentence("You pay nothing for a second visit.", &["guarantee"]);
    assert_eq!(found, expected);
}

#[test]
fn sentence_without_another_wording_has_no_counterpart() {
    assert_eq!(replace_sentence(&page(), &page(), 3, 1), Err(NoCounterpart), "no sentence is said twice");
    assert_eq!(replace_sentence(&page(), &other(), 6, 0), Err(NoCounterpart), "nobody else cites its fact");
    assert_eq!(replace_sentence(&page(), &other(), 2, 0), Err(NoCounterpart), "it cites nothing");
    assert_eq!(replace_sentence(&page(), &other(), 99, 0), Err(NoCounterpart));
    assert_eq!(replace_sentence(&page(), &other(), 3, 99), Err(NoCounterpart));
}
