//! Insights about pages to change.

use serde_json::json;

use super::super::SIGNATURE;
use super::output::{PageAudit, PageChange, PageChangeKind, PageVerdict};
use super::plain::shortened;
use crate::common::{Action, Day, Evidence, Finding, Insight, Nature, Severity};

/// Source of the figures.
const SOURCE: &str = "crawl and queries";
/// Days until the queries of a changed page show an effect.
const DAYS_VALID: i32 = 60;

/// Returns the insights of the first pages with tasks.
pub(super) fn insights(pages: &[PageAudit], most: usize, as_of: Option<Day>) -> Vec<Insight> {
    pages.iter().filter(|page| !page.tasks.is_empty()).take(most).map(|page| insight(page, as_of)).collect()
}

fn insight(page: &PageAudit, as_of: Option<Day>) -> Insight {
    let (kind, action, label) = match page.verdict {
        PageVerdict::Merge => ("content_merge", "merge_pages", "Merge the pages"),
        PageVerdict::Redirect => ("content_redirect", "redirect_page", "Redirect the page"),
        PageVerdict::Remove => ("content_remove", "remove_page", "Remove the page"),
        PageVerdict::Improve | PageVerdict::Keep => ("content_improve", "revise_page", "Change the page"),
    };
    let finding = Finding {
        kind,
        subject: page.url.clone(),
        title: title(page),
        severity: Severity::Opportunity,
        nature: nature(page),
        confidence: confidence(page),
        effort_minutes: effort(page),
        evidence: evidence(page),
        assumptions: vec!["The crawl and the queries describe the present website".to_owned()],
        action: Some(Action::new(action, label, Some(page.url.clone()))),
        falsifier: falsifier(page),
        days_valid: DAYS_VALID,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, as_of)
}

fn title(page: &PageAudit) -> String {
    let url = shortened(&page.url, 120);
    let target = page.target.as_deref().map(|target| shortened(target, 120)).unwrap_or_default();
    match page.verdict {
        PageVerdict::Merge => format!("Merge {url} into {target}"),
        PageVerdict::Redirect => format!("Redirect {url} to {target}"),
        PageVerdict::Remove if page.changes.iter().any(|change| change.kind == PageChangeKind::FixLinks) => {
            format!("Change the links to {url}, which is gone")
        }
        PageVerdict::Remove => format!("Remove {url}"),
        PageVerdict::Improve | PageVerdict::Keep => format!("Improve {url}"),
    }
}

/// What a crawl shows is a fact; that a change helps is a claim.
fn nature(page: &PageAudit) -> Nature {
    if matches!(page.verdict, PageVerdict::Redirect | PageVerdict::Remove) { Nature::Fact } else { Nature::Claim }
}

fn confidence(page: &PageAudit) -> f64 {
    match page.verdict {
        PageVerdict::Redirect => 0.9,
        PageVerdict::Remove => 0.8,
        PageVerdict::Merge => 0.6,
        PageVerdict::Improve | PageVerdict::Keep => 0.5,
    }
}

/// Minutes of work: a convention of this product.
fn effort(page: &PageAudit) -> u32 {
    let minutes = |change: &super::output::PageChange| match change.kind {
        PageChangeKind::AddSection if change.after.is_none() => 45,
        PageChangeKind::AddSection => 15,
        PageChangeKind::MovePassage | PageChangeKind::Redirect => 10,
        _ => 5,
    };
    page.changes.iter().map(minutes).sum::<u32>().min(480)
}

fn evidence(page: &PageAudit) -> Vec<Evidence> {
    let figures = json!({
        "clicks": page.clicks, "impressions": page.impressions, "position": page.position, "linksIn": page.links_in,
        "extraClicks": page.extra_clicks, "reason": page.reason, "target": page.target,
    });
    let mut all = vec![Evidence::new("page", &page.url, figures, SOURCE, None)];
    all.extend(
        page.target.iter().map(|target| Evidence::new("target", target, json!({ "of": page.url }), SOURCE, None)),
    );
    let task = |task: &super::output::AuditTask| {
        Evidence::new("task", &task.title, json!({ "title": task.title, "detail": task.detail }), SOURCE, None)
    };
    all.extend(page.tasks.iter().map(task));
    all.extend(page.changes.iter().map(|change| change_of(page, change)));
    all
}

/// States an exact change, so that it can be made.
fn change_of(page: &PageAudit, change: &PageChange) -> Evidence {
    let value = json!({ "kind": change.kind, "before": change.before, "after": change.after, "target": change.target });
    Evidence::new("change", &page.url, value, SOURCE, None)
}

fn falsifier(page: &PageAudit) -> String {
    match page.verdict {
        PageVerdict::Merge => "Clicks of both pages together fall in the 8 weeks after the merge",
        PageVerdict::Redirect => "The old address answers with status 200 again, or the target is about something else",
        PageVerdict::Remove => "The page gets an impression or a link",
        PageVerdict::Improve | PageVerdict::Keep => "Clicks of the page do not rise in the 8 weeks after the changes",
    }
    .to_owned()
}
