//! Writes the text of a version.

use documents::{CitedFact, replace_sections, replace_sentence};
use engines::{
    common::Control,
    content::{self, Checked, ComposeInput, ComposeOutput, Draft, Level, Parameters, ScoreInput, ScoreOutput},
};
use serde_json::{Value, json};
use shared::{
    domain::document::{VersionOrigin, VersionScore},
    store::document::NewVersion,
};

use super::Part;
use crate::{
    context::RunContext,
    error::JobError,
    runs::engine::control::{RunControl, engine_error},
};

/// Maximum number of seeds that are tried for another wording.
const MOST_SEEDS: u64 = 8;

/// What a run needs to write.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) input: ComposeInput,
    pub(super) parameters: Parameters,
    pub(super) base: Option<Draft>,
    /// Facts that the base version cites.
    pub(super) known: Vec<CitedFact>,
    pub(super) part: Part,
    pub(super) seed: u64,
}

/// A text with its score.
#[derive(Debug)]
pub(super) struct Written {
    draft: Draft,
    cited: Vec<CitedFact>,
    score: ScoreOutput,
    unused: Vec<String>,
    unanswered: Vec<String>,
    missing_sections: Vec<String>,
    notes: Vec<String>,
    note: String,
    seed: u64,
}

/// Writes the part with the first seed that changes it; returns `None` if none does.
pub(super) fn write(context: &RunContext, job: &Job) -> Result<Option<Written>, JobError> {
    let control = RunControl(context);
    let mut has_counterpart = false;
    for seed in (0..MOST_SEEDS).map(|step| job.seed.wrapping_add(step)) {
        if control.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let parameters = Parameters { seed, ..job.parameters.clone() };
        let parameters = parameters.check().map_err(|error| engine_error(&error))?;
        let output = content::compose(&job.input, &parameters, &control).map_err(|error| engine_error(&error))?;
        let Some(draft) = job.applied(&output.draft) else { continue };
        has_counterpart = true;
        if job.base.as_ref() == Some(&draft) {
            continue;
        }
        let known = job.known_with(&output);
        let score =
            if job.part == Part::Page { output.score } else { job.score(&draft, &output, &parameters, &control)? };
        return Ok(Some(Written {
            cited: documents::cited(&draft, &job.input.facts, &known),
            draft,
            score,
            unused: output.unused_facts,
            unanswered: output.unanswered,
            missing_sections: output.missing_sections,
            notes: output.notes,
            note: job.note(seed),
            seed,
        }));
    }
    if has_counterpart {
        return Ok(None);
    }
    Err(JobError::permanent("no-other-wording", job.no_other_wording()))
}

impl Job {
    /// Returns the base version with the part of another draft; `None` if that has no such part.
    fn applied(&self, other: &Draft) -> Option<Draft> {
        match (&self.part, &self.base) {
            (Part::Page, _) => Some(other.clone()),
            (Part::Sections(range), Some(base)) => replace_sections(base, other, range).ok(),
            (Part::Sentence(block, sentence), Some(base)) => replace_sentence(base, other, *block, *sentence).ok(),
            (Part::Sections(_) | Part::Sentence(..), None) => None,
        }
    }

    /// Returns why no seed gives the part, and what to do.
    fn no_other_wording(&self) -> &'static str {
        let sentence = match (&self.part, &self.base) {
            (Part::Sentence(block, sentence), Some(base)) => {
                base.blocks.get(*block).and_then(|block| block.sentences.get(*sentence))
            }
            _ => None,
        };
        let is_of_pack = |id: &String| id.starts_with("pack.");
        if sentence.is_some_and(|one| !one.fact_ids.is_empty() && one.fact_ids.iter().all(is_of_pack)) {
            "The editorial pack has this sentence in one wording only. Rewrite its section for another statement, rewrite it with \
             a model, or edit it by hand."
        } else {
            "The facts of the brief give no text for this part. Add facts, or edit it by hand."
        }
    }

    /// Returns the facts of the base version and those that the composer cites, with their sources.
    fn known_with(&self, output: &ComposeOutput) -> Vec<CitedFact> {
        self.known.iter().cloned().chain(output.facts.iter().map(CitedFact::from)).collect()
    }

    fn score(
        &self, draft: &Draft, output: &ComposeOutput, parameters: &Checked, control: &dyn Control,
    ) -> Result<ScoreOutput, JobError> {
        let mut facts = documents::all_facts(&self.input.facts, &self.known_with(output));
        facts.sort_by(|one, other| one.id.cmp(&other.id));
        facts.dedup_by(|one, other| one.id == other.id);
        let input = ScoreInput {
            as_of: self.input.as_of,
            query: self.input.query.clone(),
            intent: self.input.intent,
            draft: draft.clone(),
            facts,
            siblings: self.input.siblings.clone(),
            links: self.input.links.clone(),
            questions: self.input.questions.clone(),
            words: self.input.words.clone(),
            ..ScoreInput::default()
        };
        content::score(&input, parameters, control).map_err(|error| engine_error(&error))
    }

    fn note(&self, seed: u64) -> String {
        let what = match self.part {
            Part::Page => "Composed the page",
            Part::Sections(_) => "Composed a section again",
            Part::Sentence(..) => "Composed a sentence again",
        };
        format!("{what} (seed {seed})")
    }
}

impl Written {
    pub(super) fn version(&self, context: &RunContext, base: i32) -> Result<NewVersion, JobError> {
        let json = |value: serde_json::Result<Value>| value.map_err(|error| JobError::defect(&error));
        Ok(NewVersion {
            base,
            origin: VersionOrigin::Composed,
            draft: json(serde_json::to_value(&self.draft))?,
            cited: json(serde_json::to_value(&self.cited))?,
            score: Some(summary(&self.score)),
            words: i32::try_from(documents::word_count(&self.draft)).unwrap_or(i32::MAX),
            run_id: Some(context.run.id),
            user_id: context.run.user_id,
            prompts: None,
            model: None,
            cost_micros: 0,
            note: self.note.clone(),
        })
    }

    pub(super) fn result(&self) -> Value {
        json!({
            "changed": true, "seed": self.seed, "score": self.score, "unusedFacts": self.unused, "notes": self.notes,
            "unanswered": self.unanswered, "missingSections": self.missing_sections,
        })
    }
}

/// Returns what a version stores of its score.
pub(crate) fn summary(score: &ScoreOutput) -> VersionScore {
    let count = |level: Level| {
        let found = score.findings.iter().filter(|finding| finding.level == level).count();
        u32::try_from(found).unwrap_or(u32::MAX)
    };
    VersionScore {
        score: score.score,
        passes: score.passes,
        blocking: count(Level::Block),
        warnings: count(Level::Warn),
        reading_ease: score.measures.reading_ease,
        cited: score.measures.cited,
    }
}
