//! Figures that a line supposes, and does not claim: `a contract of 5,000 words`, `setting 50 square feet`.

use std::ops::Range;

use super::super::question::is_yes_or_no;
use super::super::reading::{Reading, Word};
use super::super::words::is_negator;

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

/// Claiming words that claim only before `to`: `comes to $40`, but not `comes five times`.
const COMING: &[&str] = &["come", "comes"];
/// Words before `to` and a claiming word, which claim with it: `have to pay`.
const OBLIGED: &[&str] = &[
    "have",
    "has",
    "had",
    "need",
    "needs",
    "able",
    "going",
    "ought",
    "promise",
    "promises",
    "guarantee",
    "guarantees",
    "agree",
    "agrees",
    "aim",
    "aims",
    "plan",
    "plans",
    "try",
    "tries",
    "want",
    "wants",
    "expect",
    "expects",
];
/// First words of somebody or something that a line supposes: `Someone who comes five times`.
const SOME: &[&str] = &[
    "someone",
    "somebody",
    "anyone",
    "anybody",
    "whoever",
    "everyone",
    "everybody",
    "people",
    "customers",
    "those",
    "a",
    "an",
    "any",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
];
/// Words before these.
const BEFORE_SOME: &[&str] =
    &["for", "if", "with", "to", "and", "but", "so", "because", "since", "when", "even", "then"];
/// Words behind `who` and `that` with which a line says what there is.
const BEING: &[&str] = &["has", "have", "had", "is", "are", "was", "were", "employs", "works", "offers", "provides"];
/// Words of somebody before `who`, and from `who` to what is supposed.
const SOME_REACH: usize = 5;
/// Verbs of the reader and orders, of which an operand is no claim: `you need three rooms`, `Bring six friends`.
const ORDERS: &[&str] = &[
    "take", "get", "have", "give", "make", "need", "keep", "hold", "include", "come", "add", "save", "pay", "run",
    "use",
];

/// Words before the name of a place.
const PLACING: &[&str] = &["in", "to", "from", "near", "of", "outside", "around"];
/// Words of the business, whose names are no cases.
const OWN: &[&str] = &["we", "our", "us", "ours", "weve"];

/// Words that begin a condition.
const CONDITIONS: &[&str] = &["if", "when", "should", "suppose", "say", "once", "whenever"];
/// Words before a limit: `from the age of eight weeks`.
const LIMITING: &[&str] = &["from", "least", "most", "minimum", "maximum", "until", "up"];
/// Words from a limit to its figure.
const LIMITED: usize = 4;

/// True for a figure that a calculation may use as an amount that the line supposes: one that the line does not claim.
pub(super) fn may_be_supposed(reading: &Reading, at: &Range<usize>) -> bool {
    is_open(reading, at) || is_of_some(reading, at) || is_supposed(reading, at) || !is_claimed(reading, at)
}

/// True for a figure that a calculation uses, and that the line does not claim. What the reader needs or is asked to do is no claim there.
pub(super) fn may_be_operand(reading: &Reading, at: &Range<usize>) -> bool {
    let clause = reading.clause_of(at.start);
    let text = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    let is_order = |place: usize| {
        let is_own = place == clause.start || place.checked_sub(1).is_some_and(|before| text(before) == "you");
        is_own && ORDERS.contains(&text(place))
    };
    let is_near = |place: &usize| place + REACH >= at.start;
    may_be_supposed(reading, at) || (clause.start..at.start).filter(is_near).any(is_order)
}

