//! Changes between two crawls.

use crawler::audit::Issue;
use crawler::audit::diff::{Change, PageChange, PageState, compare, fixed_before};

fn state(url: &str, content_hash: u64, issues: &[Issue], fixed_before: &[Issue]) -> PageState {
    let set = |issues: &[Issue]| issues.iter().copied().collect();
    PageState {
        url: url.to_owned(),
        status: Some(200),
        content_hash,
        issues: set(issues),
        fixed_before: set(fixed_before),
    }
}

fn changes(previous: &[PageState], current: &[PageState]) -> Vec<Change> {
    let mut found = Vec::new();
    compare(previous.to_vec(), current.to_vec(), |change| found.push(change));
    found
}

#[test]
fn pages_are_added_gone_changed_or_the_same() {
    let previous = [state("/a", 1, &[], &[]), state("/b", 1, &[], &[]), state("/c", 1, &[], &[])];
    let current = [state("/b", 2, &[], &[]), state("/c", 1, &[], &[]), state("/d", 1, &[], &[])];
    let found: Vec<_> = changes(&previous, &current).into_iter().map(|change| (change.url, change.page)).collect();
    let expected = [("/a", PageChange::Gone), ("/b", PageChange::Changed), ("/d", PageChange::Added)];
    assert_eq!(found, expected.map(|(url, page)| (url.to_owned(), page)));
}

#[test]
fn issues_are_new_fixed_or_regressed() {
    let old = state("/a", 1, &[Issue::TitleLong, Issue::AltMissing], &[Issue::TitleMissing]);
    let new = state("/a", 1, &[Issue::AltMissing, Issue::TitleMissing, Issue::SlowResponse], &[]);
    let change = &changes(std::slice::from_ref(&old), std::slice::from_ref(&new))[0];
    assert_eq!(change.page, PageChange::Same);
    assert_eq!(change.new, [Issue::SlowResponse].into());
    assert_eq!(change.fixed, [Issue::TitleLong].into());
    assert_eq!(change.regressed, [Issue::TitleMissing].into());
    assert_eq!(fixed_before(&old, &new.issues), [Issue::TitleLong].into());
}
