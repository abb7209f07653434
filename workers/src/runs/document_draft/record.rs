//! What a version records about how it was written.

use engines::content::generate::{PROMPTS_VERSION, WrittenLine};
use serde_json::{Value, json};

use super::{Page, material::Sheet, section::Written, writer::Writer};

/// Returns what the author should know about the version.
pub(super) fn note(page: &Page) -> String {
    let removed = page.sections.iter().map(|section| section.removed.len()).sum::<usize>();
    let mut note = match removed {
        0 => "Every sentence is supported by a fact.".to_owned(),
        1 => "1 sentence that no fact supports was removed.".to_owned(),
        many => format!("{many} sentences that no fact supports were removed."),
    };
    match page.refused.len() {
        0 => {}
        1 => note.push_str(" 1 heading that no fact supports was replaced."),
        many => note.push_str(&format!(" {many} headings that no fact supports were replaced.")),
    }
    match kept(page).count() {
        0 => {}
        1 => note.push_str(" 1 sentence was kept by the second reading."),
        many => note.push_str(&format!(" {many} sentences were kept by the second reading.")),
    }
    let unread: Vec<(&Written, &str)> = unread(page).collect();
    match unread.as_slice() {
        [] => {}
        [(section, reason)] => {
            note.push_str(&format!(
                " The second reading of “{}” failed: {reason}. The rules alone decided there.",
                section.heading
            ));
        }
        [(_, first), ..] => note.push_str(&format!(
            " The second reading of {} sections failed, the first because {first}. The rules alone decided there.",
            unread.len()
        )),
    }
    if let Some(stopped) = &page.stopped {
        note.push_str(&format!(" Only {} of {} sections were written: {stopped}.", page.sections.len(), page.planned));
    }
    note
}

/// Returns the sentences and headings that were left out.
pub(super) fn removed(page: &Page) -> Vec<Value> {
    let removed = page.refused.iter().chain(page.sections.iter().flat_map(|section| &section.removed));
    removed.map(|line| json!({ "text": line.text, "reason": line.reason })).collect()
}

/// Returns the sentences that a second reading kept, and the sections where it failed.
pub(super) fn second_reading(page: &Page) -> Value {
    let kept: Vec<Value> = kept(page).map(|line| json!({ "text": line.text, "factIds": line.fact_ids })).collect();
    let failed: Vec<Value> =
        unread(page).map(|(section, reason)| json!({ "heading": section.heading, "reason": reason })).collect();
    json!({ "kept": kept, "failed": failed })
}

/// Returns the sent prompts, the removed sentences, and what the second reading kept.
pub(super) fn prompts(sheet: &Sheet, writer: &Writer, page: &Page, has_second: bool) -> Value {
    json!({
        "version": PROMPTS_VERSION, "sent": writer.sent, "removed": removed(page), "withheldFacts": sheet.withheld,
        "secondReading": has_second.then(|| second_reading(page)),
    })
}

fn kept(page: &Page) -> impl Iterator<Item = &WrittenLine> {
    page.sections.iter().flat_map(|section| &section.lines).filter(|line| line.is_second_reading)
}

fn unread(page: &Page) -> impl Iterator<Item = (&Written, &str)> {
    page.sections.iter().filter_map(|section| section.unread.as_deref().map(|reason| (section, reason)))
}
