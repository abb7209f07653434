//! Sentence splitting.

/// Splits a text into trimmed, non-empty sentences. Line breaks also end sentences.
///
/// A full stop ends a sentence before a space and a letter that is not lower case, except after one-letter
/// words and common abbreviations (`Dr.`, `St.`, `e.g.`).
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        for (at, mark) in line.char_indices().filter(|(_, c)| matches!(c, '.' | '!' | '?' | '。' | '！' | '？')) {
            let end = at + mark.len_utf8();
            if is_end(&line[start..at], mark, &line[end..]) {
                found.push(line[start..end].trim());
                start = end;
            }
        }
        found.push(line[start..].trim());
    }
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found
}

fn is_end(before: &str, mark: char, after: &str) -> bool {
    if matches!(mark, '。' | '！' | '？') {
        return true;
    }
    if !after.is_empty() && !after.starts_with(char::is_whitespace) {
        return false;
    }
    let next = after.trim_start().chars().next();
    if mark != '.' {
        return true;
    }
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    !next.is_some_and(char::is_lowercase) && !is_short_form(word)
}

fn is_short_form(word: &str) -> bool {
    let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    bare.chars().count() == 1 && bare.chars().all(char::is_alphabetic)
        || matches!(bare.as_str(), "dr" | "mr" | "mrs" | "ms" | "st" | "no" | "vs" | "e.g" | "i.e" | "approx" | "inc")
}
