//! Tasks for a person: the steps of a plan.

use super::output::{AuditTask, PageChange, PageChangeKind};
use super::plain::shortened;

/// Maximum length of an address in a title, in characters.
const LONGEST_URL: usize = 80;
const LONGEST_TITLE: usize = 200;
const LONGEST_DETAIL: usize = 10_000;

/// Returns the tasks of a page. Cuts are one task, and so are passages that move.
pub(super) fn tasks(url: &str, changes: &[PageChange]) -> Vec<AuditTask> {
    let mut tasks: Vec<AuditTask> = Vec::new();
    for kind in [PageChangeKind::MovePassage, PageChangeKind::Cut] {
        let passages: Vec<&PageChange> = changes.iter().filter(|change| change.kind == kind).collect();
        tasks.extend(passages_task(url, kind, &passages));
    }
    let is_single = |change: &&PageChange| !matches!(change.kind, PageChangeKind::MovePassage | PageChangeKind::Cut);
    tasks.extend(changes.iter().filter(is_single).map(|change| single(url, change)));
    tasks
}

fn task(title: &str, lines: Vec<String>) -> AuditTask {
    AuditTask { title: shortened(title, LONGEST_TITLE), detail: shortened(&lines.join("\n"), LONGEST_DETAIL) }
}

fn passages_task(url: &str, kind: PageChangeKind, passages: &[&PageChange]) -> Option<AuditTask> {
    let first = passages.first()?;
    let mut lines = vec![format!("Page: {url}")];
    let title = if kind == PageChangeKind::Cut {
        format!("Cut {} passages from {}", passages.len(), shortened(url, LONGEST_URL))
    } else {
        let target = first.target.as_deref().unwrap_or_default();
        lines.push(format!("To: {target}"));
        format!(
            "Move {} passages of {} to {}",
            passages.len(),
            shortened(url, LONGEST_URL),
            shortened(target, LONGEST_URL)
        )
    };
    for passage in passages {
        lines.push(format!("- {}", passage.before.as_deref().unwrap_or_default()));
        if kind == PageChangeKind::Cut {
            lines.push(format!("  {}", passage.reason));
        }
    }
    Some(task(&title.replace(" 1 passages", " 1 passage"), lines))
}

fn single(url: &str, change: &PageChange) -> AuditTask {
    let short = shortened(url, LONGEST_URL);
    let target = change.target.as_deref().unwrap_or_default();
    let to = shortened(target, LONGEST_URL);
    let mut lines = vec![format!("Page: {url}")];
    let title = match change.kind {
        PageChangeKind::Title => {
            before_and_after(&mut lines, "title", change);
            format!("Change the title of {short}")
        }
        PageChangeKind::Description => {
            before_and_after(&mut lines, "description", change);
            format!("Change the description of {short}")
        }
        PageChangeKind::Heading => {
            before_and_after(&mut lines, "first heading", change);
            format!("Set the first heading of {short}")
        }
        PageChangeKind::AddSection => section(&mut lines, &short, change),
        PageChangeKind::AddLink => {
            lines.push(format!("In the sentence: {}", change.before.as_deref().unwrap_or_default()));
            lines.push(format!("Link “{}” to {target}", change.after.as_deref().unwrap_or_default()));
            format!("Add a link from {short} to {to}")
        }
        PageChangeKind::Redirect => {
            lines.push(format!("Redirect permanently (status 301) to: {target}"));
            listed(&mut lines, "Then change the links to it on:", &change.pages);
            format!("Redirect {short} to {to}")
        }
        PageChangeKind::RemovePage => {
            lines.push("Answer with status 410, and take the address out of the sitemap.".to_owned());
            format!("Remove {short}")
        }
        PageChangeKind::Restore => {
            if !change.queries.is_empty() {
                lines.push(format!("Queries: {}", change.queries.join("; ")));
            }
            format!("Restore {short}, or write a page for its queries")
        }
        PageChangeKind::FixLinks => {
            listed(&mut lines, "Change or remove the links to it on:", &change.pages);
            format!("Change the links to {short}")
        }
        PageChangeKind::Cut | PageChangeKind::MovePassage => format!("Change {short}"),
    };
    lines.push(format!("Reason: {}", change.reason));
    task(&title, lines)
}

fn before_and_after(lines: &mut Vec<String>, name: &str, change: &PageChange) {
    lines.push(format!("Old {name}: {}", change.before.as_deref().unwrap_or("none")));
    lines.push(format!("New {name}: {}", change.after.as_deref().unwrap_or("to be written")));
}

fn section(lines: &mut Vec<String>, url: &str, change: &PageChange) -> String {
    let heading = change.heading.as_deref().unwrap_or_default();
    lines.push(format!("Queries: {}", change.queries.join("; ")));
    lines.push(format!("Heading: {heading}"));
    lines.push(format!("Text: {}", change.after.as_deref().unwrap_or("to be written from what the business knows")));
    lines.extend(change.source.iter().map(|source| format!("Source: {source}")));
    format!("Add a section to {url}: {heading}")
}

fn listed(lines: &mut Vec<String>, label: &str, pages: &[String]) {
    if !pages.is_empty() {
        lines.push(label.to_owned());
        lines.extend(pages.iter().map(|page| format!("- {page}")));
    }
}
