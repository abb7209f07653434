//! Figures that a line supposes, and does not claim: `a contract of 5,000 words`, `setting 50 square feet`.

use std::ops::Range;

use super::super::question::is_yes_or_no;
use super::super::reading::{Reading, Word};

/// Words before a figure that is supposed.
const SUPPOSING: &[&str] = &[
    "a", "an", "the", "for", "of", "at", "on", "if", "with", "in", "from", "between", "by", "per", "when", "plus",
    "after", "before", "past", "than", "to", "and", "or", "both", "all", "any", "another", "those", "these", "first",
    "only", "about", "exactly", "you", "your", "over", "under", "least",
];
/// Words with which a line claims a figure.
const CLAIMING: &[&str] = &[
    "takes", "take", "lasts", "last", "has", "have", "had", "is", "are", "was", "were", "employs", "employ", "costs",
    "cost", "charges", "charge", "gives", "give", "gets", "get", "includes", "include", "needs", "need", "runs",
    "holds", "hold", "offers", "offer", "keeps", "keep", "owns", "own", "there", "comes", "come", "totals", "saves",
    "save", "serves", "serve", "requires", "require", "makes", "make", "adds", "add", "pays", "covers", "cover",
    "brings", "our", "their", "its", "we", "earns", "won", "receive", "receives", "works", "equals", "amounts",
    "adding", "totaling",
];
/// Words behind which a claim before says nothing of the figure: `costs $800 for 50 square feet`.
const LINKS: &[&str] = &[
    "for", "of", "at", "on", "if", "when", "with", "between", "among", "by", "per", "in", "than", "from", "after",
    "before", "past",
];
/// Words before a sum of money that is supposed: `on a $3,000 order`.
const MONEY: &[&str] = &["a", "an", "on", "of", "for", "over", "at"];
/// Words between a claiming word and its figure.
const REACH: usize = 3;
/// First words of a line or clause with an order or an `-ing` form: `Booking three nights`.
const OPENING: usize = 4;

/// Words that begin a condition.
const CONDITIONS: &[&str] = &["if", "when", "should", "suppose", "say", "once", "whenever"];
/// Words before a limit: `from the age of eight weeks`.
const LIMITING: &[&str] = &["from", "least", "most", "minimum", "maximum", "until", "up"];
/// Words from a limit to its figure.
const LIMITED: usize = 4;

/// True for a figure that a calculation may use as an amount that the line supposes: one that the line does not claim.
pub(super) fn may_be_supposed(reading: &Reading, at: &Range<usize>) -> bool {
    is_open(reading, at) || is_supposed(reading, at) || !is_claimed(reading, at)
}

/// True for a figure in a condition or a question: `If your sale brings in $10,000`.
pub(super) fn is_open(reading: &Reading, at: &Range<usize>) -> bool {
    let clause = reading.clause_of(at.start);
    let first = reading.words.get(clause.start).map_or("", |word| word.text.as_str());
    let start = (0..=at.start).rev().find(|at| reading.words.get(*at).is_some_and(|word| word.is_first)).unwrap_or(0);
    CONDITIONS.contains(&first) || is_yes_or_no(reading, start)
}

/// True for a figure in a sentence that ends with a question mark.
pub(super) fn is_asked(reading: &Reading, at: &Range<usize>) -> bool {
    let rest = reading.words.iter().enumerate().skip(at.start);
    let mut sentence = rest.take_while(|(place, word)| *place == at.start || !word.is_first);
    sentence.any(|(_, word)| word.is_asking)
}

/// Returns the words of its clause before a figure.
fn before<'r>(reading: &'r Reading, at: &Range<usize>) -> &'r [Word] {
    let start = reading.clause_of(at.start).start.min(at.start);
    reading.words.get(start..at.start).unwrap_or_default()
}

/// True for a figure behind a word with which a line claims it.
fn is_claimed(reading: &Reading, at: &Range<usize>) -> bool {
    let words = before(reading, at).iter().rev();
    let mut nearest = words.take_while(|word| !LINKS.contains(&word.text.as_str())).take(REACH);
    nearest.any(|word| CLAIMING.contains(&word.text.as_str()))
}

/// True for a figure that a line supposes as an example.
pub(super) fn is_supposed(reading: &Reading, at: &Range<usize>) -> bool {
    let before = before(reading, at);
    let text =
        |back: usize| before.len().checked_sub(back).and_then(|at| before.get(at)).map(|word| word.text.as_str());
    let is_limit = before.iter().rev().take(LIMITED).any(|word| LIMITING.contains(&word.text.as_str()));
    let is_money = reading.words.get(at.clone()).is_some_and(|words| words.iter().any(|word| is_money(&word.written)));
    match text(1) {
        _ if is_claimed(reading, at) || is_limit && text(2) == Some("age") => false,
        last if is_money => last.is_some_and(|last| MONEY.contains(&last)),
        None => true,
        Some(last) => {
            SUPPOSING.contains(&last) || last.ends_with("ing") || before.len() < OPENING && !last.ends_with('s')
        }
    }
}

fn is_money(written: &str) -> bool {
    written.starts_with(['$', '€', '£'])
}
