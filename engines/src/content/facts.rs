//! The validated fact sheet, by kind.

use std::collections::{BTreeMap, BTreeSet};

use super::input::{Draft, Fact, FactKind, PageLink, Sibling};
use crate::common::{Control, EngineError, thousands};
use crate::keyword::{self, Intent, QueryRow};
use crate::text::{fold, words};

/// Maximum number of facts in a sheet.
const MOST_FACTS: usize = 10_000;
/// Maximum length of each text of a fact, in characters.
const LONGEST: usize = 2_000;
/// Placeholder for every name when pages are compared.
const PLACEHOLDER: &str = "nameplaceholder";

/// Maximum number of other pages to compare with.
const MOST_SIBLINGS: usize = 5_000;
/// Maximum number of characters of the other pages together.
const MOST_SIBLING_CHARACTERS: usize = 50_000_000;
/// Maximum number of pages to link to, and of names of other pages.
const MOST_LINKS: usize = 10_000;
/// Maximum number of blocks, of sentences and of their facts in a draft.
const MOST_SENTENCES: usize = 200_000;

/// Checks the size of the other pages and of the links.
///
/// # Errors
/// Returns [`EngineError::TooLarge`].
pub(super) fn check_siblings(siblings: &[Sibling], links: &[PageLink]) -> Result<(), EngineError> {
    EngineError::check_sizes(&[
        ("`siblings`", siblings.len(), MOST_SIBLINGS),
        ("characters of `siblings`", siblings.iter().map(|page| page.text.len()).sum(), MOST_SIBLING_CHARACTERS),
        ("names of `siblings`", siblings.iter().map(|page| page.names.len()).sum(), MOST_LINKS),
        ("`links`", links.len(), MOST_LINKS),
    ])
}

/// Checks the number of parts of a draft. Its text is limited apart.
///
/// # Errors
/// Returns [`EngineError::TooLarge`].
pub(super) fn check_draft(draft: &Draft) -> Result<(), EngineError> {
    let sentences = || draft.body();
    EngineError::check_sizes(&[
        ("blocks of `draft`", draft.blocks.len(), MOST_SENTENCES),
        ("sentences of `draft`", sentences().count(), MOST_SENTENCES),
        ("cited facts of `draft`", sentences().map(|sentence| sentence.fact_ids.len()).sum(), MOST_SENTENCES),
        ("links of `draft`", draft.links.len(), MOST_LINKS),
    ])
}

/// Checks the texts of a fact.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field; for a text that is too long with the limit and its length.
fn check_fact(at: usize, fact: &Fact) -> Result<(), EngineError> {
    let wrong = |field: &str, problem: &str| Err(EngineError::input(format!("facts[{at}].{field}"), problem));
    let texts = [
        ("id", fact.id.as_str()),
        ("value", fact.value.as_str()),
        ("detail", fact.detail.as_deref().unwrap_or_default()),
        ("place", fact.place.as_deref().unwrap_or_default()),
        ("source", fact.source.as_str()),
    ];
    for (field, text) in texts {
        check_length(&format!("facts[{at}].{field}"), text, LONGEST)?;
    }
    if !fact.value.chars().any(char::is_alphanumeric) {
        return wrong("value", "must have a letter or digit");
    }
    if fact.source.trim().is_empty() {
        return wrong("source", "must say where the fact comes from");
    }
    if fact.kind == FactKind::Question && fact.detail.as_deref().is_none_or(|detail| detail.trim().is_empty()) {
        return wrong("detail", "must contain the answer to the question");
    }
    Ok(())
}

/// Checks the length of a text.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field, the limit and the length.
pub(super) fn check_length(field: &str, text: &str, most: usize) -> Result<(), EngineError> {
    let got = text.chars().count();
    if got <= most {
        return Ok(());
    }
    let (most, got) = (thousands(most as f64), thousands(got as f64));
    Err(EngineError::input(field, format!("must have at most {most} characters and has {got}")))
}

/// The facts of a run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sheet<'a>(&'a [Fact]);

impl<'a> Sheet<'a> {
    /// Validates that each fact has a unique id, words and a source.
    pub(super) fn read(facts: &'a [Fact]) -> Result<Self, EngineError> {
        if facts.len() > MOST_FACTS {
            return Err(EngineError::TooLarge { what: "facts", got: facts.len(), limit: MOST_FACTS });
        }
        let mut seen = BTreeSet::new();
        for (at, fact) in facts.iter().enumerate() {
            if fact.id.trim().is_empty() || !seen.insert(fact.id.as_str()) {
                return Err(EngineError::input(format!("facts[{at}].id"), "must not be empty and must be unique"));
            }
            check_fact(at, fact)?;
        }
        Ok(Self(facts))
    }

