//! Names that sentences mention.

use std::collections::BTreeSet;

use super::super::super::facts::Sheet;
use super::super::super::input::FactKind;
use super::super::library::stems;
use super::grammar::{bare, capital};
use crate::text::Stemmer;

/// Names that sentences mention.
#[derive(Debug, Clone)]
pub(in crate::content) struct Names {
    /// Name of the business.
    pub(in crate::content) business: Option<String>,
    /// Word for the business without its name: `company`.
    pub(in crate::content) company: String,
    /// The service, in lower case.
    pub(in crate::content) service: String,
    /// The place with its state.
    pub(in crate::content) place: Option<String>,
}

impl Names {
    pub(in crate::content) fn of(sheet: Sheet<'_>) -> Self {
        let value = |kind| sheet.first(kind).map(|fact| bare_name(&fact.value));
        Self {
            business: value(FactKind::Business),
            company: "company".to_owned(),
            service: value(FactKind::Service).unwrap_or_else(|| "this work".to_owned()),
            place: value(FactKind::Place),
        }
    }

    /// Returns the stems of place and business, which carry no meaning in a query.
    pub(in crate::content) fn stems(&self) -> BTreeSet<String> {
        let stemmer = Stemmer::default();
        let names = [&self.place, &self.business].into_iter().flatten();
        names.flat_map(|name| stems(name, &stemmer)).collect()
    }

    /// Returns ` in Austin, TX`, or an empty string.
    pub(in crate::content) fn in_place(&self) -> String {
        self.place.as_ref().map(|place| format!(" in {place}")).unwrap_or_default()
    }

    /// Returns ` in Austin, TX,` for the middle of a sentence: what follows a state needs a comma before it.
    pub(in crate::content) fn in_place_inside(&self) -> String {
        let place = self.in_place();
        if place.contains(',') { format!("{place},") } else { place }
    }

    /// Returns the city: the place without its state.
    pub(in crate::content) fn city(&self) -> Option<&str> {
        self.place.as_deref().map(|place| place.split(',').next().unwrap_or(place).trim())
    }

    /// True for a business named in the plural: `The Heating Guys`.
    pub(in crate::content) fn is_plural(&self) -> bool {
        self.business.as_deref().is_some_and(is_plural)
    }

    /// Returns a verb in the form that agrees with the name of the business: `offers`, and `offer` for a plural.
    pub(in crate::content) fn verb(&self, singular: &str) -> String {
        if !self.is_plural() {
            return singular.to_owned();
        }
        match singular {
            "is" => "are".to_owned(),
            "has" => "have".to_owned(),
            _ => match singular.strip_suffix("ies") {
                Some(base) => format!("{base}y"),
                None => singular.trim_end_matches('s').to_owned(),
            },
        }
    }

    /// Returns the business for the start of a sentence.
    pub(in crate::content) fn subject(&self) -> String {
        self.business.as_deref().map_or_else(|| format!("The {}", self.company), capital)
    }

    /// Returns the business inside a sentence.
    pub(in crate::content) fn object(&self) -> String {
        self.business.clone().unwrap_or_else(|| format!("the {}", self.company))
    }
}

/// True for a name that ends with several people: `Heating Guys`, and with an article also `The Plumbers`. `Harris Bros.` and `Smith
/// Services` are one company.
fn is_plural(name: &str) -> bool {
    const ALWAYS: &[&str] = &["guys", "boys", "girls", "men", "women", "ladies"];
    const WITH_ARTICLE: &[&str] =
        &["ers", "ors", "ists", "ians", "experts", "doctors", "kings", "people", "pros", "brothers", "sisters"];
    let lower = name.to_lowercase();
    let Some(last) = lower.split_whitespace().next_back() else { return false };
    ALWAYS.contains(&last) || lower.starts_with("the ") && WITH_ARTICLE.iter().any(|end| last.ends_with(end))
}

/// Names keep a closing full stop that belongs to them: `Acme Inc.`
fn bare_name(value: &str) -> String {
    let tidy = super::grammar::tidy(value);
    let text = unquoted(&tidy);
    let is_short_form = ["Inc.", "Co.", "Corp.", "Ltd.", "Bros.", "St."].iter().any(|end| text.ends_with(end));
    if is_short_form { text.to_owned() } else { bare(text) }
}

/// Returns a name without quotation marks around the whole of it.
fn unquoted(text: &str) -> &str {
    let pairs = [('"', '"'), ('\u{201C}', '\u{201D}'), ('\'', '\''), ('\u{2018}', '\u{2019}')];
    let inner = |(open, close): (char, char)| {
        text.strip_prefix(open)?.strip_suffix(close).filter(|inner| !inner.contains([open, close]))
    };
    pairs.into_iter().find_map(inner).unwrap_or(text)
}
