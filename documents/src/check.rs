//! Checks what clients send before it is stored.

use std::collections::BTreeSet;

use engines::content::{Block, BlockKind, Draft, Fact, FactKind, PageLink, Sentence};

use crate::Brief;

const MOST_FAULTS: usize = 50;
const MOST_BLOCKS: usize = 2_000;
const MOST_SENTENCES: usize = 10_000;
const MOST_OF_BLOCK: usize = 200;
const MOST_COLUMNS: usize = 12;
const MOST_FACTS: usize = 1_000;
const MOST_CITED: usize = 50;
const MOST_LINKS: usize = 200;
const TITLE_CHARS: usize = 300;
const DESCRIPTION_CHARS: usize = 1_000;
const SENTENCE_CHARS: usize = 2_000;
const ID_CHARS: usize = 200;
const URL_CHARS: usize = 2_000;

/// What is wrong, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// JSON pointer into the checked value, such as `/blocks/2/level`.
    pub pointer: String,
    /// What is required.
    pub problem: String,
}

#[derive(Default)]
struct Faults(Vec<Fault>);

impl Faults {
    fn demand(&mut self, is_right: bool, pointer: impl FnOnce() -> String, problem: &str) {
        if !is_right && self.0.len() < MOST_FAULTS {
            self.0.push(Fault { pointer: pointer(), problem: problem.to_owned() });
        }
    }
}

/// Checks a brief; returns at most 50 faults.
#[must_use]
pub fn check_brief(brief: &Brief) -> Vec<Fault> {
    let mut faults = Faults::default();
    lines(&mut faults, "questions", &brief.questions, (100, 300), "must have at most 100 questions");
    lines(&mut faults, "outline", &brief.outline, (100, 200), "must have at most 100 headings");
    lines(&mut faults, "words", &brief.words, (500, 100), "must have at most 500 words");
    let at = || "/facts".to_owned();
    faults.demand(brief.facts.len() <= MOST_FACTS, at, "must have at most 1,000 facts");
    let mut ids = BTreeSet::new();
    for (index, fact) in brief.facts.iter().take(MOST_FACTS).enumerate() {
        let is_first = ids.insert(fact.id.as_str());
        check_fact(&mut faults, index, fact, is_first);
    }
    faults.0
}

fn lines(faults: &mut Faults, name: &str, all: &[String], (most, chars): (usize, usize), problem: &str) {
    faults.demand(all.len() <= most, || format!("/{name}"), problem);
    for (index, text) in all.iter().take(most).enumerate() {
        let at = || format!("/{name}/{index}");
        faults.demand(is_line(text, 1, chars), at, &format!("must be one line of 1 to {chars} characters"));
    }
}

fn check_fact(faults: &mut Faults, index: usize, fact: &Fact, is_first: bool) {
    let at = |field: &'static str| move || format!("/facts/{index}/{field}");
    let is_named = is_line(&fact.id, 1, ID_CHARS) && is_first;
    faults.demand(is_named, at("id"), "must have 1 to 200 characters and be unique");
    let has_word = fact.value.chars().any(char::is_alphanumeric);
    let detail = fact.detail.as_deref().unwrap_or_default();
    for (field, text) in [("value", fact.value.as_str()), ("detail", detail)] {
        let problem = format!("must have at most 2,000 characters and has {}", text.chars().count());
        faults.demand(is_text(text, 0, SENTENCE_CHARS), at(field), &problem);
    }
    faults.demand(has_word, at("value"), "must have a letter or digit");
    let needs_answer = fact.kind == FactKind::Question && detail.trim().is_empty();
    faults.demand(!needs_answer, at("detail"), "must contain the answer to the question");
    let place = fact.place.as_deref().unwrap_or_default();
    faults.demand(is_text(place, 0, 200), at("place"), "must have at most 200 characters");
    let is_sourced = !fact.source.trim().is_empty() && is_text(&fact.source, 1, URL_CHARS);
    faults.demand(is_sourced, at("source"), "must name where the fact comes from, in at most 2,000 characters");
}

/// Checks a draft; returns at most 50 faults.
#[must_use]
pub fn check_draft(draft: &Draft) -> Vec<Fault> {
    let mut faults = Faults::default();
    sentence(&mut faults, "/title", &draft.title, (0, TITLE_CHARS));
    sentence(&mut faults, "/description", &draft.description, (0, DESCRIPTION_CHARS));
    let at = || "/blocks".to_owned();
    faults.demand(draft.blocks.len() <= MOST_BLOCKS, at, "must have at most 2,000 blocks");
    let sentences: usize = draft.body().count();
    faults.demand(sentences <= MOST_SENTENCES, at, "must have at most 10,000 sentences");
    if !faults.0.is_empty() {
        return faults.0;
    }
    for (index, block) in draft.blocks.iter().enumerate() {
        check_block(&mut faults, index, block);
    }
    let at = || "/links".to_owned();
    faults.demand(draft.links.len() <= MOST_LINKS, at, "must have at most 200 links");
    for (index, link) in draft.links.iter().take(MOST_LINKS).enumerate() {
        check_link(&mut faults, index, link);
    }
    faults.0
}

