//! Sentences that tell the reader what to do, and claim nothing of anybody.

use std::ops::Range;

use super::days::named_days;
use super::reading::Reading;
use super::subject::{is_being, is_staff};
use super::units::unit_of;
use super::words::is_clause_start;
use crate::semantic::is_listed;

/// Words with which advice begins.
const REQUESTS: &[&str] = &[
    "ask", "check", "keep", "choose", "compare", "write", "read", "make", "take", "let", "avoid", "wait", "be",
    "consider", "try", "bring", "tell", "remove", "open", "close", "find", "decide", "give", "measure", "stay", "put",
    "listen", "talk", "dont",
];
/// The same, but also nouns before another noun: `Plan members`.
const NOUNS: &[&str] = &[
    "call", "move", "look", "turn", "store", "plan", "use", "have", "leave", "clear", "cover", "watch", "start",
    "contact",
];
/// Words behind which a statement may follow: `Remember that`.
const KNOWING: &[&str] = &["remember", "note", "learn", "think", "know"];
/// Words behind one of them that ask for something to be done.
const DOING: &[&str] = &["to", "about", "of", "what", "which", "how", "whether", "where", "when"];
/// Words before a request.
const OPENERS: &[&str] = &["never", "always", "please", "then", "also"];
/// Verbs that name the business as the one to turn to: `Call us`.
const CONTACTS: &[&str] =
    &["call", "contact", "ask", "tell", "text", "reach", "write", "talk", "speak", "email", "phone"];
/// Words with which a sentence names somebody or something of its own.
const DEFINITE: &[&str] = &[
    "the", "this", "these", "that", "those", "a", "an", "each", "every", "he", "she", "they", "it", "his", "her",
    "their",
];

/// Words with which a sentence promises something.
const PROMISES: &[&str] = &["will", "shall", "tonight", "today", "tomorrow", "available", "accepted", "welcome"];

/// Words behind a verb with which advice may begin: `Walk the line`.
const OBJECTS: &[&str] = &["the", "a", "an", "your", "it", "them", "yourself"];
/// Words of the business in its own mouth.
const OWN: &[&str] = &["we", "our", "ours", "weve", "were", "well"];
/// Words with which a sentence points to another part of the page.
const POINTERS: &[&str] = &["here", "below", "above"];
/// Words for parts of a page.
const PARTS: &[&str] = &[
    "question",
    "questions",
    "step",
    "steps",
    "point",
    "points",
    "tip",
    "tips",
    "answer",
    "answers",
    "list",
    "overview",
    "example",
    "examples",
];
/// Words with which a sentence leads on: `Let's turn to`.
const LEADING: &[&str] = &["look", "take", "see", "talk", "begin", "start", "walk", "go", "turn", "compare", "move"];
/// Words with content of a sentence that leads to another part of the page.
const LONGEST_POINTER: usize = 4;
/// Words with content of a clause that only goes on: `, the rails and the gate`.
const SLIGHT: usize = 2;

fn text(reading: &Reading, at: usize) -> &str {
    reading.words.get(at).map_or("", |word| word.text.as_str())
}

/// True for advice: `Compare two offers before you decide.` It may name the business as the one to call.
pub(super) fn is_advice(reading: &Reading) -> bool {
    // `Sign today and you pay nothing` promises.
    let has_result = reading.words.windows(2).any(|pair| pair[0].text == "and" && pair[1].text == "you");
    // `Before you book, check the plug.`
    let is_side = matches!(text(reading, 0), "before" | "after" | "when" | "while" | "once" | "if");
    let main = reading.words.iter().skip(1).position(|word| word.is_after_mark).filter(|_| is_side);
    is_request(reading, main.map_or(0, |at| at + 1)) && !has_result && !is_offer(reading)
}

/// True if the business speaks of itself, other than as the one to call: `Leave the lifting to us`.
fn is_offer(reading: &Reading) -> bool {
    let is_contact = |at: usize| (at.saturating_sub(2)..at).any(|before| CONTACTS.contains(&text(reading, before)));
    let is_us = |at: usize| text(reading, at) == "us" && !is_contact(at);
    reading.is_of_business && (reading.is_named || reading.has(OWN) || (0..reading.words.len()).any(is_us))
}

