//! Character references of XML.

/// Replaces the predefined entities and numeric references. No others exist in a sitemap: a document type is ignored.
pub(super) fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let tail = &rest[at + 1..];
        let found = tail.find(';').filter(|end| *end <= 10).and_then(|end| Some((character(&tail[..end])?, end)));
        let Some((character, end)) = found else {
            out.push('&');
            rest = tail;
            continue;
        };
        out.push(character);
        rest = &tail[end + 1..];
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let number = name.strip_prefix('#')?;
            let hexadecimal = number.strip_prefix(['x', 'X']);
            let code = hexadecimal.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
            code.and_then(char::from_u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unescape_replaces_known_references_only() {
        assert_eq!(unescape("a&amp;b&#38;c&#x26;d&lt;&own;&"), "a&b&c&d<&own;&");
        assert_eq!(unescape("&#x110000;&#xD800;&;"), "&#x110000;&#xD800;&;");
    }
}
