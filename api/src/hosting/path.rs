//! Paths of requests for files of a site.

use percent_encoding::percent_decode_str;

/// Files that configure static hosts and are never served.
const HIDDEN: [&str; 2] = ["_headers", "_redirects"];

/// Decodes the path of a request once; returns it without its first slash. `None` for a path that no file of a site can have:
/// one that leaves its folder, has empty or encoded separators, or is not text.
pub(super) fn decode(raw: &str) -> Option<String> {
    let rest = raw.strip_prefix('/')?;
    if has_encoded_separator(rest) {
        return None;
    }
    let path = percent_decode_str(rest).decode_utf8().ok()?;
    let is_plain = !path.chars().any(|c| c.is_control() || c == '\\') && !HIDDEN.contains(&path.as_ref());
    (is_plain && has_plain_names(&path)).then(|| path.into_owned())
}

fn has_encoded_separator(raw: &str) -> bool {
    raw.as_bytes().windows(3).any(|three| matches!(three, [b'%', b'2', b'f' | b'F'] | [b'%', b'5', b'c' | b'C']))
}

/// Only the last name may be empty, which means the folder.
fn has_plain_names(path: &str) -> bool {
    let mut names = path.split('/').rev();
    let last = names.next().unwrap_or_default();
    !matches!(last, "." | "..") && names.all(|name| !matches!(name, "" | "." | ".."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_paths_are_decoded_once() {
        for (raw, path) in [
            ("/", ""),
            ("/cost/", "cost/"),
            ("/a%20b", "a b"),
            ("/%C3%A4/", "ä/"),
            ("/100%25", "100%"),
            ("/%252e%252e/x", "%2e%2e/x"),
            ("/.well-known/x", ".well-known/x"),
            ("/a..b", "a..b"),
            ("/a/_headers", "a/_headers"),
        ] {
            assert_eq!(decode(raw).as_deref(), Some(path), "{raw}");
        }
    }

    #[test]
    fn paths_that_leave_their_folder_are_refused() {
        for raw in [
            "",
            "cost",
            "//",
            "//evil.example/x",
            "/a//b",
            "/..",
            "/../x",
            "/a/../b",
            "/a/..",
            "/./a",
            "/a/.",
            "/%2e%2e/x",
            "/a/%2E%2E/b",
            "/..%2fx",
            "/a%2Fb",
            "/a%5c..%5cb",
            "/a\\b",
            "/%00",
            "/a%0d%0ab",
            "/%ff",
            "/_headers",
            "/%5fheaders",
            "/_redirects",
        ] {
            assert_eq!(decode(raw), None, "{raw}");
        }
    }
}
