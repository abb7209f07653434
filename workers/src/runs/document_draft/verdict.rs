//! Whether the facts support a line.

use engines::{
    common::Unattended,
    content::{Sentence, Verdict as Judged, VerifyInput, generate::WrittenLine, verify as judge, verify_headings},
};

use super::material::Sheet;

/// What becomes of a line.
pub(super) enum Verdict {
    /// It stays, with the facts that support it.
    Supported(WrittenLine),
    /// It is left out, for this reason.
    Removed(String),
}

/// Verifies a line against all facts of the document, not only those that the model names.
pub(super) fn verify(sheet: &Sheet, line: &WrittenLine) -> Verdict {
    if let Some(id) = line.unknown_ids.first() {
        return Verdict::Removed(format!("It cites “{id}”, which is no fact of this document."));
    }
    let sentence = Sentence { text: line.text.clone(), fact_ids: line.fact_ids.clone() };
    let input = VerifyInput { sentences: vec![sentence], facts: sheet.facts.clone() };
    let found = match judge(&input, &Unattended) {
        Ok(found) => found.verdicts.into_iter().next(),
        Err(error) => return Verdict::Removed(format!("It cannot be checked: {error}.")),
    };
    match found {
        Some(found) if found.verdict == Judged::Supported && !found.fact_ids.is_empty() => {
            Verdict::Supported(WrittenLine { fact_ids: found.fact_ids, ..line.clone() })
        }
        Some(found) => Verdict::Removed(reason(found.problems.first().map(|problem| problem.detail.as_str()))),
        None => Verdict::Removed(reason(None)),
    }
}

/// Returns why a heading does not count, if so.
pub(super) fn heading_fault(sheet: &Sheet, heading: &str) -> Option<String> {
    let sentence = Sentence { text: heading.to_owned(), fact_ids: Vec::new() };
    let input = VerifyInput { sentences: vec![sentence], facts: sheet.facts.clone() };
    let found = match verify_headings(&input, &Unattended) {
        Ok(found) => found.verdicts.into_iter().next(),
        Err(error) => return Some(format!("It cannot be checked: {error}.")),
    };
    let found = found.filter(|found| found.verdict != Judged::Supported)?;
    Some(reason(found.problems.first().map(|problem| problem.detail.as_str())))
}

fn reason(detail: Option<&str>) -> String {
    detail.unwrap_or("no fact says so").to_owned()
}
