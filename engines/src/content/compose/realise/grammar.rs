//! English grammar: articles, agreement, lists, capitals.

pub(in crate::content) use crate::text::with_article;

/// Joins parts with commas and `and`, with the comma before it from three parts on.
pub(in crate::content) fn list(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [one, two] => format!("{one} and {two}"),
        [first @ .., last] => format!("{}, and {last}", first.join(", ")),
    }
}

/// Capitalises the first letter.
pub(in crate::content) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Capitalises each word of a title except short joining words.
pub(in crate::content) fn titled(text: &str) -> String {
    let is_small = |word: &str| matches!(word, "a" | "an" | "and" | "the" | "of" | "for" | "in" | "or" | "to" | "on");
    let word = |(at, word): (usize, &str)| if at > 0 && is_small(word) { word.to_owned() } else { capital(word) };
    text.split(' ').enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// Replaces runs of white space and control characters by one space.
pub(in crate::content) fn tidy(text: &str) -> String {
    let is_gap = |c: char| c.is_whitespace() || c.is_control();
    text.split(is_gap).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the text as a sentence: tidy, with a capital and a closing mark.
pub(in crate::content) fn closed(text: &str) -> String {
    let text = capital(&tidy(text));
    let text = text.trim_end_matches([',', ';', ':']).trim_end();
    let bare = text.trim_end_matches(['"', '\u{201D}', ')', '\'']);
    if bare.ends_with(['.', '!', '?', '\u{3002}', '\u{FF01}', '\u{FF1F}', '\u{2026}']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}

/// Returns the value without its closing full stop.
pub(in crate::content) fn bare(text: &str) -> String {
    tidy(text).trim_end_matches(['.', ',', ';', ':', ' ']).to_owned()
}

/// Returns the value in quotation marks that it does not contain, with a full stop inside.
pub(in crate::content) fn quoted(text: &str) -> String {
    let inner = bare(text).replace(['"', '\u{201C}', '\u{201D}'], "'");
    let stop = if inner.ends_with(['!', '?']) { "" } else { "." };
    format!("\u{201C}{inner}{stop}\u{201D}")
}

/// Words that start a noun phrase of one thing.
const ONE: [&str; 7] = ["a", "an", "one", "each", "every", "this", "another"];
/// Words after the head of a noun phrase.
const JOINING: [&str; 15] =
    ["at", "of", "for", "in", "on", "with", "to", "per", "from", "by", "under", "over", "without", "after", "before"];
/// Plural nouns without s, and nouns of one thing with it.
const PLURALS: [&str; 10] =
    ["people", "men", "women", "children", "feet", "teeth", "mice", "geese", "lice", "criteria"];
const SINGULARS: [&str; 12] = [
    "gas",
    "series",
    "news",
    "species",
    "lens",
    "means",
    "headquarters",
    "diabetes",
    "electronics",
    "hvacs",
    "atlas",
    "canvas",
];
/// Nouns after a word such as `cleaning` that are not its object: `cleaning visits` are several, `replacing pipes` is one thing.
const OCCASIONS: [&str; 19] = [
    "visits",
    "fees",
    "services",
    "repairs",
    "jobs",
    "projects",
    "appointments",
    "inspections",
    "plans",
    "calls",
    "packages",
    "systems",
    "units",
    "costs",
    "supplies",
    "estimates",
    "installations",
    "replacements",
    "sessions",
];

/// Returns true if the noun phrase is plural: its head noun is, or two nouns are joined of which the first is.
pub(in crate::content) fn is_plural(phrase: &str) -> bool {
    let lower = phrase.to_lowercase();
    let words: Vec<&str> =
        lower.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphanumeric())).collect();
    let first = words.first().copied().unwrap_or_default();
    if ONE.contains(&first) {
        return false;
    }
    let end = words.iter().skip(1).position(|word| JOINING.contains(word)).map_or(words.len(), |at| at + 1);
    let head = words.get(end.saturating_sub(1)).copied().unwrap_or_default();
    if first.ends_with("ing") && words.len() > 1 {
        return OCCASIONS.contains(&head);
    }
    let joined = words[..end].iter().position(|word| *word == "and").and_then(|at| words.get(at.checked_sub(1)?));
    is_plural_noun(head) || joined.is_some_and(|before| is_plural_noun(before))
}

fn is_plural_noun(word: &str) -> bool {
    let is_singular = ["ss", "us", "is"].iter().any(|end| word.ends_with(end)) || SINGULARS.contains(&word);
    PLURALS.contains(&word) || word.ends_with('s') && !is_singular
}

/// Endings of nouns that need no article: `drain cleaning`, `direct cremation`, `gutter maintenance`.
const WITHOUT_ARTICLE: [&str; 14] = [
    "ing", "tion", "sion", "ance", "ence", "work", "labor", "repair", "service", "care", "removal", "disposal",
    "delivery", "storage",
];
/// Words before which no article stands.
const DETERMINERS: [&str; 18] = [
    "a", "an", "the", "one", "each", "every", "this", "any", "all", "your", "our", "its", "another", "most", "some",
    "no", "up", "every",
];

/// Returns true for a phrase of one countable thing that lacks its article: `oil change`, not `an oil change`, `oil changes` or
/// `drain cleaning`.
pub(in crate::content) fn lacks_article(phrase: &str) -> bool {
    let lower = phrase.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let first = words.first().copied().unwrap_or_default();
    let end = words.iter().skip(1).position(|word| JOINING.contains(word)).map_or(words.len(), |at| at + 1);
    let head = words.get(end.saturating_sub(1)).copied().unwrap_or_default();
    let is_free = DETERMINERS.contains(&first)
        || first.ends_with("ing")
        || first.starts_with(|c: char| c.is_numeric())
        || WITHOUT_ARTICLE.iter().any(|end| head.ends_with(end));
    !is_free && !is_plural(phrase)
}

/// Words that start a value in lower case inside a sentence.
const COMMON_STARTS: [&str; 34] = [
    "a", "an", "the", "this", "each", "every", "one", "any", "all", "no", "if", "when", "for", "from", "at", "in",
    "on", "you", "your", "our", "we", "it", "its", "they", "free", "up", "about", "over", "more", "within", "by",
    "with", "most", "some",
];

/// Lowers the first letter if the first word is a common one, so that names keep their capital.
pub(in crate::content) fn lowered(text: &str) -> String {
    let first: String = text.chars().take_while(|c| c.is_alphabetic()).collect();
    let lower = first.to_lowercase();
    if !COMMON_STARTS.contains(&lower.as_str()) {
        return text.to_owned();
    }
    format!("{lower}{}", &text[first.len()..])
}

/// Verbs that show that a value is a clause.
const FINITE_VERBS: [&str; 37] = [
    "is", "are", "was", "were", "has", "have", "had", "will", "can", "may", "must", "should", "do", "does", "did",
    "need", "needs", "require", "requires", "come", "comes", "cost", "costs", "get", "gets", "pay", "pays", "asks",
    "ask", "makes", "make", "returns", "covers", "cover", "applies", "includes", "takes",
];

/// Returns true if the value is a clause: at least four words with a finite verb after the first.
pub(in crate::content) fn is_clause(text: &str) -> bool {
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_alphabetic())).collect();
    words.len() >= 4 && words[1..].iter().any(|word| FINITE_VERBS.contains(word))
}

/// Returns true if somebody speaks in the first person.
pub(in crate::content) fn is_first_person(text: &str) -> bool {
    let lower = text.to_lowercase();
    let is_person = |word: &str| matches!(word, "we" | "our" | "us" | "i" | "my" | "we're" | "we've" | "we'll");
    lower.split(|c: char| !c.is_alphanumeric() && c != '\'').any(is_person)
}
