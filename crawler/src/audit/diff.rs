//! Changes between two crawls of a website.
//!
//! Both crawls are streams in the order of their addresses, so that crawls of any size are compared in little memory.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Issue;

/// State of a page in a crawl.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageState {
    /// Address.
    pub url: String,
    /// Status; `None` if the page did not answer.
    pub status: Option<u16>,
    /// Hash of its main content.
    pub content_hash: u64,
    /// Issues of the page.
    pub issues: BTreeSet<Issue>,
    /// Issues that an earlier crawl had found and a later one had not.
    pub fixed_before: BTreeSet<Issue>,
}

/// What changed on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Address.
    pub url: String,
    /// What happened to the page.
    pub page: PageChange,
    /// Issues that were never found before.
    pub new: BTreeSet<Issue>,
    /// Issues that are gone.
    pub fixed: BTreeSet<Issue>,
    /// Issues that were fixed and are back.
    pub regressed: BTreeSet<Issue>,
}

/// What happened to a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum PageChange {
    /// Only the new crawl has it.
    Added,
    /// Only the old crawl has it.
    Gone,
    /// Its status or content changed.
    Changed,
    /// Only its issues changed.
    Same,
}

/// Calls `report` for each page that changed. Both crawls must be in ascending order of their addresses.
pub fn compare(
    previous: impl IntoIterator<Item = PageState>, current: impl IntoIterator<Item = PageState>,
    mut report: impl FnMut(Change),
) {
    let (mut previous, mut current) = (previous.into_iter().peekable(), current.into_iter().peekable());
    loop {
        let order = match (previous.peek(), current.peek()) {
            (Some(old), Some(new)) => old.url.cmp(&new.url),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return,
        };
        let old = if order == Ordering::Greater { None } else { previous.next() };
        let new = if order == Ordering::Less { None } else { current.next() };
        if let Some(change) = change(old.as_ref(), new.as_ref()) {
            report(change);
        }
    }
}

fn change(old: Option<&PageState>, new: Option<&PageState>) -> Option<Change> {
    let page = match (old, new) {
        (None, Some(_)) => PageChange::Added,
        (Some(_), None) => PageChange::Gone,
        (Some(old), Some(new)) if (old.status, old.content_hash) != (new.status, new.content_hash) => {
            PageChange::Changed
        }
        _ => PageChange::Same,
    };
    let none = BTreeSet::new();
    let (before, now) = (old.map_or(&none, |old| &old.issues), new.map_or(&none, |new| &new.issues));
    let fixed_before = old.map_or(&none, |old| &old.fixed_before);
    let appeared = || now.difference(before).copied();
    let change = Change {
        url: new.or(old)?.url.clone(),
        page,
        new: appeared().filter(|issue| !fixed_before.contains(issue)).collect(),
        fixed: before.difference(now).copied().collect(),
        regressed: appeared().filter(|issue| fixed_before.contains(issue)).collect(),
    };
    let is_same =
        page == PageChange::Same && change.new.is_empty() && change.fixed.is_empty() && change.regressed.is_empty();
    (!is_same).then_some(change)
}

/// Returns the issues to store as fixed before with the new state of a page.
#[must_use]
pub fn fixed_before(old: &PageState, issues: &BTreeSet<Issue>) -> BTreeSet<Issue> {
    let fixed = old.issues.iter().chain(&old.fixed_before);
    fixed.filter(|issue| !issues.contains(issue)).copied().collect()
}
