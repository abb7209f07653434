//! Cancellation of a reader.

use std::fmt;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use super::error::{ImportError, Stop};

/// Returns whether reading must stop; the default never does.
#[derive(Clone, Default)]
pub struct Watch(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Watch {
    /// Stops reading when `is_cancelled` returns true. It is called often, so it must be quick.
    pub fn new(is_cancelled: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_cancelled)))
    }

    fn is_cancelled(&self) -> bool {
        self.0.as_ref().is_some_and(|is_cancelled| is_cancelled())
    }

    /// Returns an error if reading must stop.
    pub(super) fn check(&self) -> Result<(), ImportError> {
        if self.is_cancelled() { Err(ImportError::Stopped(Stop::Cancelled)) } else { Ok(()) }
    }

    /// Same as [`Self::check`], for readers of bytes.
    pub(super) fn check_read(&self) -> io::Result<()> {
        if self.is_cancelled() { Err(io::Error::other(Stop::Cancelled)) } else { Ok(()) }
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Watch")
    }
}

/// A source that fails once reading must stop, whichever library reads it.
#[derive(Debug)]
pub(super) struct Watched<R> {
    source: R,
    watch: Watch,
}

impl<R> Watched<R> {
    pub(super) fn new(source: R, watch: &Watch) -> Self {
        Self { source, watch: watch.clone() }
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.watch.check_read()?;
        self.source.read(buffer)
    }
}

impl<R: Seek> Seek for Watched<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.source.seek(to)
    }
}
