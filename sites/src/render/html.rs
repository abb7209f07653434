//! Text for HTML and XML.

/// Returns a text for HTML or XML, in an element or in an attribute between quotes.
///
/// Control characters and non-characters, which neither language allows, and marks that turn the direction of everything after
/// them are left out. Line breaks become spaces.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' | '\r' | '\t' => out.push(' '),
            letter if is_harmful(letter) => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Returns a text without the characters that [`escape`] leaves out.
pub(super) fn clean(text: &str) -> String {
    let line = |letter| if matches!(letter, '\n' | '\r' | '\t') { ' ' } else { letter };
    text.chars().map(line).filter(|letter| !is_harmful(*letter)).collect()
}

/// Controls, non-characters, and marks that embed or override a direction.
fn is_harmful(letter: char) -> bool {
    let code = u32::from(letter);
    letter.is_control()
        || (0xFDD0..=0xFDEF).contains(&code)
        || code & 0xFFFE == 0xFFFE
        || ('\u{202A}'..='\u{202E}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter)
        || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{FEFF}')
}

/// Returns a word for a class or id of HTML from a text.
pub(super) fn id(text: &str, at: usize) -> String {
    let slug: String = crate::path::slug(text).chars().take(48).collect();
    let slug = slug.trim_matches('-');
    if slug.is_empty() { format!("part-{at}") } else { format!("part-{at}-{slug}") }
}
