//! Differences between two versions of a file, for display.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Consecutive lines of a file that differ, with three lines around them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditHunk)]
pub struct Hunk {
    /// Number of its first line in the previous version, from 1; 0 if that version is empty.
    pub before_start: u32,
    /// Number of its lines in the previous version.
    pub before_lines: u32,
    /// Number of its first line in the new version, from 1; 0 if that version is empty.
    pub after_start: u32,
    /// Number of its lines in the new version.
    pub after_lines: u32,
    /// The lines, at most 500.
    pub lines: Vec<HunkLine>,
    /// Whether lines are left out because there are more than 500.
    pub is_clipped: bool,
}

/// A line of a hunk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditHunkLine)]
pub struct HunkLine {
    /// Whether both versions have it.
    pub kind: HunkLineKind,
    /// Its text without its end. In lines of more than 400 characters, parts that do not differ are replaced by `…`.
    pub text: String,
}

/// Versions that a line is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditHunkLineKind)]
pub enum HunkLineKind {
    /// Both.
    Context,
    /// The previous one.
    Removed,
    /// The new one.
    Added,
}
