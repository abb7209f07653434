//! A table of an upload, and how far an upload has been read.

use std::cell::Cell;
use std::rc::Rc;

/// A table of an upload that has yet to be recognised.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// Its name in messages: of the file, of the entry or of the sheet.
    pub(super) name: String,
    /// Bytes of its text or sheet when unpacked, as far as known before reading.
    pub(super) bytes: u64,
}

/// Bytes read so far, shared with the readers that count them.
pub(super) type Meter = Rc<Cell<u64>>;
