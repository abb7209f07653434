//! Figures that a line only supposes, as a case that a fact decides: `suppose 30 miles: {area: within 20 miles}`.
//!
//! No calculation gives such a figure, and code cannot read what the line says of the case: that is for the verdict. Code checks what needs no
//! reading: the words of the fact are in it word for word and have a figure, and the line does not claim the figure.

use std::ops::Range;

use super::super::evidence::Statement;
use super::super::figure::telephones;
use super::super::numbers::{is_near, is_promise, written};
use super::super::quantity::{Bound, Quantity};
use super::super::reading::Reading;
use super::super::units::Unit;
use super::figures::{figure, places};
use super::{Calculated, Context, conditions};
use crate::text::{fold, words};

/// Maximum length of a supposition, in bytes.
const MOST_BYTES: usize = 1_000;
/// Maximum number of quotes of a supposition.
const MOST_QUOTES: usize = 4;
/// First words of a supposition.
const SIGNS: &[&str] = &["suppose", "supposes", "supposed", "supposing", "supposition"];
/// Names of days and months, which are figures of a date.
const DATES: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "weekday",
    "weekdays",
    "weekend",
    "weekends",
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

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
    /// Adds the figures that suppositions support and nothing else does.
    pub(super) fn add_supposed(&self, found: &mut Vec<Calculated>, all: &[Supposition<'_>]) {
        for one in all {
            let supposed = self.supposes(one);
            if !supposed.iter().any(|one| found.iter().any(|other| other.words == one.words)) {
                found.extend(supposed);
            }
        }
    }

    /// Returns the figures of the line that a supposition supports.
    fn supposes(&self, one: &Supposition<'_>) -> Vec<Calculated> {
        let quoted = one.quotes.iter().filter_map(|quote| self.quoted(quote));
        let quoted: Vec<(&str, Reading)> = quoted.collect();
        let found = self.figures_named(one.words).into_iter().filter_map(|own| {
            let (id, _) = quoted.iter().find(|(_, quote)| self.is_case(own, quote))?;
            Some(Calculated { words: written(&self.reading, own), fact_ids: vec![(*id).to_owned()] })
        });
        found.collect()
    }

    /// Returns the figures of the line that have these words, or else this number.
    fn figures_named(&self, words: &str) -> Vec<&Quantity> {
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

    /// Returns the fact and the reading of a quote that is in the fact word for word and has a figure.
    fn quoted(&self, quote: &str) -> Option<(&str, Reading)> {
        let (id, rest) = self.named_fact(quote)?;
        let is_own = |one: &&Statement<'_>| one.fact.id == id;
        let fact = self.evidence.statements.iter().find(is_own).map(|one| one.fact)?;
        let is_here = is_verbatim(rest, &fact.value)
            || fact.detail.as_deref().is_some_and(|detail| is_verbatim(rest, detail))
            || is_verbatim(rest, &format!("{} {}", fact.value, fact.detail.as_deref().unwrap_or_default()));
        let is_of_business = self.evidence.statements.iter().filter(is_own).any(|one| !is_promise(&self.reading, one));
        let reading = self.reader.read(&telephones(rest).1);
        let has_figure = reading.quantities.iter().any(|one| one.unit != Unit::Code)
            || figure(&reading, &(0..reading.words.len())).is_some()
            || reading.has(DATES);
        (is_here && is_of_business && has_figure).then_some((id, reading))
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
