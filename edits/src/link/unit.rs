//! Characters of a page with their positions.

use std::ops::Range;

use encoding_rs::UTF_8;

use crate::{page::Page, references};

/// A character that a page shows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unit {
    pub(super) character: char,
    /// Position of its first byte.
    pub(super) start: u32,
    /// Position after its last byte.
    pub(super) end: u32,
}

/// Appends the characters of a text of a page, with its character references resolved.
pub(super) fn push(units: &mut Vec<Unit>, page: &Page<'_>, range: &Range<usize>) {
    let first = units.len();
    decode(units, page, range);
    resolve(units, first);
}

fn decode(units: &mut Vec<Unit>, page: &Page<'_>, range: &Range<usize>) {
    let bytes = page.bytes(range);
    let place = |at: usize| u32::try_from(range.start + at).unwrap_or(u32::MAX);
    if let (true, Ok(text)) = (page.encoding == UTF_8, std::str::from_utf8(bytes)) {
        units.extend(text.char_indices().map(|(at, character)| Unit {
            character,
            start: place(at),
            end: place(at + character.len_utf8()),
        }));
        return;
    }
    let mut decoder = page.encoding.new_decoder_without_bom_handling();
    let mut start = 0;
    for (at, byte) in bytes.iter().enumerate() {
        let mut buffer = [0_u8; 16];
        let is_last = at + 1 == bytes.len();
        let (_, _, written, _) = decoder.decode_to_utf8(&[*byte], &mut buffer, is_last);
        let text = buffer.get(..written).and_then(|text| std::str::from_utf8(text).ok()).unwrap_or_default();
        for character in text.chars() {
            units.push(Unit { character, start: place(start), end: place(at + 1) });
        }
        if !text.is_empty() {
            start = at + 1;
        }
    }
}

/// Replaces each reference by its characters, which all have the position of the reference.
fn resolve(units: &mut Vec<Unit>, first: usize) {
    let (mut from, mut to) = (first, first);
    while let Some(unit) = units.get(from).copied() {
        let reference = (unit.character == '&').then(|| reference(units, from)).flatten();
        let Some((characters, length)) = reference else {
            put(units, &mut to, unit);
            from += 1;
            continue;
        };
        let end = units.get(from + length - 1).map_or(unit.end, |last| last.end);
        // No reference is shorter than its characters.
        for character in characters.into_iter().flatten() {
            put(units, &mut to, Unit { character, start: unit.start, end });
        }
        from += length;
    }
    units.truncate(to);
}

fn put(units: &mut [Unit], to: &mut usize, unit: Unit) {
    if let Some(place) = units.get_mut(*to) {
        *place = unit;
        *to += 1;
    }
}

/// Returns the characters of the reference at a position, and its length in characters.
fn reference(units: &[Unit], at: usize) -> Option<([Option<char>; 2], usize)> {
    let ascii = units.iter().skip(at).take(references::LONGEST + 2).map(|unit| unit.character);
    let text: String = ascii.take_while(char::is_ascii).collect();
    let found = references::at_start(&text, false)?;
    Some(([Some(found.first), found.second], found.bytes))
}
