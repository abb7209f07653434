//! Parser of website addresses.

use url::{Host, Url};

use crate::error::ApiError;

const URL_CHARS: usize = 2_000;

/// URL of a website's home page, and its host without `www.`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    /// URL with scheme, without query and fragment.
    pub url: String,
    /// Host in lower case, without `www.`.
    pub host: String,
}

/// Parses an address: `example.com`, `https://www.example.com/shop`, or Search Console's `sc-domain:example.com`.
///
/// # Errors
/// Returns [`ApiError::Invalid`], with the field at `pointer`.
pub fn read(text: &str, pointer: &str) -> Result<Address, ApiError> {
    let wrong = || ApiError::invalid(pointer, "Enter the website's address, such as https://example.com.");
    let text = text.trim();
    let text = text.strip_prefix("sc-domain:").unwrap_or(text);
    if text.is_empty() || text.len() > URL_CHARS {
        return Err(wrong());
    }
    let full = if text.contains("://") { text.to_owned() } else { format!("https://{text}") };
    let mut url = Url::parse(&full).map_err(|_| wrong())?;
    if !matches!(url.scheme(), "http" | "https") || !url.username().is_empty() || url.password().is_some() {
        return Err(wrong());
    }
    url.set_query(None);
    url.set_fragment(None);
    let host = host(&url).ok_or_else(wrong)?;
    Ok(Address { url: url.to_string(), host })
}

fn host(url: &Url) -> Option<String> {
    match url.host()? {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            let bare = name.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(name);
            let is_right =
                bare == "localhost" || (bare.contains('.') && bare.split('.').all(|label| !label.is_empty()));
            is_right.then(|| bare.to_owned())
        }
        Host::Ipv4(address) => Some(address.to_string()),
        Host::Ipv6(address) => Some(address.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_people_type() {
        for (text, url, host) in [
            ("example.com", "https://example.com/", "example.com"),
            (" HTTP://WWW.Example.COM/Shop?a=1#b ", "http://www.example.com/Shop", "example.com"),
            ("sc-domain:example.co.uk", "https://example.co.uk/", "example.co.uk"),
            ("www.com", "https://www.com/", "www.com"),
            ("müller.de", "https://xn--mller-kva.de/", "xn--mller-kva.de"),
            ("localhost:8080", "https://localhost:8080/", "localhost"),
        ] {
            let expected = Address { url: url.to_owned(), host: host.to_owned() };
            assert_eq!(read(text, "/url").unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_website() {
        for text in [
            "",
            "   ",
            "example",
            "ftp://example.com",
            "javascript://x.y/%0aalert(1)",
            "https://u:p@example.com",
            "a b.com",
            "https://",
            "..com",
        ] {
            assert!(read(text, "/url").is_err(), "{text}");
        }
    }
}
