//! The rule of impact and effort.
//!
//! Impact is 1 to 100: 100 keeps the page out of results; for issues of the crawler it follows from their severity, for
//! the keyword from the weight of the place. Effort is a number of minutes for a person who knows the website. Both are
//! judgements, fixed here and in `docs/engines/content.md`; no figure is fitted or random.

use super::input::{IssueSeverity, PageIssue};

/// Minutes that any change takes in addition to the work itself: opening the page, saving, looking at the result.
const OVERHEAD: u32 = 15;
/// Most minutes that places of one kind add up to.
const MOST_MINUTES: u32 = 240;

/// Positions that a fix is assumed to win: low, middle, high.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Gain {
    /// One to three positions, as the content audit assumes for queries that a page does not mention.
    Strong,
    /// None to two.
    Moderate,
    /// None to one.
    Small,
    /// No effect on the rank is assumed.
    None,
    /// The page cannot appear until the fix is made.
    Blocking,
}

impl Gain {
    /// Returns the positions; `None` if no effect can be computed.
    pub(super) const fn steps(self) -> Option<[f64; 3]> {
        match self {
            Self::Strong => Some([1.0, 2.0, 3.0]),
            Self::Moderate => Some([0.0, 1.0, 2.0]),
            Self::Small => Some([0.0, 0.5, 1.0]),
            Self::None | Self::Blocking => None,
        }
    }
}

/// Cost and benefit of a fix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Weighed {
    pub(super) impact: u32,
    pub(super) minutes: u32,
    pub(super) gain: Gain,
}

impl Weighed {
    pub(super) const fn new(impact: u32, minutes: u32, gain: Gain) -> Self {
        Self { impact, minutes, gain }
    }

    /// Impact points an hour, with one decimal.
    pub(super) fn priority(self) -> f64 {
        let hour = f64::from(self.impact) * 60.0 / f64::from(self.minutes + OVERHEAD);
        (hour * 10.0).round() / 10.0
    }
}

/// Issues that keep the page out of results under its address.
const BLOCKING: [&str; 10] = [
    "blocked-by-robots",
    "canonical-elsewhere",
    "client-error",
    "javascript-robots",
    "noindex",
    "redirect-loop",
    "redirect-to-error",
    "server-error",
    "soft-404",
    "unreachable",
];
/// Issues of headers, which one line of the server's settings fixes.
const OF_HEADERS: [&str; 7] = [
    "cache-missing",
    "csp-missing",
    "frame-protection-missing",
    "hsts-missing",
    "nosniff-missing",
    "referrer-policy-missing",
    "uncompressed",
];

/// Weighs an issue of the crawler.
pub(super) fn issue(issue: &PageIssue) -> Weighed {
    let key = issue.key.as_str();
    if BLOCKING.contains(&key) {
        return Weighed::new(100, minutes(issue), Gain::Blocking);
    }
    let impact = match issue.severity {
        IssueSeverity::Error => 60,
        IssueSeverity::Warning => 35,
        IssueSeverity::Notice => 10,
    };
    // Neither is a signal of rankings by itself, apart from HTTPS.
    let is_aside = matches!(issue.category.as_str(), "security" | "addresses") && key != "not-https";
    let impact = if is_aside { impact / 2 } else { impact };
    let is_content = matches!(key, "thin-content" | "javascript-required" | "javascript-content");
    Weighed::new(impact, minutes(issue), if is_content { Gain::Moderate } else { Gain::None })
}

/// Minutes by the category, and two for each further place.
fn minutes(issue: &PageIssue) -> u32 {
    let base = if OF_HEADERS.contains(&issue.key.as_str()) {
        20
    } else {
        match issue.category.as_str() {
            "snippets" => 10,
            "indexing" | "links" | "images" => 15,
            "languages" | "structuredData" => 20,
            "response" | "security" => 30,
            "addresses" => 45,
            "content" => 60,
            _ => 120,
        }
    };
    let more = u32::try_from(issue.count.saturating_sub(1)).unwrap_or(u32::MAX).saturating_mul(2);
    base + more.min(MOST_MINUTES - base)
}
