//! The part of a document that is written, and how it is planned.

use std::ops::Range;

use documents::{Phrase, with_section, with_sentence};
use engines::content::{
    Draft, Sentence,
    generate::{PlannedSection, outline_prompt, read_outline},
};
use serde::Deserialize;

use super::{
    assemble::{blocks, page},
    material::Sheet,
    section::Written,
    writer::{Failure, Writer},
};
use crate::error::JobError;

/// A range of blocks of the base version.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Blocks {
    from: usize,
    to: usize,
}

/// A sentence of the base version.
#[derive(Debug, Clone, Copy, Deserialize)]
pub(super) struct Position {
    block: usize,
    sentence: usize,
}

/// What is written, with the sections or the sentence to ask for.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// The whole page, in these sections.
    Page(Vec<PlannedSection>),
    /// Sections at these blocks.
    Sections(Vec<Range<usize>>, Vec<PlannedSection>),
    /// A sentence.
    Sentence(Phrase),
}

impl Part {
    /// Plans the part that a run names. A model that plans no sections gets the sections of the earlier version.
    pub(super) async fn plan(
        sheet: &Sheet, writer: &mut Writer, (scope, blocks, sentence): (&str, Option<Blocks>, Option<Position>),
    ) -> Result<Self, JobError> {
        let no_facts = || {
            let detail = "This part cites no fact that a model may use. The document is unchanged.";
            JobError::permanent("no-facts", detail)
        };
        match (scope, blocks, sentence) {
            ("page", ..) => Ok(Self::Page(outline(sheet, writer).await?)),
            ("section", Some(Blocks { from, to }), _) => {
                let passages = sheet.passages(&(from..to));
                let (ranges, sections): (Vec<_>, Vec<_>) =
                    passages.into_iter().map(|one| (one.blocks, one.section)).unzip();
                if ranges.is_empty() { Err(no_facts()) } else { Ok(Self::Sections(ranges, sections)) }
            }
            ("sentence", _, Some(Position { block, sentence })) => {
                let phrase = sheet.phrase(block, sentence).filter(|phrase| !phrase.fact_ids.is_empty());
                phrase.map(Self::Sentence).ok_or_else(no_facts)
            }
            _ => Err(JobError::permanent("bad-parameters", "The run does not name the part to write.")),
        }
    }

    /// Returns the sections that are shown while they are written.
    pub(super) fn sections(&self) -> Vec<PlannedSection> {
        match self {
            Self::Page(sections) | Self::Sections(_, sections) => sections.clone(),
            Self::Sentence(phrase) => {
                vec![PlannedSection { heading: phrase.heading.clone(), fact_ids: phrase.fact_ids.clone() }]
            }
        }
    }

    /// Returns the headings before the first section that is written.
    pub(super) fn before(&self, sheet: &Sheet) -> Vec<String> {
        match self {
            Self::Sections(ranges, _) => sheet.headings_before(ranges.first().map_or(0, |first| first.start)),
            Self::Page(_) | Self::Sentence(_) => Vec::new(),
        }
    }

    /// Returns the earlier draft with what was written. A section without a supported sentence stays as it is.
    pub(super) fn applied(&self, earlier: &Draft, written: &[Written]) -> Draft {
        match self {
            Self::Page(_) => page(earlier, written),
            Self::Sections(ranges, _) => {
                // From the end, so that the positions of those before stay the same.
                let both = ranges.iter().zip(written).rev().filter(|(_, section)| !section.lines.is_empty());
                both.fold(earlier.clone(), |draft, (range, section)| with_section(&draft, range, blocks(section)))
            }
            Self::Sentence(phrase) => {
                let line = written.iter().find_map(|section| section.lines.first());
                line.map_or_else(
                    || earlier.clone(),
                    |line| {
                        let new = Sentence { text: line.text.clone(), fact_ids: line.fact_ids.clone() };
                        with_sentence(earlier, phrase.block, phrase.sentence, new)
                    },
                )
            }
        }
    }

    /// Returns what a version says of the part; empty for a page.
    pub(super) const fn note(&self) -> &'static str {
        match self {
            Self::Page(_) => "",
            Self::Sections(..) => "Wrote a section again. ",
            Self::Sentence(_) => "Wrote a sentence again. ",
        }
    }
}

async fn outline(sheet: &Sheet, writer: &mut Writer) -> Result<Vec<PlannedSection>, JobError> {
    let headings: Vec<String> = sheet.sections.iter().map(|section| section.heading.clone()).collect();
    let prompt = outline_prompt(&sheet.material, &headings);
    let answer = writer.write(&prompt, &mut |_| true).await.map_err(Failure::into_job)?;
    let planned = read_outline(&answer, &sheet.material);
    Ok(if planned.is_empty() { sheet.sections.clone() } else { planned })
}
