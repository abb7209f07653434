//! Facts that a draft cites, with their sources.

use std::collections::{BTreeMap, BTreeSet};

use engines::content::{self, Draft, Fact, FactKind};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Source of a cited fact.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CitedSource {
    /// Title, or the source as the author of the fact named it.
    pub title: String,
    /// Publisher, if known.
    pub publisher: Option<String>,
    /// Year of publication, if known.
    pub year: Option<i32>,
    /// Address, if it has one.
    pub url: Option<String>,
}

/// A fact that a version cites.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct CitedFact {
    /// Id, as the sentences cite it.
    pub id: String,
    /// The fact in words.
    pub text: String,
    /// The place that it is tied to, if any.
    pub place: Option<String>,
    /// Its source.
    pub source: CitedSource,
    /// True if the owner of the business supplied it: a page lists no source for its own words.
    pub is_owner_supplied: bool,
}

impl From<&Fact> for CitedFact {
    fn from(fact: &Fact) -> Self {
        let text = in_words(fact);
        let source = fact.source.trim();
        let url = crate::check::is_safe_url(source).then(|| source.to_owned());
        let year = fact.observed_at.and_then(|day| day.to_string().get(..4)?.parse().ok());
        let source = CitedSource { title: source.to_owned(), publisher: None, year, url };
        let is_owner_supplied = fact.is_owner_supplied;
        Self { id: fact.id.clone(), text, place: fact.place.clone(), source, is_owner_supplied }
    }
}

impl From<&content::CitedFact> for CitedFact {
    fn from(cited: &content::CitedFact) -> Self {
        let of_fact = Self::from(&cited.fact);
        let Some(first) = cited.sources.first() else { return of_fact };
        let url = crate::check::is_safe_url(&first.url).then(|| first.url.clone());
        let (title, publisher) = (first.title.clone(), Some(first.publisher.clone()));
        Self { source: CitedSource { title, publisher, year: Some(i32::from(first.year)), url }, ..of_fact }
    }
}

/// Returns a fact in words: a question before its answer, a statement after its label, any other value before its subject.
#[must_use]
pub fn in_words(fact: &Fact) -> String {
    let value = fact.value.trim();
    let Some(detail) = fact.detail.as_deref().map(str::trim).filter(|detail| !detail.is_empty()) else {
        return fact.value.clone();
    };
    match fact.kind {
        FactKind::Question if value.ends_with(['?', '.', '!']) => format!("{value} {detail}"),
        FactKind::Statement => format!("{}: {value}", detail.trim_end_matches(['.', ':'])),
        _ => format!("{value}: {detail}"),
    }
}

/// Returns the facts of a brief, and those that a version cites besides, as statements.
#[must_use]
pub fn all_facts(facts: &[Fact], known: &[CitedFact]) -> Vec<Fact> {
    let mut ids: BTreeSet<&str> = facts.iter().map(|fact| fact.id.as_str()).collect();
    let others = known.iter().filter(|fact| ids.insert(fact.id.as_str()));
    let statement = |fact: &CitedFact| {
        let title = fact.source.title.trim();
        let source = if title.is_empty() { "document" } else { title };
        Fact {
            id: fact.id.clone(),
            kind: FactKind::Statement,
            value: fact.text.clone(),
            place: fact.place.clone(),
            source: source.to_owned(),
            is_owner_supplied: fact.is_owner_supplied,
            ..Fact::default()
        }
    };
    facts.iter().cloned().chain(others.map(statement)).collect()
}

/// Returns the facts that a draft cites, in the order of their first citation. A fact of the brief counts before one of
/// an earlier version (`known`); ids of neither are left out, and the score reports them.
#[must_use]
pub fn cited(draft: &Draft, facts: &[Fact], known: &[CitedFact]) -> Vec<CitedFact> {
    let mut all: BTreeMap<&str, CitedFact> = known.iter().map(|fact| (fact.id.as_str(), fact.clone())).collect();
    all.extend(facts.iter().map(|fact| (fact.id.as_str(), CitedFact::from(fact))));
    let ids =
        [&draft.title, &draft.description].into_iter().chain(draft.body()).flat_map(|sentence| &sentence.fact_ids);
    ids.filter_map(|id| all.remove(id.as_str())).collect()
}
