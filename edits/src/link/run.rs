//! Text of a paragraph, in which words are searched.

use std::ops::Range;

use super::unit::{Unit, push};
use crate::{page::Page, words};

/// Character that matches no word: something that readers see between texts, such as a picture or a link.
const BREAK: char = '\u{fffc}';
/// Maximum number of characters of a run. Longer texts are searched up to it.
const MOST_UNITS: usize = 1 << 20;
/// Maximum length of a link with the markup in it, in bytes.
const MOST_LINK: usize = 5_000;

/// Text of a paragraph or list item without other blocks in it.
#[derive(Debug, Default)]
pub(super) struct Run {
    units: Vec<Unit>,
    tags: Vec<Tag>,
}

/// A tag of an element that formats text.
#[derive(Debug)]
struct Tag {
    /// Number of characters before it.
    before: usize,
    range: Range<usize>,
    is_start: bool,
}

impl Run {
    pub(super) fn text(&mut self, page: &Page<'_>, range: &Range<usize>) {
        let most = range.start.saturating_add(MOST_UNITS);
        push(&mut self.units, page, &(range.start..range.end.min(most)));
    }

    pub(super) fn tag(&mut self, range: Range<usize>, is_start: bool) {
        self.tags.push(Tag { before: self.units.len(), range, is_start });
    }

    /// Notes something that separates words.
    pub(super) fn stop(&mut self, at: usize) {
        self.character(BREAK, at);
    }

    /// Notes a line break, which reads as a space.
    pub(super) fn space(&mut self, at: usize) {
        self.character(' ', at);
    }

    fn character(&mut self, character: char, at: usize) {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        self.units.push(Unit { character, start: at, end: at });
    }

    pub(super) fn is_full(&self) -> bool {
        self.units.len() + self.tags.len() >= MOST_UNITS
    }

    pub(super) fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    /// Returns the position of the first occurrence of words that a link can enclose: it starts and ends in the same
    /// element.
    pub(super) fn find(&self, anchor: &[char], cancelled: &dyn Fn() -> bool) -> Option<Range<usize>> {
        for first in 0..self.units.len() {
            if first % 4096 == 0 && cancelled() {
                return None;
            }
            if !self.is_start(first) {
                continue;
            }
            let enclosed = self.match_at(first, anchor).and_then(|after| self.enclose(first, after));
            if enclosed.is_some() {
                return enclosed;
            }
        }
        None
    }

    fn at(&self, index: usize) -> Option<char> {
        self.units.get(index).map(|unit| unit.character)
    }

    /// Returns true if a word can start at a character.
    fn is_start(&self, index: usize) -> bool {
        let is_inside = |index: usize| self.at(index).is_some_and(words::is_word);
        !(is_inside(index) && index > 0 && is_inside(index - 1))
    }

    /// Returns the position after the anchor if it starts at a character.
    fn match_at(&self, first: usize, anchor: &[char]) -> Option<usize> {
        let mut index = first;
        for (position, expected) in anchor.iter().enumerate() {
            if *expected == ' ' {
                let spaces = self.count(index, |one| one.is_whitespace() || words::is_invisible(one));
                let is_space = |at: usize| self.at(at).is_some_and(char::is_whitespace);
                if !(index..index + spaces).any(is_space) {
                    return None;
                }
                index += spaces;
                continue;
            }
            if position > 0 {
                index += self.count(index, words::is_invisible);
            }
            if self.at(index).map(words::fold) != Some(*expected) {
                return None;
            }
            index += 1;
        }
        let is_inside = anchor.last().copied().is_some_and(words::is_word) && self.continues(index);
        (!is_inside).then_some(index)
    }

    /// Returns true if a word continues at a position, also as in `plumber's`.
    fn continues(&self, index: usize) -> bool {
        let is_inside = |index: usize| self.at(index).is_some_and(words::is_word);
        is_inside(index) || (self.at(index).map(words::fold) == Some('\'') && is_inside(index + 1))
    }

    fn count(&self, from: usize, is: impl Fn(char) -> bool) -> usize {
        self.units.iter().skip(from).take_while(|unit| is(unit.character)).count()
    }

    /// Returns the position of characters, with the tags directly around them that make it complete elements.
    fn enclose(&self, first: usize, after: usize) -> Option<Range<usize>> {
        let mut start = self.units.get(first)?.start as usize;
        let mut end = self.units.get(after.checked_sub(1)?)?.end as usize;
        let (mut depth, mut lowest) = (0_i32, 0_i32);
        let from = self.tags.partition_point(|tag| tag.before <= first);
        let to = self.tags.partition_point(|tag| tag.before < after);
        for tag in self.tags.get(from..to)? {
            depth += if tag.is_start { 1 } else { -1 };
            lowest = lowest.min(depth);
        }
        // Elements that end among the words must start directly before them, and the reverse.
        let mut before = self.tags.get(..from)?.iter().rev();
        for _ in 0..lowest.unsigned_abs() {
            let tag = before.next().filter(|tag| tag.is_start && tag.before == first)?;
            start = tag.range.start;
        }
        let mut behind = self.tags.get(to..)?.iter();
        for _ in 0..(depth - lowest) {
            let tag = behind.next().filter(|tag| !tag.is_start && tag.before == after)?;
            end = tag.range.end;
        }
        (end - start <= MOST_LINK).then_some(start..end)
    }
}
