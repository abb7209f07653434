//! Differences for display.

use std::ops::Range;

use super::{Change, Group, group::lines, groups};
use crate::{Hunk, HunkLine, HunkLineKind};

/// Maximum number of lines of a hunk.
const MOST_LINES: usize = 500;
/// Maximum number of characters of a line.
const MOST_LINE: usize = 400;
/// Number of characters around the difference in a longer line.
const AROUND: usize = 60;

/// Returns the differences between two versions of a file, for display. Bytes that are not UTF-8 are shown as `�`.
#[must_use]
pub fn diff(before: &[u8], after: &[u8]) -> Vec<Hunk> {
    let (before, after) = (lines(before), lines(after));
    groups(&before, &after).iter().map(|group| hunk(group, &before, &after)).collect()
}

fn hunk(group: &Group, before: &[&[u8]], after: &[&[u8]]) -> Hunk {
    let mut shown = Vec::new();
    for change in group.changes() {
        match change {
            Change::Equal(range) => {
                let equal = part(before, &range).iter().map(|line| context(&text(line)));
                shown.extend(equal.take(MOST_LINES.saturating_sub(shown.len())));
            }
            Change::Differing(removed, added) => {
                differing(&mut shown, part(before, &removed), part(after, &added));
            }
        }
    }
    let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let all = group.changes().iter().map(length).sum::<usize>();
    let start = |range: &Range<usize>| number(range.start + usize::from(!range.is_empty()));
    Hunk {
        before_start: start(&group.before),
        before_lines: number(group.before.len()),
        after_start: start(&group.after),
        after_lines: number(group.after.len()),
        is_clipped: all > shown.len(),
        lines: shown,
    }
}

fn length(change: &Change) -> usize {
    match change {
        Change::Equal(range) => range.len(),
        Change::Differing(removed, added) => removed.len() + added.len(),
    }
}

fn part<'a, 'b>(lines: &'a [&'b [u8]], range: &Range<usize>) -> &'a [&'b [u8]] {
    lines.get(range.clone()).unwrap_or_default()
}

fn text(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(line)).into_owned()
}

fn context(text: &str) -> HunkLine {
    let count = text.chars().count();
    HunkLine { kind: HunkLineKind::Context, text: clipped(text, count, 0..AROUND) }
}

fn differing(shown: &mut Vec<HunkLine>, removed: &[&[u8]], added: &[&[u8]]) {
    let room = MOST_LINES.saturating_sub(shown.len());
    let (most, more) = (removed.len().min(room), added.len().min(room.saturating_sub(removed.len())));
    let removed: Vec<String> = removed.iter().take(most).map(|line| text(line)).collect();
    let added: Vec<String> = added.iter().take(more).map(|line| text(line)).collect();
    let line = |kind, text: &String, other: Option<&String>| HunkLine {
        kind,
        text: highlighted(text, other.map_or("", String::as_str)),
    };
    shown.extend(removed.iter().enumerate().map(|(at, text)| line(HunkLineKind::Removed, text, added.get(at))));
    shown.extend(added.iter().enumerate().map(|(at, text)| line(HunkLineKind::Added, text, removed.get(at))));
}

/// Returns a line with the part that differs from its other version.
fn highlighted(text: &str, other: &str) -> String {
    let count = text.chars().count();
    if count <= MOST_LINE {
        return text.to_owned();
    }
    let start = text.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let most = count.min(other.chars().count()) - start;
    let end = text.chars().rev().zip(other.chars().rev()).take(most).take_while(|(one, other)| one == other).count();
    clipped(text, count, start..count - end)
}

/// Returns a line of at most [`MOST_LINE`] characters around the given ones.
fn clipped(text: &str, count: usize, kept: Range<usize>) -> String {
    if count <= MOST_LINE {
        return text.to_owned();
    }
    let start = kept.start.saturating_sub(AROUND);
    let end = (kept.end + AROUND).min(count).min(start + MOST_LINE - 2);
    let middle: String = text.chars().skip(start).take(end - start).collect();
    let mark = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{middle}{}", mark(start > 0), mark(end < count))
}
