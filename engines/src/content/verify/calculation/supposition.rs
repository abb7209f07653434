//! Figures and names that a line only supposes, as a case that a fact decides: `suppose 30 miles: {area: within 20 miles}` and
//! `suppose Utah: {area: homes in Nevada}`.
//!
//! No calculation gives such a figure or name, and code cannot read what the line says of the case: that is for the verdict. Code checks what needs no
//! reading: the words of the fact are in it word for word and have a figure, and the line does not claim the figure.

use std::ops::Range;

use super::super::days::named_days;
use super::super::figure::telephones;
use super::super::numbers::{is_near, is_promise, written};
use super::super::quantity::{Bound, Quantity};
use super::super::reading::Reading;
use super::super::units::Unit;
use super::super::words::is_negator;
use super::figures::{MONTHS, figure, places};
use super::{Calculated, Context, conditions};
use crate::text::{fold, words};

/// Maximum length of a supposition, in bytes.
const MOST_BYTES: usize = 1_000;
/// Maximum number of quotes of a supposition.
const MOST_QUOTES: usize = 4;
/// First words of a supposition.
const SIGNS: &[&str] = &["suppose", "supposes", "supposed", "supposing", "supposition"];
/// A figure of a line, and the words of facts with which it is compared.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Supposition<'t> {
    words: &'t str,
    /// Each with the id of its fact.
    quotes: Vec<&'t str>,
}

/// Reads a supposition; `None` for any other text.
pub(super) fn parse(text: &str) -> Option<Supposition<'_>> {
    let (sign, rest) = text.trim().split_once(|c: char| c.is_whitespace() || c == ':')?;
    let is_sign = text.len() <= MOST_BYTES && SIGNS.iter().any(|one| sign.eq_ignore_ascii_case(one));
    let (before, rest) = rest.split_once('{').filter(|_| is_sign)?;
    let words = before.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '$' | '€' | '£' | '%'));
    let quotes = rest.split('{').filter_map(|part| part.split_once('}')).map(|(inside, _)| inside.trim());
    let quotes: Vec<&str> = quotes.take(MOST_QUOTES).collect();
    (!words.is_empty() && !quotes.is_empty()).then_some(Supposition { words, quotes })
}

impl Context<'_, '_> {
    /// Adds the figures and names that suppositions support and nothing else does.
    pub(super) fn add_supposed(&self, found: &mut Vec<Calculated>, all: &[Supposition<'_>]) {
        for one in all {
            let supposed = self.supposes(one);
            if !supposed.iter().any(|one| found.iter().any(|other| other.words == one.words)) {
                found.extend(supposed);
            }
        }
    }

    /// Returns the figures and names of the line that a supposition supports.
    fn supposes(&self, one: &Supposition<'_>) -> Vec<Calculated> {
        let quoted = one.quotes.iter().filter_map(|quote| self.quoted(quote));
        let quoted: Vec<(&str, Reading)> = quoted.collect();
        let has_figure = |quote: &Reading| {
            quote.quantities.iter().any(|one| one.unit != Unit::Code)
                || figure(quote, &(0..quote.words.len())).is_some()
                || quote.has(&MONTHS)
                || quote.words.iter().any(|word| named_days(&word.text) != 0)
        };
        let figures = self.figures_named(one.words).into_iter().filter_map(|own| {
            let (id, _) = quoted.iter().find(|(_, quote)| has_figure(quote) && self.is_case(own, quote))?;
            Some(Calculated { words: written(&self.reading, own), fact_ids: vec![(*id).to_owned()] })
        });
        let mut found: Vec<Calculated> = figures.collect();
        found.extend(self.names(one.words, &quoted));
        found
    }

    /// Returns the names of the line among some words that it only supposes, as a case of a name of a fact, or of what a fact denies too.
    fn names(&self, words: &str, quoted: &[(&str, Reading)]) -> Vec<Calculated> {
        let line = &self.reading;
        let has_name =
            |quote: &Reading| quote.words.iter().any(|word| word.is_capital && word.figure.is_none() && !word.is_first);
        let denies = |quote: &Reading| quote.words.iter().any(|word| is_negator(&word.text));
        let here = places(line, &self.reader.read(words).words).into_iter().flatten();
        let named = here
            .filter(|at| line.words.get(*at).is_some_and(|word| word.is_capital) && conditions::may_name(line, *at));
        let found = named.filter_map(|at| {
            let is_case = |quote: &Reading| has_name(quote) || conditions::is_denied(line, at) && denies(quote);
            let (id, _) = quoted.iter().find(|(_, quote)| is_case(quote))?;
            Some(Calculated { words: line.words.get(at)?.written.clone(), fact_ids: vec![(*id).to_owned()] })
        });
        found.collect()
    }

    /// Returns the figures of the line that have these words, or else this number.
    pub(super) fn figures_named(&self, words: &str) -> Vec<&Quantity> {
        let operand = self.reader.read(&telephones(words).1);
        let here: Vec<Range<usize>> = places(&self.reading, &operand.words);
        let all = || self.reading.quantities.iter().filter(|one| one.unit != Unit::Code);
        let inside: Vec<&Quantity> =
            all().filter(|one| here.iter().any(|at| one.at < at.end && at.start < one.end)).collect();
        let is_number = |one: &&Quantity| {
            operand.quantities.iter().any(|other| is_near(other.raw, one.raw) && other.unit == one.unit)
        };
        if inside.is_empty() { all().filter(is_number).collect() } else { inside }
    }

    /// Returns the fact and the reading of a quote that is in the fact word for word.
    fn quoted(&self, quote: &str) -> Option<(&str, Reading)> {
        let (id, rest) = self.named_fact(quote)?;
        let mut own = self.evidence.statements.iter().filter(|one| one.fact.id == id);
        let is_of_business = own.any(|one| !is_promise(&self.reading, one));
        (is_of_business && self.is_quote(id, rest)).then(|| (id, self.reader.read(&telephones(rest).1)))
    }

    /// True for words of a fact in a row.
    pub(super) fn is_quote(&self, id: &str, words: &str) -> bool {
        let fact = self.evidence.statements.iter().find(|one| one.fact.id == id).map(|one| one.fact);
        fact.is_some_and(|fact| {
            is_verbatim(words, &fact.value)
                || fact.detail.as_deref().is_some_and(|detail| is_verbatim(words, detail))
                || is_verbatim(words, &format!("{} {}", fact.value, fact.detail.as_deref().unwrap_or_default()))
        })
    }

    /// True for a figure that the line does not claim, and that can be compared with the quote. In a condition or a question nothing is claimed.
    /// Else a figure with a limit of its own states that limit, and a sum of money needs the form of an example: `on a $40 order`.
    fn is_case(&self, own: &Quantity, quote: &Reading) -> bool {
        let (line, at) = (&self.reading, own.at..own.end);
        let is_money = own.unit == Unit::Money;
        let is_of_kind =
            quote.quantities.is_empty() || quote.quantities.iter().any(|one| (one.unit == Unit::Money) == is_money);
        let is_open = conditions::is_open(line, &at) || conditions::is_asked(line, &at);
        let may = conditions::is_supposed(line, &at) || !is_money && conditions::may_be_supposed(line, &at);
        is_of_kind && (is_open || own.bound == Bound::None && may)
    }
}

/// True if a text has the words of a quote, in a row.
fn is_verbatim(quote: &str, text: &str) -> bool {
    let (quote, text) = (fold(quote), fold(text));
    let (quote, text): (Vec<&str>, Vec<&str>) = (words(&quote).collect(), words(&text).collect());
    !quote.is_empty() && text.windows(quote.len()).any(|run| run == quote)
}
