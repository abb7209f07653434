//! The indefinite article of English.

/// Returns the word with its indefinite article: `a roofer`, `an HVAC technician`.
pub fn with_article(noun: &str) -> String {
    let article = if starts_with_vowel_sound(noun) { "an" } else { "a" };
    format!("{article} {noun}")
}

/// Vowel letters that sound like consonants, and the reverse.
const CONSONANT_SOUNDS: [&str; 11] = ["uni", "use", "usu", "eu", "one", "once", "uri", "ure", "urol", "uti", "ute"];
/// Words that start like these, but with the sound of a vowel: `un` before a word, and `onerous`.
const VOWEL_SOUNDS: [&str; 6] = ["unin", "unim", "unid", "unig", "onero", "unil"];
const SILENT_H: [&str; 5] = ["hour", "honest", "honor", "heir", "herb"];
/// Short forms that are read as words.
const READ_AS_WORDS: [&str; 8] = ["HEPA", "NATE", "FEMA", "LASIK", "HUD", "MERV", "NEMA", "LEED"];

fn starts_with_vowel_sound(noun: &str) -> bool {
    let word: String = noun.chars().take_while(|c| c.is_alphanumeric()).collect();
    let is_short_form = word.chars().count() > 1 && word.chars().all(|c| c.is_uppercase() || c.is_numeric());
    let lower = word.to_lowercase();
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return lower.starts_with('8') || matches!(lower.as_str(), "11" | "18");
    }
    let is_letter = word.chars().count() == 1 && noun.len() > 1 && noun[word.len()..].starts_with('-');
    if (is_short_form || is_letter) && !READ_AS_WORDS.contains(&word.as_str()) {
        return lower.starts_with(['a', 'e', 'f', 'h', 'i', 'l', 'm', 'n', 'o', 'r', 's', 'x']);
    }
    if SILENT_H.iter().any(|start| lower.starts_with(start)) {
        return true;
    }
    let starts = |list: &[&str]| list.iter().any(|start| lower.starts_with(start));
    lower.starts_with(['a', 'e', 'i', 'o', 'u']) && (starts(&VOWEL_SOUNDS) || !starts(&CONSONANT_SOUNDS))
}
