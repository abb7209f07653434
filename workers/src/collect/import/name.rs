//! Names and texts for display.

use std::borrow::Cow;

use super::limits;

/// Name for display: without path traversal and control characters, and shortened. Names are never opened.
pub(super) fn shown_name(name: &str) -> String {
    let parts = name.split(['/', '\\']).filter(|part| !matches!(part.trim(), "" | "." | ".."));
    let joined = parts.collect::<Vec<_>>().join("/");
    shortened(&joined.replace(char::is_control, ""))
}

/// Shortens text for a preview or an error, and removes control characters.
pub(super) fn shortened(text: &str) -> String {
    let text = printable(text);
    match text.char_indices().nth(limits::SHOWN_CHARS) {
        None => text.into_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Removes control characters other than white space, which PostgreSQL cannot store or a screen cannot show.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    let is_noise = |c: char| c.is_control() && !c.is_whitespace();
    if text.contains(is_noise) { Cow::Owned(text.replace(is_noise, "")) } else { Cow::Borrowed(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shown_name_has_no_way_out_of_a_folder() {
        assert_eq!(shown_name("../../etc/passwd"), "etc/passwd");
        assert_eq!(shown_name("..\\..\\windows\\Queries.csv"), "windows/Queries.csv");
        assert_eq!(shown_name("/a/./b\u{0}.csv"), "a/b.csv");
    }
}
