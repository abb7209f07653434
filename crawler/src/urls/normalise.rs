//! One spelling for URLs that are the same.

use std::borrow::Cow;

use url::Url;

/// Reason why a crawl cannot start at a URL.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum StartError {
    /// It is not a URL.
    #[error("\"{0}\" is not a URL. Enter one such as https://example.com/.")]
    Malformed(String),
    /// It is not HTTP.
    #[error("Only http:// and https:// URLs can be crawled, not {0}:.")]
    Scheme(String),
}

/// Reads the URL that a crawl starts at. Without a scheme it is taken for HTTPS.
///
/// # Errors
/// Returns [`StartError`] if it is not a URL of the web.
pub fn parse_start(text: &str) -> Result<Url, StartError> {
    let text = text.trim();
    let whole = if text.contains("://") { Cow::Borrowed(text) } else { Cow::Owned(format!("https://{text}")) };
    let url = Url::parse(&whole).map_err(|_| StartError::Malformed(text.to_owned()))?;
    if matches!(url.scheme(), "http" | "https") { Ok(url) } else { Err(StartError::Scheme(url.scheme().to_owned())) }
}

/// Returns the normal form of a URL, RFC 3986 section 6.2: scheme and host in lower case, no default port, no dot
/// segments, escapes in upper case and only where needed, no fragment. Query parameters named in `dropped` are removed;
/// all others keep their order.
#[must_use]
pub fn normalise(url: &Url, dropped: &[String]) -> String {
    let mut text = String::with_capacity(url.as_str().len());
    text.push_str(&url[..url::Position::BeforePath]);
    push_escaped(&mut text, url.path());
    let query = url.query().map(|query| without(query, dropped));
    if let Some(query) = query.filter(|query| !query.is_empty()) {
        text.push('?');
        push_escaped(&mut text, &query);
    }
    text
}

fn without<'a>(query: &'a str, dropped: &[String]) -> Cow<'a, str> {
    if dropped.is_empty() {
        return Cow::Borrowed(query);
    }
    let is_dropped = |pair: &str| dropped.iter().any(|name| name == pair.split('=').next().unwrap_or_default());
    Cow::Owned(query.split('&').filter(|pair| !is_dropped(pair)).collect::<Vec<_>>().join("&"))
}

/// Decodes unreserved characters, writes other escapes in upper case, and escapes a percent sign that starts none.
fn push_escaped(text: &mut String, part: &str) {
    let mut rest = part;
    while let Some(at) = memchr::memchr(b'%', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        let code = rest.get(at + 1..at + 3).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
        let Some(digits) = code else {
            text.push_str("%25");
            rest = &rest[at + 1..];
            continue;
        };
        let character = u8::from_str_radix(digits, 16).map(char::from).unwrap_or_default();
        if character.is_ascii_alphanumeric() || matches!(character, '-' | '.' | '_' | '~') {
            text.push(character);
        } else {
            text.push('%');
            text.push_str(&digits.to_ascii_uppercase());
        }
        rest = &rest[at + 3..];
    }
    text.push_str(rest);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn normal(text: &str) -> String {
        normalise(&Url::parse(text).unwrap(), &["utm_source".to_owned()])
    }

    #[test]
    fn normalise_gives_equal_urls_one_spelling() {
        for (written, expected) in [
            ("HTTP://Example.COM:80", "http://example.com/"),
            ("https://example.com:443/a/./b/../c", "https://example.com/a/c"),
            ("https://example.com/%7euser/%c3%a9?q=%2f", "https://example.com/~user/%C3%A9?q=%2F"),
            ("https://example.com/a#top", "https://example.com/a"),
            ("https://example.com/?", "https://example.com/"),
            ("https://example.com/%2e%2e/a", "https://example.com/a"),
            ("https://example.com/100%", "https://example.com/100%25"),
            ("https://example.com/%%35%35", "https://example.com/%2555"),
            ("https://example.com/?b=2&utm_source=x&a=1", "https://example.com/?b=2&a=1"),
            ("https://example.com:8443/A", "https://example.com:8443/A"),
            ("https://b\u{fc}cher.example/", "https://xn--bcher-kva.example/"),
        ] {
            assert_eq!(normal(written), expected, "{written}");
        }
    }

    #[test]
    fn parse_start_adds_a_scheme_and_refuses_others() {
        assert_eq!(parse_start(" example.com/a ").unwrap().as_str(), "https://example.com/a");
        assert_eq!(parse_start("ftp://example.com"), Err(StartError::Scheme("ftp".to_owned())));
        assert!(parse_start("http://").is_err());
    }

    proptest! {
        #[test]
        fn normalise_applied_again_changes_nothing(path in "[a-zA-Z0-9/.%~ ?&=+;:@!é-]{0,60}") {
            if let Ok(url) = Url::parse(&format!("https://example.com/{path}")) {
                let once = normalise(&url, &[]);
                let again = normalise(&Url::parse(&once).unwrap(), &[]);
                prop_assert_eq!(once, again);
            }
        }

        #[test]
        fn normalise_ignores_the_fragment_and_the_case_of_the_host(host in "[a-zA-Z]{1,12}", fragment in "[a-z]{0,9}") {
            let url = Url::parse(&format!("http://{host}.example/a#{fragment}")).unwrap();
            prop_assert_eq!(normalise(&url, &[]), format!("http://{}.example/a", host.to_ascii_lowercase()));
        }
    }
}
