//! Uses of the words of claims that claim nothing: `free of rot`, `your favorite song`, `reviews your papers`.

use super::reading::{Reading, Word};

/// What the top of a thing is.
const TOPS: &[&str] = &[
    "of", "and", "edge", "layer", "coat", "floor", "rail", "plate", "shelf", "surface", "half", "corner", "step",
    "story", "",
];
/// Words with which `nobody` compares with other businesses.
const COMPARING: &[&str] = &[
    "more", "better", "best", "than", "like", "as", "beat", "beats", "match", "matches", "faster", "cheaper", "else",
    "other", "so", "such",
];
/// Words before what belongs to the reader: `your insurance`.
const OF_READER: &[&str] = &["your", "their", "his", "her", "my"];
/// Words that name a thing of the reader or of the trade behind such a word.
const THINGS: &[&str] = &[
    "insurance",
    "favorite",
    "largest",
    "oldest",
    "highest",
    "lowest",
    "best",
    "top",
    "experience",
    "certificate",
    "preferred",
    "recommended",
    "license",
    "licenses",
    "licence",
    "star",
    "report",
    "reports",
    "master",
    "finance",
];
/// Verbs of what readers do themselves, also on a day: `Cancel on the same day`.
const OF_READERS: &[&str] = &[
    "cancel",
    "canceled",
    "cancelled",
    "reschedule",
    "rescheduled",
    "postpone",
    "call",
    "phone",
    "tell",
    "text",
    "email",
    "report",
    "return",
    "pay",
    "miss",
    "missed",
    "change",
    "notify",
    "contact",
];
/// Words behind `reviews` where it is a verb.
const OBJECTS: &[&str] =
    &["your", "the", "each", "every", "all", "a", "an", "it", "them", "his", "her", "their", "any"];
/// Words behind `is best` in advice.
const ADVISING: &[&str] = &["to", "if", "when", "done", "left", "kept", "used", "not"];
/// Words behind `outstanding` for what is not paid.
const OWED: &[&str] =
    &["balance", "balances", "amount", "amounts", "bill", "bills", "invoice", "invoices", "fees", "debt"];
/// Words behind `master` that name a room or a thing.
const MASTERED: &[&str] = &[
    "bedroom",
    "bedrooms",
    "bath",
    "baths",
    "bathroom",
    "bathrooms",
    "suite",
    "closet",
    "key",
    "keys",
    "copy",
    "list",
];

fn text(reading: &Reading, at: Option<usize>) -> &str {
    at.and_then(|at| reading.words.get(at)).map_or("", |word| word.text.as_str())
}

/// Leaves out other uses of a word: `free of rot`, `feel free`, `on top of`, `since it rained`.
pub(super) fn is_claim(reading: &Reading, phrase: &str, at: usize) -> bool {
    let (before, after) = (text(reading, at.checked_sub(1)), text(reading, Some(at + 1)));
    if OF_READER.contains(&before) && THINGS.contains(&phrase) || is_of_reader(reading, phrase, at) {
        return false;
    }
    match phrase {
        "free" => is_free(reading, at, before, after),
        "leading" => !matches!(after, "up" | "to" | "into"),
        // `An insurance plan` is somebody else's.
        "insurance" => reading.is_of_business || reading.words.get(at + 1).is_none_or(is_end),
        "nobody" => reading.has(COMPARING),
        "top" => {
            !matches!(before, "on" | "at" | "from" | "over" | "to" | "its" | "of" | "and") && !TOPS.contains(&after)
        }
        "since" => reading.words.get(at + 1).is_some_and(|word| word.figure.is_some()),
        "best" => {
            let is_advice = matches!(before, "is" | "its" | "it" | "are" | "be") && ADVISING.contains(&after);
            !is_advice && !matches!(before, "at" | "do" | "works" | "work")
        }
        "reviews" => !OBJECTS.contains(&after),
        "outstanding" => !OWED.contains(&after),
        "at once" => !is_together(reading, at),
        "master" => !MASTERED.contains(&after),
        "bond" | "finance" | "star" | "stars" | "report" | "reports" | "veteran" | "proven" | "perfect"
        | "promotion" => {
            reading.is_of_business || !matches!(phrase, "bond" | "finance" | "report" | "reports" | "perfect")
        }
        "exclusive" | "recommended" | "preferred" | "respected" => reading.is_of_business || before == "most",
        _ => true,
    }
}

/// True for a word that ends a thing: behind a mark, or without content.
fn is_end(word: &Word) -> bool {
    word.is_after_mark || !word.is_content()
}

fn is_free(reading: &Reading, at: usize, before: &str, after: &str) -> bool {
    let is_of = after == "of" && text(reading, Some(at + 2)) != "charge";
    let is_to = after == "to" && matches!(before, "are" | "youre" | "be");
    !reading.words[at].is_joined
        && !is_of
        && !is_to
        && !matches!(after, "from" | "up")
        && !matches!(before, "feel" | "toll" | "stress" | "smoke" | "lead" | "rust")
}

/// True for `six people at once`: together, and not soon.
fn is_together(reading: &Reading, at: usize) -> bool {
    let near = |back: usize| at.checked_sub(back).map_or("", |before| text(reading, Some(before)));
    let is_number = reading.quantities.iter().any(|one| one.end <= at && at - one.end <= 2);
    is_number || (1..=3).any(|back| matches!(near(back), "all" | "both" | "several" | "two" | "many"))
}

/// True for a time at which the reader does something: `Call us right away`, `Cancel on the same day`. `Same-day visits` are a promise.
fn is_of_reader(reading: &Reading, phrase: &str, at: usize) -> bool {
    if !matches!(phrase, "same day" | "next day" | "right away" | "immediately" | "at once") {
        return false;
    }
    let clause = reading.clause_of(at);
    let end = at + phrase.split(' ').count();
    let is_adverb = end >= clause.end || reading.words.get(end).is_none_or(is_end);
    let is_day = !phrase.ends_with("day") || text(reading, at.checked_sub(1)) == "the";
    let mut verbs = reading.words[clause.start..at].iter();
    let is_own = reading.words[clause.start..at].iter().any(|word| matches!(word.text.as_str(), "we" | "our" | "get"));
    is_adverb && is_day && !is_own && verbs.any(|word| OF_READERS.contains(&word.text.as_str()))
}
