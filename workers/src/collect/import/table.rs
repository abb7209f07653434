//! Tables of an upload, and the meter of their readers.

use std::cell::Cell;
use std::fmt;
use std::io;
use std::rc::Rc;

use super::error::ImportError;
use super::watch::Watch;

/// A table of an upload before recognition.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// Name in messages: of the file, the entry or the sheet.
    pub(super) name: String,
    /// Unpacked bytes as far as known before reading; packed ones of a gzip file, whose unpacked size nothing reliably states.
    pub(super) bytes: u64,
}

/// Bytes read so far, shared with the readers, which also learn from it that they must stop.
#[derive(Debug, Clone, Default)]
pub(super) struct Meter {
    bytes: Rc<Cell<u64>>,
    /// Count above which reading fails.
    most: Rc<Cell<Option<u64>>>,
    watch: Watch,
}

/// Message for an exceeded limit of a meter, wrapped in an [`io::Error`].
#[derive(Debug)]
struct OverLimit;

impl fmt::Display for OverLimit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("more bytes than may be read")
    }
}

impl std::error::Error for OverLimit {}

impl Meter {
    pub(super) fn new(watch: Watch) -> Self {
        Self { watch, ..Self::default() }
    }

    pub(super) fn get(&self) -> u64 {
        self.bytes.get()
    }

    /// Limits how many more bytes are read.
    pub(super) fn limit(&self, further: u64) {
        self.most.set(Some(self.get().saturating_add(further)));
    }

    /// Ends the limit and returns true if it was exceeded.
    pub(super) fn end_limit(&self) -> bool {
        self.most.take().is_some_and(|most| self.get() > most)
    }

    /// Counts bytes.
    ///
    /// # Errors
    /// Returns an error if reading must stop, or if the limit is exceeded.
    pub(super) fn add(&self, bytes: usize) -> io::Result<()> {
        self.bytes.set(self.bytes.get() + bytes as u64);
        self.watch.check_read()?;
        let is_over = self.most.get().is_some_and(|most| self.get() > most);
        if is_over { Err(io::Error::other(OverLimit)) } else { Ok(()) }
    }

    /// Returns an error if reading must stop.
    pub(super) fn check(&self) -> Result<(), ImportError> {
        self.watch.check()
    }
}
