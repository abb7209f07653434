//! Whether a pack has enough to say.

use super::Finding;
use crate::{Conditions, Pack, Section, prose::words};

/// Minimum number of words of statements, definitions and answers.
const LEAST_WORDS: usize = 2_500;
const LEAST_QUESTIONS: usize = 25;
const LEAST_TERMS: usize = 10;
/// Minimum number of different conditions, so that pages about two places differ.
const LEAST_CONDITIONS: usize = 8;

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut least = |at: &str, has: usize, least: usize, of: &str| {
        if has < least {
            found.push(Finding::error(at, format!("has {has} {of}, at least {least} are needed")));
        }
    };
    for section in Section::ALL {
        least(section.heading(), pack.of(section).count(), section.least(), "statements");
    }
    least("Glossary", pack.glossary.len(), LEAST_TERMS, "entries");
    least("Questions", pack.questions.len(), LEAST_QUESTIONS, "questions");
    least("pack", pack.texts().map(|text| words(text).count()).sum(), LEAST_WORDS, "words");
    let all = pack.statements.iter().map(|one| &one.conditions);
    let different: std::collections::HashSet<&Conditions> = all.filter(|one| !one.is_empty()).collect();
    least("Local conditions", different.len(), LEAST_CONDITIONS, "different conditions");
    found.extend(untagged(pack));
    found.extend(
        pack.questions.iter().filter(|one| one.answer.is_empty()).map(|one| Finding::error(&one.id, "has no answer")),
    );
    found
}

fn untagged(pack: &Pack) -> impl Iterator<Item = Finding> {
    let local = pack.of(Section::Local).filter(|one| one.conditions.is_empty());
    local.map(|one| Finding::error(&one.id, "must say where or when it holds, in its tags"))
}