fn check_block(faults: &mut Faults, index: usize, block: &Block) {
    let is_heading = block.kind == BlockKind::Heading;
    let is_level = if is_heading { (1..=6).contains(&block.level) } else { block.level == 0 };
    faults.demand(
        is_level,
        || format!("/blocks/{index}/level"),
        "must be 1 to 6 for a heading, and 0 for other blocks",
    );
    let at = || format!("/blocks/{index}/sentences");
    faults.demand(block.sentences.len() <= MOST_OF_BLOCK, at, "must have at most 200 sentences");
    if let Some(label) = &block.label {
        sentence(faults, &format!("/blocks/{index}/label"), label, (1, TITLE_CHARS));
    }
    check_table(faults, index, block);
    for (no, one) in block.sentences.iter().take(MOST_OF_BLOCK).enumerate() {
        sentence(faults, &format!("/blocks/{index}/sentences/{no}"), one, (1, SENTENCE_CHARS));
    }
}

fn check_table(faults: &mut Faults, index: usize, block: &Block) {
    let is_table = block.kind == BlockKind::Table;
    let at = || format!("/blocks/{index}/rows");
    faults.demand(
        is_table || block.rows.is_empty() && block.header.is_empty(),
        at,
        "must be empty unless the block is a table",
    );
    let is_small = block.rows.len() <= MOST_OF_BLOCK && (1..=MOST_COLUMNS).contains(&block.header.len());
    faults.demand(!is_table || is_small, at, "must have at most 200 rows, and a header of 1 to 12 columns");
    if !is_table || !is_small {
        return;
    }
    for (no, one) in block.header.iter().enumerate() {
        sentence(faults, &format!("/blocks/{index}/header/{no}"), one, (0, TITLE_CHARS));
    }
    for (row_no, row) in block.rows.iter().enumerate() {
        let at = || format!("/blocks/{index}/rows/{row_no}/cells");
        faults.demand(row.cells.len() == block.header.len(), at, "must have a cell for each column");
        for (cell_no, cell) in row.cells.iter().take(MOST_COLUMNS).enumerate() {
            for (no, one) in cell.sentences.iter().take(MOST_OF_BLOCK).enumerate() {
                let at = format!("/blocks/{index}/rows/{row_no}/cells/{cell_no}/sentences/{no}");
                sentence(faults, &at, one, (1, SENTENCE_CHARS));
            }
        }
    }
}

fn sentence(faults: &mut Faults, at: &str, sentence: &Sentence, (least, most): (usize, usize)) {
    let is_right = is_line(&sentence.text, least, most);
    faults.demand(is_right, || format!("{at}/text"), &format!("must be one line of {least} to {most} characters"));
    let is_few = sentence.fact_ids.len() <= MOST_CITED;
    let is_named = sentence.fact_ids.iter().all(|id| is_line(id, 1, ID_CHARS));
    let problem = "must have at most 50 ids of 1 to 200 characters";
    faults.demand(is_few && is_named, || format!("{at}/factIds"), problem);
}

fn check_link(faults: &mut Faults, index: usize, link: &PageLink) {
    let is_address = is_safe_url(&link.url) && is_line(&link.url, 1, URL_CHARS);
    let problem = "must be an address that begins with https://, http:// or /, of at most 2,000 characters";
    faults.demand(is_address, || format!("/links/{index}/url"), problem);
    let at = || format!("/links/{index}/anchor");
    faults.demand(is_line(&link.anchor, 0, TITLE_CHARS), at, "must be one line of at most 300 characters");
}

/// Returns whether an address can be linked to: of the web, or of the same site.
pub(crate) fn is_safe_url(url: &str) -> bool {
    let lower = url.get(..8).unwrap_or(url).to_ascii_lowercase();
    let is_web = lower.starts_with("https://") || lower.starts_with("http://");
    let is_path = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    (is_web || is_path) && !url.chars().any(|c| c.is_whitespace() || c.is_control())
}

fn is_text(text: &str, least: usize, most: usize) -> bool {
    // A character has at most four bytes, so long texts need not be counted.
    text.len() <= 4 * most && (least..=most).contains(&text.chars().count())
}

fn is_line(text: &str, least: usize, most: usize) -> bool {
    is_text(text, least, most) && !text.contains(['\n', '\r']) && (least == 0 || !text.trim().is_empty())
}

/// Counts the words of headings and text.
#[must_use]
pub fn word_count(draft: &Draft) -> usize {
    let sentences = draft.body();
    let words = sentences.flat_map(|sentence| sentence.text.split_whitespace());
    words.filter(|word| word.chars().any(char::is_alphanumeric)).count()
}
