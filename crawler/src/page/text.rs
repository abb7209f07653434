//! White space.

/// Collapses white space to single spaces and cuts the text at a number of bytes.
pub(crate) fn collapse(text: &str, most_bytes: usize) -> String {
    let mut collapsed = String::with_capacity(text.len().min(most_bytes));
    for word in text.split_whitespace() {
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
