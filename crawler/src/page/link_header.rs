//! `Link` header, as in RFC 8288.

use super::limits::{MOST_ITEMS, MOST_URL_BYTES};
use super::text::cut;

/// One link of a `Link` header.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct HeaderLink {
    pub(super) href: String,
    pub(super) rel: String,
    pub(super) hreflang: Option<String>,
}

/// Parses the links of one header; skips what is not a link.
pub(super) fn parse(value: &str) -> Vec<HeaderLink> {
    let mut links = Vec::new();
    let mut rest = value;
    while let Some(start) = rest.find('<') {
        let Some(end) = rest[start..].find('>') else { break };
        let href = rest[start + 1..start + end].trim();
        rest = &rest[start + end + 1..];
        let mut link = HeaderLink { href: cut(href, MOST_URL_BYTES), ..HeaderLink::default() };
        rest = parameters(rest, &mut link);
        links.push(link);
        if links.len() == MOST_ITEMS {
            break;
        }
    }
    links
}

/// Reads the parameters of a link and returns what follows the link.
fn parameters<'a>(mut rest: &'a str, link: &mut HeaderLink) -> &'a str {
    loop {
        rest = rest.trim_start();
        let Some(parameter) = rest.strip_prefix(';') else { return rest.strip_prefix(',').unwrap_or(rest) };
        let parameter = parameter.trim_start();
        let name_end = parameter.find(['=', ';', ',']).unwrap_or(parameter.len());
        let name = parameter[..name_end].trim();
        rest = &parameter[name_end..];
        let Some(value) = rest.strip_prefix('=') else { continue };
        let (value, others) = parameter_value(value.trim_start());
        rest = others;
        match name.to_ascii_lowercase().as_str() {
            "rel" if link.rel.is_empty() => link.rel = value.to_owned(),
            "hreflang" if link.hreflang.is_none() => link.hreflang = Some(value.to_owned()),
            _ => {}
        }
    }
}

fn parameter_value(value: &str) -> (&str, &str) {
    if let Some(quoted) = value.strip_prefix('"') {
        let end = quoted.find('"').unwrap_or(quoted.len());
        return (&quoted[..end], quoted.get(end + 1..).unwrap_or_default());
    }
    let end = value.find([';', ',']).unwrap_or(value.len());
    (value[..end].trim(), &value[end..])
}
