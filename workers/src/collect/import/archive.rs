//! Zip archives with limits on the number of entries and the unpacked size.

use std::io::{self, BufReader, Read, Seek, SeekFrom};

use zip::ZipArchive;
use zip::result::ZipError;

use super::error::ImportError;
use super::limits;
use super::name::shown_name;
use super::read_error::{Bomb, read_error};
use super::table::{Meter, Table};

/// An archive with a validated directory.
pub(super) struct Archive<R: Read + Seek> {
    file: String,
    inner: ZipArchive<BufReader<R>>,
    entries: Vec<Entry>,
    meter: Meter,
}

#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) index: usize,
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) packed_bytes: u64,
    is_encrypted: bool,
}

impl<R: Read + Seek> Archive<R> {
    /// Reads the directory; `bytes` is the size of the file.
    pub(super) fn open_file(source: R, file: String, bytes: u64, meter: Meter) -> Result<Self, ImportError> {
        let mut source = BufReader::with_capacity(1 << 16, source);
        check_directory(&mut source, &file, bytes)?;
        let mut inner = ZipArchive::new(source).map_err(|error| zip_error(&file, error))?;
        let mut entries = Vec::with_capacity(inner.len());
        for index in 0..inner.len() {
            let entry = inner.by_index_raw(index).map_err(|error| zip_error(&file, error))?;
            if entry.is_dir() {
                continue;
            }
            let name = entry
                .name()
                .map_or_else(|_| String::from_utf8_lossy(entry.name_raw()).into_owned(), std::borrow::Cow::into_owned);
            entries.push(Entry {
                index,
                name,
                bytes: entry.size(),
                packed_bytes: entry.compressed_size(),
                is_encrypted: entry.encrypted(),
            });
        }
        Ok(Self { file, inner, entries, meter })
    }

    /// Returns true if the entries are the parts of an Office document, regardless of the file name.
    pub(super) fn is_workbook(&self) -> bool {
        self.entries.iter().any(|entry| entry.name.eq_ignore_ascii_case("[Content_Types].xml"))
    }

    /// Its file name, its bytes and its entries.
    pub(super) fn into_parts(self) -> (String, ZipArchive<BufReader<R>>, Vec<Entry>) {
        (self.file, self.inner, self.entries)
    }

    /// Checks the limits of an archive of exports and removes system files.
    pub(super) fn checked(mut self) -> Result<Self, ImportError> {
        if self.entries.iter().any(|entry| entry.is_encrypted) {
            return Err(ImportError::Encrypted { file: self.file });
        }
        if self.entries.iter().any(|entry| entry.name == "mimetype") {
            return Err(ImportError::UnsupportedFormat {
                file: self.file,
                found: "an OpenDocument file",
                advice: "Save it as .xlsx or .csv.",
            });
        }
        self.entries.retain(|entry| !is_system_file(&entry.name));
        let found = self.entries.len() as u64;
        if found > limits::ARCHIVE_ENTRIES {
            return Err(ImportError::TooManyEntries { file: self.file, found, limit: limits::ARCHIVE_ENTRIES });
        }
        let declared: u128 = self.entries.iter().map(|entry| u128::from(entry.bytes)).sum();
        if declared > u128::from(limits::ARCHIVE_BYTES) {
            return Err(ImportError::DecompressionBomb { file: self.file, limit: bytes_limit(limits::ARCHIVE_BYTES) });
        }
        if self.entries.is_empty() {
            return Err(ImportError::Empty { file: self.file });
        }
        self.refuse_nested()?;
        Ok(self)
    }

    fn refuse_nested(&mut self) -> Result<(), ImportError> {
        for table in 0..self.entries.len() {
            let mut magic = Vec::with_capacity(4);
            let name = self.entries[table].name.clone();
            self.open(table)?.take(4).read_to_end(&mut magic).map_err(|error| read_error(&shown_name(&name), error))?;
            if is_zip(&magic) {
                return Err(ImportError::NestedArchive { file: self.file.clone(), entry: shown_name(&name) });
            }
        }
        Ok(())
    }

    /// Returns its entries as tables.
    pub(super) fn tables(&self) -> Vec<Table> {
        self.entries.iter().map(|entry| Table { name: shown_name(&entry.name), bytes: entry.bytes }).collect()
    }

    /// Counter of the unpacked bytes.
    pub(super) fn meter(&self) -> Meter {
        self.meter.clone()
    }

    /// Returns the name of an entry in messages.
    pub(super) fn name_of(&self, table: usize) -> String {
        self.entries.get(table).map(|entry| shown_name(&entry.name)).unwrap_or_default()
    }

    /// Opens an entry from its start, within the limits.
    pub(super) fn open(&mut self, table: usize) -> Result<Box<dyn Read + '_>, ImportError> {
        let Some(entry) = self.entries.get(table) else {
            return Err(ImportError::Corrupt { file: self.file.clone(), detail: "an entry has gone".to_owned() });
        };
        let meter = self.meter.clone();
        let file = &self.file;
        let source = self.inner.by_index(entry.index).map_err(|error| zip_error(file, error))?;
        Ok(Box::new(Bounded::new(source, entry.packed_bytes, limits::ARCHIVE_BYTES, meter)))
    }
}

