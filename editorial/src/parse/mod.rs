//! Reads packs.

mod body;
mod front;
mod tags;

use std::collections::BTreeMap;

use crate::Pack;

/// Maximum size of a pack in bytes.
pub const MOST_BYTES: usize = 512 * 1024;
/// Maximum number of lines of a pack.
const MOST_LINES: usize = 10_000;

/// What is wrong with a line of a pack.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct Mistake {
    /// Line, from 1.
    pub line: usize,
    /// Problem.
    pub problem: String,
}

impl Mistake {
    fn new(line: usize, problem: impl Into<String>) -> Self {
        Self { line, problem: problem.into() }
    }
}

/// Reads a pack.
///
/// # Errors
/// Returns every mistake with its line.
pub fn parse(text: &str) -> Result<Pack, Vec<Mistake>> {
    if text.len() > MOST_BYTES || text.lines().count() > MOST_LINES {
        let problem = format!("a pack has at most {} KiB and {MOST_LINES} lines", MOST_BYTES / 1024);
        return Err(vec![Mistake::new(1, problem)]);
    }
    let (front, body, first_line) = front::read(text)?;
    let read = body::read(body, first_line);
    let mut mistakes = read.mistakes;
    let excluded = front.excluded().unwrap_or_else(|problem| {
        mistakes.push(Mistake::new(1, problem));
        Vec::new()
    });
    let pack = Pack {
        vertical: front.vertical,
        language: front.language,
        title: front.title,
        updated: front.updated,
        review: front.review,
        terms: front.terms,
        sources: front.sources,
        excluded,
        statements: read.statements,
        glossary: read.glossary,
        questions: read.questions,
    };
    mistakes.extend(unknown_sources(&pack, &read.lines));
    mistakes.extend(repeated_ids(&pack, &read.lines));
    mistakes.sort_by_key(|mistake| mistake.line);
    if mistakes.is_empty() { Ok(pack) } else { Err(mistakes) }
}

/// Returns the lines of statements and questions by their ids; empty if the front matter cannot be read.
#[must_use]
pub fn lines(text: &str) -> BTreeMap<String, usize> {
    if text.len() > MOST_BYTES {
        return BTreeMap::new();
    }
    front::read(text).map(|(_, body, first_line)| body::read(body, first_line).lines).unwrap_or_default()
}

fn unknown_sources(pack: &Pack, lines: &BTreeMap<String, usize>) -> Vec<Mistake> {
    let cited = pack.statements.iter().map(|one| (&one.id, &one.sources));
    let cited = cited.chain(pack.questions.iter().map(|one| (&one.id, &one.sources)));
    let mut mistakes = Vec::new();
    for (id, sources) in cited {
        for source in sources.iter().filter(|source| !pack.sources.contains_key(*source)) {
            let line = lines.get(id).copied().unwrap_or(1);
            mistakes.push(Mistake::new(line, format!("the source `{source}` is not in [sources]")));
        }
    }
    mistakes
}

fn repeated_ids(pack: &Pack, lines: &BTreeMap<String, usize>) -> Vec<Mistake> {
    let ids = pack.statements.iter().map(|one| &one.id).chain(pack.questions.iter().map(|one| &one.id));
    let mut seen = std::collections::BTreeSet::new();
    let repeated = ids.filter(|id| !seen.insert(id.as_str()));
    let mistake = |id: &String| {
        let line = lines.get(id).copied().unwrap_or(1);
        Mistake::new(line, format!("another statement has the id `{id}`; set `id` in its tags"))
    };
    repeated.map(mistake).collect()
}
