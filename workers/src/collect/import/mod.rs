//! Reads exports of search data, SERPs, pages, ranks, payouts, backlinks, sessions, leads and revenue, and access logs, as
//! a stream of records.
//!
//! Steps of an import: the container is detected by its first bytes (text, gzip, zip archive, Excel workbook); each table is
//! inspected ([`preview`]) for its encoding, delimiter, header, language, decimal mark and order of dates; then its rows
//! are read one by one ([`read`]) and passed to the caller as borrowed [`Record`]s.
//!
//! - Tables are recognised by their headers only, not by file names.
//! - A row that cannot be read is rejected with its line and reason; the others are read.
//! - Memory is bounded for any size of input: text takes a few MiB; a workbook keeps its shared strings, which are
//!   limited. Archives have limits on entries, size and ratio.
//! - No values are invented: an empty cell is None, an average position below one is None, and CTR is not read if there
//!   are clicks and impressions.
//!
//! The module does not sum rows (a bulk export repeats its keys; the caller sums), choose between two sources of a
//! volume, access a database, wait, or read the clock.
//!
//! To add a format: its headers in `layout/tool.rs` (`layout/search.rs`, `layout/observed.rs`), a [`FileKind`], a fixture
//! and a test.

use std::io::{Read, Seek};

mod access_log;
mod archive;
mod cell;
mod container;
mod dates;
mod error;
mod inspect;
mod json;
mod keyword;
mod layout;
mod limits;
mod mapping;
mod market;
mod name;
mod number;
mod observed;
mod parts;
mod preview;
mod read;
mod read_error;
mod reading;
mod record;
mod row_error;
mod rows;
mod search;
mod summary;
mod survey;
mod table;
mod text;
mod watch;
mod words;
mod workbook;

pub use container::ContainerKind;
pub use error::{ImportError, Stop};
pub use mapping::{MappingOffer, Options, TargetField, TargetView};
pub use market::Market;
pub use preview::{FilePreview, IgnoredColumn, Preview, RecognisedColumn};
pub use record::{
    Dimension, FileKind, Intent, Intents, KeywordRow, Observed, ObservedRow, Period, Record, SearchRow, Volume,
    VolumeBasis,
};
pub use summary::{FileSummary, Progress, Reject, RejectReason, Summary};
pub use watch::Watch;

/// Inspects an upload without importing it: the start of each table, and the number of rows if counting is fast (about
/// half a second). `watch` stops it.
///
/// # Errors
/// Returns [`ImportError`] if the container cannot be read or has no table that is known or can be assigned, or `watch`
/// stopped it.
pub fn preview<R: Read + Seek>(source: R, file_name: &str, watch: &Watch) -> Result<Preview, ImportError> {
    preview::preview(source, file_name, &Options::default(), watch)
}

/// Inspects an upload with the options of its user, and offers the assignments of earlier files for its unknown tables.
///
/// # Errors
/// As [`preview`]; a table whose columns can be assigned is no error.
pub fn preview_with<R: Read + Seek>(
    source: R, file_name: &str, options: &Options, watch: &Watch,
) -> Result<Preview, ImportError> {
    preview::preview(source, file_name, options, watch)
}

/// Streams every record of an upload into `sink`, filters and days first, then the other tables in a fixed order.
///
/// `progress` is called at the start of each table and every 16,384 rows. The sink stops reading with a [`Stop`], and
/// `watch` also where no record is delivered.
///
/// # Errors
/// Returns [`ImportError`] if the container cannot be read or has no known table, a table exceeds a limit (previous
/// records have been delivered), there are no rows, or the sink stopped.
pub fn read<R: Read + Seek>(
    source: R, file_name: &str, watch: &Watch, sink: &mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Summary, ImportError> {
    read::read(source, file_name, &Options::default(), watch, sink, progress)
}

/// Streams every record of an upload into `sink` as [`read`] does, with the options of its user.
///
/// # Errors
/// As [`read`].
pub fn read_with<R: Read + Seek>(
    source: R, file_name: &str, options: &Options, watch: &Watch, sink: &mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Summary, ImportError> {
    read::read(source, file_name, options, watch, sink, progress)
}
