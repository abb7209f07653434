//! Words of advertisements and of machine prose.

use super::language::has_phrase;

/// Phrases that say nothing, or nothing that an editor would write.
const EMPTY: &[&str] = &[
    "top-notch",
    "state-of-the-art",
    "cutting-edge",
    "world-class",
    "best-in-class",
    "unparalleled",
    "unmatched",
    "second to none",
    "peace of mind",
    "look no further",
    "your trusted",
    "trusted partner",
    "we pride ourselves",
    "hassle-free",
    "seamless",
    "seamlessly",
    "game-changer",
    "delve",
    "navigate the",
    "in today's",
    "ever-evolving",
    "when it comes to",
    "it is important to note",
    "it's important to note",
    "it is worth noting",
    "it's worth noting",
    "rest assured",
    "one-stop",
    "tailored",
    "elevate",
    "unlock",
    "harness",
    "leverage",
    "robust",
    "holistic",
    "comprehensive",
    "crucial",
    "vital",
    "paramount",
    "plethora",
    "myriad",
    "testament",
    "tapestry",
    "landscape of",
    "realm",
    "embark",
    "foster",
    "bustling",
    "nestled",
    "boasts",
    "at the end of the day",
    "in conclusion",
    "furthermore",
    "moreover",
    "a wide range of",
    "rich history",
    "let's dive",
    "utilize",
    "in order to",
    "streamline",
    "empower",
    "dream home",
    "transform your",
    "new life into",
    "plays a role",
    "the importance of",
    "a variety of",
    "additionally",
    "feel free",
    "don't hesitate",
    "highly recommended",
    "qualified professionals",
    "whether you're",
    "dive into",
    "whatever your",
    "worry no more",
    "you deserve",
];

/// Plain uses of the same words in some trade, which are allowed.
const PLAIN: &[&str] = &[
    "foster care",
    "foster child",
    "foster children",
    "foster parent",
    "foster parents",
    "safety harness",
    "wiring harness",
    "vital records",
    "vital signs",
    "comprehensive coverage",
    "comprehensive insurance",
    "comprehensive policy",
    "comprehensive exam",
    "unlock a car",
    "unlock a door",
    "unlock the car",
    "unlock the door",
    "unlock the vehicle",
    "navigate the stairs",
    "elevate the leg",
];

/// Returns the empty phrases of a text in lower case.
pub(super) fn advertising(lower: &str) -> Vec<&'static str> {
    let rest = without(lower, PLAIN);
    let mut found: Vec<&str> = EMPTY.iter().copied().filter(|phrase| has_phrase(&rest, phrase)).collect();
    if rest.split_once("not only").is_some_and(|(_, after)| has_phrase(after, "but")) {
        found.push("not only ... but");
    }
    found
}

/// Removes phrases from a text.
pub(super) fn without(lower: &str, phrases: &[&str]) -> String {
    phrases.iter().fold(lower.to_owned(), |text, phrase| text.replace(phrase, ""))
}
