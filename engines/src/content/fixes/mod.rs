//! Fixes of one page for one keyword, ranked by impact and effort.
//!
//! Joins what is known of the page (its HTML, the crawler's issues, the SEO audits of Lighthouse) and of the keyword (position,
//! volume, results, texts of top-ranking pages). The rule of impact and effort is in `rule`, the extra clicks in `clicks`.

mod clicks;
mod input;
mod issues;
mod on_page;
mod output;
mod places;
mod rule;
mod wording;

pub use input::{FixInput, IssueSeverity, MOST_KEYWORD, Mention, PageFacts, PageIssue};
pub use output::{
    AuditedPage, Figure, KeywordPlace, LighthouseAudit, MissingData, PageFix, PageReport, PlaceKind, Proposal,
    ScoreBar, ScoreKind, SearchFacts, SerpEntry, SerpFacts, Snippet, report_schema,
};

use clicks::Demand;
use on_page::OnPage;
use places::Keyword;
use rule::{Gain, Weighed};

use super::flesch_reading_ease;
use crate::common::{Control, EngineError, checkpoint};
use crate::semantic::{self, CoverageInput, CoverageOutput};
use crate::text::Stemmer;

/// Name of the method.
pub const METHOD: &str = "page fixes: places of the keyword, issues of the crawler and coverage, by impact and effort";
/// Version of the method; it changes with any change of the results.
pub const METHOD_VERSION: &str = "page-fixes-1.0.0";

/// What every fix needs.
struct Ground {
    demand: Demand,
}

