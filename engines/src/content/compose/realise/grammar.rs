//! English grammar: articles, agreement, lists, capitals.

/// Returns the word with its indefinite article: `a roofer`, `an HVAC technician`.
pub(in crate::content) fn with_article(noun: &str) -> String {
    let article = if starts_with_vowel_sound(noun) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Vowel letters that sound like consonants, and the reverse.
const CONSONANT_SOUNDS: [&str; 11] = ["uni", "use", "usu", "eu", "one", "once", "uri", "ure", "urol", "uti", "ute"];
const SILENT_H: [&str; 4] = ["hour", "honest", "honor", "heir"];

fn starts_with_vowel_sound(noun: &str) -> bool {
    let word: String = noun.chars().take_while(|c| c.is_alphanumeric()).collect();
    let is_short_form = word.chars().count() > 1 && word.chars().all(|c| c.is_uppercase() || c.is_numeric());
    let lower = word.to_lowercase();
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return lower.starts_with('8') || matches!(lower.as_str(), "11" | "18");
    }
    if is_short_form {
        return lower.starts_with(['a', 'e', 'f', 'h', 'i', 'l', 'm', 'n', 'o', 'r', 's', 'x']);
    }
    if SILENT_H.iter().any(|start| lower.starts_with(start)) {
        return true;
    }
    lower.starts_with(['a', 'e', 'i', 'o', 'u']) && !CONSONANT_SOUNDS.iter().any(|start| lower.starts_with(start))
}

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

/// Returns true if the noun phrase is plural: its head noun ends in s and no singular article stands before it.
pub(in crate::content) fn is_plural(phrase: &str) -> bool {
    let lower = phrase.to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next().unwrap_or_default();
    if matches!(first, "a" | "an" | "one" | "each" | "every" | "this") || first.ends_with("ing") {
        return false;
    }
    let is_joining = |word: &&str| matches!(*word, "at" | "of" | "for" | "in" | "on" | "with" | "to" | "per" | "from");
    let head = std::iter::once(first).chain(words).take_while(|word| !is_joining(word)).last().unwrap_or_default();
    let head = head.trim_matches(|c: char| !c.is_alphanumeric());
    head.ends_with('s') && !["ss", "us", "is"].iter().any(|end| head.ends_with(end))
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
