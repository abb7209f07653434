//! Limits of imports.
//!
//! No genuine export reaches them, and malicious files cannot exceed them: memory is bounded for any size of input, and
//! so is the work on an archive.

/// Bytes at the start of a text for detecting its encoding, delimiter, header and number format.
pub(super) const HEAD_BYTES: usize = 1 << 20;
/// Maximum bytes of a record (a line including quoted line breaks): 1 MiB. The longest lines of exports have a few kB.
pub(super) const RECORD_BYTES: usize = 1 << 20;
/// Maximum columns of a table. The widest known export (a crawl) has under 200, a monthly series adds up to 48.
pub(super) const COLUMNS: usize = 2_048;
/// Maximum number of lines before the header.
pub(super) const PREAMBLE_ROWS: usize = 25;
/// Maximum number of lines before the header of a file that begins with a comment: Google Analytics puts a table by day
/// before the others.
pub(super) const COMMENTED_ROWS: usize = 600;
/// Rows sampled to determine the decimal mark and the order of day and month.
pub(super) const SAMPLE_ROWS: usize = 4_000;
/// Rows shown in a preview.
pub(super) const SHOWN_ROWS: usize = 5;
/// Characters of a cell shown in a preview or an error.
pub(super) const SHOWN_CHARS: usize = 160;
/// Rejected rows stored with their reason; all are counted.
pub(super) const REJECTS: usize = 100;
/// Reasons for rejected rows that are counted apart; rows with further reasons are counted together.
pub(super) const REJECT_REASONS: usize = 50;
/// Unpacked bytes of a text up to which a preview reads all rows: about a second of reading.
pub(super) const COUNTED_BYTES: u64 = 96 << 20;
/// Maximum bytes of a query or keyword. Search engines truncate queries much earlier.
pub(super) const QUERY_BYTES: usize = 2_048;
/// Maximum bytes of a page address.
pub(super) const URL_BYTES: usize = 8_192;
/// Stored bytes of a page's text; the summary reports truncation.
pub(super) const PAGE_TEXT_BYTES: usize = 64 << 10;
/// Stored bytes of a title, heading or note.
pub(super) const LINE_BYTES: usize = 1_024;
/// Stored headings, links and SERP features, with the bytes of each. Every result of a SERP repeats its features, so they
/// are short to limit the expansion of a line.
pub(super) const HEADINGS: (usize, usize) = (200, LINE_BYTES);
pub(super) const LINKS: (usize, usize) = (1_000, URL_BYTES);
pub(super) const FEATURES: (usize, usize) = (64, 64);
/// Maximum number of results per SERP.
pub(super) const RESULTS: usize = 500;
/// Maximum rank.
pub(super) const RANKS: f64 = 100.0;

/// Maximum number of entries of an archive.
pub(super) const ARCHIVE_ENTRIES: u64 = 512;
/// Maximum decompressed bytes of an entry and of a whole archive: 10^7 rows of the widest bulk export.
pub(super) const ARCHIVE_BYTES: u64 = 8 << 30;
/// Maximum ratio of decompressed to compressed bytes of an entry. Repetitive exports reach about 60.
pub(super) const ARCHIVE_RATIO: u64 = 250;
/// Decompressed bytes of an entry below which the ratio is not checked.
pub(super) const ARCHIVE_RATIO_FROM: u64 = 8 << 20;

/// Maximum parts of a workbook.
pub(super) const WORKBOOK_PARTS: u64 = 4_096;
/// Maximum decompressed bytes of all parts of a workbook.
pub(super) const WORKBOOK_BYTES: u64 = 768 << 20;
/// Maximum decompressed bytes of the shared strings, the only part that is held in memory.
pub(super) const SHARED_STRINGS_BYTES: u64 = 48 << 20;
/// Maximum decompressed bytes of any other part that the workbook reader holds in memory, such as the styles.
pub(super) const HELD_PART_BYTES: u64 = 8 << 20;
/// Maximum number of sheets. Exports have a few; each takes time of its own, however small its part.
pub(super) const SHEETS: u64 = 256;
/// Maximum number of shared texts: about as many as a full sheet has rows, twice.
pub(super) const SHARED_STRINGS: u64 = 2_000_000;
/// Maximum number of cells of all sheets: a full sheet of 20 columns.
pub(super) const CELLS: u64 = 20_971_520;
/// Maximum number of elements of one kind that the workbook reader holds in memory, such as fonts.
pub(super) const HELD_ELEMENTS: u64 = 65_536;
/// Maximum decompressed bytes of a part that is not XML (a picture, printer settings).
pub(super) const MEDIA_BYTES: u64 = 16 << 20;
/// Maximum bytes between two `<` of a part: no tag and no cell is longer (a cell has up to 32,767 characters).
pub(super) const XML_RUN_BYTES: usize = 1 << 20;
/// Decompressed bytes of a sheet up to which a preview reads all rows.
pub(super) const COUNTED_SHEET_BYTES: u64 = 64 << 20;
