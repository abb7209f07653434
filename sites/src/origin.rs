//! Origin of a site.

use url::Url;

/// Maximum number of characters of an address.
const LONGEST: usize = 2_000;

/// Checks an origin: `https://host` or `http://host`, without path, query and slash at its end.
///
/// # Errors
/// Returns the problem, phrased to follow the field's name.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let is_origin = |url: &Url| {
        matches!(url.scheme(), "http" | "https")
            && url.has_host()
            && url.username().is_empty()
            && url.password().is_none()
            && url.as_str().strip_suffix('/') == Some(text)
    };
    if text.len() <= LONGEST && Url::parse(text).is_ok_and(|url| is_origin(&url)) {
        return Ok(());
    }
    Err("must be an origin in lower case without a slash at its end, such as `https://tulsa-water.example.com`"
        .to_owned())
}

/// Returns an absolute address if it is one of the web; scripts and data are not.
pub(crate) fn web(text: &str) -> Option<Url> {
    let url = Url::parse(text.trim()).ok().filter(|_| text.len() <= LONGEST)?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}
