//! Compares texts as readers do.

/// Returns a text with its white space collapsed to single spaces.
pub(crate) fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a text for the comparison of words: collapsed, in lower case, with straight quotes, without invisible characters.
pub(crate) fn folded(text: &str) -> String {
    spaced(&text.chars().filter(|one| !is_invisible(*one)).map(fold).collect::<String>())
}

/// Returns the lower case of a letter, and the straight form of a quote.
pub(crate) fn fold(character: char) -> char {
    match character {
        '‘' | '’' | 'ʼ' => '\'',
        '“' | '”' => '"',
        other => other.to_lowercase().next().unwrap_or(other),
    }
}

/// Returns true for characters that readers do not see: soft hyphens, zero-width spaces and marks of direction.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'
        | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// Returns true for characters of words, in scripts that separate words by spaces.
pub(crate) fn is_word(character: char) -> bool {
    let is_joined = matches!(character, '_' | '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}');
    is_joined || (character.is_alphanumeric() && !is_unspaced(character))
}

/// Returns true for letters of scripts without spaces between words: Thai, Lao, Burmese, Khmer, Chinese and Japanese.
const fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff66}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}
