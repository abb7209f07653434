//! Passwords that an attacker tries first.

use std::{collections::HashSet, sync::LazyLock};

/// One word per line; lines that start with `#` are comments.
const LIST: &str = include_str!("../../data/common-passwords.txt");
/// Minimum number of different characters.
const LEAST_DIFFERENT: usize = 4;

static WORDS: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect());

/// Returns true for a listed word, also with other digits and signs at its ends or with digits for letters, for a run of
/// consecutive characters, and for a password of fewer than four different characters.
#[must_use]
pub fn is_common(password: &str) -> bool {
    let lower = password.trim().to_lowercase();
    let is_listed = |form: &str| WORDS.contains(form) || WORDS.contains(spelled(form).as_str());
    is_listed(&lower) || is_listed(bare(&lower)) || is_run(&lower) || has_few_characters(&lower)
}

/// Returns the text without digits and signs at its ends.
fn bare(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphabetic())
}

fn spelled(text: &str) -> String {
    text.chars().map(letter).collect()
}

/// Returns the letter for which a digit or sign often stands.
const fn letter(c: char) -> char {
    match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

fn is_run(text: &str) -> bool {
    let codes: Vec<u32> = text.chars().map(u32::from).collect();
    let steps = |up: bool| {
        let follows = |pair: &[u32]| if up { pair[1] == pair[0] + 1 } else { pair[1] + 1 == pair[0] };
        codes.windows(2).all(follows)
    };
    steps(true) || steps(false)
}

fn has_few_characters(text: &str) -> bool {
    text.chars().collect::<HashSet<char>>().len() < LEAST_DIFFERENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_passwords_are_found_with_digits_signs_and_other_spellings() {
        for common in [
            "password",
            "Password1!",
            "p@ssw0rd",
            "PASSW0RD2026",
            "qwerty123",
            "12345678",
            "87654321",
            "abcdefgh",
            "11111111",
            "abcabcabc",
            "iloveyou",
            "1q2w3e4r",
            "monkey99",
            "!!dragon!!",
            "Motherlode1",
            "letmein2024",
        ] {
            assert!(is_common(common), "{common}");
        }
    }

    #[test]
    fn several_words_and_random_characters_are_not_common() {
        for rare in ["correct horse", "battery staple", "longenough", "kX9#vQ2m", "äöüßäöüß", "password for the lode"]
        {
            assert!(!is_common(rare), "{rare}");
        }
    }

    #[test]
    fn list_is_small_and_in_lower_case() {
        assert!((1_000..5_000).contains(&WORDS.len()), "{}", WORDS.len());
        assert!(WORDS.iter().all(|word| *word == word.to_lowercase() && !word.contains(char::is_whitespace)));
    }
}