/// True for a verb at a position that asks the reader to do something.
fn is_request(reading: &Reading, at: usize) -> bool {
    let (word, next) = (text(reading, at), text(reading, at + 1));
    if OPENERS.contains(&word) {
        return !OPENERS.contains(&next) && is_request(reading, at + 1);
    }
    let is_noun = || reading.words.get(at + 1).is_some_and(|next| next.is_content() && !next.is_after_mark);
    match word {
        "let" => !matches!(next, "us" | "our"),
        "do" => next == "not",
        "be" => !matches!(next, "aware" | "sure" | "assured"),
        "you" => next == "should" && !KNOWING.contains(&text(reading, at + 2)),
        "consider" => next != "that",
        _ if KNOWING.contains(&word) => DOING.contains(&next),
        _ => REQUESTS.contains(&word) || NOUNS.contains(&word) && !is_noun() || is_imperative(reading, at),
    }
}

/// True for a verb in its base form before its object.
fn is_imperative(reading: &Reading, at: usize) -> bool {
    let [first, second, rest @ ..] = reading.words.get(at..).unwrap_or_default() else { return false };
    // `Service a day later` begins with a noun.
    let is_time = || rest.first().is_some_and(|third| unit_of(&third.text, "").is_some());
    first.is_content()
        && is_listed(&first.text)
        && !["s", "ing", "ed", "ion", "ment", "ness", "ity"].iter().any(|end| first.text.ends_with(end))
        && !second.is_after_mark
        && OBJECTS.contains(&second.text.as_str())
        && !(matches!(second.text.as_str(), "a" | "an") && is_time())
}

/// True if all words that no fact says are in clauses that advise, or go on with the advice: not in `because the crew raises it`.
pub(super) fn is_all_advice(reading: &Reading, unsaid: &[usize]) -> bool {
    unsaid.iter().all(|at| is_advising(reading, &reading.clause_of(*at)))
}

fn is_advising(reading: &Reading, clause: &Range<usize>) -> bool {
    let first = text(reading, clause.start);
    let start = clause.start + usize::from(matches!(first, "and" | "or" | "but" | "then"));
    let is_of_reader = matches!(first, "before" | "after" | "when" | "while" | "once" | "until")
        && matches!(text(reading, clause.start + 1), "you" | "your");
    is_request(reading, start)
        || matches!(first, "if" | "unless" | "whether")
        || is_of_reader
        || is_slight(reading, clause)
}

/// True for a short clause that goes on with a list, and names nobody who acts.
fn is_slight(reading: &Reading, clause: &Range<usize>) -> bool {
    let words = || reading.words[clause.clone()].iter();
    let is_acting = |text: &str, stem: &str| is_being(text) || is_staff(stem) || OWN.contains(&text);
    let is_bound = is_clause_start(text(reading, clause.start)) && text(reading, clause.start) != "and";
    !is_bound
        && words().filter(|word| word.is_content()).count() <= SLIGHT
        && !words().any(|word| is_acting(&word.text, &word.stem))
}

/// True for a sentence that leads to another part of the page: `Here is what to ask.`
pub(super) fn is_navigation(reading: &Reading, unsaid: &[usize]) -> bool {
    let is_call = |at: &usize| {
        text(reading, *at) == "lets"
            && reading.words[*at].written.contains(['\'', '\u{2019}'])
            && LEADING.contains(&text(reading, at + 1))
    };
    let call = (0..reading.words.len()).find(is_call);
    let Some(start) = call.or_else(|| is_pointing(reading).then_some(0)) else { return false };
    let own = reading.clause_of(start);
    reading.contents(own.clone()).count() <= LONGEST_POINTER
        && reading.quantities.is_empty()
        && !reading.is_of_business
        && unsaid.iter().all(|at| own.contains(at) || is_slight(reading, &reading.clause_of(*at)))
}

/// True for `Here is what to ask` and `Below are some questions`, not for `Here is why cedar lasts`.
fn is_pointing(reading: &Reading) -> bool {
    let is_asked = matches!(text(reading, 2), "what" | "how" | "which" | "where" | "when")
        && matches!(text(reading, 3), "to" | "you");
    let is_part = || (2..=4).any(|at| PARTS.contains(&text(reading, at)));
    let is_being = matches!(text(reading, 1), "is" | "are");
    POINTERS.contains(&text(reading, 0)) && is_being && (is_asked || is_part())
}

/// True for a sentence that names somebody or something of its own, or what the reader can have: `The owner`, `You can pay by card`.
pub(super) fn is_definite(reading: &Reading) -> bool {
    let first = text(reading, 0);
    DEFINITE.contains(&first) || first == "you" && !is_advice(reading)
}

/// True for a sentence that promises something, or names a day: `A roofer will be there tonight.`
pub(super) fn is_promising(reading: &Reading) -> bool {
    reading.has(PROMISES) || reading.words.iter().any(|word| named_days(&word.text) > 0)
}
