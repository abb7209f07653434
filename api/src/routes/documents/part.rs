//! The part of a document that is written again.

use std::ops::Range;

use documents::sections;
use engines::content::Draft;
use serde::{Deserialize, Serialize};
use shared::domain::document::Document;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body;
use crate::{
    error::{ApiError, Result},
    state::AppState,
};

/// What is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DocumentScope)]
pub(super) enum Scope {
    /// The whole page.
    #[default]
    Page,
    /// Sections of the base version.
    Section,
    /// One sentence of the base version.
    Sentence,
}

/// A range of blocks of the base version. It begins and ends with a section: a heading of level 1 or 2 with its blocks.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DocumentBlockRange)]
pub(super) struct Blocks {
    /// Position of the first block, from 0.
    pub(super) from: usize,
    /// Position after the last block.
    pub(super) to: usize,
}

/// A sentence of the base version.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DocumentSentencePosition)]
pub(super) struct Position {
    /// Position of its block, from 0.
    pub(super) block: usize,
    /// Position in the block, from 0.
    pub(super) sentence: usize,
}

/// A part of the base version as a request names it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named {
    /// What is written.
    pub(super) scope: Scope,
    /// For the scope `section`.
    pub(super) blocks: Option<Blocks>,
    /// For the scope `sentence`.
    pub(super) sentence: Option<Position>,
}

/// A part that the base version has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// The whole page.
    Page,
    /// The sections in a range of blocks.
    Sections(Range<usize>),
    /// A sentence by its block and its position in it.
    Sentence(usize, usize),
}

impl Named {
    /// Checks that the current version has the part.
    pub(super) async fn found(self, state: &AppState, workspace_id: Uuid, row: &Document) -> Result<Part> {
        let required = |name: &str| ApiError::invalid(format!("/{name}"), format!("The field '{name}' is required."));
        match self.scope {
            Scope::Page => Ok(Part::Page),
            Scope::Section => {
                let draft = draft(state, workspace_id, row).await?;
                let range = self.blocks.ok_or_else(|| required("blocks"))?;
                check_range(&draft, range)?;
                Ok(Part::Sections(range.from..range.to))
            }
            Scope::Sentence => {
                let draft = draft(state, workspace_id, row).await?;
                let at = self.sentence.ok_or_else(|| required("sentence"))?;
                check_position(&draft, at)?;
                Ok(Part::Sentence(at.block, at.sentence))
            }
        }
    }
}

async fn draft(state: &AppState, workspace_id: Uuid, row: &Document) -> Result<Draft> {
    let version = body::wanted_version(state, workspace_id, row, None).await?;
    serde_json::from_value(version.draft.0).map_err(ApiError::unexpected)
}

fn check_range(draft: &Draft, Blocks { from, to }: Blocks) -> Result<()> {
    let all = sections(draft);
    let begins = all.iter().any(|section| section.start == from);
    let ends = all.iter().any(|section: &Range<usize>| section.end == to) && from < to;
    let detail = "must begin with a heading of level 1 or 2 (or the first block), and end before another one";
    if begins && ends { Ok(()) } else { Err(ApiError::invalid("/blocks", detail)) }
}

fn check_position(draft: &Draft, at: Position) -> Result<()> {
    let found = draft.blocks.get(at.block).and_then(|block| block.sentences.get(at.sentence));
    if found.is_some() { Ok(()) } else { Err(ApiError::invalid("/sentence", "must be a sentence of the base version")) }
}
