//! Answers that may be added to a page: given facts and the editorial pack.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::compose::{Library, Names, find_question, sentence};
use super::super::facts::{Sheet, words_of};
use super::super::input::{Fact, FactKind};
use super::super::output::Publication;
use super::input::AuditInput;
use super::plain::plain;
use super::site::Query;
use super::topic::content;
use crate::common::EngineError;
use crate::text::{Stemmer, fold};

/// Share of a query's words that a question must have.
const MET: f64 = 0.6;

/// What may be said.
#[derive(Debug)]
pub(super) struct Answers<'a> {
    sheet: Sheet<'a>,
    names: Names,
    /// Stems of each fact.
    facts: Vec<BTreeSet<String>>,
    pub(super) library: Option<Arc<Library>>,
}

/// Text for a section.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) heading: Option<String>,
    pub(super) text: String,
    pub(super) id: String,
    pub(super) source: String,
    pub(super) sources: Vec<Publication>,
}

impl<'a> Answers<'a> {
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for an invalid fact or pack and for a vertical without a pack.
    pub(super) fn new(input: &'a AuditInput, stemmer: &Stemmer) -> Result<Self, EngineError> {
        let sheet = Sheet::read(&input.facts)?;
        let library = Library::load(input.vertical.as_deref(), input.pack.as_deref())?;
        let facts = input.facts.iter().map(|fact| content(&fold(&words_of(fact)), stemmer)).collect();
        Ok(Self { names: Names::of(sheet), sheet, facts, library })
    }

    /// Returns the answer of a fact, otherwise of the pack; `None` if none answers the query. A fact must have the missing
    /// words; of the pack only answers that hold everywhere are used.
    pub(super) fn find(&self, query: &Query, missing: &BTreeSet<String>) -> Option<Answer> {
        self.of_facts(query, missing).or_else(|| self.of_pack(query))
    }

    fn of_facts(&self, query: &Query, missing: &BTreeSet<String>) -> Option<Answer> {
        let wanted: BTreeSet<&String> = query.stems.iter().collect();
        let share = |stems: &BTreeSet<String>| {
            wanted.iter().filter(|stem| stems.contains(**stem)).count() as f64 / wanted.len().max(1) as f64
        };
        let answers = self.sheet.all().iter().zip(&self.facts).filter(|(fact, stems)| {
            let is_name =
                matches!(fact.kind, FactKind::Business | FactKind::Service | FactKind::Place | FactKind::Neighbourhood);
            !is_name && missing.is_subset(stems) && share(stems) >= MET
        });
        let (fact, _) = answers.max_by(|a, b| {
            let is_question = |fact: &Fact| fact.kind == FactKind::Question;
            is_question(a.0).cmp(&is_question(b.0)).then(share(a.1).total_cmp(&share(b.1))).then(b.0.id.cmp(&a.0.id))
        })?;
        let is_question = fact.kind == FactKind::Question;
        let text = match &fact.detail {
            Some(answer) if is_question => plain(answer),
            _ => plain(&sentence(fact, &self.names).text),
        };
        Some(Answer {
            heading: is_question.then(|| plain(&fact.value)),
            text,
            id: plain(&fact.id),
            source: plain(&fact.source),
            sources: Vec::new(),
        })
    }

    fn of_pack(&self, query: &Query) -> Option<Answer> {
        let library = self.library.as_ref()?;
        let at = find_question(library, &query.text, &BTreeSet::new())?;
        if !library.told[at].conditions.is_empty() {
            return None;
        }
        let cited = library.fact(at, None);
        Some(Answer {
            heading: Some(plain(&cited.fact.value)),
            text: plain(cited.fact.detail.as_deref().unwrap_or_default()),
            id: cited.fact.id,
            source: cited.fact.source,
            sources: cited.sources,
        })
    }
}
