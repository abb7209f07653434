//! Fixes for issues of the crawler, and for a temporary redirect.

use super::input::{FixInput, PageIssue};
use super::output::{PageFix, Proposal, Snippet};
use super::rule::{self, Gain, Weighed};
use super::wording::escaped;
use super::{Ground, fix, html};

/// Issues that the fixes of the keyword and of the redirect cover.
const COVERED: [&str; 9] = [
    "title-missing",
    "title-short",
    "title-long",
    "description-missing",
    "description-short",
    "description-long",
    "h1-missing",
    "structured-data-missing",
    "redirect-temporary",
];
const SOURCE: &str = "Crawl of the page";

/// Returns the fixes of the crawler's issues.
pub(super) fn fixes(input: &FixInput, ground: &Ground) -> Vec<PageFix> {
    let is_own = |issue: &&PageIssue| !COVERED.contains(&issue.key.as_str());
    let fixes = input.issues.iter().filter(is_own).map(|issue| of(input, issue, ground));
    fixes.chain(redirect(input, ground)).collect()
}

fn of(input: &FixInput, issue: &PageIssue, ground: &Ground) -> PageFix {
    let places = if issue.count > 1 { format!(" ({} places)", issue.count) } else { String::new() };
    let reason = format!("{}{places}. {}", issue.title, issue.why);
    PageFix {
        snippet: snippet(input, &issue.key),
        evidence: issue.evidence.clone(),
        ..fix(ground, &issue.key, issue.fix.trim_end_matches('.'), reason, rule::issue(issue), SOURCE)
    }
}

/// A temporary redirect keeps the old address in the index.
fn redirect(input: &FixInput, ground: &Ground) -> Option<PageFix> {
    let (status, target) = input.redirect.as_ref()?;
    if !matches!(status, 302 | 303 | 307) || target.is_empty() {
        return None;
    }
    let reason = format!("The address redirects with status {status}, which is temporary, to {target}.");
    let weighed = Weighed::new(30, 15, Gain::None);
    Some(PageFix {
        proposals: vec![Proposal::Redirect { to: target.clone() }],
        ..fix(ground, "redirect", "Make the redirect permanent (status 301)", reason, weighed, SOURCE)
    })
}

/// Returns the text that fixes an issue, where it does not depend on the content.
fn snippet(input: &FixInput, key: &str) -> Option<Snippet> {
    let url = input.page.as_ref().map(|page| escaped(&page.url));
    let head = |text: &str| Some(html("In the head of the page", text.to_owned()));
    let header = |text: &str| {
        let (place, language) = ("In the headers of the server's response".to_owned(), "http".to_owned());
        Some(Snippet { place, language, text: text.to_owned() })
    };
    match key {
        "canonical-missing" => head(&format!("<link rel=\"canonical\" href=\"{}\">", url?)),
        "viewport-missing" => head("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"),
        "charset-invalid" => head("<meta charset=\"utf-8\">"),
        "doctype-missing" => Some(html("In the first line of the page", "<!doctype html>".to_owned())),
        "hsts-missing" => header("Strict-Transport-Security: max-age=31536000"),
        "nosniff-missing" => header("X-Content-Type-Options: nosniff"),
        "referrer-policy-missing" => header("Referrer-Policy: strict-origin-when-cross-origin"),
        "frame-protection-missing" => header("Content-Security-Policy: frame-ancestors 'self'"),
        _ => None,
    }
}
