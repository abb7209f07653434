//! Whether the facts support a line.

use engines::{
    common::Unattended,
    content::{
        Doubt, Sentence, SentenceVerdict, Support, VerifyInput,
        generate::{Outcome, SecondVerdict, WrittenLine, doubts, is_read_again, outcome},
        verify as judge, verify_headings,
    },
};

use super::material::Sheet;

/// What becomes of a line.
#[derive(Debug)]
pub(super) enum Verdict {
    /// It stays, with the facts that support it.
    Supported(WrittenLine),
    /// It is left out, for this reason.
    Removed(String),
}

/// A line with what the rules found.
#[derive(Debug)]
pub(super) struct Judged {
    /// The line.
    pub(super) line: WrittenLine,
    rules: Rules,
}

#[derive(Debug)]
enum Rules {
    Found(SentenceVerdict),
    /// It is left out, whatever its words are.
    Refused(String),
}

impl Judged {
    /// Leaves the line out.
    pub(super) fn refused(line: WrittenLine, reason: impl Into<String>) -> Self {
        Self { line, rules: Rules::Refused(reason.into()) }
    }

    /// Returns true if a second reading can keep or remove the line.
    pub(super) fn is_read_again(&self) -> bool {
        matches!(&self.rules, Rules::Found(found) if is_read_again(found))
    }

    /// Returns true if only a second reading can keep the line.
    pub(super) fn is_doubtful(&self) -> bool {
        matches!(&self.rules, Rules::Found(found) if found.support() != Support::Facts && is_read_again(found))
    }

    /// Returns what a second reading that passes the line left open, and another answer could settle.
    pub(super) fn doubts(&self, second: Option<&SecondVerdict>) -> Vec<Doubt> {
        match &self.rules {
            Rules::Found(found) => doubts(found, second),
            Rules::Refused(_) => Vec::new(),
        }
    }

    /// Decides about the line, with what a second reading found.
    pub(super) fn verdict(&self, second: Option<&SecondVerdict>) -> Verdict {
        let outcome = match &self.rules {
            Rules::Found(found) => outcome(found, second),
            Rules::Refused(reason) => Outcome::Removed(reason.clone()),
        };
        match outcome {
            Outcome::Kept { fact_ids, is_second_reading } => {
                Verdict::Supported(WrittenLine { fact_ids, is_second_reading, ..self.line.clone() })
            }
            Outcome::Removed(reason) => Verdict::Removed(reason),
        }
    }
}

/// Verifies a line against all facts of the document, not only those that the model names.
pub(super) fn verify(sheet: &Sheet, line: WrittenLine) -> Judged {
    if let Some(id) = line.unknown_ids.first() {
        let reason = format!("It cites “{id}”, which is no fact of this document.");
        return Judged::refused(line, reason);
    }
    let sentence = Sentence { text: line.text.clone(), fact_ids: line.fact_ids.clone(), ..Sentence::default() };
    let input = VerifyInput { sentences: vec![sentence], facts: sheet.facts.clone() };
    match judge(&input, &Unattended).map(|found| found.verdicts.into_iter().next()) {
        Ok(Some(found)) => Judged { line, rules: Rules::Found(found) },
        Ok(None) => Judged::refused(line, "no fact says so"),
        Err(error) => Judged::refused(line, format!("It cannot be checked: {error}.")),
    }
}

/// Returns why a heading does not count, if so.
pub(super) fn heading_fault(sheet: &Sheet, heading: &str) -> Option<String> {
    let sentence = Sentence { text: heading.to_owned(), ..Sentence::default() };
    let input = VerifyInput { sentences: vec![sentence], facts: sheet.facts.clone() };
    let found = match verify_headings(&input, &Unattended) {
        Ok(found) => found.verdicts.into_iter().next(),
        Err(error) => return Some(format!("It cannot be checked: {error}.")),
    };
    let found = found.filter(|found| found.verdict != engines::content::Verdict::Supported)?;
    Some(found.problems.first().map_or_else(|| "no fact says so".to_owned(), |problem| problem.detail.clone()))
}
