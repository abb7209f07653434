//! Checks of packs, with the lines of what is wrong.

use std::collections::BTreeMap;

use editorial::{Level, Pack};
use serde::Serialize;
use shared::store::pack::{PackBody, PackKey};
use tokio::sync::Semaphore;
use utoipa::ToSchema;

use crate::error::{ApiError, FieldError, Result};

/// Maximum number of listed problems.
const MOST_LISTED: usize = 50;
/// The editorial rules are made for this language.
const LANGUAGE_OF_RULES: &str = "en";

/// Checks at once.
static TURN: Semaphore = Semaphore::const_new(2);

/// Severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = PackFindingLevel)]
pub(super) enum FindingLevel {
    /// The pack is refused.
    Error,
    /// It can be improved.
    Warning,
}

/// A violated editorial rule, or a line that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PackFinding)]
pub(super) struct FindingView {
    pub(super) level: FindingLevel,
    /// Line of the text, from 1; `null` for the whole pack or a section.
    pub(super) line: Option<usize>,
    /// Id of the statement or question, or name of the part; empty for a line that cannot be read.
    pub(super) at: String,
    /// What is wrong and what to do.
    pub(super) problem: String,
}

/// A pack that was read and checked.
#[derive(Debug)]
pub(super) struct Checked {
    pub(super) text: String,
    pub(super) pack: Pack,
    pub(super) findings: Vec<FindingView>,
}

impl Checked {
    pub(super) fn warnings(&self) -> usize {
        self.findings.iter().filter(|found| found.level == FindingLevel::Warning).count()
    }

    /// Returns what is stored of it.
    pub(super) fn body(&self) -> PackBody {
        let number = |count: usize| i32::try_from(count).unwrap_or(i32::MAX);
        PackBody {
            text: self.text.clone(),
            title: self.pack.title.clone(),
            updated: self.pack.updated,
            review: self.pack.review.clone(),
            words: number(words(&self.pack)),
            questions: number(self.pack.questions.len()),
            warnings: number(self.warnings()),
        }
    }
}

/// Counts the words of statements, definitions and answers.
pub(super) fn words(pack: &Pack) -> usize {
    pack.texts().map(|text| editorial::prose::words(text).count()).sum()
}

/// Reads and checks a pack on a blocking thread; returns the mistakes of a text that cannot be read.
pub(super) async fn read(text: String) -> Result<std::result::Result<Checked, Vec<FindingView>>> {
    let _turn = TURN.acquire().await.map_err(ApiError::unexpected)?;
    tokio::task::spawn_blocking(move || check(text)).await.map_err(ApiError::unexpected)
}

fn check(text: String) -> std::result::Result<Checked, Vec<FindingView>> {
    let pack = editorial::parse(&text).map_err(|mistakes| {
        let view = |mistake: editorial::Mistake| FindingView {
            level: FindingLevel::Error,
            line: Some(mistake.line),
            at: String::new(),
            problem: mistake.problem,
        };
        mistakes.into_iter().take(MOST_LISTED).map(view).collect::<Vec<_>>()
    })?;
    let lines = editorial::lines(&text);
    let findings = editorial::check(&pack).into_iter().map(|found| view(found, &pack.language, &lines)).collect();
    Ok(Checked { text, pack, findings })
}

/// Errors of the rules are warnings in languages that the rules are not made for.
fn view(found: editorial::Finding, language: &str, lines: &BTreeMap<String, usize>) -> FindingView {
    let is_error = found.level == Level::Error && language == LANGUAGE_OF_RULES;
    let level = if is_error { FindingLevel::Error } else { FindingLevel::Warning };
    FindingView { level, line: lines.get(&found.at).copied(), at: found.at, problem: found.problem }
}

/// Returns the errors of a pack for a key.
pub(super) fn errors(checked: &Checked, key: &PackKey) -> Vec<FindingView> {
    let mut errors = Vec::new();
    for (field, is, wanted) in
        [("vertical", &checked.pack.vertical, &key.vertical), ("language", &checked.pack.language, &key.language)]
    {
        if is != wanted {
            let line = checked.text.lines().position(|line| line.trim_start().starts_with(field)).map(|at| at + 1);
            let problem = format!("`{field}` must be `{wanted}`");
            errors.push(FindingView { level: FindingLevel::Error, line, at: field.to_owned(), problem });
        }
    }
    errors.extend(checked.findings.iter().filter(|found| found.level == FindingLevel::Error).cloned());
    errors.truncate(MOST_LISTED);
    errors
}

/// Returns the problem document for findings in the field `/text`.
pub(super) fn refused(findings: &[FindingView]) -> ApiError {
    let sentence = |found: &FindingView| {
        let place = match (found.line, found.at.as_str()) {
            (Some(line), _) => format!("Line {line}: "),
            (None, "") => String::new(),
            (None, at) => format!("{at}: "),
        };
        FieldError::new("/text", format!("{place}{}", found.problem))
    };
    ApiError::Invalid(findings.iter().map(sentence).collect())
}
