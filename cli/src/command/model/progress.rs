//! Download progress on standard error: one changing line on a terminal, a few lines in logs.

use std::io::{IsTerminal, stderr};

use super::megabytes;
use crate::out;

/// Progress step in logs, in percent.
const QUARTER: u64 = 25;

/// Prints progress when it has changed.
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

    /// Reports the number of bytes received.
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
