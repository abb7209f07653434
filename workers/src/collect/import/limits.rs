//! The bounds every import is held to, in one place.
//!
//! They are chosen so that no honest export meets them and no hostile file gets past them: memory stays bounded
//! whatever the size of the input, and so does the work done on an archive.

/// Bytes of the start of a text that are looked at to find its encoding, delimiter, header and number format.
pub(super) const HEAD_BYTES: usize = 1 << 20;
/// Bytes one record (one line, quoted line breaks included) may take: 1 MiB. An export's longest line is a few kB.
pub(super) const RECORD_BYTES: usize = 1 << 20;
/// Columns one table may have. The widest export known (a crawl) has under 200, a monthly series adds up to 48.
pub(super) const COLUMNS: usize = 2_048;
/// Lines before the header that are skipped while looking for it.
pub(super) const PREAMBLE_ROWS: usize = 25;
/// Rows looked at to decide the decimal mark and the order of day and month.
pub(super) const SAMPLE_ROWS: usize = 4_000;
/// Rows shown in a preview.
pub(super) const SHOWN_ROWS: usize = 5;
/// Characters of a cell shown in a preview or an error.
pub(super) const SHOWN_CHARS: usize = 160;
/// Rejected rows kept with their reason; the rest are only counted.
pub(super) const REJECTS: usize = 100;
/// Reasons for rejected rows that are counted apart; rows with further reasons are counted together.
pub(super) const REJECT_REASONS: usize = 50;
/// Bytes of decoded text up to which a preview reads all rows: about a second of reading.
pub(super) const COUNTED_BYTES: u64 = 96 << 20;
/// Bytes a query or keyword may have. Search engines cut queries far earlier.
pub(super) const QUERY_BYTES: usize = 2_048;
/// Bytes a page address may have.
pub(super) const URL_BYTES: usize = 8_192;
/// Bytes kept of a page's text; the rest is cut off, which the summary says.
pub(super) const PAGE_TEXT_BYTES: usize = 64 << 10;
/// Bytes kept of a title, a heading, a note.
pub(super) const LINE_BYTES: usize = 1_024;
/// Headings, links and result features that are kept, and the bytes of each. Every result of a page repeats its features:
/// they are short, so that a line of a megabyte does not become fifty.
pub(super) const HEADINGS: (usize, usize) = (200, LINE_BYTES);
pub(super) const LINKS: (usize, usize) = (1_000, URL_BYTES);
pub(super) const FEATURES: (usize, usize) = (64, 64);
/// Results one result page may list.
pub(super) const RESULTS: usize = 500;
/// Places of a result page that count: a rank beyond is not a rank.
pub(super) const RANKS: f64 = 100.0;

/// Entries an archive may list.
pub(super) const ARCHIVE_ENTRIES: u64 = 512;
/// Decompressed bytes of one entry and of a whole archive: room for 10^7 rows of the widest bulk export.
pub(super) const ARCHIVE_BYTES: u64 = 8 << 30;
/// Decompressed to compressed bytes of one entry. Repetitive exports reach about 60.
pub(super) const ARCHIVE_RATIO: u64 = 250;
/// Decompressed bytes of an entry below which the ratio is not looked at.
pub(super) const ARCHIVE_RATIO_FROM: u64 = 8 << 20;

/// Parts a workbook may have.
pub(super) const WORKBOOK_PARTS: u64 = 4_096;
/// Decompressed bytes of all parts of a workbook.
pub(super) const WORKBOOK_BYTES: u64 = 768 << 20;
/// Decompressed bytes of the table of shared strings, the one part that has to be held in memory.
pub(super) const SHARED_STRINGS_BYTES: u64 = 48 << 20;
/// Decompressed bytes of a part that is not XML (a picture, printer settings).
pub(super) const MEDIA_BYTES: u64 = 16 << 20;
/// Bytes between two `<` of a part: no tag and no cell is longer (a cell holds 32,767 characters).
pub(super) const XML_RUN_BYTES: usize = 1 << 20;
/// Decompressed bytes of a sheet up to which a preview reads all rows.
pub(super) const COUNTED_SHEET_BYTES: u64 = 64 << 20;
