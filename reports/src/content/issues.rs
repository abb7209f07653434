//! Issues of the latest crawl.

use crawler::audit::{Definition, ISSUES, Severity};
use shared::{
    domain::{
        crawl::IssueCount,
        report::{ReportIssueCount, ReportIssueSeverity, ReportIssues, ReportSeverity, ReportSource},
    },
    store::{StoreError, crawl},
};
use uuid::Uuid;

use super::Scope;

const MOST: usize = 5;
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Notice];

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportIssues>, StoreError> {
    let found = crawl::previous(scope.db, scope.workspace_id, scope.website.id, Uuid::max()).await?;
    let Some((at, report)) = found.and_then(|crawl| Some((crawl.finished_at?, crawl.report?.0))) else {
        return Ok(None);
    };
    let defined: Vec<(&IssueCount, &Definition)> = report.issues.iter().filter_map(definition).collect();
    let severity = |severity: Severity| {
        let of = || defined.iter().filter(move |(_, definition)| definition.severity == severity);
        ReportSeverity {
            severity: word(severity),
            open: of().map(|(count, _)| count.pages).sum(),
            new: of().map(|(count, _)| count.new).sum(),
            fixed: of().map(|(count, _)| count.fixed).sum(),
        }
    };
    Ok(Some(ReportIssues {
        source: ReportSource { name: format!("Crawl of {} pages", report.pages), as_of: at.date_naive() },
        pages: report.pages,
        score: report.score,
        severities: SEVERITIES.map(severity).to_vec(),
        top: top(&defined),
    }))
}

fn definition(count: &IssueCount) -> Option<(&IssueCount, &'static Definition)> {
    ISSUES.iter().find(|definition| definition.key == count.issue).map(|definition| (count, definition))
}

/// Returns the errors with the most pages, then the warnings.
fn top(defined: &[(&IssueCount, &Definition)]) -> Vec<ReportIssueCount> {
    let mut open: Vec<_> = defined
        .iter()
        .filter(|(count, definition)| count.pages > 0 && definition.severity != Severity::Notice)
        .collect();
    open.sort_by_key(|(count, definition)| std::cmp::Reverse((definition.severity, count.pages)));
    let view = |(count, definition): &&(&IssueCount, &Definition)| ReportIssueCount {
        title: definition.title.to_owned(),
        severity: word(definition.severity),
        pages: count.pages,
    };
    open.iter().take(MOST).map(view).collect()
}

const fn word(severity: Severity) -> ReportIssueSeverity {
    match severity {
        Severity::Error => ReportIssueSeverity::Error,
        Severity::Warning => ReportIssueSeverity::Warning,
        Severity::Notice => ReportIssueSeverity::Notice,
    }
}
