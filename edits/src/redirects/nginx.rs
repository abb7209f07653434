//! Directives of nginx.

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};

use super::Redirect;

/// Characters of a path that are encoded when it is read back.
const PATH: &AsciiSet = &CONTROLS.add(b' ').add(b'%').add(b'<').add(b'>').add(b'`').add(b'\'').add(b'^').add(b'|');
/// Keeps the query of a request, as other servers do.
const QUERY: &str = "$is_args$args";

pub(super) fn write(redirect: &Redirect) -> String {
    // Locations are compared with the decoded path.
    let path = percent_decode_str(&redirect.from).decode_utf8_lossy();
    let query = if redirect.to.contains(['?', '#']) { "" } else { QUERY };
    format!("location = \"{path}\" {{ return {} \"{}{query}\"; }}", redirect.status(), redirect.to)
}

pub(super) fn read(line: &str) -> Option<Redirect> {
    let (path, rest) = line.trim().strip_prefix("location = \"")?.split_once("\" { return ")?;
    let (status, rest) = rest.split_once(" \"")?;
    let target = rest.strip_suffix("\"; }")?;
    let permanent = match status {
        "301" => true,
        "302" => false,
        _ => return None,
    };
    Some(Redirect {
        from: utf8_percent_encode(path, PATH).to_string(),
        to: target.strip_suffix(QUERY).unwrap_or(target).to_owned(),
        permanent,
    })
}
