//! Audits the pages of a website: what each needs, from a crawl and the queries that it appears for.

mod answers;
mod clicks;
mod closest;
mod decide;
mod diff;
pub(super) mod head;
mod input;
mod insight;
mod links;
mod output;
mod page;
mod pairs;
mod params;
pub(super) mod plain;
pub(super) mod reading;
mod repeats;
mod sections;
mod site;
mod speed;
mod tasks;
pub(super) mod topic;

pub use input::{AuditInput, AuditPage, PageQuery};
pub use output::{
    AuditOutput, AuditSummary, AuditTask, ClickRange, MissingQuery, PageAudit, PageChange, PageChangeKind, PageVerdict,
};
pub use params::{AuditChecked, AuditParameters};
pub use speed::{FailedVital, PageVitals, SlowPage, Vital, VitalsBasis};

use std::collections::HashSet;

use answers::Answers;
use clicks::Rates;
use decide::{Decision, decide};
use links::Wanted;
use page::Ground;
use repeats::Repeats;
use site::Site;

use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint, count};
use crate::text::Stemmer;

/// Maximum number of pages whose text is examined for improvements, those with most impressions.
const MOST_EXAMINED: usize = 1_000;

/// Decides what each page of a website needs, with the exact changes.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without pages, [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`], or
/// [`EngineError::Cancelled`].
pub fn audit(input: &AuditInput, params: &AuditChecked, control: &dyn Control) -> Result<AuditOutput, EngineError> {
    input.check()?;
    let stemmer = Stemmer::default();
    let answers = Answers::new(input, &stemmer)?;
    control.progress(5.0, "read", "Reading the pages and queries");
    let site = Site::read(input, &params.brand_terms, control)?;
    let order = site.by_precedence();
    let rank = Site::ranks(&order);
    control.progress(20.0, "queries", "Comparing the queries of the pages");
    let ties = pairs::find(&site, &rank, params, control)?;
    control.progress(50.0, "decide", "Deciding on each page");
    let decisions = decide(&site, (&order, &rank), &ties, params, input.as_of, control)?;
    let stays: Vec<bool> =
        decisions.iter().zip(&site.pages).map(|(one, seen)| one.target.is_none() && seen.is_living).collect();
    let ground = Ground {
        params,
        answers,
        repeats: Repeats::read(&site, &order, control)?,
        links: Wanted::new(&site, &order, &stays, params),
        rates: Rates::new(&site),
        stemmer,
        site: &site,
    };
    let pages = examine(&ground, decisions, control)?;
    Ok(output(input, &ground, pages))
}

/// Audits the pages; the texts of those with most impressions in detail. Sorts them by the clicks at stake.
fn examine(
    ground: &Ground<'_>, decisions: Vec<Decision>, control: &dyn Control,
) -> Result<Vec<PageAudit>, EngineError> {
    let pages = &ground.site.pages;
    let mut shown: Vec<usize> = (0..pages.len()).filter(|at| decisions[*at].may_improve).collect();
    shown.sort_by(|a, b| pages[*b].impressions.total_cmp(&pages[*a].impressions).then(a.cmp(b)));
    let mut has_details = vec![false; pages.len()];
    shown.iter().take(MOST_EXAMINED).for_each(|at| has_details[*at] = true);
    let mut audits = Vec::with_capacity(pages.len());
    for (at, decision) in decisions.into_iter().enumerate() {
        if at % 20 == 0 {
            checkpoint(control)?;
            control.progress(55.0 + 40.0 * at as f64 / pages.len() as f64, "examine", "Examining the pages");
        }
        audits.push(ground.audit(at, decision, has_details[at]));
    }
    let months = ground.site.period_days.map_or(1.0, |days| days / 30.0);
    audits.sort_by(|a, b| {
        let stakes = stake(b, months).total_cmp(&stake(a, months));
        stakes.then(b.impressions.total_cmp(&a.impressions)).then_with(|| a.url.cmp(&b.url))
    });
    control.progress(100.0, "done", "Done");
    Ok(audits)
}

/// Clicks a month that a verdict is about: possible extra clicks, or the clicks of a page that goes.
fn stake(page: &PageAudit, months: f64) -> f64 {
    match page.verdict {
        PageVerdict::Keep => -1.0,
        PageVerdict::Improve => page.extra_clicks.map_or(0.0, |extra| extra.mid).max(0.0),
        PageVerdict::Merge | PageVerdict::Redirect | PageVerdict::Remove => page.clicks / months,
    }
}

fn output(input: &AuditInput, ground: &Ground<'_>, pages: Vec<PageAudit>) -> AuditOutput {
    let slow_pages = speed::slow_pages(input, &pages);
    let most = ground.params.max_insights as usize;
    let of_speed = speed::insights(&slow_pages, input, most);
    let mut insights = insight::insights(&pages, most - of_speed.len(), input.as_of);
    insights.extend(of_speed);
    AuditOutput {
        summary: summary(input, ground.site, &pages),
        insights,
        slow_pages,
        notes: notes(ground, &pages),
        assumptions: assumptions(input, &pages),
        needs: needs(input, ground.site),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        pages,
    }
}

