//! Differences of drafts.

use documents::diff::{Change, DraftDiff, RowDiff, SentenceDiff, Span, diff};
use engines::content::{Block, BlockKind, Draft, PageLink, TableCell, TableRow};
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

fn row(cells: &[&str]) -> TableRow {
    let cell = |text: &&str| TableCell { sentences: vec![sentence(text, &[])] };
    TableRow { cells: cells.iter().map(cell).collect() }
}

fn table(header: &[&str], rows: &[&[&str]]) -> Draft {
    let block = Block {
        kind: BlockKind::Table,
        header: header.iter().map(|text| sentence(text, &[])).collect(),
        rows: rows.iter().map(|cells| row(cells)).collect(),
        ..Block::default()
    };
    Draft { blocks: vec![block], ..Draft::default() }
}

/// Returns each cell as its change and its text with removed and added words in brackets.
fn cells(found: &RowDiff) -> Vec<String> {
    let span = |span: &Span| match span.change {
        Change::Removed => format!("[-{}]", span.text),
        Change::Added => format!("[+{}]", span.text),
        Change::Same | Change::Changed => span.text.clone(),
    };
    let text = |one: &SentenceDiff| one.spans.iter().map(span).collect::<String>();
    found.cells.iter().map(|cell| cell.sentences.iter().map(text).collect()).collect()
}

#[test]
fn diff_of_a_table_names_changed_added_and_removed_rows() {
    let before = table(&["Work", "Price"], &[&["A leak", "$350"], &["A visit", "$90"], &["Gutters", "$4 a foot"]]);
    let after = table(&["Work", "Price"], &[&["A leak", "$400"], &["A visit", "$90"], &["New ridge caps", "$700"]]);
    let found = diff(&before, &after);
    let block = &found.blocks[0];
    assert_eq!((block.change, block.sentences.len()), (Change::Changed, 0));
    assert!(block.header.iter().all(|one| one.change == Change::Same) && block.header.len() == 2);
    let rows: Vec<_> = block.rows.iter().map(|row| (row.change, cells(row))).collect();
    let expected = [
        (Change::Changed, vec!["A leak".to_owned(), "[-$350][+$400]".to_owned()]),
        (Change::Same, vec!["A visit".to_owned(), "$90".to_owned()]),
        (Change::Removed, vec!["[-Gutters]".to_owned(), "[-$4 a foot]".to_owned()]),
        (Change::Added, vec!["[+New ridge caps]".to_owned(), "[+$700]".to_owned()]),
    ];
    assert_eq!(rows, expected);
    assert_eq!((found.added, found.removed, found.changed), (2, 2, 1));
}

#[test]
fn column_that_is_added_keeps_the_others_in_place() {
    let before = table(&["Work", "Price"], &[&["A leak", "$350"]]);
    let after = table(&["Work", "Time", "Price"], &[&["A leak", "90 minutes", "$350"]]);
    let found = diff(&before, &after);
    let block = &found.blocks[0];
    let header: Vec<_> = block.header.iter().map(|one| one.change).collect();
    assert_eq!(header, [Change::Same, Change::Added, Change::Same]);
    assert_eq!(cells(&block.rows[0]), ["A leak", "[+90 minutes]", "$350"]);
    assert_eq!((found.added, found.removed, found.changed), (2, 0, 0));
}

#[test]
fn diff_of_a_step_names_the_label_apart_from_the_sentences() {
    let step = |label: Option<&str>| Draft {
        blocks: vec![Block {
            label: label.map(|text| sentence(text, &[])),
            ..block(BlockKind::Step, vec![sentence("The crew shuts off the water.", &["water"])])
        }],
        ..Draft::default()
    };
    let found = diff(&step(Some("Safety first.")), &step(Some("Water first.")));
    let label = found.blocks[0].label.clone().expect("a label");
    assert_eq!((found.blocks[0].kind, label.change), (BlockKind::Step, Change::Changed));
    assert_eq!(label.spans[0], span(Change::Removed, "Safety"));
    assert_eq!((found.blocks[0].sentences[0].change, found.changed), (Change::Same, 1));
    let found = diff(&step(None), &step(Some("Water first.")));
    assert_eq!(found.blocks[0].label.as_ref().map(|one| one.change), Some(Change::Added));
    assert_eq!(diff(&step(None), &step(None)).blocks[0].label, None);
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

fn tables() -> impl Strategy<Value = Draft> {
    let cell = || prop::collection::vec("[ab]{1,2}", 0..3);
    let rows =
        (0..4_usize).prop_flat_map(move |width| prop::collection::vec(prop::collection::vec(cell(), width), 0..4));
    let header = prop::collection::vec("[ab]{1,2}", 0..4);
    (header, rows).prop_map(|(header, rows)| {
        let cell =
            |texts: &Vec<String>| TableCell { sentences: texts.iter().map(|text| sentence(text, &[])).collect() };
        let row = |cells: &Vec<Vec<String>>| TableRow { cells: cells.iter().map(cell).collect() };
        let block = Block {
            kind: BlockKind::Table,
            header: header.iter().map(|text| sentence(text, &[])).collect(),
            rows: rows.iter().map(row).collect(),
            ..Block::default()
        };
        Draft { blocks: vec![block], ..Draft::default() }
    })
}

/// Returns the words of one side of the tables of a difference, heading or cell by heading or cell, without empty ones.
fn table_side(found: &DraftDiff, without: Change) -> Vec<String> {
    let text = |one: &SentenceDiff| {
        let spans = one.spans.iter().filter(|span| span.change != without);
        spans.map(|span| span.text.as_str()).collect::<String>()
    };
    let blocks = found.blocks.iter().filter(|block| block.change != without);
    let texts = blocks.flat_map(|block| block.texts()).filter(|one| one.change != without);
    texts.map(text).collect()
}

fn table_texts(draft: &Draft) -> Vec<String> {
    draft.body().map(|sentence| sentence.text.clone()).collect()
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
    fn both_tables_can_be_read_from_their_difference(before in tables(), after in tables()) {
        let found = diff(&before, &after);
        prop_assert_eq!(table_side(&found, Change::Added), table_texts(&before));
        prop_assert_eq!(table_side(&found, Change::Removed), table_texts(&after));
    }

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
