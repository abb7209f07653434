//! Progress of an operation.

use std::sync::atomic::{AtomicU64, Ordering};

/// Receives progress. It must return quickly.
pub trait Progress: Send + Sync {
    /// Receives how far an operation is.
    fn report(&self, step: &Step);
}

impl<F: Fn(&Step) + Send + Sync> Progress for F {
    fn report(&self, step: &Step) {
        self(step);
    }
}

/// Ignores progress.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Progress for Silent {
    fn report(&self, _: &Step) {}
}

/// How far an operation is. Only the files that it has to handle count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    /// What is done.
    pub phase: Phase,
    /// Files that are finished.
    pub files_done: u64,
    /// All files.
    pub files_total: u64,
    /// Bytes of finished files.
    pub bytes_done: u64,
    /// Bytes of all files.
    pub bytes_total: u64,
}

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Uploads files.
    Upload,
    /// Reads files back.
    Verify,
    /// Switches visitors to another release.
    Switch,
}

/// Counts finished files.
pub(crate) struct Meter<'a> {
    progress: &'a dyn Progress,
    phase: Phase,
    files: AtomicU64,
    bytes: AtomicU64,
    files_total: u64,
    bytes_total: u64,
}

impl<'a> Meter<'a> {
    /// Starts to count, and reports zero.
    pub(crate) fn start(progress: &'a dyn Progress, phase: Phase, sizes: impl Iterator<Item = u64>) -> Self {
        let (files_total, bytes_total) = sizes.fold((0, 0), |(files, bytes), size| (files + 1, bytes + size));
        let zero = || AtomicU64::new(0);
        let meter = Self { progress, phase, files: zero(), bytes: zero(), files_total, bytes_total };
        meter.report(0, 0);
        meter
    }

    /// Counts a finished file.
    pub(crate) fn add(&self, size: u64) {
        let files = self.files.fetch_add(1, Ordering::Relaxed) + 1;
        let bytes = self.bytes.fetch_add(size, Ordering::Relaxed) + size;
        self.report(files, bytes);
    }

    /// Returns finished files and their bytes.
    pub(crate) fn done(&self) -> (u64, u64) {
        (self.files.load(Ordering::Relaxed), self.bytes.load(Ordering::Relaxed))
    }

    fn report(&self, files_done: u64, bytes_done: u64) {
        let (files_total, bytes_total) = (self.files_total, self.bytes_total);
        self.progress.report(&Step { phase: self.phase, files_done, files_total, bytes_done, bytes_total });
    }
}
