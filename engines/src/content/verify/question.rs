//! Questions: what asks claims nothing, what only ends like a question does.

use super::reading::Reading;

/// Words that begin a question before any word.
const ASKING: &[&str] = &["what", "which", "who", "whose", "whom", "whats", "whos"];
/// Words that begin a question before an auxiliary; before other words they begin a side clause.
const ASKING_BEFORE: &[&str] = &["when", "where", "why", "how"];
/// Words that begin a question about the reader without `are you` or `do you`: `Need a permit?`
const SHORTENED: &[&str] = &["need", "want", "looking", "ready", "wondering", "unsure", "curious", "worried"];
/// Auxiliaries before the subject of a question.
const AUXILIARIES: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "could", "will", "would", "shall",
    "should", "may", "might", "must",
];
/// The same with a negation.
const DENYING: &[&str] = &[
    "isnt", "arent", "wasnt", "werent", "dont", "doesnt", "didnt", "hasnt", "havent", "hadnt", "cant", "couldnt",
    "wont", "wouldnt", "shouldnt", "mustnt",
];
/// Words that end a sentence with a question about itself: `right?`
const TAGS: &[&str] = &["right", "correct", "no", "yes", "true", "ok", "okay", "eh", "huh"];
/// Words behind which a statement may follow: `Did you know`.
const KNOWING: &[&str] = &[
    "know",
    "knew",
    "known",
    "knows",
    "aware",
    "realize",
    "realized",
    "hear",
    "heard",
    "guess",
    "believe",
    "notice",
    "noticed",
    "remember",
    "see",
    "seen",
    "say",
    "said",
    "tell",
    "told",
    "mention",
    "mentioned",
    "agree",
    "think",
    "thought",
    "sure",
    "wonder",
    "imagine",
];
/// Words with which a question goes on behind one of them: `Do you know what it costs?`
const OPEN: &[&str] =
    &["what", "which", "who", "whose", "when", "where", "why", "how", "if", "whether", "about", "of", "to"];
/// Words before the auxiliary: `How much does`.
const REACH: usize = 4;
/// Words of a tag: `doesn't it?`
const LONGEST_TAG: usize = 3;

/// What a text with a question mark is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asked {
    /// A statement: `Did you know the crew never calls?`
    Nothing,
    /// A question that leaves the answer open.
    Openly,
    /// A question whose words deny what it claims: `Isn't the visit free?`
    Denied,
}

/// Decides what a text that ends with a question mark is.
pub(super) fn asked(reading: &Reading) -> Asked {
    let text = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    let start = usize::from(matches!(text(0), "so" | "and" | "but" | "or"));
    let is_auxiliary = |at: usize| AUXILIARIES.contains(&text(at));
    let is_denied = |at: usize| DENYING.contains(&text(at)) || is_auxiliary(at) && text(at + 1) == "not";
    if is_denied(start) || text(start) == "why" && is_denied(start + 1) {
        return Asked::Denied;
    }
    let near = || (start + 1..=start + REACH).any(|at| is_auxiliary(at) || start + 1 == at && text(at) == "to");
    let is_shortened = SHORTENED.contains(&text(start)) || text(start) == "not" && text(start + 1) == "sure";
    let is_asking = ASKING.contains(&text(start))
        || is_shortened
        || ASKING_BEFORE.contains(&text(start)) && near()
        || is_auxiliary(start) && !matches!((text(start), text(start + 1)), ("have", "a" | "an" | "the"));
    let is_single = !reading.words.iter().skip(1).any(|word| word.is_first);
    if is_asking && is_single && !has_statement(reading) && !has_tag(reading) { Asked::Openly } else { Asked::Nothing }
}

/// True for a question at a position that can be answered with yes or no: `Can you promise a result?`
pub(super) fn is_yes_or_no(reading: &Reading, at: usize) -> bool {
    let text = |at: usize| reading.words.get(at).map_or("", |word| word.text.as_str());
    let start = at + usize::from(matches!(text(at), "so" | "and" | "but" | "or"));
    let is_order = matches!((text(start), text(start + 1)), ("have", "a" | "an" | "the") | ("do", "not"));
    AUXILIARIES.contains(&text(start)) && !is_order && text(start + 1) != "not" && !has_statement(reading)
}

/// True for `know that`, `aware that`, and a statement behind them without `that`.
fn has_statement(reading: &Reading) -> bool {
    let runs = reading.words.windows(2);
    let is_open = |next: &str| OPEN.contains(&next);
    runs.clone().any(|pair| KNOWING.contains(&pair[0].text.as_str()) && !is_open(&pair[1].text))
}

/// True for a question about the sentence itself: `, doesn't it?`
fn has_tag(reading: &Reading) -> bool {
    let Some(last) = reading.words.iter().rposition(|word| word.is_after_mark) else { return false };
    let tag = reading.words.get(last..).unwrap_or_default();
    let is_tag = |word: &str| AUXILIARIES.contains(&word) || DENYING.contains(&word) || TAGS.contains(&word);
    tag.len() <= LONGEST_TAG && tag.first().is_some_and(|word| is_tag(&word.text))
}