/// Ranks the fixes of a page.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`], or [`EngineError::Cancelled`].
pub fn page_fixes(input: &FixInput, control: &dyn Control) -> Result<PageReport, EngineError> {
    input.check()?;
    let stemmer = Stemmer::default();
    let keyword = Keyword::new(&input.keyword, &stemmer);
    let ground = Ground { demand: Demand::new(input) };
    control.progress(10.0, "competitors", "Comparing with top-ranking pages");
    let coverage = coverage(input, control)?;
    checkpoint(control)?;
    control.progress(70.0, "ranking", "Ranking the fixes");
    let places = input.page.as_ref().map(|page| places::places(page, &keyword, &stemmer)).unwrap_or_default();
    let ease = input.page.as_ref().and_then(ease);
    let mut fixes = issues::fixes(input, &ground);
    if let Some(page) = &input.page {
        let on_page = OnPage { input, page, keyword: &keyword, places: &places, stemmer: &stemmer, ground: &ground };
        fixes.extend(on_page.fixes(coverage.as_ref(), ease));
    }
    checkpoint(control)?;
    fixes.sort_by(|a, b| {
        b.is_blocking.cmp(&a.is_blocking).then(b.priority.total_cmp(&a.priority)).then_with(|| a.key.cmp(&b.key))
    });
    control.progress(100.0, "done", "Done");
    Ok(PageReport {
        page: audited(input),
        scores: scores(input, &places, coverage.as_ref(), ease),
        places,
        lighthouse: input.lighthouse.as_ref().map(|(_, audits)| audits.clone()).unwrap_or_default(),
        search: input.search.clone(),
        missing: missing(input),
        assumptions: assumptions(&fixes),
        fixes,
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

/// Compares the page with the top-ranking pages; `None` with fewer than two of them.
fn coverage(input: &FixInput, control: &dyn Control) -> Result<Option<CoverageOutput>, EngineError> {
    let Some(page) = &input.page else { return Ok(None) };
    if input.rivals.len() < 2 || !page.text.chars().any(char::is_alphanumeric) {
        return Ok(None);
    }
    let own = semantic::Page { url: page.url.clone(), text: page.text.clone(), ..semantic::Page::default() };
    let case = CoverageInput { as_of: None, query: input.keyword.clone(), page: own, winners: input.rivals.clone() };
    semantic::coverage(&case, &semantic::Parameters::default().check()?, &Silent(control)).map(Some)
}

/// Passes cancellation on, but not the progress of a part.
struct Silent<'a>(&'a dyn Control);

impl Control for Silent<'_> {
    fn progress(&self, _percent: f64, _stage: &str, _message: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0.is_cancelled()
    }
}

/// Flesch reading ease of an English text.
fn ease(page: &PageFacts) -> Option<f64> {
    let is_english = page.detected_language.as_deref() == Some("eng");
    flesch_reading_ease(&page.text).filter(|_| is_english)
}

fn audited(input: &FixInput) -> AuditedPage {
    let Some(page) = &input.page else {
        return AuditedPage {
            url: input.url.clone(),
            status: input.status,
            observed_at: input.observed_at.clone(),
            ..AuditedPage::default()
        };
    };
    AuditedPage {
        url: page.url.clone(),
        status: input.status,
        title: page.title.clone(),
        description: page.description.clone(),
        h1: page.h1.clone(),
        words: Some(page.words),
        canonical: page.canonical.clone(),
        is_indexable: page.is_indexable,
        types: page.types.clone(),
        response_ms: Some(page.response_ms),
        observed_at: input.observed_at.clone(),
    }
}

fn scores(
    input: &FixInput, places: &[KeywordPlace], coverage: Option<&CoverageOutput>, ease: Option<f64>,
) -> Vec<ScoreBar> {
    let bar = |kind, value, detail: String, source: &str| ScoreBar { kind, value, detail, source: source.to_owned() };
    let no_page = || "The address has no HTML page.".to_owned();
    let lighthouse = input.lighthouse.as_ref().map(|(score, audits)| {
        let applied = audits.iter().filter(|audit| audit.is_passed.is_some()).count();
        let passed = audits.iter().filter(|audit| audit.is_passed == Some(true)).count();
        (f64::from(*score), format!("{passed} of {applied} audits passed."))
    });
    let found = places.iter().filter(|place| place.is_found).count();
    let placement = (!places.is_empty())
        .then(|| (places::placement(places), format!("{found} of {} places have it.", places.len())));
    let covered = coverage.map(|coverage| {
        let mut others = coverage.winners_coverage.clone();
        others.sort_by(f64::total_cmp);
        let median = others.get(others.len() / 2).copied().unwrap_or_default();
        let detail = format!("Median of {} top-ranking pages: {:.0}.", others.len(), 100.0 * median);
        ((100.0 * coverage.coverage).round(), detail)
    });
    let eased = ease.map(|ease| (ease.clamp(0.0, 100.0).round(), "0 is very hard, 60 is plain English.".to_owned()));
    let of = |kind, scored: Option<(f64, String)>, missing: String, source: &str| match scored {
        Some((value, detail)) => bar(kind, Some(value), detail, source),
        None => bar(kind, None, missing, source),
    };
    vec![
        of(ScoreKind::Lighthouse, lighthouse, no_page(), "SEO audits of Lighthouse, on the HTML"),
        of(ScoreKind::Placement, placement, no_page(), "HTML of the page"),
        of(
            ScoreKind::Coverage,
            covered,
            "Texts of at least two top-ranking pages are missing.".to_owned(),
            "Texts of top-ranking pages in this workspace",
        ),
        of(
            ScoreKind::Readability,
            eased,
            "The measure is for English texts.".to_owned(),
            "Flesch reading ease of the main text",
        ),
    ]
}

fn missing(input: &FixInput) -> Vec<MissingData> {
    let search = &input.search;
    let known = [
        (
            search.position.is_some() || search.beyond.is_some(),
            "Position of the website for the keyword",
            "Track the keyword, or connect Search Console and run the keyword engine.",
        ),
        (
            search.volume.is_some() || search.impressions.is_some(),
            "Search volume",
            "Import a keyword list, or connect Search Console and run the keyword engine.",
        ),
        (search.serp.is_some(), "Search results of the keyword", "Track the keyword, or import search results."),
        (
            input.rivals.len() >= 2,
            "Texts of top-ranking pages",
            "Import a crawl of the pages that rank for the keyword.",
        ),
    ];
    let absent = known.into_iter().filter(|(is_known, ..)| !is_known);
    absent.map(|(_, what, unlock)| MissingData { what: what.to_owned(), unlock: unlock.to_owned() }).collect()
}

fn assumptions(fixes: &[PageFix]) -> Vec<String> {
    let mut all = vec!["The main text is the content without menus, as the HTML has it without scripts.".to_owned()];
    if fixes.iter().any(|fix| fix.clicks.is_some()) {
        all.push(
            "Extra clicks assume one to three more positions for a strong fix, none to two for a moderate and none to one \
             for a small one, at the CTR curve of published studies. Those of several fixes do not add up."
                .to_owned(),
        );
    }
    all
}

/// Creates a fix without snippet and changes.
fn fix(ground: &Ground, key: &str, title: &str, reason: String, weighed: Weighed, source: &str) -> PageFix {
    let (clicks, clicks_missing) = match ground.demand.extra(weighed.gain) {
        Ok(clicks) => (Some(clicks), None),
        Err(why) => (None, Some(why)),
    };
    PageFix {
        key: key.to_owned(),
        title: title.to_owned(),
        reason,
        is_blocking: weighed.gain == Gain::Blocking,
        impact: weighed.impact,
        effort_minutes: weighed.minutes,
        priority: weighed.priority(),
        clicks,
        clicks_missing,
        snippet: None,
        evidence: Vec::new(),
        source: source.to_owned(),
        changes: Vec::new(),
        proposals: Vec::new(),
    }
}

/// Creates a snippet of HTML.
fn html(place: &str, text: String) -> Snippet {
    Snippet { place: place.to_owned(), language: "html".to_owned(), text }
}
