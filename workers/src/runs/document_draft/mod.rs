//! Writes a version of a document with a language model, from the facts of an earlier version: the page, sections, or a
//! sentence.
//!
//! For a page the model plans sections, then writes one after the other. Each sentence is verified against the facts as soon as it is
//! complete, and one that they do not support is left out and recorded. What is written is shown live; the version is an
//! effect of the run's end.

mod assemble;
mod live;
mod material;
mod part;
mod record;
mod second;
mod section;
mod sentence;
mod verdict;
mod writer;

use std::time::Duration;

use documents::{Brief, Said, all_facts, cited, word_count};
use engines::content::{self, Draft, Parameters, ScoreInput};
use serde::Deserialize;
use serde_json::{Value, json};
use shared::{
    domain::document::{VersionOrigin, VersionScore},
    store::document::{DocumentWritten, NewVersion},
};
use uuid::Uuid;

use self::{
    live::Live,
    material::Sheet,
    part::{Blocks, Part, Position},
    record::{note, prompts, removed, second_reading},
    section::{Before, Removed, Written, write_section},
    sentence::write_sentence,
    writer::{Failure, Writer},
};
use crate::{
    context::RunContext,
    error::JobError,
    runs::{
        document_compose::{siblings, summary},
        done::Done,
        engine::{
            self,
            control::{RunControl, engine_error},
        },
    },
};

/// What a run is asked to write.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    document_id: Uuid,
    /// Version whose facts are used, and that must still be the current one at the end.
    base_version: i32,
    connection_id: Uuid,
    model: String,
    input_micros: Option<u64>,
    output_micros: Option<u64>,
    /// Most that the run may cost.
    budget_micros: i64,
    /// `page`, `section` or `sentence`; runs of earlier versions write pages.
    #[serde(default = "page_scope")]
    scope: String,
    blocks: Option<Blocks>,
    sentence: Option<Position>,
    /// True if the model reads again what it has written; false for runs of earlier versions, whose budgets do not cover it.
    #[serde(default)]
    second_reading: bool,
    /// Most seconds that a second reading may take.
    #[serde(default = "most_seconds")]
    second_seconds: u64,
}

const fn most_seconds() -> u64 {
    120
}

fn page_scope() -> String {
    "page".to_owned()
}

/// Sections that were written, and why others were not.
#[derive(Debug, Default)]
struct Page {
    planned: usize,
    sections: Vec<Written>,
    /// Headings that no fact supports.
    refused: Vec<Removed>,
    /// Why the run ended before its last section.
    stopped: Option<Failure>,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let payload: Payload = context.payload()?;
    let sheet = Sheet::load(context, payload.document_id, payload.base_version).await?;
    let mut writer = Writer::open(context, &payload).await?;
    context.progress(2, "outline", "Planning the sections");
    let part = Part::plan(&sheet, &mut writer, (&payload.scope, payload.blocks, payload.sentence)).await?;
    let patience = payload.second_reading.then(|| Duration::from_secs(payload.second_seconds));
    let page = write(context, (&sheet, &mut writer), &part, patience).await?;
    let draft = page_draft(&sheet, &part, &page)?;
    context.progress(95, "score", "Checking the page");
    let score = score(context, &sheet, &draft).await?;
    let cost_micros = writer.spent_micros().await?;
    finish(context, &payload, &sheet, &writer, (&part, &page), &draft, (score, cost_micros))
}

