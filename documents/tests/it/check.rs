//! Checks of what clients send.

use documents::{Brief, Fault, check_brief, check_draft, word_count};
use engines::content::{BlockKind, Draft, FactKind, PageLink};

use crate::{block, fact, heading, page, sentence};

fn pointers(faults: &[Fault]) -> Vec<&str> {
    faults.iter().map(|fault| fault.pointer.as_str()).collect()
}

#[test]
fn draft_of_a_page_is_accepted_and_its_words_are_counted() {
    assert_eq!(check_draft(&page()), []);
    assert_eq!(check_draft(&Draft::default()), []);
    assert_eq!(word_count(&page()), 40);
}

#[test]
fn draft_names_every_field_that_is_wrong() {
    let mut draft = page();
    draft.title.text = "x".repeat(301);
    assert_eq!(pointers(&check_draft(&draft)), ["/title/text"]);
    let mut draft = page();
    draft.blocks[0].level = 7;
    draft.blocks[1].level = 1;
    draft.blocks[1].sentences[0].text = "Two\nlines.".to_owned();
    draft.blocks[2].sentences[0].text = " ".to_owned();
    draft.blocks[3].sentences[0].text = "x".repeat(10_000);
    draft.blocks[3].sentences[1].fact_ids = vec!["f".to_owned(); 51];
    draft.links = vec![
        PageLink { url: "javascript:alert(1)".to_owned(), anchor: String::new() },
        PageLink { url: "//evil.example".to_owned(), anchor: String::new() },
        PageLink { url: "/contact/".to_owned(), anchor: "two\nlines".to_owned() },
        PageLink { url: "https://example.com/".to_owned(), anchor: "Prices".to_owned() },
    ];
    let wanted = [
        "/blocks/0/level",
        "/blocks/1/level",
        "/blocks/1/sentences/0/text",
        "/blocks/2/sentences/0/text",
        "/blocks/3/sentences/0/text",
        "/blocks/3/sentences/1/factIds",
        "/links/0/url",
        "/links/1/url",
        "/links/2/anchor",
    ];
    assert_eq!(pointers(&check_draft(&draft)), wanted);
}

#[test]
fn draft_of_too_many_parts_is_refused_before_its_parts_are_read() {
    let mut draft = Draft { blocks: vec![heading(1, ""); 2_001], ..Draft::default() };
    assert_eq!(pointers(&check_draft(&draft)), ["/blocks"]);
    let full = block(BlockKind::Paragraph, vec![sentence("A sentence.", &[]); 200]);
    draft.blocks = vec![full; 51];
    assert_eq!(pointers(&check_draft(&draft)), ["/blocks"]);
    draft.blocks = vec![heading(9, "x"); 100];
    assert_eq!(check_draft(&draft).len(), 50, "the list of faults is bounded");
}

#[test]
fn brief_names_every_field_that_is_wrong() {
    let good = fact("price", FactKind::Price, "$350", "the owner");
    assert_eq!(check_brief(&Brief { facts: vec![good.clone()], ..Brief::default() }), []);
    let brief = Brief {
        questions: vec!["How much?".to_owned(), "Two\nlines?".to_owned()],
        outline: vec![String::new()],
        words: vec!["x".repeat(101)],
        facts: vec![
            good.clone(),
            good,
            fact("", FactKind::Price, "$1", "the owner"),
            fact("long", FactKind::Statement, &"word ".repeat(2_000), "the owner"),
            fact("none", FactKind::Statement, "!?", ""),
            fact("question", FactKind::Question, "How long?", "the owner"),
        ],
    };
    let wanted = [
        "/questions/1",
        "/outline/0",
        "/words/0",
        "/facts/1/id",
        "/facts/2/id",
        "/facts/3/value",
        "/facts/4/value",
        "/facts/4/source",
        "/facts/5/detail",
    ];
    assert_eq!(pointers(&check_brief(&brief)), wanted);
}
