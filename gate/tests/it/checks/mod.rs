//! Each check: a site that fails it alone, and near misses that pass.

mod claims;
mod content;
mod trust;
mod web;

use gate::{Level, Report, Status};

use crate::build::{honest, with};

/// Asserts that exactly one check blocks, on a page (or the whole site for `None`).
pub(crate) fn assert_blocked(report: &Report, id: &str, page: Option<&str>) {
    assert!(!report.passes && report.is_blocked());
    let wrong: Vec<_> = report.findings.iter().filter(|one| one.level == Level::Block && one.check != id).collect();
    assert!(wrong.is_empty(), "{id} alone should block: {wrong:#?}");
    let found = report.findings.iter().any(|one| one.check == id && one.page.as_deref() == page);
    assert!(found, "{id} should name {page:?}: {:#?}", report.findings);
    assert_eq!(status(report, id), Status::Blocked);
}

/// Asserts that a check warns about a page and nothing blocks.
pub(crate) fn assert_warned(report: &Report, id: &str, page: Option<&str>) {
    assert!(report.passes, "{:#?}", report.findings);
    let found = report.findings.iter().any(|one| one.check == id && one.page.as_deref() == page);
    assert!(found, "{id} should name {page:?}: {:#?}", report.findings);
    assert_eq!(status(report, id), Status::Warned);
}

/// Asserts that a check finds nothing and nothing blocks.
pub(crate) fn assert_clean(report: &Report, id: &str) {
    let found: Vec<_> = report.findings.iter().filter(|one| one.check == id || one.level == Level::Block).collect();
    assert!(found.is_empty(), "{found:#?}");
}

pub(crate) fn status(report: &Report, id: &str) -> Status {
    report.checks.iter().find(|check| check.id == id).map(|check| check.status).unwrap()
}

#[test]
fn honest_site_passes_every_check() {
    let report = honest().check();
    assert!(report.passes && report.findings.is_empty(), "{:#?}", report.findings);
    let ids: Vec<&str> = report.checks.iter().map(|check| check.id.as_str()).collect();
    assert_eq!(ids, (1..=24).map(|at| format!("G{at:02}")).collect::<Vec<_>>());
    assert_eq!(status(&report, "G24"), Status::Waiting);
    assert_eq!(status(&report, "G20"), Status::NotApplicable);
    for check in report.checks.iter().filter(|check| !matches!(check.id.as_str(), "G24" | "G20")) {
        assert_eq!(check.status, Status::Passed, "{check:?}");
        assert!(!check.measured.is_empty(), "{check:?}");
    }
}

#[test]
fn report_round_trips_through_json() {
    let report = with(|site| site.contact.phone = None).check();
    let text = serde_json::to_string(&report).unwrap();
    assert!(text.contains("\"notApplicable\"") && text.contains("\"waiting\""), "{text}");
    assert_eq!(serde_json::from_str::<Report>(&text).unwrap(), report);
}
