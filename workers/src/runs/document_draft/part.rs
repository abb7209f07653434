//! The part of a document that is written, and how it is planned.

use std::ops::Range;

use documents::{Phrase, with_section, with_sentence};
use engines::content::{
    Draft,
    generate::{PlannedSection, outline_prompt, read_outline},
};
use serde::Deserialize;

use super::{
    assemble::{blocks, page, sentence},
    material::Sheet,
    section::{Removed, Written},
    verdict::heading_fault,
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
    /// The whole page, in these sections, with the headings that were refused.
    Page(Vec<PlannedSection>, Vec<Removed>),
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
            ("page", ..) => {
                let (sections, refused) = outline(sheet, writer).await?;
                Ok(Self::Page(sections, refused))
            }
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
            Self::Page(sections, _) | Self::Sections(_, sections) => sections.clone(),
            Self::Sentence(phrase) => {
                vec![PlannedSection { heading: phrase.heading.clone(), fact_ids: phrase.fact_ids.clone() }]
            }
        }
    }

    /// Returns the headings before the first section that is written.
    pub(super) fn before(&self, sheet: &Sheet) -> Vec<String> {
        match self {
            Self::Sections(ranges, _) => sheet.headings_before(ranges.first().map_or(0, |first| first.start)),
            Self::Page(..) | Self::Sentence(_) => Vec::new(),
        }
    }

    /// Returns the earlier draft with what was written. A section without a supported sentence stays as it is.
    pub(super) fn applied(&self, sheet: &Sheet, written: &[Written]) -> Draft {
        let earlier = &sheet.draft;
        match self {
            Self::Page(..) => page(sheet, written),
            Self::Sections(ranges, _) => {
                // From the end, so that the positions of those before stay the same.
                let both = ranges.iter().zip(written).rev().filter(|(_, section)| !section.lines.is_empty());
                both.fold(earlier.clone(), |draft, (range, section)| with_section(&draft, range, blocks(section)))
            }
            Self::Sentence(phrase) => {
                let line = written.iter().find_map(|section| section.lines.first());
                line.map_or_else(
                    || earlier.clone(),
                    |line| with_sentence(earlier, phrase.block, phrase.sentence, sentence(line)),
                )
            }
        }
    }

    /// Returns the headings of the model that no fact supports.
    pub(super) fn refused(&self) -> &[Removed] {
        match self {
            Self::Page(_, refused) => refused,
            Self::Sections(..) | Self::Sentence(_) => &[],
        }
    }

    /// Returns what a version says of the part; empty for a page.
    pub(super) const fn note(&self) -> &'static str {
        match self {
            Self::Page(..) => "",
            Self::Sections(..) => "Wrote a section again. ",
            Self::Sentence(_) => "Wrote a sentence again. ",
        }
    }
}

/// Returns the sections that the model plans, and the headings that no fact supports.
async fn outline(sheet: &Sheet, writer: &mut Writer) -> Result<(Vec<PlannedSection>, Vec<Removed>), JobError> {
    let headings: Vec<String> = sheet.sections.iter().map(|section| section.heading.clone()).collect();
    let prompt = outline_prompt(&sheet.material, &headings);
    let answer = writer.write(&prompt, &mut |_| true).await.map_err(Failure::into_job)?.text;
    let (planned, refused) = with_supported_headings(sheet, read_outline(&answer, &sheet.material));
    Ok((if planned.is_empty() { sheet.sections.clone() } else { planned }, refused))
}

/// Gives a section with a heading that no fact supports the heading of the earlier section with most of its facts. Without one,
/// the section is not written.
fn with_supported_headings(sheet: &Sheet, planned: Vec<PlannedSection>) -> (Vec<PlannedSection>, Vec<Removed>) {
    let (mut sections, mut refused): (Vec<PlannedSection>, Vec<Removed>) = (Vec::new(), Vec::new());
    for section in planned {
        let Some(reason) = heading_fault(sheet, &section.heading) else {
            sections.push(section);
            continue;
        };
        refused.push(Removed { text: section.heading.clone(), reason });
        let shared = |other: &&PlannedSection| other.fact_ids.iter().filter(|id| section.fact_ids.contains(id)).count();
        let is_free = |other: &&PlannedSection| sections.iter().all(|taken| taken.heading != other.heading);
        let best = sheet.sections.iter().filter(is_free).max_by_key(shared);
        if let Some(earlier) = best.filter(|best| shared(best) > 0) {
            sections.push(PlannedSection { heading: earlier.heading.clone(), ..section });
        }
    }
    (sections, refused)
}
