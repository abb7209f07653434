//! Validity of a robots.txt by the audit `robots-txt` of Lighthouse.
//!
//! Source: Lighthouse, `core/audits/seo/robots-txt.js` of August 2026. Search engines skip lines that are not valid.

use url::Url;

use super::score::RobotsTxt;

/// Directives that are valid with any value.
const OTHERS: [&str; 8] =
    ["crawl-delay", "clean-param", "host", "request-rate", "visit-time", "noindex", "content-signal", "license"];

impl RobotsTxt {
    /// Judges the text of a robots.txt that the server sent.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        if text.is_empty() {
            return Self::Missing;
        }
        let mut has_agent = false;
        let mut is_valid_line = |line: &str| {
            let line = line.split('#').next().unwrap_or_default().trim();
            let Some((name, value)) = line.split_once(':') else { return line.is_empty() };
            let name = name.trim().to_ascii_lowercase();
            has_agent |= name == "user-agent";
            is_valid(&name, value.trim(), has_agent)
        };
        if text.split(['\n', '\r']).all(&mut is_valid_line) { Self::Valid } else { Self::Invalid }
    }
}

fn is_valid(name: &str, value: &str, has_agent: bool) -> bool {
    match name {
        "user-agent" => !value.is_empty(),
        "allow" | "disallow" => has_agent && is_pattern(value),
        "sitemap" => Url::parse(value).is_ok_and(|url| matches!(url.scheme(), "http" | "https" | "ftp")),
        _ => OTHERS.contains(&name),
    }
}

fn is_pattern(value: &str) -> bool {
    let has_start = value.is_empty() || value.starts_with(['/', '*']);
    has_start && value.find('$').is_none_or(|at| at + 1 == value.len())
}
