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

    /// Returns the business for the start of a sentence.
    pub(in crate::content) fn subject(&self) -> String {
        self.business.as_deref().map_or_else(|| format!("The {}", self.company), capital)
    }

    /// Returns the business inside a sentence.
    pub(in crate::content) fn object(&self) -> String {
        self.business.clone().unwrap_or_else(|| format!("the {}", self.company))
    }
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
