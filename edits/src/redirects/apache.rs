//! Lines of `.htaccess`.
//!
//! `RewriteRule` is used, not `Redirect`: it matches one path and not all that start with it, and it comes before the
//! rules of content management systems, which use it too.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::Redirect;

/// Characters of a path that are encoded when it is read back.
const PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'%').add(b'<').add(b'>').add(b'`').add(b'\'').add(b'^').add(b'|');
/// Characters with a meaning in patterns.
const PATTERN: &str = "\\.+*?()[]^$|{}";
/// Characters with a meaning in targets.
const TARGET: &str = "\\$%";

pub(super) fn write(redirect: &Redirect) -> String {
    // Rules see the decoded path without its first slash.
    let path = percent_decode_str(&redirect.from).decode_utf8_lossy();
    let pattern = escaped(path.strip_prefix('/').unwrap_or(&path), PATTERN);
    let target = escaped(&redirect.to, TARGET);
    format!("RewriteRule \"^{pattern}$\" \"{target}\" [R={},L,NE]", redirect.status())
}

pub(super) fn read(line: &str) -> Option<Redirect> {
    let rest = line.trim().strip_prefix("RewriteRule \"^")?;
    let (pattern, rest) = rest.split_once("$\" \"")?;
    let (target, flags) = rest.split_once("\" ")?;
    let permanent = match flags {
        "[R=301,L,NE]" => true,
        "[R=302,L,NE]" => false,
        _ => return None,
    };
    let path = plain(pattern);
    Some(Redirect { from: format!("/{}", utf8_percent_encode(&path, PATH)), to: plain(target), permanent })
}

fn escaped(text: &str, special: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if special.contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

fn plain(escaped: &str) -> String {
    let mut plain = String::with_capacity(escaped.len());
    let mut characters = escaped.chars();
    while let Some(character) = characters.next() {
        plain.push(if character == '\\' { characters.next().unwrap_or(character) } else { character });
    }
    plain
}