fn summary(input: &AuditInput, site: &Site<'_>, pages: &[PageAudit]) -> AuditSummary {
    let living: HashSet<String> =
        site.pages.iter().filter(|seen| seen.is_living).map(|seen| plain::plain(&seen.page.url)).collect();
    let number = |verdict| pages.iter().filter(|page| page.verdict == verdict && living.contains(&page.url)).count();
    let goes =
        |page: &&PageAudit| matches!(page.verdict, PageVerdict::Merge | PageVerdict::Redirect | PageVerdict::Remove);
    AuditSummary {
        keep: number(PageVerdict::Keep),
        improve: number(PageVerdict::Improve),
        merge: number(PageVerdict::Merge),
        redirect: number(PageVerdict::Redirect),
        remove: number(PageVerdict::Remove),
        too_little_data: pages.iter().filter(|page| page.is_too_little_data).count(),
        clicks: pages.iter().map(|page| page.clicks).sum(),
        impressions: pages.iter().map(|page| page.impressions).sum(),
        moved_clicks: pages.iter().filter(goes).map(|page| page.clicks).sum(),
        extra_clicks: pages.iter().filter_map(|page| page.extra_clicks).reduce(ClickRange::plus),
        period_days: input.period_days,
    }
}

fn notes(ground: &Ground<'_>, pages: &[PageAudit]) -> Vec<String> {
    let mut notes = Vec::new();
    let unknown = &ground.site.unknown;
    if !unknown.pages.is_empty() {
        let first: Vec<&str> = unknown.pages.iter().take(5).map(String::as_str).collect();
        let (pages, are) = if unknown.pages.len() == 1 { ("page", "is") } else { ("pages", "are") };
        notes.push(format!(
            "{} {pages} with {} impressions {are} not in the crawl, such as {}",
            unknown.pages.len(),
            count(unknown.impressions),
            first.join(", ")
        ));
    }
    match ground.site.pages.iter().filter(|seen| !seen.is_living).count() {
        0 => {}
        1 => notes.push("1 address that is gone, redirects or is not indexable is listed but not counted".to_owned()),
        gone => notes
            .push(format!("{gone} addresses that are gone, redirect or are not indexable are listed but not counted")),
    }
    let shown =
        ground.site.pages.iter().filter(|page| page.impressions >= f64::from(ground.params.min_impressions)).count();
    if shown > MOST_EXAMINED {
        notes.push(format!("The texts of the {MOST_EXAMINED} pages with most impressions were examined"));
    }
    let review = ground.answers.library.as_ref().and_then(|library| library.pack.review.as_ref());
    let has_pack_text = || {
        pages
            .iter()
            .flat_map(|page| &page.changes)
            .any(|change| change.fact_ids.iter().any(|id| id.starts_with("pack.")))
    };
    if let Some(review) = review.filter(|_| has_pack_text()) {
        notes.push(format!("Before texts of the pack are published, they must be reviewed: {review}"));
    }
    notes
}

fn assumptions(input: &AuditInput, pages: &[PageAudit]) -> Vec<String> {
    let mut all = vec![
        "The texts are the main content of the pages, without menus".to_owned(),
        "Search Console leaves out rare queries: a page that appears only for these counts as one without impressions"
            .to_owned(),
    ];
    if pages.iter().any(|page| page.extra_clicks.is_some()) {
        all.push(
            "Extra clicks assume that the listed queries gain one to three positions, at the CTR curve of the website"
                .to_owned(),
        );
    }
    if !input.vitals.is_empty() {
        all.push(
            "Pages that fail Core Web Vitals are in the order of their clicks. A gain is not stated: no source supports a figure"
                .to_owned(),
        );
    }
    if input.queries.iter().any(|row| row.position.is_none()) {
        all.push("Queries without a position count as unknown, not as low".to_owned());
    }
    all
}

fn needs(input: &AuditInput, site: &Site<'_>) -> Vec<String> {
    let known = [
        (!input.queries.is_empty(), "Queries by page (Search Console) show what to improve and which pages compete"),
        (input.period_days.is_some(), "The period of the queries is needed for clicks a month and for removing pages"),
        (site.has_texts, "Texts of the pages show what is missing, repeated or duplicated; crawl the website"),
        (site.has_links, "Links between the pages show which broken pages matter and which pages are orphans"),
        (
            !input.vitals.is_empty(),
            "Core Web Vitals (connect the Chrome UX Report or PageSpeed Insights) show slow pages",
        ),
        (site.has_descriptions, "Descriptions are unknown: no page has one"),
        (
            !input.facts.is_empty() || input.vertical.is_some() || input.pack.is_some(),
            "Facts or a vertical with an editorial pack fill new sections with text",
        ),
    ];
    known.into_iter().filter(|(is_known, _)| !is_known).map(|(_, need)| need.to_owned()).collect()
}
