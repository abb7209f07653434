//! Exports of search data, result pages, pages, ranks and payouts, read as a stream of records.
//!
//! The life of an import: the container is told by its first bytes (text, zip archive, Excel workbook); each table in
//! it is looked at ([`preview`]) for its encoding, delimiter, header, language, decimal mark and order of dates; then
//! its rows are read one by one ([`read`]) and handed to the caller as borrowed [`Record`]s.
//!
//! - Tables are recognised by their headers alone, whatever the files are called.
//! - A row that cannot be read is rejected with its line and the reason, and the rest goes on.
//! - Memory is bounded whatever the size of the input: text takes a few MiB; a workbook holds its shared texts, which
//!   are bounded. Archives are held to bounds on entries, size and ratio.
//! - Nothing is made up: an empty cell is None, an average position below one is none, a click-through rate is never
//!   read where clicks and impressions are there.
//!
//! What it deliberately does not do: add rows up (a bulk export repeats its keys: the caller sums), choose between two
//! sources of a volume, know a database, wait for anything, or read the clock.
//!
//! To add a format: its headers in `layout/tool.rs` (`layout/search.rs`, `layout/observed.rs`), a [`FileKind`], a fixture
//! and a test.

use std::io::{Read, Seek};

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
mod market;
mod name;
mod number;
mod observed;
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
mod words;
mod workbook;

pub use container::ContainerKind;
pub use error::{ImportError, Stop};
pub use market::Market;
pub use preview::{FilePreview, IgnoredColumn, Preview, RecognisedColumn};
pub use record::{
    Dimension, FileKind, Intent, Intents, KeywordRow, Observed, ObservedRow, Period, Record, SearchRow, Volume,
    VolumeBasis,
};
pub use summary::{FileSummary, Progress, Reject, RejectReason, Summary};

/// What an upload holds, without importing it: a look at the start of each table, and a count of the rows where that
/// is cheap (about half a second).
///
/// # Errors
/// [`ImportError`] when the container cannot be read or holds no table that is known.
pub fn preview<R: Read + Seek>(source: R, file_name: &str) -> Result<Preview, ImportError> {
    preview::preview(source, file_name)
}

/// Streams every record of an upload into `sink`, filters and days first, then the other tables in a fixed order.
///
/// `progress` is called at the start of each table and every 16,384 rows. The sink ends the reading with a [`Stop`].
///
/// # Errors
/// [`ImportError`] when the container cannot be read or holds no table that is known, when a table breaks a bound half
/// way (records before it have been delivered), when there is not one row, or when the sink stopped.
pub fn read<R: Read + Seek>(
    source: R, file_name: &str, sink: &mut dyn FnMut(Record<'_>) -> Result<(), Stop>,
    progress: &mut dyn FnMut(Progress<'_>),
) -> Result<Summary, ImportError> {
    read::read(source, file_name, sink, progress)
}
