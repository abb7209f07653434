//! Words, sentences and readability of English text.

/// Abbreviations whose full stop does not end a sentence.
const ABBREVIATIONS: [&str; 11] = ["e.g.", "i.e.", "vs.", " v.", "Dr.", "Mr.", "Ms.", "St.", "U.S.", "U.S.C.", "No."];

/// Splits a text into sentences.
#[must_use]
pub fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        // A full stop before a small letter belongs to a short form: `8 a.m. on Monday`.
        let closes = matches!(letter, '.' | '?' | '!')
            && text[end..].starts_with(' ')
            && !(letter == '.' && text[end..].trim_start().starts_with(char::is_lowercase));
        if closes && !ABBREVIATIONS.iter().any(|known| text[start..end].ends_with(known)) {
            found.push(text[start..end].trim());
            start = end;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Returns the words of a text: runs of letters, digits and apostrophes.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_letter = |c: char| c.is_alphanumeric() || c == '\'' || c == '\u{2019}';
    text.split(move |c| !is_letter(c)).filter(|word| word.chars().any(char::is_alphanumeric))
}

/// Flesch reading ease: about 0 (hard) to 100 (easy). Returns `None` for a text without words.
///
/// 206.835 - 1.015 words per sentence - 84.6 syllables per word. Source: Flesch (1948), "A new readability yardstick",
/// Journal of Applied Psychology 32(3).
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "counts of a text are far below 2^53")]
pub fn reading_ease(text: &str) -> Option<f64> {
    let count = words(text).count() as f64;
    let syllables: usize = words(text).map(|word| syllables(&word.to_lowercase())).sum();
    let ends = sentences(text).len() as f64;
    (count > 0.0).then(|| 206.835 - 1.015 * count / ends - 84.6 * syllables as f64 / count)
}

/// Counts runs of vowels, without a silent final e; at least 1.
fn syllables(word: &str) -> usize {
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'i' | 'o' | 'u' | 'y');
    let (mut runs, mut before) = (0, false);
    for letter in word.chars() {
        runs += usize::from(is_vowel(letter) && !before);
        before = is_vowel(letter);
    }
    let is_silent = word.ends_with('e') && !word.ends_with("le")
        || word.ends_with("ed") && !word.ends_with("ted") && !word.ends_with("ded");
    if is_silent && runs > 1 { runs - 1 } else { runs.max(1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_where_a_space_follows() {
        let text = "Call a pro, e.g. a plumber. It costs $3.50 a foot! Does it? Yes";
        assert_eq!(sentences(text), ["Call a pro, e.g. a plumber.", "It costs $3.50 a foot!", "Does it?", "Yes"]);
        assert!(sentences("  ").is_empty());
        let law = "In Roe v. Wade, 28 U.S.C. 1254 applied until 8 a.m. on that day. Then it did not.";
        assert_eq!(sentences(law).len(), 2, "{:?}", sentences(law));
    }

    #[test]
    fn reading_ease_of_short_words_is_high() {
        assert!(reading_ease("The cat sat on the mat.").is_some_and(|ease| ease > 100.0));
        assert!(
            reading_ease("Institutional responsibilities necessitate deliberation.").is_some_and(|ease| ease < 0.0)
        );
        assert_eq!(reading_ease(""), None);
    }
}
