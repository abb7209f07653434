//! Writes patches that `git apply` and `patch -p1` accept.

use std::fmt::Write as _;

use crate::{
    FileError,
    diff::{Change, Group, groups, lines},
};

/// Maximum size of a file, in bytes: that of a page with all that its changes can add.
const MOST_FILE: usize = 2 * crate::MOST_BYTES;
/// Maximum number of characters of a path.
const MOST_PATH: usize = 1_000;

/// A file of a patch.
#[derive(Debug, Clone, Copy)]
pub struct PatchFile<'a> {
    /// Path inside the folder of the website, such as `prices/index.html`.
    pub path: &'a str,
    /// Previous content; `None` for a new file.
    pub before: Option<&'a [u8]>,
    /// New content.
    pub after: &'a [u8],
}

/// Writes the differences of files as a patch; files without differences are left out. The patch has the bytes of the
/// files, so it is in UTF-8 only if they are.
///
/// # Errors
/// Returns the first file whose path leads out of the folder of the website, or that is too large.
pub fn patch(files: &[PatchFile<'_>]) -> Result<Vec<u8>, FileError> {
    let mut patch = Vec::new();
    for file in files {
        check(file)?;
        if file.before != Some(file.after) {
            write(&mut patch, file);
        }
    }
    Ok(patch)
}

fn check(file: &PatchFile<'_>) -> Result<(), FileError> {
    let is_part = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.eq_ignore_ascii_case(".git");
    let is_safe = !file.path.contains(|one: char| one.is_control() || one == '\\')
        && file.path.chars().count() <= MOST_PATH
        && file.path.split('/').all(is_part);
    if !is_safe {
        return Err(FileError::Path { path: file.path.chars().take(MOST_PATH).collect() });
    }
    if file.after.len().max(file.before.map_or(0, <[u8]>::len)) > MOST_FILE {
        return Err(FileError::TooLarge { path: file.path.to_owned(), most: MOST_FILE });
    }
    Ok(())
}

fn write(patch: &mut Vec<u8>, file: &PatchFile<'_>) {
    let (from, to) = (quoted('a', file.path), quoted('b', file.path));
    // Without the tab, names with spaces would end at the first one.
    let end = |name: &str| if name.contains(' ') && !name.starts_with('"') { "\t" } else { "" };
    let mut head = format!("diff --git {from} {to}\n");
    let is_new = file.before.is_none();
    if is_new {
        head.push_str("new file mode 100644\n");
    }
    let (before, after) = (lines(file.before.unwrap_or_default()), lines(file.after));
    let groups = groups(&before, &after);
    // An empty new file has no lines to compare.
    if !groups.is_empty() {
        let previous = if is_new { "/dev/null".to_owned() } else { format!("{from}{}", end(&from)) };
        // Writing to a string does not fail.
        let _ = writeln!(head, "--- {previous}\n+++ {to}{}", end(&to));
    }
    patch.extend_from_slice(head.as_bytes());
    for group in &groups {
        hunk(patch, group, &before, &after);
    }
}

fn hunk(patch: &mut Vec<u8>, group: &Group, before: &[&[u8]], after: &[&[u8]]) {
    let place = |range: &std::ops::Range<usize>| {
        let start = range.start + usize::from(!range.is_empty());
        if range.len() == 1 { start.to_string() } else { format!("{start},{}", range.len()) }
    };
    patch.extend_from_slice(format!("@@ -{} +{} @@\n", place(&group.before), place(&group.after)).as_bytes());
    for change in group.changes() {
        match change {
            Change::Equal(range) => put(patch, b' ', before.get(range).unwrap_or_default()),
            Change::Differing(removed, added) => {
                put(patch, b'-', before.get(removed).unwrap_or_default());
                put(patch, b'+', after.get(added).unwrap_or_default());
            }
        }
    }
}

fn put(patch: &mut Vec<u8>, mark: u8, lines: &[&[u8]]) {
    for line in lines {
        patch.push(mark);
        patch.extend_from_slice(line);
        if !line.ends_with(b"\n") {
            patch.extend_from_slice(b"\n\\ No newline at end of file\n");
        }
    }
}

/// Returns the name of a file as git writes it: in quotes with escapes if it has other characters than those of ASCII.
fn quoted(side: char, path: &str) -> String {
    if path.bytes().all(|byte| (b' '..0x7f).contains(&byte) && byte != b'"') {
        return format!("{side}/{path}");
    }
    let mut quoted = format!("\"{side}/");
    for byte in path.bytes() {
        match byte {
            b'"' => quoted.push_str("\\\""),
            b' '..0x7f => quoted.push(char::from(byte)),
            other => {
                let _ = write!(quoted, "\\{other:03o}");
            }
        }
    }
    quoted.push('"');
    quoted
}
