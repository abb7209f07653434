//! Files that may contain a page.

use percent_encoding::percent_decode_str;

use crate::{FieldError, validate};

/// Maximum number of bytes of a file's name, as in common file systems.
const MOST_NAME: usize = 255;
/// Extensions of pages.
const PAGES: [&str; 3] = ["html", "htm", "xhtml"];
/// Extensions of programs, whose source is not the page that visitors get.
const PROGRAMS: [&str; 9] = ["php", "asp", "aspx", "jsp", "jsf", "cgi", "cfm", "pl", "py"];

/// Returns the paths of files that may contain a page, relative to the folder of the website, most likely first: `/a`
/// may be `a/index.html`, `a.html` or `a`.
///
/// # Errors
/// Returns the problem of the path: parts that lead out of the folder, also encoded ones, hidden files, and pages that a
/// program creates.
pub fn candidates(path: &str) -> Result<Vec<String>, FieldError> {
    validate::path_of("path", path)?;
    let parts = parts(path)?;
    let Some(name) = parts.last() else { return Ok(vec!["index.html".to_owned(), "index.htm".to_owned()]) };
    let file = parts.join("/");
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default();
    if PROGRAMS.contains(&extension.as_str()) {
        return Err(FieldError::new(
            "path",
            format!("is created by a program (`.{extension}`), which cannot be edited"),
        ));
    }
    let index = [format!("{file}/index.html"), format!("{file}/index.htm")];
    if path.ends_with('/') {
        let [first, second] = index;
        return Ok(vec![first, second, format!("{file}.html")]);
    }
    if PAGES.contains(&extension.as_str()) {
        return Ok(vec![file]);
    }
    let [first, second] = index;
    Ok(vec![first, format!("{file}.html"), file, second])
}

/// Returns the decoded parts of a path.
fn parts(path: &str) -> Result<Vec<String>, FieldError> {
    let inner = path.trim_start_matches('/');
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    if inner.is_empty() {
        return Ok(Vec::new());
    }
    inner.split('/').map(part).collect()
}

fn part(encoded: &str) -> Result<String, FieldError> {
    let decoded = percent_decode_str(encoded).decode_utf8_lossy().into_owned();
    if decoded.is_empty() {
        return Err(FieldError::new("path", "must not contain `//`"));
    }
    // Separators, streams and devices of Windows; shares may be served from there.
    if decoded.contains(['/', '\\', ':']) {
        return Err(FieldError::new("path", "must not contain an encoded `/` or `:`"));
    }
    if decoded.starts_with('.') || decoded.ends_with(['.', ' ']) {
        return Err(FieldError::new("path", "must not contain hidden files or names that end with a dot"));
    }
    if decoded.len() > MOST_NAME - ".html".len() {
        return Err(FieldError::new("path", format!("must have parts of at most {} bytes", MOST_NAME - ".html".len())));
    }
    Ok(decoded)
}
