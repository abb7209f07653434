//! The part of a URL that robots.txt rules are compared with.

/// Returns the path, parameters and query of a URL as it is written, without its fragment.
///
/// The result starts with a slash. A URL without a scheme is accepted: `example.com/a` has the path `/a`.
#[must_use]
pub fn path_of(url: &str) -> String {
    let start = if url.starts_with("//") { 2 } else { 0 };
    let find = |from: usize| url.as_bytes()[from..].iter().position(|byte| b"/?;".contains(byte)).map(|at| at + from);
    let scheme = url[start..].find("://").map(|at| at + start);
    // A path that starts before `://` shows that it is not the end of a scheme.
    let host = match (scheme, find(start)) {
        (Some(at), Some(path)) if path < at => start,
        (Some(at), _) => at + 3,
        (None, _) => start,
    };
    let Some(begin) = find(host) else { return "/".to_owned() };
    let end = url[start..].find('#').map_or(url.len(), |at| at + start);
    if end < begin {
        return "/".to_owned();
    }
    let path = &url[begin..end];
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}
