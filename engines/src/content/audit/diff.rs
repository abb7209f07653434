//! The changed lines of a page, before and after.

use std::collections::BTreeSet;

use super::output::{PageChange, PageChangeKind};
use super::plain::plain;
use super::reading::Reading;

/// Line for what is left out.
const GAP: &str = "…";

/// Lines before and after.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) before: Vec<String>,
    pub(super) after: Vec<String>,
}

impl Lines {
    /// Returns the head and the changed sentences with their neighbors.
    pub(super) fn new(reading: &Reading<'_>, changes: &[PageChange]) -> Self {
        let mut lines = Self::default();
        if changes.is_empty() {
            return lines;
        }
        let page = reading.page;
        lines.head("Title: ", page.title.as_deref(), find(changes, PageChangeKind::Title));
        lines.head("Description: ", page.description.as_deref(), find(changes, PageChangeKind::Description));
        lines.head("# ", page.h1.as_deref(), find(changes, PageChangeKind::Heading));
        lines.body(reading, changes);
        for change in changes {
            match change.kind {
                PageChangeKind::AddSection => {
                    lines.after.extend(change.heading.iter().map(|heading| format!("## {heading}")));
                    lines.after.push(change.after.clone().unwrap_or_else(|| "(to be written)".to_owned()));
                }
                PageChangeKind::Redirect => {
                    lines.after.extend(change.target.iter().map(|to| format!("Redirect to {to}")))
                }
                PageChangeKind::RemovePage => lines.after.push("Removed (status 410)".to_owned()),
                _ => {}
            }
        }
        lines
    }

    fn head(&mut self, label: &str, present: Option<&str>, change: Option<&PageChange>) {
        let line = |text: &str| format!("{label}{text}");
        let before = present.map(plain).filter(|text| !text.is_empty());
        self.before.extend(before.as_deref().map(line));
        match change {
            Some(change) => self.after.push(line(change.after.as_deref().unwrap_or("(to be written)"))),
            None => self.after.extend(before.as_deref().map(line)),
        }
    }

    /// Adds the sentences that are cut, moved or get a link, each with its neighbors.
    fn body(&mut self, reading: &Reading<'_>, changes: &[PageChange]) {
        let gone = passages(changes, &[PageChangeKind::Cut, PageChangeKind::MovePassage]);
        let linked = passages(changes, &[PageChangeKind::AddLink]);
        if gone.is_empty() && linked.is_empty() {
            return;
        }
        let texts: Vec<String> = (0..reading.sentences.len()).map(|at| reading.sentence(at)).collect();
        let is_gone = |at: usize| gone.iter().any(|(text, _)| text.contains(texts[at].as_str()));
        let link = |at: usize| linked.iter().find(|(text, _)| *text == texts[at]).map(|(_, change)| *change);
        let changed: BTreeSet<usize> = (0..texts.len()).filter(|at| is_gone(*at) || link(*at).is_some()).collect();
        let mut last: Option<usize> = None;
        for (at, text) in texts.iter().enumerate() {
            let is_near = (at.saturating_sub(1)..=at + 1).any(|near| changed.contains(&near));
            if !is_near {
                continue;
            }
            if last.map_or(at > 0, |last| last + 1 < at) {
                self.before.push(GAP.to_owned());
                self.after.push(GAP.to_owned());
            }
            last = Some(at);
            self.before.push(text.clone());
            match link(at) {
                _ if is_gone(at) => {}
                Some(change) => self.after.push(with_link(text, change)),
                None => self.after.push(text.clone()),
            }
        }
    }
}

fn find(changes: &[PageChange], kind: PageChangeKind) -> Option<&PageChange> {
    changes.iter().find(|change| change.kind == kind)
}

fn passages<'a>(changes: &'a [PageChange], kinds: &[PageChangeKind]) -> Vec<(&'a str, &'a PageChange)> {
    let found = changes.iter().filter(|change| kinds.contains(&change.kind));
    found.filter_map(|change| Some((change.before.as_deref()?, change))).collect()
}

/// The sentence with the link in Markdown.
fn with_link(sentence: &str, change: &PageChange) -> String {
    let (anchor, target) = (change.after.as_deref().unwrap_or_default(), change.target.as_deref().unwrap_or_default());
    if anchor.is_empty() { sentence.to_owned() } else { sentence.replacen(anchor, &format!("[{anchor}]({target})"), 1) }
}
