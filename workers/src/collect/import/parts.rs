//! Parts of a workbook, checked before the workbook reader reads them: their bytes, and the numbers of elements for which
//! that reader takes memory or time.

use std::io::{self, BufReader, Read, Seek};

use zip::ZipArchive;

use super::archive::{Bounded, Entry, bytes_limit, drain, zip_error};
use super::error::ImportError;
use super::limits;
use super::read_error::{Bomb, TooMany, read_error};
use super::table::Meter;
use super::workbook::damaged;

pub(super) fn refuse_other_documents(file: &str, entries: &[Entry]) -> Result<(), ImportError> {
    let has = |start: &str| entries.iter().any(|entry| entry.name.to_ascii_lowercase().starts_with(start));
    let file = file.to_owned();
    if has("xl/workbook.bin") {
        let advice = "Save it as .xlsx or .csv.";
        return Err(ImportError::UnsupportedFormat { file, found: "a binary Excel workbook", advice });
    }
    if has("word/") {
        return Err(ImportError::NotAnExport { file, found: "a Word document" });
    }
    if has("ppt/") {
        return Err(ImportError::NotAnExport { file, found: "a presentation" });
    }
    if has("xl/") { Ok(()) } else { Err(damaged(&file, "it has no workbook in it")) }
}

/// Unpacks every part within limits. Returns the bytes of the largest sheet.
pub(super) fn check_parts<R: Read + Seek>(
    file: &str, parts: &mut ZipArchive<BufReader<R>>, entries: &[Entry], meter: &Meter,
) -> Result<u64, ImportError> {
    let mut largest_sheet = 0;
    let mut elements = Elements::default();
    for entry in entries {
        let name = entry.name.to_ascii_lowercase();
        let is_xml = matches!(name.rsplit('.').next(), Some("xml" | "rels"));
        let part = parts.by_index(entry.index).map_err(|error| zip_error(file, error))?;
        let mut part = Bounded::new(part, entry.packed_bytes, bytes_of_part(&name, is_xml), meter.clone());
        let mut scan = XmlScan::default();
        let mut look = |bytes: &[u8]| if is_xml { scan.look(bytes, &mut elements) } else { Ok(()) };
        let unpacked = drain(&mut part, &mut look).map_err(|error| read_error(file, error))?;
        if meter.get() > limits::WORKBOOK_BYTES {
            let limit = bytes_limit(limits::WORKBOOK_BYTES);
            return Err(ImportError::DecompressionBomb { file: file.to_owned(), limit });
        }
        if name.starts_with("xl/worksheets/") {
            largest_sheet = largest_sheet.max(unpacked);
        }
    }
    Ok(largest_sheet)
}

/// Returns the maximum bytes of a part. The workbook reader holds most parts in memory, but not sheets. It finds some
/// parts by their names in whatever folder, so these are no sheets anywhere.
fn bytes_of_part(name: &str, is_xml: bool) -> u64 {
    let last = name.rsplit('/').next().unwrap_or(name);
    let is_held = matches!(last, "styles.xml" | "workbook.xml") || last.starts_with("theme") || last.ends_with(".rels");
    match () {
        () if !is_xml => limits::MEDIA_BYTES,
        () if last == "sharedstrings.xml" => limits::SHARED_STRINGS_BYTES,
        () if name.starts_with("xl/worksheets/") && !is_held => limits::WORKBOOK_BYTES,
        () => limits::HELD_PART_BYTES,
    }
}

/// Numbers of elements in all parts of a workbook.
#[derive(Debug, Default)]
struct Elements {
    counts: [u64; ELEMENTS.len()],
}

/// Elements with their plural in messages and their maximum.
const ELEMENTS: [(&[u8], &str, u64); 10] = [
    (b"sheet", "sheets", limits::SHEETS),
    (b"si", "shared texts", limits::SHARED_STRINGS),
    (b"c", "cells", limits::CELLS),
    (b"definedName", "defined names", limits::HELD_ELEMENTS),
    (b"Relationship", "relationships", limits::HELD_ELEMENTS),
    (b"xf", "cell formats", limits::HELD_ELEMENTS),
    (b"font", "fonts", limits::HELD_ELEMENTS),
    (b"fill", "fills", limits::HELD_ELEMENTS),
    (b"border", "borders", limits::HELD_ELEMENTS),
    (b"numFmt", "number formats", limits::HELD_ELEMENTS),
];

impl Elements {
    /// Counts an element by its name, with or without a prefix.
    fn count(&mut self, name: &[u8]) -> io::Result<()> {
        let local = name.rsplit(|byte| *byte == b':').next().unwrap_or(name);
        let Some(at) = ELEMENTS.iter().position(|(name, ..)| *name == local) else { return Ok(()) };
        self.counts[at] += 1;
        let (_, what, limit) = ELEMENTS[at];
        if self.counts[at] > limit { Err(io::Error::other(TooMany { what, limit })) } else { Ok(()) }
    }
}

