//! Sentences that tell the reader what to do, and claim nothing of anybody.

use super::days::named_days;
use super::reading::Reading;
use crate::semantic::is_listed;

/// Words with which advice begins.
const REQUESTS: &[&str] = &[
    "ask", "check", "keep", "choose", "compare", "call", "move", "write", "read", "make", "take", "look", "do", "dont",
    "let", "avoid", "turn", "store", "wait", "plan", "remember", "be", "consider", "try", "use", "bring", "have",
    "tell", "note", "get", "leave", "clear", "remove", "cover", "open", "close", "watch", "learn", "think", "start",
    "find", "decide", "never", "always", "give", "measure", "stay", "put", "listen", "talk", "please", "contact",
];
/// Words with which a sentence names somebody or something of its own.
const DEFINITE: &[&str] = &[
    "the", "this", "these", "that", "those", "a", "an", "each", "every", "he", "she", "they", "it", "his", "her",
    "their",
];

/// Words with which a sentence promises something.
const PROMISES: &[&str] = &["will", "shall", "tonight", "today", "tomorrow", "available", "accepted", "welcome"];

/// Words behind a verb with which advice may begin: `Walk the line`.
const OBJECTS: &[&str] =
    &["the", "a", "an", "your", "any", "each", "every", "both", "it", "them", "yourself", "all", "on", "off", "up"];
/// Words with which a sentence points to another part of the page.
const POINTERS: &[&str] = &["here", "below", "above", "heres"];

/// True for advice: `Compare two offers before you decide.` It may name the business as the one to call.
pub(super) fn is_advice(reading: &Reading) -> bool {
    let first = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    let is_of_business = reading.is_named || reading.has(&["we", "our", "ours", "weve", "were", "well"]);
    // `Sign today and you pay nothing` promises.
    let has_result = reading.words.windows(2).any(|pair| pair[0].text == "and" && pair[1].text == "you");
    // `Before you book, check the plug.`
    let is_side = matches!(first(0), "before" | "after" | "when" | "while" | "once" | "if");
    let main = reading.words.iter().skip(1).position(|word| word.is_after_mark).filter(|_| is_side);
    let is_request = REQUESTS.contains(&first(main.map_or(0, |at| at + 1)))
        || first(0) == "you" && first(1) == "should"
        || is_imperative(reading);
    is_request && !has_result && !(is_of_business && reading.is_of_business)
}

/// True for a verb in its base form before its object.
fn is_imperative(reading: &Reading) -> bool {
    let [first, second, ..] = reading.words.as_slice() else { return false };
    first.is_content()
        && is_listed(&first.text)
        && !first.text.ends_with('s')
        && !first.text.ends_with("ing")
        && !first.text.ends_with("ed")
        && !second.is_after_mark
        && OBJECTS.contains(&second.text.as_str())
}

/// True for a sentence that leads to another part of the page: `Here is what to ask.`
pub(super) fn is_navigation(reading: &Reading) -> bool {
    let first = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    let is_pointing = POINTERS.contains(&first(0)) && matches!(first(1), "is" | "are" | "you" | "we" | "what" | "how");
    let is_call = reading.words.iter().any(|word| word.text == "lets" && word.written.contains(['\'', '\u{2019}']));
    (is_pointing || is_call) && reading.quantities.is_empty() && !reading.is_named
}

/// True for a sentence that names somebody or something of its own, or what the reader can have: `The owner`, `You can pay by card`.
pub(super) fn is_definite(reading: &Reading) -> bool {
    let first = reading.words.first().map_or("", |word| word.text.as_str());
    DEFINITE.contains(&first) || first == "you" && !is_advice(reading)
}

/// True for a sentence that promises something, or names a day: `A roofer will be there tonight.`
pub(super) fn is_promising(reading: &Reading) -> bool {
    reading.has(PROMISES) || reading.words.iter().any(|word| named_days(&word.text) > 0)
}