async fn write(
    context: &RunContext, (sheet, writer): (&Sheet, &mut Writer), part: &Part, patience: Option<Duration>,
) -> Result<Page, JobError> {
    let sections = part.sections();
    let mut page = Page { planned: sections.len(), refused: part.refused().to_vec(), ..Page::default() };
    let live = Live::new(context, sheet.document.id, &sections);
    let mut before = Before { headings: part.before(sheet), said: Said::new(&sheet.facts) };
    for (number, section) in sections.iter().enumerate() {
        let percent = 5 + 85 * number / sections.len().max(1);
        context.progress(i32::try_from(percent).unwrap_or(5), "write", &format!("Writing “{}”", section.heading));
        let shown = live.section(number);
        let written = match part {
            Part::Sentence(phrase) => write_sentence((sheet, &mut *writer), phrase, patience, &shown).await,
            Part::Page(..) | Part::Sections(..) => {
                write_section((sheet, &mut *writer), section, &before, patience, &shown).await
            }
        };
        match written {
            Ok(written) => {
                before.add(&written);
                page.sections.push(written);
            }
            Err(failure) if failure.ends_run() => return Err(failure.into_job()),
            Err(failure) => {
                page.stopped = Some(failure);
                break;
            }
        }
    }
    Ok(page)
}

fn page_draft(sheet: &Sheet, part: &Part, written: &Page) -> Result<Draft, JobError> {
    if written.sections.iter().any(|section| !section.lines.is_empty()) {
        return Ok(part.applied(sheet, &written.sections));
    }
    if let Some(failure) = &written.stopped {
        return Err(failure.clone().into_job());
    }
    let detail = "The model wrote no sentence that the facts support. The document is unchanged. Try another model, or add \
                  facts to the brief.";
    Err(JobError::permanent("nothing-supported", detail))
}

/// Scores the draft in comparison with the website's other documents.
async fn score(context: &RunContext, sheet: &Sheet, draft: &Draft) -> Result<VersionScore, JobError> {
    let siblings = siblings(context, &sheet.document).await?;
    let brief: Brief =
        serde_json::from_value(sheet.document.brief.0.clone()).map_err(|error| JobError::defect(&error))?;
    let input = ScoreInput {
        as_of: engine::as_of(context),
        query: sheet.document.query.clone(),
        draft: draft.clone(),
        // Parts that were not written may cite facts that the model did not get.
        facts: all_facts(&brief.facts, &sheet.known),
        questions: brief.questions,
        words: brief.words,
        siblings,
        ..ScoreInput::default()
    };
    let score = move |context: RunContext| {
        let parameters = Parameters::default().check().map_err(|error| engine_error(&error))?;
        content::score(&input, &parameters, &RunControl(&context)).map_err(|error| engine_error(&error))
    };
    Ok(summary(&context.compute(score).await?))
}

fn finish(
    context: &RunContext, payload: &Payload, sheet: &Sheet, writer: &Writer, (part, page): (&Part, &Page),
    draft: &Draft, (score, cost_micros): (VersionScore, i64),
) -> Result<Done, JobError> {
    let json = |value: serde_json::Result<Value>| value.map_err(|error| JobError::defect(&error));
    let note = format!("{}{}", part.note(), note(page));
    let model = writer.model_name();
    let version = NewVersion {
        base: payload.base_version,
        origin: VersionOrigin::Generated,
        cited: json(serde_json::to_value(cited(draft, &sheet.facts, &sheet.known)))?,
        words: i32::try_from(word_count(draft)).unwrap_or(i32::MAX),
        draft: json(serde_json::to_value(draft))?,
        score: Some(score),
        run_id: Some(context.run.id),
        user_id: context.run.user_id,
        prompts: Some(prompts(sheet, writer, page, payload.second_reading)),
        model: Some(model.clone()),
        cost_micros,
        note: note.clone(),
    };
    let result = json!({
        "documentId": payload.document_id, "model": model, "costMicros": cost_micros, "note": note,
        "scope": payload.scope, "sections": page.sections.len(), "planned": page.planned, "removed": removed(page), "withheld": sheet.withheld,
        "secondReading": payload.second_reading.then(|| second_reading(page)),
    });
    let written = DocumentWritten { document_id: payload.document_id, expected: Some(payload.base_version), version };
    Ok(Done { result, effects: vec![written.into()] })
}
