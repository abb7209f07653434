//! Documents through the crate's public functions.

mod check;
mod cited;
mod diff;
mod export;
mod passage;
mod replace;
mod rewrite;
mod topic;

use engines::content::{Block, BlockKind, Draft, Fact, FactKind, Sentence};

/// Returns a sentence that cites facts.
fn sentence(text: &str, facts: &[&str]) -> Sentence {
    Sentence {
        text: text.to_owned(),
        fact_ids: facts.iter().map(|id| (*id).to_owned()).collect(),
        ..Sentence::default()
    }
}

/// Returns a heading that cites nothing.
fn heading(level: u8, text: &str) -> Block {
    Block { level, ..block(BlockKind::Heading, vec![sentence(text, &[])]) }
}

/// Returns a paragraph or an item.
fn block(kind: BlockKind, sentences: Vec<Sentence>) -> Block {
    Block { kind, sentences, ..Block::default() }
}

/// Returns a fact with a source.
fn fact(id: &str, kind: FactKind, value: &str, source: &str) -> Fact {
    Fact { id: id.to_owned(), kind, value: value.to_owned(), source: source.to_owned(), ..Fact::default() }
}

/// Returns a page with a heading, two sections and a list.
fn page() -> Draft {
    Draft {
        title: sentence("Roof repair in Tulsa, OK | Acme", &["place"]),
        description: sentence("Acme repairs roofs in Tulsa.", &[]),
        blocks: vec![
            heading(1, "Roof repair in Tulsa, OK"),
            block(BlockKind::Paragraph, vec![sentence("Acme repairs roofs in Tulsa.", &["acme", "place"])]),
            heading(2, "What it costs"),
            block(
                BlockKind::Paragraph,
                vec![
                    sentence("Plan on $350 to $900 for a leak.", &["price"]),
                    sentence("A second visit is free.", &["guarantee"]),
                ],
            ),
            heading(2, "How the work goes"),
            block(BlockKind::Item, vec![sentence("The crew finds the leak.", &["find"])]),
            block(BlockKind::Item, vec![sentence("The crew replaces the shingles.", &["replace"])]),
        ],
        links: Vec::new(),
    }
}
