//! G15: the SEO audits of Lighthouse with their weights, and one heading of level 1.

use engines::text::fold;

use super::{Context, Outcome, g14_indexability::is_noindex};
use crate::{
    GateError,
    page::{Reading, Target},
};

/// Texts that say nothing of the target: the English ones of Lighthouse's audit `link-text`.
const GENERIC: &[&str] = &[
    "click here",
    "click this",
    "go",
    "here",
    "information",
    "learn more",
    "more",
    "more info",
    "more information",
    "right here",
    "read more",
    "see more",
    "start",
    "this",
];
/// Weight of `is-crawlable`: with it, a page that fails has at most 69.
const CRAWLABLE_WEIGHT: f64 = 93.0 / 23.0;

/// An audit with its weight and result; `None` if it does not apply.
type Audit = (&'static str, f64, Option<bool>);

/// Scores every page.
///
/// Source: Lighthouse, `core/config/default-config.js` (category `seo`) and `core/audits/seo` of August 2026, with its
/// audits of `html-has-lang`, `viewport` and one `h1` added at the same weight.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (mut outcome, mut least) = (Outcome::new(), 1.0_f64);
    for (reading, page) in context.content.pages() {
        context.checkpoint()?;
        let audits = audits(context, reading);
        let score = score(&audits);
        least = least.min(score);
        if score < context.limits.min_seo_score {
            let failed: Vec<&str> =
                audits.iter().filter(|(_, _, passed)| *passed == Some(false)).map(|(name, ..)| *name).collect();
            let detail = format!(
                "The page scores {:.0} of 100 in the SEO audits. Failed: {}.",
                100.0 * score,
                failed.join(", ")
            );
            outcome.warn(Some(&page.path), detail, "Correct what the failed audits name.");
        }
    }
    Ok(outcome.measured(format!("Lowest score: {:.0} of 100", 100.0 * least)))
}

fn score(audits: &[Audit]) -> f64 {
    let applied = audits.iter().filter_map(|(_, weight, passed)| Some((*weight, (*passed)?)));
    let (passed, all) = applied.fold((0.0, 0.0), |(passed, all), (weight, is_passed)| {
        (if is_passed { passed + weight } else { passed }, all + weight)
    });
    // Lighthouse keeps two decimals.
    if all > 0.0 { (100.0 * passed / all).round() / 100.0 } else { 1.0 }
}

fn audits(context: &Context<'_>, reading: &Reading<'_>) -> Vec<Audit> {
    let tree = &reading.tree;
    let images: Vec<_> = tree.named("img").map(|(_, image)| image).collect();
    let has_alt =
        images.iter().all(|image| image.attribute("alt").is_some() || image.attribute("aria-label").is_some());
    let is_generic = |text: &str| GENERIC.contains(&fold(text).as_str());
    let canonicals: Vec<&str> = reading.linked("canonical").filter_map(|link| link.attribute("href")).collect();
    let is_absolute = |href: &&&str| url::Url::parse(href).is_ok();
    let language = tree.named("html").next().and_then(|(_, html)| html.attribute("lang")).unwrap_or_default();
    let is_crawlable = |(_, anchor): (_, &crate::html::Element)| {
        let href = anchor.attribute("href").map(str::trim);
        let is_script = anchor.attribute("onclick").is_some();
        match href {
            None => !is_script || anchor.attribute("id").is_some(),
            Some(href) => !(href.to_ascii_lowercase().starts_with("javascript:") || href.is_empty() && is_script),
        }
    };
    let mut alternates = reading.linked("alternate").filter(|link| link.attribute("hreflang").is_some());
    let headings = tree.all().filter(|(_, element)| *element.name == *"h1").count();
    vec![
        ("is-crawlable", CRAWLABLE_WEIGHT, Some(!is_noindex(reading))),
        ("document-title", 1.0, Some(!reading.title().is_empty())),
        ("meta-description", 1.0, Some(reading.meta("description").is_some_and(|text| !text.trim().is_empty()))),
        ("http-status-code", 1.0, Some(true)),
        (
            "link-text",
            1.0,
            Some(!reading.links.iter().any(|link| {
                matches!(link.target, Target::Internal(..) | Target::External(_)) && is_generic(&link.text)
            })),
        ),
        ("crawlable-anchors", 1.0, Some(tree.named("a").all(is_crawlable))),
        ("robots-txt", 1.0, context.content.files.get("robots.txt").map(|file| is_robots(&file.bytes))),
        ("image-alt", 1.0, (!images.is_empty()).then_some(has_alt)),
        (
            "hreflang",
            1.0,
            Some(alternates.all(|link| is_alternate(link.attribute("hreflang"), link.attribute("href")))),
        ),
        (
            "canonical",
            1.0,
            (!canonicals.is_empty()).then(|| canonicals.len() == 1 && canonicals.iter().all(|href| is_absolute(&href))),
        ),
        ("html-has-lang", 1.0, Some(is_language(language))),
        ("viewport", 1.0, Some(reading.meta("viewport").is_some_and(|content| content.contains("width=")))),
        ("one-h1", 1.0, Some(headings == 1)),
    ]
}

/// Returns true if every line of a robots.txt is a rule, a comment or empty.
fn is_robots(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let rules = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    rules.filter(|line| !line.is_empty()).all(|line| line.contains(':'))
}

fn is_alternate(language: Option<&str>, href: Option<&str>) -> bool {
    let language = language.unwrap_or_default();
    (language.eq_ignore_ascii_case("x-default") || is_language(language))
        && href.is_some_and(|href| href.starts_with("http"))
}

fn is_language(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let is_word = |part: &str| part.bytes().all(|byte| byte.is_ascii_alphabetic());
    parts.next().is_some_and(|first| (2..=3).contains(&first.len()) && is_word(first))
        && parts.all(|part| (1..=8).contains(&part.len()))
}
