//! Tables of an upload, and the meter of their readers.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use super::error::ImportError;
use super::watch::Watch;

/// A table of an upload before recognition.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// Name in messages: of the file, the entry or the sheet.
    pub(super) name: String,
    /// Unpacked bytes, as far as known before reading.
    pub(super) bytes: u64,
}

/// Bytes read so far, shared with the readers, which also learn from it that they must stop.
#[derive(Debug, Clone, Default)]
pub(super) struct Meter {
    bytes: Rc<Cell<u64>>,
    watch: Watch,
}

impl Meter {
    pub(super) fn new(watch: Watch) -> Self {
        Self { bytes: Rc::default(), watch }
    }

    pub(super) fn get(&self) -> u64 {
        self.bytes.get()
    }

    /// Counts bytes.
    ///
    /// # Errors
    /// Returns an error if reading must stop.
    pub(super) fn add(&self, bytes: usize) -> io::Result<()> {
        self.bytes.set(self.bytes.get() + bytes as u64);
        self.watch.check_read()
    }

    /// Returns an error if reading must stop.
    pub(super) fn check(&self) -> Result<(), ImportError> {
        self.watch.check()
    }
}
