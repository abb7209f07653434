//! Differences of drafts.

use documents::diff::{Change, DraftDiff, SentenceDiff, Span, diff};
use engines::content::{Block, BlockKind, Draft, PageLink};
use proptest::prelude::*;

use crate::{block, heading, page, sentence};

fn changes(found: &DraftDiff) -> Vec<(Change, Option<usize>, Option<usize>)> {
    found.blocks.iter().map(|block| (block.change, block.before, block.after)).collect()
}

fn span(change: Change, text: &str) -> Span {
    Span { change, text: text.to_owned() }
}

#[test]
fn diff_of_equal_drafts_is_all_the_same() {
    let found = diff(&page(), &page());
    assert_eq!((found.added, found.removed, found.changed), (0, 0, 0));
    assert!(found.blocks.iter().all(|block| block.change == Change::Same), "{found:?}");
    assert_eq!(found.blocks.len(), 7);
}

#[test]
fn diff_names_the_words_of_a_changed_sentence() {
    let mut after = page();
    after.blocks[3].sentences[0] = sentence("Plan on $400 to $900 for a leak.", &["price", "survey"]);
    let found = diff(&page(), &after);
    assert_eq!((found.added, found.removed, found.changed), (0, 0, 1));
    let changed = &found.blocks[3];
    assert_eq!(changed.change, Change::Changed);
    let expected = SentenceDiff {
        change: Change::Changed,
        before: Some("Plan on $350 to $900 for a leak.".to_owned()),
        after: Some("Plan on $400 to $900 for a leak.".to_owned()),
        spans: vec![
            span(Change::Same, "Plan on "),
            span(Change::Removed, "$350"),
            span(Change::Added, "$400"),
            span(Change::Same, " to $900 for a leak."),
        ],
        facts_added: vec!["survey".to_owned()],
        facts_removed: Vec::new(),
    };
    assert_eq!(changed.sentences[0], expected);
    assert_eq!(changed.sentences[1].change, Change::Same);
}

#[test]
fn sentence_with_other_facts_is_changed_although_its_words_are_the_same() {
    let mut after = page();
    after.blocks[3].sentences[1].fact_ids = vec!["warranty".to_owned()];
    let found = diff(&page(), &after);
    let sentence = &found.blocks[3].sentences[1];
    assert_eq!((found.changed, sentence.change), (1, Change::Changed));
    assert_eq!(
        (&sentence.facts_added[0], &sentence.facts_removed[0]),
        (&"warranty".to_owned(), &"guarantee".to_owned())
    );
    assert_eq!(sentence.spans, [span(Change::Same, "A second visit is free.")]);
}

#[test]
fn diff_pairs_moved_positions_and_lists_new_and_old_blocks() {
    let mut after = page();
    after.blocks.remove(6);
    after.blocks.insert(2, block(BlockKind::Paragraph, vec![sentence("Open at night.", &["hours"])]));
    let found = diff(&page(), &after);
    let both = |old, new| (Change::Same, Some(old), Some(new));
    let expected = [
        both(0, 0),
        both(1, 1),
        (Change::Added, None, Some(2)),
        both(2, 3),
        both(3, 4),
        both(4, 5),
        both(5, 6),
        (Change::Removed, Some(6), None),
    ];
    assert_eq!(changes(&found), expected);
    assert_eq!((found.added, found.removed, found.changed), (1, 1, 0));
}

#[test]
fn block_of_another_kind_keeps_its_counterpart() {
    let mut after = page();
    after.blocks[5].kind = BlockKind::Paragraph;
    after.blocks[4].level = 3;
    let found = diff(&page(), &after);
    assert_eq!((found.blocks[5].change, found.blocks[5].previous_kind), (Change::Changed, Some(BlockKind::Item)));
    assert_eq!((found.blocks[4].level, found.blocks[4].previous_level), (3, Some(2)));
    assert_eq!((found.added, found.removed, found.changed), (0, 0, 0), "no sentence differs");
}

#[test]
fn diff_lists_title_description_and_links() {
    let mut after = page();
    after.title.text = "Roof repair in Tulsa".to_owned();
    after.links = vec![PageLink { url: "/prices/".to_owned(), anchor: "Prices".to_owned() }];
    let found = diff(&page(), &after);
    assert_eq!((found.title.change, found.description.change), (Change::Changed, Change::Same));
    assert_eq!((found.links[0].change, found.links[0].url.as_str()), (Change::Added, "/prices/"));
    assert_eq!(found.changed, 1);
}

#[test]
fn diff_of_two_large_strangers_ends_in_time() {
    let draft = |word: &str| Draft {
        blocks: (0..2_000)
            .map(|at| block(BlockKind::Paragraph, vec![sentence(&format!("{word}{at} ").repeat(40), &[]); 5]))
            .collect(),
        ..Draft::default()
    };
    let begin = std::time::Instant::now();
    let found = diff(&draft("a"), &draft("b"));
    assert_eq!((found.added, found.removed), (10_000, 10_000));
    assert!(begin.elapsed().as_secs() < 60, "{:?}", begin.elapsed());
}

fn drafts() -> impl Strategy<Value = Draft> {
    let sentences = prop::collection::vec(prop::collection::vec("[ab]{1,2}", 1..6), 0..4);
    let kind = prop::sample::select(vec![BlockKind::Heading, BlockKind::Paragraph, BlockKind::Item]);
    let blocks = prop::collection::vec((kind, sentences), 0..6);
    blocks.prop_map(|blocks| Draft {
        blocks: blocks
            .into_iter()
            .map(|(kind, sentences)| {
                block(kind, sentences.iter().map(|words| sentence(&words.join(" "), &[])).collect())
            })
            .collect(),
        ..Draft::default()
    })
}

/// Returns one side of a difference.
fn side(found: &DraftDiff, without: Change) -> Vec<Vec<String>> {
    let text = |sentence: &SentenceDiff| {
        let spans = sentence.spans.iter().filter(|span| span.change != without);
        spans.map(|span| span.text.as_str()).collect::<String>()
    };
    let has = |change: Change| change != without;
    let blocks = found.blocks.iter().filter(|block| has(block.change));
    blocks.map(|block| block.sentences.iter().filter(|one| has(one.change)).map(text).collect()).collect()
}

fn texts(draft: &Draft) -> Vec<Vec<String>> {
    let texts = |block: &Block| block.sentences.iter().map(|sentence| sentence.text.clone()).collect();
    draft.blocks.iter().map(texts).collect()
}

proptest! {
    #[test]
    fn both_versions_can_be_read_from_their_difference(before in drafts(), after in drafts()) {
        let found = diff(&before, &after);
        prop_assert_eq!(side(&found, Change::Added), texts(&before));
        prop_assert_eq!(side(&found, Change::Removed), texts(&after));
    }
}

#[test]
fn diff_with_an_empty_draft_adds_or_removes_everything() {
    let empty = Draft::default();
    assert_eq!(diff(&empty, &page()).added, 8);
    assert_eq!(diff(&page(), &empty).removed, 8);
    assert_eq!(diff(&empty, &Draft { blocks: vec![heading(1, "One")], ..Draft::default() }).added, 1);
}
