//! Parts of a page's text: heading, lead, sections.

use engines::content::{Block, BlockKind, Sentence};

use super::{
    blocks::{self, Links},
    html::{escape, id},
};
use crate::Page;

/// A text divided at its headings of level 2.
#[derive(Debug)]
pub(super) struct Parts<'a> {
    /// First heading; the title if there is none.
    pub(super) heading: String,
    /// First paragraph if the text begins with one, otherwise the description.
    pub(super) lead: String,
    pub(super) sections: Vec<Section<'a>>,
}

/// A heading with what follows it.
#[derive(Debug)]
pub(super) struct Section<'a> {
    /// Words of the heading; empty for text before the first one.
    pub(super) heading: String,
    pub(super) id: String,
    pub(super) blocks: &'a [Block],
}

/// Returns sentences as one text.
pub(super) fn join(sentences: &[Sentence]) -> String {
    let texts = sentences.iter().map(|sentence| sentence.text.trim()).filter(|text| !text.is_empty());
    texts.collect::<Vec<_>>().join(" ")
}

fn is_heading(block: &Block, most: u8) -> bool {
    block.kind == BlockKind::Heading && block.level <= most && !join(&block.sentences).is_empty()
}

impl<'a> Parts<'a> {
    pub(super) fn of(page: &'a Page) -> Self {
        let mut rest: &[Block] = &page.draft.blocks;
        let mut heading = page.draft.title.text.clone();
        if let Some((first, others)) = rest.split_first()
            && is_heading(first, 1)
        {
            heading = join(&first.sentences);
            rest = others;
        }
        let mut lead = String::new();
        if let Some((first, others)) = rest.split_first()
            && first.kind == BlockKind::Paragraph
        {
            lead = join(&first.sentences);
            rest = others;
        }
        if lead.is_empty() {
            lead = page.draft.description.text.trim().to_owned();
        }
        Self { heading, lead, sections: sections(rest) }
    }

    /// Returns the sections as HTML.
    pub(super) fn sections(&self, links: &Links<'_>) -> String {
        let mut out = String::new();
        for section in &self.sections {
            if section.heading.is_empty() {
                out.push_str("<div class=\"part\">\n");
                out.push_str(&blocks::blocks(section.blocks, links));
                out.push_str("</div>\n");
            } else {
                let id = &section.id;
                out.push_str(&format!("<section class=\"part\" aria-labelledby=\"{id}\">\n"));
                out.push_str(&format!("<h2 id=\"{id}\">{}</h2>\n", escape(&section.heading)));
                out.push_str(&blocks::blocks(section.blocks, links));
                out.push_str("</section>\n");
            }
        }
        out
    }

    /// Returns the visible questions with their answers: headings of level 3 that ask, with the paragraphs after them.
    pub(super) fn questions(&self) -> Vec<(String, String)> {
        self.sections.iter().flat_map(|section| questions(section.blocks)).collect()
    }
}

fn sections(mut rest: &[Block]) -> Vec<Section<'_>> {
    let mut sections = Vec::new();
    while !rest.is_empty() {
        let (heading, body) = match rest.split_first() {
            Some((first, others)) if is_heading(first, 2) => (join(&first.sentences), others),
            _ => (String::new(), rest),
        };
        let end = body.iter().position(|block| is_heading(block, 2)).unwrap_or(body.len());
        let (blocks, others) = body.split_at(end);
        let id = id(&heading, sections.len() + 1);
        // A heading with nothing below it says nothing.
        if !blocks.is_empty() {
            sections.push(Section { heading, id, blocks });
        }
        rest = others;
    }
    sections
}

fn questions(blocks: &[Block]) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let question = join(&block.sentences);
        if block.kind == BlockKind::Heading && question.ends_with('?') {
            let answers = blocks.iter().skip(at + 1).take_while(|block| block.kind == BlockKind::Paragraph);
            let answer: Vec<String> =
                answers.map(|block| join(&block.sentences)).filter(|text| !text.is_empty()).collect();
            if !answer.is_empty() {
                found.push((question, answer.join(" ")));
            }
        }
    }
    found
}
