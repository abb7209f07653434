//! Facts that give orders to a language model.

use super::SourceFact;
use crate::text::fold;

/// Phrases with which texts of other people address a language model. Found in published attacks on assistants that read web
/// pages (Greshake et al. 2023, "Not what you've signed up for", and later collections).
const ORDERS: [&str; 34] = [
    "ignore all previous",
    "ignore previous",
    "ignore the previous",
    "ignore the above",
    "ignore all instructions",
    "ignore your instructions",
    "ignore these instructions",
    "ignore any instructions",
    "disregard previous",
    "disregard the previous",
    "disregard all previous",
    "disregard the above",
    "disregard your instructions",
    "forget previous instructions",
    "forget all previous",
    "forget your instructions",
    "forget everything above",
    "override your instructions",
    "new instructions",
    "system prompt",
    "system message",
    "your instructions",
    "you are now",
    "you are an ai",
    "you are a language model",
    "you are chatgpt",
    "as an ai",
    "as a language model",
    "act as",
    "pretend to be",
    "respond only with",
    "reply only with",
    "output only",
    "do not tell the user",
];
/// Marks of roles in conversations with models.
const ROLES: [&str; 8] =
    ["<|im_start|>", "<|system|>", "[inst]", "### instruction", "\nsystem:", "\nassistant:", "\nuser:", "<system>"];

/// Returns true if a text addresses a language model rather than a reader.
#[must_use]
pub fn is_instruction(text: &str) -> bool {
    let lower = text.to_lowercase();
    if ROLES.iter().any(|role| lower.contains(role)) {
        return true;
    }
    let folded = fold(text);
    let words = crate::text::words(&folded).collect::<Vec<_>>().join(" ");
    let padded = format!(" {words} ");
    ORDERS.iter().any(|order| padded.contains(&format!(" {order} ")))
}

/// Separates the facts that a model may see from those that look like orders to it. The ids of the latter are returned, so
/// that a person can look at them.
#[must_use]
pub fn shield(facts: Vec<SourceFact>) -> (Vec<SourceFact>, Vec<String>) {
    let (orders, kept): (Vec<_>, Vec<_>) = facts.into_iter().partition(|fact| is_instruction(&fact.text));
    (kept, orders.into_iter().map(|fact| fact.id).collect())
}
