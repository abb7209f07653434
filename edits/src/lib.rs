//! Edits of existing pages: changes, how they are applied to the bytes of a page, checked, shown and undone.
//!
//! # From a change to a page
//!
//! [`apply`] finds the elements that a [`Change`] concerns with their positions in the bytes, as browsers parse the
//! page, and replaces only those parts. All other bytes are copied, so that the differences are small, a person can
//! review them, and the previous bytes undo them. Applying a change again changes nothing.
//!
//! [`check`] compares what a page shows with a change, [`facts`] reads what search engines read first, [`diff`] and
//! [`patch`] show the differences of files, [`instructions`] is for people who edit in a content management system.
//! [`redirects`] writes the files of servers, and [`files`] names the files that may contain a page.
//!
//! # What is not changed
//!
//! A change that a page has no place for is not forced: its [`Outcome`] gives the reason. Pages whose structure
//! browsers may read in two ways, pages in encodings that are no superset of ASCII, and pages of more than
//! [`MOST_BYTES`] are refused.
//!
//! # Restrictions
//!
//! Pure functions: no clock, no file, no network. Scripts are not run: what they add to a page is not seen.
// Outside tests nothing panics.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]
#![warn(missing_docs)]

mod applied;
mod apply;
mod change;
mod check;
mod diff;
mod error;
mod escape;
mod facts;
pub mod files;
mod hunk;
mod instruction;
mod link;
mod outline;
mod page;
mod page_facts;
mod patch;
pub mod redirects;
mod references;
mod reverse;
mod scan;
mod seek;
mod splice;
mod validate;
mod words;

pub use applied::{Applied, Checked, Outcome, OutcomeStatus};
pub use apply::apply;
pub use change::Change;
pub use check::{check, check_redirect};
pub use diff::diff;
pub use error::{ApplyError, FieldError, FileError, ListError};
pub use facts::facts;
pub use hunk::{Hunk, HunkLine, HunkLineKind};
pub use instruction::{Instruction, instructions};
pub use page_facts::PageFacts;
pub use patch::{PatchFile, patch};
pub use reverse::{Reverse, reverse};
pub use validate::validate;

/// Maximum size of a page or file, in bytes.
pub const MOST_BYTES: usize = 5 * 1024 * 1024;
/// Maximum number of changes of an edit.
pub const MOST_CHANGES: usize = 200;
