//! Composes pages from facts.

mod grammar;
mod head;
mod sections;

pub(super) use grammar::{Names, sentence};
pub(super) use head::{description, heading, title};
pub(super) use sections::SECTIONS;

use super::facts::{Sheet, check_siblings};
use super::input::{Block, BlockKind, ComposeInput, Draft, FactKind, ScoreInput, Sentence};
use super::{Checked, ComposeOutput, METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};

/// Writes a page from facts by templates. Every sentence names its facts; the same input and seed give the same page.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without a service or three facts, [`EngineError::InvalidInput`] with the field,
/// [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn compose(input: &ComposeInput, params: &Checked, control: &dyn Control) -> Result<ComposeOutput, EngineError> {
    let sheet = Sheet::read(&input.facts)?;
    check_siblings(&input.siblings, &input.links)?;
    if sheet.first(FactKind::Service).is_none() || input.facts.len() < 3 {
        return Err(EngineError::NoInput {
            what: "facts",
            unlock: "give a service and at least two more facts: place, business, prices, hours, steps, answers",
        });
    }
    checkpoint(control)?;
    control.progress(20.0, "compose", "Writing the page");
    let draft = draft(sheet, input, params);
    control.progress(70.0, "score", "Checking the page");
    let score = super::score(
        &ScoreInput {
            as_of: input.as_of,
            query: input.query.clone(),
            intent: input.intent,
            draft: draft.clone(),
            facts: input.facts.clone(),
            siblings: input.siblings.clone(),
            links: input.links.clone(),
            ..ScoreInput::default()
        },
        &params.without_grammar(),
        control,
    )?;
    let used = draft.used_facts();
    let unused_facts = input.facts.iter().map(|fact| fact.id.clone()).filter(|id| !used.contains(id)).collect();
    let notes = vec!["The page states only the given facts; add facts to get a longer page".to_owned()];
    let (method, method_version) = (METHOD.to_owned(), METHOD_VERSION.to_owned());
    Ok(ComposeOutput { draft, score, unused_facts, notes, method, method_version })
}

fn draft(sheet: Sheet<'_>, input: &ComposeInput, params: &Checked) -> Draft {
    let names = Names::of(sheet);
    let mut blocks = vec![heading_block(1, heading(sheet))];
    blocks.push(paragraph(grammar::introduction(sheet, params.seed)));
    for (number, section) in SECTIONS.iter().enumerate() {
        let facts: Vec<_> = section.kinds.iter().flat_map(|kind| sheet.of(*kind)).collect();
        let Some(first) = facts.first() else { continue };
        let heading = sections::heading(section, &names, &facts, params.seed.wrapping_add(number as u64));
        blocks.push(heading_block(2, Sentence { text: heading, fact_ids: vec![first.id.clone()] }));
        if section.kinds == [FactKind::Question] {
            for fact in facts {
                let question = Sentence { text: fact.value.trim().to_owned(), fact_ids: vec![fact.id.clone()] };
                blocks.push(heading_block(3, question));
                blocks.push(paragraph(vec![sentence(fact, &names, params.seed)]));
            }
        } else {
            blocks.push(paragraph(facts.into_iter().map(|fact| sentence(fact, &names, params.seed)).collect()));
        }
    }
    Draft {
        title: title(sheet, params.seed),
        description: description(sheet, params.seed),
        blocks,
        links: input.links.iter().take((params.min_links as usize).max(3)).cloned().collect(),
    }
}

fn heading_block(level: u8, sentence: Sentence) -> Block {
    Block { kind: BlockKind::Heading, level, sentences: vec![sentence] }
}

fn paragraph(sentences: Vec<Sentence>) -> Block {
    Block { kind: BlockKind::Paragraph, level: 0, sentences }
}
