//! Tables of an upload.

use std::cell::Cell;
use std::rc::Rc;

/// A table of an upload before recognition.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// Name in messages: of the file, the entry or the sheet.
    pub(super) name: String,
    /// Unpacked bytes, as far as known before reading.
    pub(super) bytes: u64,
}

/// Bytes read so far, shared with the readers.
pub(super) type Meter = Rc<Cell<u64>>;