/// Detects content that would make the workbook reader use unbounded memory: text without tags, declarations, and
/// counts far above the content.
#[derive(Default)]
struct XmlScan {
    /// Number of bytes since the last `<`.
    run: usize,
    seen: u64,
    is_after_less_than: bool,
    is_in_instruction: bool,
    /// The name of the element that has just begun, while it is incomplete.
    name: Option<Vec<u8>>,
    /// The last bytes, for matches across two buffers.
    tail: Vec<u8>,
}

const COUNT_NAME: &[u8] = b"uniqueCount";
/// Maximum bytes of the name of an element that is counted, with its prefix.
const NAME_BYTES: usize = 64;
/// Length in which the name, sign and digits of a count are searched.
const COUNT_BYTES: usize = 96;

impl XmlScan {
    fn look(&mut self, bytes: &[u8], elements: &mut Elements) -> io::Result<()> {
        check_counts(bytes)?;
        let border = bytes.len().min(COUNT_BYTES);
        self.tail.extend_from_slice(&bytes[..border]);
        check_counts(&self.tail)?;
        self.look_at_tags(bytes, elements)?;
        self.tail.extend_from_slice(&bytes[border..][bytes.len().saturating_sub(border + COUNT_BYTES)..]);
        self.tail.drain(..self.tail.len().saturating_sub(COUNT_BYTES));
        self.seen += bytes.len() as u64;
        Ok(())
    }

    fn look_at_tags(&mut self, bytes: &[u8], elements: &mut Elements) -> io::Result<()> {
        if let Some(mut name) = self.name.take() {
            name.extend_from_slice(&bytes[..bytes.len().min(NAME_BYTES)]);
            self.begin_name(&name, elements)?;
        }
        if self.is_after_less_than && !bytes.is_empty() {
            self.open(bytes[0], 0)?;
        }
        let mut from = 0;
        while let Some(ahead) = memchr::memchr(b'<', &bytes[from..]) {
            let at = from + ahead;
            self.pass(&bytes[from..at])?;
            if self.is_in_instruction {
                return Err(io::Error::new(io::ErrorKind::InvalidData, "a part begins wrongly"));
            }
            self.run = 0;
            self.is_after_less_than = true;
            from = at + 1;
            if let Some(next) = bytes.get(from) {
                self.open(*next, from as u64)?;
            }
            self.begin_name(&bytes[from..], elements)?;
        }
        self.pass(&bytes[from..])
    }

    /// Counts the element whose name begins here, unless the rest of its name is in the next buffer.
    fn begin_name(&mut self, bytes: &[u8], elements: &mut Elements) -> io::Result<()> {
        let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
        match bytes.iter().take(NAME_BYTES).position(is_end) {
            Some(end) => elements.count(&bytes[..end]),
            // Longer names are of no element that is counted.
            None if bytes.len() >= NAME_BYTES => Ok(()),
            None => {
                self.name = Some(bytes.to_vec());
                Ok(())
            }
        }
    }

    /// Checks the byte after a `<`: only the first tag of a part may be an instruction, and none a declaration.
    fn open(&mut self, byte: u8, at: u64) -> io::Result<()> {
        self.is_after_less_than = false;
        if byte == b'!' || (byte == b'?' && self.seen + at > 8) {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "a part holds declarations no export has"));
        }
        self.is_in_instruction = byte == b'?';
        Ok(())
    }

    /// Processes bytes without a `<`.
    fn pass(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.run += bytes.len();
        if self.is_in_instruction && memchr::memmem::find(bytes, b"?>").is_some() {
            self.is_in_instruction = false;
        }
        if self.run > limits::XML_RUN_BYTES {
            return Err(io::Error::other(Bomb(format!("{} bytes in one cell", limits::XML_RUN_BYTES))));
        }
        Ok(())
    }
}

/// Rejects an implausible `uniqueCount`, for which the workbook reader would allocate memory at once.
fn check_counts(bytes: &[u8]) -> io::Result<()> {
    for at in memchr::memmem::find_iter(bytes, COUNT_NAME) {
        let after = &bytes[at + COUNT_NAME.len()..];
        let after = &after[..after.len().min(COUNT_BYTES - COUNT_NAME.len())];
        let is_unseen = after.len() == COUNT_BYTES - COUNT_NAME.len() && !after.iter().any(u8::is_ascii_digit);
        let digits = after.iter().skip_while(|byte| !byte.is_ascii_digit()).take_while(|byte| byte.is_ascii_digit());
        let count = digits.fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
        if count > limits::SHARED_STRINGS || is_unseen {
            return Err(io::Error::other(TooMany { what: "shared texts", limit: limits::SHARED_STRINGS }));
        }
    }
    Ok(())
}
