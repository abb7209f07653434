//! Sentences that tell the reader what to do, and claim nothing of anybody.

use super::days::named_days;
use super::reading::Reading;

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

/// True for advice: `Compare two offers before you decide.`
pub(super) fn is_advice(reading: &Reading) -> bool {
    let first = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    !reading.is_of_business && (REQUESTS.contains(&first(0)) || first(0) == "you" && first(1) == "should")
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