/// Returns true if bytes begin a zip archive, including an empty one.
pub(super) fn is_zip(magic: &[u8]) -> bool {
    magic.starts_with(b"PK\x03\x04") || magic.starts_with(b"PK\x05\x06") || magic.starts_with(b"PK\x07\x08")
}

/// Returns true for folders and system files, which are never exports.
fn is_system_file(name: &str) -> bool {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.starts_with("__MACOSX/") || last.starts_with('.') || last.eq_ignore_ascii_case("thumbs.db")
}

/// Unpacks up to a limit: bytes of this entry, its ratio, or three passes over the largest archive.
pub(super) struct Bounded<S> {
    source: S,
    packed_bytes: u64,
    limit: u64,
    unpacked: u64,
    meter: Meter,
}

impl<S: Read> Bounded<S> {
    pub(super) fn new(source: S, packed_bytes: u64, limit: u64, meter: Meter) -> Self {
        Self { source, packed_bytes, limit, unpacked: 0, meter }
    }

    fn broken(&self) -> Option<String> {
        if self.unpacked > self.limit || self.meter.get() > limits::ARCHIVE_BYTES.saturating_mul(3) {
            return Some(bytes_limit(self.limit));
        }
        let is_dense = self.unpacked > limits::ARCHIVE_RATIO_FROM
            && self.unpacked / limits::ARCHIVE_RATIO > self.packed_bytes.max(1);
        is_dense.then(|| format!("{} times its packed size", limits::ARCHIVE_RATIO))
    }
}

impl<S: Read> Read for Bounded<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.source.read(buffer)?;
        self.unpacked += count as u64;
        self.meter.add(count)?;
        match self.broken() {
            Some(limit) => Err(io::Error::other(Bomb(limit))),
            None => Ok(count),
        }
    }
}

/// Formats a limit in bytes.
pub(super) fn bytes_limit(bytes: u64) -> String {
    format!("{} MiB", bytes >> 20)
}

/// Converts a zip error.
pub(super) fn zip_error(file: &str, error: ZipError) -> ImportError {
    let file = file.to_owned();
    match error {
        ZipError::UnsupportedArchive(detail) if detail == ZipError::PASSWORD_REQUIRED => {
            ImportError::Encrypted { file }
        }
        ZipError::InvalidPassword => ImportError::Encrypted { file },
        ZipError::Io(source) => read_error(&file, source),
        ZipError::CompressionMethodNotSupported(_) | ZipError::UnsupportedArchive(_) => {
            ImportError::UnsupportedFormat {
                file,
                found: "packed in an unusual way",
                advice: "Pack it again as an ordinary .zip, or upload the files in it.",
            }
        }
        other => ImportError::Corrupt { file, detail: other.to_string() },
    }
}

/// Maximum length of the end of an archive: its last record, a comment of 64 kB, and the preceding zip64 records.
const TAIL_BYTES: u64 = 66_000;

/// Checks the number of entries before memory is allocated for them.
fn check_directory<S: Read + Seek>(source: &mut S, file: &str, bytes: u64) -> Result<(), ImportError> {
    let io = |error| read_error(file, error);
    source.seek(SeekFrom::Start(bytes.saturating_sub(TAIL_BYTES))).map_err(io)?;
    let mut tail = Vec::new();
    source.by_ref().take(TAIL_BYTES).read_to_end(&mut tail).map_err(io)?;
    source.seek(SeekFrom::Start(0)).map_err(io)?;
    let Some(found) = most_entries(&tail) else {
        let detail = "its directory is missing: the download was cut off".to_owned();
        return Err(ImportError::Corrupt { file: file.to_owned(), detail });
    };
    if found > limits::WORKBOOK_PARTS {
        return Err(ImportError::TooManyEntries { file: file.to_owned(), found, limit: limits::ARCHIVE_ENTRIES });
    }
    Ok(())
}

/// Returns the largest number of entries in any end record of the tail; `None` without one.
fn most_entries(tail: &[u8]) -> Option<u64> {
    let end_records = memchr::memmem::find_iter(tail, b"PK\x05\x06").filter_map(|at| {
        let count: [u8; 2] = tail.get(at + 10..at + 12)?.try_into().ok()?;
        Some(u64::from(u16::from_le_bytes(count)))
    });
    let large: Vec<u64> = memchr::memmem::find_iter(tail, b"PK\x06\x06")
        .filter_map(|at| Some(u64::from_le_bytes(tail.get(at + 32..at + 40)?.try_into().ok()?)))
        .collect();
    // 0xFFFF means "see the zip64 record"; it counts only if there is none.
    let small = end_records.filter(|count| large.is_empty() || *count != 0xFFFF).max();
    small.max(large.into_iter().max())
}

/// Reads and discards a whole entry to measure it. Returns the bytes.
pub(super) fn drain(source: &mut dyn Read, each: &mut dyn FnMut(&[u8]) -> io::Result<()>) -> io::Result<u64> {
    let mut buffer = vec![0; 1 << 16];
    let mut total = 0;
    loop {
        match source.read(&mut buffer)? {
            0 => return Ok(total),
            count => {
                total += count as u64;
                each(&buffer[..count])?;
            }
        }
    }
}
