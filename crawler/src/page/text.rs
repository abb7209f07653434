//! White space.

/// Collapses white space and control characters, which could drive a terminal, to single spaces and cuts the text at a
/// number of bytes.
pub(crate) fn collapse(text: &str, most_bytes: usize) -> String {
    let mut collapsed = String::with_capacity(text.len().min(most_bytes));
    let words = text.split(|c: char| c.is_whitespace() || c.is_control());
    for word in words.filter(|word| !word.is_empty()) {
        if !collapsed.is_empty() {
            collapsed.push(' ');
        }
        collapsed.push_str(word);
        if collapsed.len() > most_bytes {
            collapsed.truncate(collapsed.floor_char_boundary(most_bytes));
            break;
        }
    }
    collapsed
}

/// Cuts a text at a number of bytes.
pub(crate) fn cut(text: &str, most_bytes: usize) -> String {
    text[..text.floor_char_boundary(most_bytes)].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_and_control_characters_become_one_space() {
        assert_eq!(collapse(" a\n\u{a0} b\u{1b}[31m\u{0}\u{9b}c\t", 99), "a b [31m c");
        assert_eq!((collapse("\u{7f}", 9), collapse("ab cd", 4)), (String::new(), "ab c".to_owned()));
    }
}
