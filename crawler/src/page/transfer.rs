//! Security, caching and compression of a response, from its headers.

use serde::{Deserialize, Serialize};

use super::headers::Headers;
use super::limits::MOST_TEXT_BYTES;
use super::text::cut;

/// Facts of a response's headers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transfer {
    /// `max-age` of `Strict-Transport-Security`, in seconds; `None` without the header.
    pub hsts_seconds: Option<u64>,
    /// Returns whether a `Content-Security-Policy` is enforced.
    pub has_csp: bool,
    /// Returns whether other websites may not frame the page: `X-Frame-Options` or `frame-ancestors`.
    pub has_frame_protection: bool,
    /// Returns whether `X-Content-Type-Options` is `nosniff`.
    pub is_nosniff: bool,
    /// Value of `Referrer-Policy`.
    pub referrer_policy: Option<String>,
    /// Value of `Cache-Control`.
    pub cache_control: Option<String>,
    /// Returns whether the page can be validated again: `ETag` or `Last-Modified`.
    pub has_validator: bool,
    /// Value of `Content-Encoding`, such as `gzip`; `None` if the page was sent uncompressed.
    pub compression: Option<String>,
}

pub(super) fn collect(headers: &Headers) -> Transfer {
    let text = |name: &str| {
        headers
            .get(name)
            .filter(|value| !value.is_empty())
            .map(|value| cut(value, MOST_TEXT_BYTES).to_ascii_lowercase())
    };
    let policies = headers.all("content-security-policy").collect::<Vec<_>>().join(";").to_ascii_lowercase();
    Transfer {
        hsts_seconds: headers.get("strict-transport-security").and_then(max_age),
        has_csp: !policies.trim().is_empty(),
        has_frame_protection: policies.contains("frame-ancestors") || text("x-frame-options").is_some(),
        is_nosniff: text("x-content-type-options").is_some_and(|value| value.trim() == "nosniff"),
        referrer_policy: text("referrer-policy"),
        cache_control: text("cache-control"),
        has_validator: headers.get("etag").or(headers.get("last-modified")).is_some(),
        compression: text("content-encoding").filter(|value| value != "identity"),
    }
}

fn max_age(value: &str) -> Option<u64> {
    let directive = value.split(';').find_map(|part| {
        let (name, seconds) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("max-age").then_some(seconds)
    })?;
    directive.trim().trim_matches('"').parse().ok()
}
