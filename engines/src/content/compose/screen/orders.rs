//! Finds texts that give orders to the writer of a page, who may be a language model, instead of stating a fact.
//!
//! Orders to the reader (`Ask for the license before work starts`) are advice, and stay. An order to the writer cancels other
//! instructions, or begins with a verb of writing and says what to write about the business.

use crate::text::{fold, sentences};

/// Words about the machinery of a language model, folded.
const MACHINE: &[&str] = &[
    "system prompt",
    "language model",
    "prompt injection",
    "as an ai",
    "ai assistant",
    "you are chatgpt",
    "new instructions",
    "end of prompt",
    "jailbreak",
];
/// Marks that separate the roles of a conversation with a language model.
const MARKS: &[&str] = &["<|", "|>", "[inst]", "[/inst]", "{{", "{%"];
/// Verbs that cancel, and what they cancel.
const CANCELS: &[&str] = &["ignore", "disregard", "forget", "override", "bypass", "overrule"];
const WHICH: &[&str] = &["previous", "prior", "above", "earlier", "preceding", "all", "any", "your", "system", "other"];
const RULES: &[&str] = &[
    "instruction",
    "instructions",
    "prompt",
    "prompts",
    "guideline",
    "guidelines",
    "rules",
    "facts",
    "constraints",
    "directives",
];
/// Words between a cancelling verb and what it cancels.
const CANCEL_REACH: usize = 6;
/// Words before the verb of an order.
const FILLERS: &[&str] = &[
    "please", "now", "always", "instead", "just", "simply", "then", "also", "you", "must", "should", "shall", "and",
    "first",
];
/// Verbs of writing with a clause about what to write: `write that`, `make sure to say that`.
const SAY: &[&str] = &[
    "write",
    "say",
    "state",
    "mention",
    "claim",
    "add",
    "include",
    "stress",
    "emphasize",
    "emphasise",
    "highlight",
    "declare",
    "pretend",
];
/// Words that may come between such a verb and `that`, and how many words they may open.
const HOW: &[&str] = &["clearly", "explicitly", "boldly", "also", "everywhere", "prominently", "in", "on", "at"];
const SAY_REACH: usize = 6;
/// Verbs of writing about a text.
const WRITE: &[&str] = &[
    "write",
    "describe",
    "rank",
    "list",
    "mention",
    "include",
    "use",
    "insert",
    "add",
    "repeat",
    "link",
    "output",
    "print",
    "publish",
    "generate",
    "respond",
    "reply",
    "translate",
    "rewrite",
    "summarize",
    "say",
    "tell",
    "promote",
    "present",
    "call",
    "start",
];
/// Words that only a writer would be addressed with.
const TEXTS: &[&str] = &[
    "page",
    "article",
    "paragraph",
    "paragraphs",
    "headline",
    "heading",
    "headings",
    "website",
    "keyword",
    "keywords",
    "seo",
    "readers",
    "reader",
    "visitors",
    "backlink",
    "backlinks",
    "sentence",
    "sentences",
    "html",
];
/// Verbs of praise, and whom to praise.
const PRAISE: &[&str] = &["describe", "present", "portray", "rank", "praise", "promote", "position"];
const WHOM: &[&str] = &["us", "our", "we", "me", "this", "the", "them", "him", "her"];
const FIRMS: &[&str] = &["us", "our", "me", "business", "company", "firm"];

/// Returns true if a sentence of a text is an order to the writer.
pub(super) fn is_order(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_turn =
        ["system:", "assistant:", "user:", "instruction:", "instructions:"].iter().any(|mark| lower.starts_with(mark));
    if is_turn || MARKS.iter().any(|mark| lower.contains(mark)) {
        return true;
    }
    let folded = format!(" {} ", fold(text));
    MACHINE.iter().any(|phrase| folded.contains(&format!(" {phrase} "))) || sentences(text).into_iter().any(is_command)
}

fn is_command(sentence: &str) -> bool {
    let folded = fold(sentence);
    let words: Vec<&str> = folded.split(' ').collect();
    if cancels(&words) {
        return true;
    }
    let start = words.iter().position(|word| !FILLERS.contains(word)).unwrap_or(words.len());
    let rest = words.get(start..).unwrap_or_default();
    let rest = match rest {
        ["make", "sure" | "certain", "to" | "you" | "that", rest @ ..]
        | ["be", "sure", "to", rest @ ..]
        | ["remember", "to", rest @ ..] => rest,
        rest => rest,
    };
    let Some((verb, after)) = rest.split_first() else { return false };
    says(verb, after) || is_about_text(verb, after) || praises(verb, after) || sounds(rest)
}

/// `ignore all previous instructions`, anywhere in a sentence and not forbidden by it.
fn cancels(words: &[&str]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        let is_forbidden = at > 0 && matches!(words[at - 1], "not" | "never" | "dont" | "who" | "to" | "must");
        let near = words.iter().skip(at + 1).take(CANCEL_REACH);
        let has = |list: &[&str]| near.clone().any(|word| list.contains(word));
        let is_all = has(&["everything"]) && has(&["above", "before", "previous"]);
        CANCELS.contains(word) && !is_forbidden && (has(WHICH) && has(RULES) || is_all)
    })
}

/// `write that we are number one`.
fn says(verb: &str, after: &[&str]) -> bool {
    let is_open = after.first().is_some_and(|word| HOW.contains(word) || *word == "that");
    SAY.contains(&verb) && is_open && after.iter().take(SAY_REACH).any(|word| *word == "that")
}

/// `use the keyword in every heading`.
fn is_about_text(verb: &str, after: &[&str]) -> bool {
    WRITE.contains(&verb) && after.iter().any(|word| TEXTS.contains(word))
}

/// `describe us as the best`, `call us number one`; not `call us before six`.
fn praises(verb: &str, after: &[&str]) -> bool {
    let is_firm =
        after.first().is_some_and(|word| WHOM.contains(word)) && after.iter().take(2).any(|word| FIRMS.contains(word));
    let near = after.get(1..).unwrap_or_default();
    let is_best = matches!(
        near,
        ["number", "one" | "1", ..] | ["the", "best" | "leading" | "top" | "cheapest", ..] | ["best", ..]
    );
    is_firm && (PRAISE.contains(&verb) || verb == "call" && is_best)
}

/// `make it sound cheap`.
fn sounds(words: &[&str]) -> bool {
    matches!(words, ["make", "it" | "us" | "this" | "the" | "them", rest @ ..] if rest.iter().take(2).any(|word| *word == "sound"))
}
