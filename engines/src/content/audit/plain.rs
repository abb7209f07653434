//! Foreign text for output: one line without markup.

/// Maximum length of a quoted text, in characters.
const LONGEST: usize = 600;

/// Returns one line of at most 600 characters without tags and control characters. What is left of a tag is dropped too,
/// so that the output never opens an element.
pub(in crate::content) fn plain(text: &str) -> String {
    let mut line = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        push(&mut line, &rest[..at]);
        let after = &rest[at + 1..];
        let is_tag = after.starts_with(|c: char| c.is_alphabetic() || matches!(c, '/' | '!' | '?'));
        rest = match after.find('>') {
            Some(end) if is_tag => &after[end + 1..],
            _ => after,
        };
        push(&mut line, " ");
        if line.chars().count() > LONGEST {
            break;
        }
    }
    push(&mut line, &rest[..rest.char_indices().nth(LONGEST + 1).map_or(rest.len(), |(at, _)| at)]);
    shortened(line.trim(), LONGEST)
}

/// Appends a part with single spaces and without control and direction characters.
fn push(line: &mut String, part: &str) {
    for character in part.chars() {
        let is_space = character.is_whitespace() || character.is_control();
        if is_space && (line.is_empty() || line.ends_with(' ')) {
            continue;
        }
        if !matches!(character, '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
        {
            line.push(if is_space { ' ' } else { character });
        }
    }
}

/// Returns at most `most` characters; a cut is marked.
pub(super) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