    pub(super) fn all(self) -> &'a [Fact] {
        self.0
    }

    pub(super) fn find(self, id: &str) -> Option<&'a Fact> {
        self.0.iter().find(|fact| fact.id == id)
    }

    pub(super) fn first(self, kind: FactKind) -> Option<&'a Fact> {
        self.0.iter().find(|fact| fact.kind == kind)
    }

    pub(super) fn of(self, kind: FactKind) -> impl Iterator<Item = &'a Fact> {
        self.0.iter().filter(move |fact| fact.kind == kind)
    }

    /// Returns the names of the place and its parts, the service and the business.
    pub(super) fn names(self) -> Vec<String> {
        let kinds = [FactKind::Place, FactKind::Service, FactKind::Business, FactKind::Neighbourhood];
        let mut names: Vec<String> = Vec::new();
        for fact in kinds.into_iter().flat_map(|kind| self.of(kind)) {
            names.push(fact.value.clone());
            if let Some((city, _)) = fact.value.split_once(',') {
                names.push(city.to_owned());
            }
        }
        names
    }

    /// Returns true if the fact is tied to the page's place.
    pub(super) fn is_of_place(self, fact: &Fact) -> bool {
        let plain = |text: &str| fold(text.split(',').next().unwrap_or_default());
        let Some(place) = self.first(FactKind::Place).map(|place| plain(&place.value)) else { return false };
        fact.kind != FactKind::Place && fact.place.as_deref().is_some_and(|of| plain(of) == place)
    }
}

/// Returns the text of the fact, with its detail.
pub(super) fn words_of(fact: &Fact) -> String {
    format!("{} {}", fact.value, fact.detail.as_deref().unwrap_or_default())
}

/// Replaces every name by a placeholder, so that swapping a town changes nothing.
pub(super) fn without_names(text: &str, names: &[String]) -> String {
    let folded = fold(text);
    let tokens: Vec<&str> = words(&folded).collect();
    let mut by_first: BTreeMap<String, Vec<Vec<String>>> = BTreeMap::new();
    for name in names {
        let name: Vec<String> = words(&fold(name)).map(str::to_owned).collect();
        if let Some(first) = name.first() {
            by_first.entry(first.clone()).or_default().push(name);
        }
    }
    by_first.values_mut().for_each(|names| names.sort_by_key(|name| std::cmp::Reverse(name.len())));
    let (mut out, mut at) = (Vec::with_capacity(tokens.len()), 0);
    while at < tokens.len() {
        let matches = |name: &&Vec<String>| {
            tokens[at..].len() >= name.len() && name.iter().zip(&tokens[at..]).all(|(a, b)| a == b)
        };
        let found = by_first.get(tokens[at]).and_then(|names| names.iter().find(matches));
        out.push(if found.is_some() { PLACEHOLDER } else { tokens[at] });
        at += found.map_or(1, Vec::len);
    }
    out.join(" ")
}

/// Returns a sibling's text without its names and this page's names.
pub(super) fn sibling_text(sibling: &Sibling, own: &[String]) -> String {
    let names: Vec<String> = sibling.names.iter().chain(own).cloned().collect();
    without_names(&sibling.text, &names)
}

/// Returns the intent: from the input, or from the keyword engine; `None` if it abstains.
pub(super) fn intent_of(
    query: &str, given: Option<Intent>, control: &dyn Control,
) -> Result<Option<Intent>, EngineError> {
    if query.trim().is_empty() {
        return Err(EngineError::input("query", "must not be empty"));
    }
    if given.is_some() || !query.chars().any(char::is_alphanumeric) {
        return Ok(given);
    }
    let row = QueryRow { query: query.to_owned(), ..QueryRow::default() };
    let input = keyword::Input { queries: vec![row], ..keyword::Input::default() };
    let output = keyword::analyse(&input, &keyword::Parameters::default().check()?, None, &Quiet(control))?;
    Ok(output.keywords.first().and_then(|keyword| keyword.intent))
}

/// Forwards cancellation and ignores the other engine's progress.
struct Quiet<'a>(&'a dyn Control);

impl Control for Quiet<'_> {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Returns the target reading ease: easier for intents close to a call.
pub(super) fn reading_ease_for(intent: Option<Intent>) -> f64 {
    match intent {
        Some(Intent::Informational) => 45.0,
        Some(Intent::Commercial) => 50.0,
        Some(Intent::Local | Intent::Transactional | Intent::Navigational) | None => 55.0,
    }
}
