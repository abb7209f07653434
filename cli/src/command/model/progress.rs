//! How far a download is, on standard error: one line that changes for people, a few lines for logs.

use std::io::{IsTerminal, stderr};

use super::megabytes;
use crate::out;

/// A log gets a line each time that much more is there.
const QUARTER: u64 = 25;

/// Tells when there is something new to tell.
#[derive(Debug)]
pub(super) struct Progress {
    total: Option<u64>,
    is_terminal: bool,
    told: u64,
}

impl Progress {
    pub(super) fn new(total: Option<u64>) -> Self {
        Self { total, is_terminal: stderr().is_terminal(), told: 0 }
    }

    /// So many bytes are there.
    pub(super) fn at(&mut self, bytes: u64) {
        let Some(total) = self.total.filter(|total| *total > 0) else { return };
        let percent = bytes.saturating_mul(100) / total;
        let step = if self.is_terminal { 1 } else { QUARTER };
        if percent < self.told + step {
            return;
        }
        self.told = percent;
        let text = format!("{percent} % of {}", megabytes(total));
        if self.is_terminal {
            out::again(format_args!("{text}"));
        } else {
            out::note(format_args!("{text}"));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.is_terminal && self.told > 0 {
            out::note(format_args!(""));
        }
    }
}
