//! Words of headings: each is of some fact, or claims nothing.

use super::evidence::Evidence;
use super::reading::Reading;
use super::synonyms::{is_frame, is_of_heading};
use super::terms::{Term, terms};
use super::types::{Problem, ProblemKind};

/// Returns the words of a heading that no fact says.
pub(super) fn check(reading: &Reading, evidence: &Evidence<'_>) -> Option<Problem> {
    let is_said = |term: &Term| {
        evidence.has_stem(&term.stem)
            || evidence.is_shared(&term.stem)
            || evidence.groups & term.groups != 0
            || is_of_heading(&term.stem)
            || evidence.own.iter().any(|at| is_frame(evidence.known[*at].fact.kind, &term.stem))
    };
    let terms = terms(reading);
    let pairs = reading.words.iter().zip(&terms);
    let missing = pairs.filter(|(_, term)| term.is_content && !is_said(term)).map(|(word, _)| word.written.as_str());
    let words: Vec<&str> = missing.take(8).collect();
    (!words.is_empty()).then(|| Problem {
        kind: ProblemKind::Uncovered,
        words: words.join(", "),
        detail: "no fact says this".to_owned(),
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    })
}
