//! Facts that a draft cites, with their sources.

use std::collections::BTreeMap;

use engines::content::{Draft, Fact};
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
    /// Its source.
    pub source: CitedSource,
}

impl From<&Fact> for CitedFact {
    fn from(fact: &Fact) -> Self {
        let detail = fact.detail.as_deref().filter(|detail| !detail.trim().is_empty());
        let text = detail.map_or_else(|| fact.value.clone(), |detail| format!("{}: {detail}", fact.value));
        let source = fact.source.trim();
        let url = crate::check::is_safe_url(source).then(|| source.to_owned());
        let year = fact.observed_at.and_then(|day| day.to_string().get(..4)?.parse().ok());
        Self { id: fact.id.clone(), text, source: CitedSource { title: source.to_owned(), publisher: None, year, url } }
    }
}

/// Returns the facts that a draft cites, in the order of their first citation. A fact of the brief counts before one of
/// an earlier version (`known`); ids of neither are left out, and the score reports them.
#[must_use]
pub fn cited(draft: &Draft, facts: &[Fact], known: &[CitedFact]) -> Vec<CitedFact> {
    let mut all: BTreeMap<&str, CitedFact> = known.iter().map(|fact| (fact.id.as_str(), fact.clone())).collect();
    all.extend(facts.iter().map(|fact| (fact.id.as_str(), CitedFact::from(fact))));
    let sentences = draft.blocks.iter().flat_map(|block| &block.sentences);
    let ids = [&draft.title, &draft.description].into_iter().chain(sentences).flat_map(|sentence| &sentence.fact_ids);
    ids.filter_map(|id| all.remove(id.as_str())).collect()
}