/// True for a figure, no money, behind `who` or `that` of somebody or something that the line supposes: `a lift that takes two hours`.
pub(super) fn is_of_some(reading: &Reading, at: &Range<usize>) -> bool {
    let text = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    let is_money = reading.words.get(at.clone()).is_some_and(|words| words.iter().any(|word| is_money(&word.written)));
    let near = at.start.saturating_sub(SOME_REACH + 1)..at.start;
    let is_start = |at: &usize| reading.words.get(*at).is_some_and(|word| word.is_first || word.is_after_mark);
    near.rev().take_while(|place| !is_start(&(place + 1)) || place + 1 == at.start).any(|place| {
        let is_named = matches!(text(place), "who" | "that") && !BEING.contains(&text(place + 1));
        let from = place.saturating_sub(SOME_REACH);
        let start = (from..place).rev().find(|at| is_start(at) || reading.clauses.iter().any(|one| one.start == *at));
        let start = start.map(|start| (start..place).find(|at| !BEFORE_SOME.contains(&text(*at))).unwrap_or(start));
        is_named && !is_money && start.is_some_and(|start| SOME.contains(&text(start)))
    })
}

/// True for a name that a line only supposes: in a condition or question, of somebody, as an example, or in a sentence that denies. A name next to
/// another is of a person or business, unless it is of a place: `in New York`.
pub(in super::super) fn may_name(reading: &Reading, at: usize) -> bool {
    let text = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    let before = |back: usize| at.checked_sub(back).map_or("", text);
    let is_capital = |at: usize| reading.words.get(at).is_some_and(|word| word.is_capital && !word.is_after_mark);
    let is_after = is_capital(at)
        && at.checked_sub(1).and_then(|at| reading.words.get(at)).is_some_and(|word| word.is_capital && !word.is_first);
    let is_pair = is_after || is_capital(at + 1);
    let is_placed = PLACING.contains(&before(1)) || is_after && PLACING.contains(&before(2));
    let clause = reading.clause_of(at);
    let is_own = reading
        .words
        .get(clause.clone())
        .is_some_and(|words| words.iter().any(|word| OWN.contains(&word.text.as_str())));
    let is_example = before(1) == "say" || before(2) == "such" && before(1) == "as";
    let range = at..at + 1;
    let is_supposed =
        is_open(reading, &range) || is_asked(reading, &range) || is_of_some(reading, &range) || is_example;
    (!is_pair || is_placed) && (is_supposed && !is_own || is_denied(reading, at))
}

/// True for a word of a sentence with a negation.
pub(super) fn is_denied(reading: &Reading, at: usize) -> bool {
    let start = (0..=at).rev().find(|at| reading.words.get(*at).is_some_and(|word| word.is_first)).unwrap_or(0);
    let rest = reading.words.iter().enumerate().skip(start);
    let mut sentence = rest.take_while(|(place, word)| *place == start || !word.is_first);
    sentence.any(|(_, word)| is_negator(&word.text) || word.text == "cannot")
}

/// True for a figure in a condition or a question: `If your sale brings in $10,000`.
pub(super) fn is_open(reading: &Reading, at: &Range<usize>) -> bool {
    let clause = reading.clause_of(at.start);
    let first = reading.words.get(clause.start).map_or("", |word| word.text.as_str());
    let start = (0..=at.start).rev().find(|at| reading.words.get(*at).is_some_and(|word| word.is_first)).unwrap_or(0);
    let second = reading.words.get(clause.start + 1).map_or("", |word| word.text.as_str());
    CONDITIONS.contains(&first) || first == "even" && CONDITIONS.contains(&second) || is_yes_or_no(reading, start)
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
    let words = before(reading, at);
    let text = |at: Option<usize>| at.and_then(|at| words.get(at)).map_or("", |word| word.text.as_str());
    let is_claim = |place: usize| {
        let is_coming = COMING.contains(&text(Some(place))) && text(Some(place + 1)) != "to";
        let is_aim = text(place.checked_sub(1)) == "to" && !OBLIGED.contains(&text(place.checked_sub(2)));
        CLAIMING.contains(&text(Some(place))) && !is_coming && !is_aim
    };
    let nearest = (0..words.len()).rev().take_while(|at| !LINKS.contains(&text(Some(*at)))).take(REACH);
    nearest.into_iter().any(is_claim)
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
