//! Addresses of pages: normalised URLs and registrable domains.

use std::net::IpAddr;

use url::Url;

/// Parameters that only track where a visitor comes from.
const TRACKING: [&str; 9] =
    ["gclid", "fbclid", "msclkid", "gad_source", "srsltid", "mc_cid", "mc_eid", "igshid", "yclid"];
/// Longest URL that is normalised, in bytes.
const LONGEST: usize = 8_192;

/// Returns the host of a URL without `www.`, in lower case, or `None` if the text is not a web address.
#[must_use]
pub fn host(url: &str) -> Option<String> {
    let url = parse(url)?;
    Some(bare(url.host_str()?).to_owned())
}

/// Returns the registrable domain of a host, such as `example.co.uk` of `shop.example.co.uk`. A host without one, such
/// as an address, is returned as it is.
#[must_use]
pub fn registrable(host: &str) -> String {
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    if host.starts_with('[') || host.parse::<IpAddr>().is_ok() {
        return host;
    }
    psl::domain_str(&host).map_or_else(|| host.clone(), str::to_owned)
}

/// Normalises the URL of a page, so that two links to the same page compare as equal: without scheme differences,
/// `www.`, fragments, tracking parameters and a slash at the end; parameters sorted.
#[must_use]
pub fn normalise(url: &str) -> Option<String> {
    let url = parse(url)?;
    let host = bare(url.host_str()?);
    let mut pairs: Vec<(String, String)> =
        url.query_pairs().into_owned().filter(|(name, _)| !is_tracking(name)).collect();
    pairs.sort();
    // The usual ports of both schemes, which are not told apart.
    let port = url.port().filter(|port| !matches!(port, 80 | 443)).map(|port| format!(":{port}")).unwrap_or_default();
    let mut normal = format!("https://{host}{port}{}", url.path().trim_end_matches('/'));
    if !pairs.is_empty() {
        normal.push('?');
        normal.push_str(&url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish());
    }
    Some(normal)
}

/// Removes `www.` at the beginning.
fn bare(host: &str) -> &str {
    let rest = host.trim_start_matches("www.");
    if rest.contains('.') { rest } else { host }
}

fn is_tracking(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.starts_with("utm_") || TRACKING.contains(&name.as_str())
}

fn parse(url: &str) -> Option<Url> {
    if url.len() > LONGEST {
        return None;
    }
    let url = Url::parse(url.trim()).ok()?;
    matches!(url.scheme(), "http" | "https").then_some(url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_to_the_same_page_are_normalised_alike() {
        let expected = "https://example.test/a?b=1&c=2";
        for url in [
            "http://www.Example.test/a/?c=2&b=1#top",
            "https://example.test/a?utm_source=chatgpt.com&b=1&c=2",
            " https://example.test:443/a?b=1&c=2&gclid=x ",
        ] {
            assert_eq!(normalise(url).as_deref(), Some(expected), "{url}");
        }
        assert_eq!(normalise("https://example.test/").as_deref(), Some("https://example.test"));
        for wrong in ["", "mailto:a@b.test", "not a url", "javascript:alert(1)"] {
            assert_eq!(normalise(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn normalised_url_stays_as_it_is() {
        for url in [
            "http://www.www.a.test:443//x//?b=%20+&a=é#y",
            "https://www.test/",
            "https://www./",
            "http://[::1]:80/a/",
            "https://xn--bcher-kva.test/b%C3%BCcher?utm_x=1&&=",
            "https://A.TEST./%2e%2e/?q=a%26b",
        ] {
            let normal = normalise(url).unwrap();
            assert_eq!(normalise(&normal).as_ref(), Some(&normal), "{url}");
        }
    }

    #[test]
    fn registrable_domain_follows_the_public_suffix_list() {
        assert_eq!(registrable("shop.example.co.uk"), "example.co.uk");
        assert_eq!(registrable("me.github.io"), "me.github.io");
        assert_eq!(registrable("Example.COM."), "example.com");
        assert_eq!(registrable("127.0.0.1"), "127.0.0.1");
        assert_eq!(registrable("com"), "com");
    }
}
