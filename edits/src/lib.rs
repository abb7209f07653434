//! Edits of existing pages: changes, how they are applied to the bytes of a page, checked, shown and undone.
// Outside tests nothing panics.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![warn(missing_docs)]

mod applied;
mod change;
mod error;
mod hunk;
mod instruction;
mod page_facts;

pub use applied::{Applied, Checked, Outcome, OutcomeStatus};
pub use change::Change;
pub use error::{ApplyError, FieldError, FileError, ListError};
pub use hunk::{Hunk, HunkLine, HunkLineKind};
pub use instruction::Instruction;
pub use page_facts::PageFacts;

/// Maximum size of a page or file, in bytes.
pub const MOST_BYTES: usize = 5 * 1024 * 1024;
/// Maximum number of changes of an edit.
pub const MOST_CHANGES: usize = 200;
