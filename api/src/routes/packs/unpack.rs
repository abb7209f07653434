//! Reads the packs of an upload: one text, or a ZIP file of texts. Numbers and sizes are bounded before anything is unpacked.

use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::error::{ApiError, Result};

/// Maximum number of entries of a ZIP file.
const MOST_ENTRIES: usize = 1_000;
/// Maximum number of unpacked bytes of all entries.
const MOST_UNPACKED: u64 = 128 << 20;
const NAME_CHARS: usize = 200;

/// A file of an upload.
#[derive(Debug)]
pub(super) struct Unpacked {
    /// Name, for the report.
    pub(super) name: String,
    /// Text, or why it is not read.
    pub(super) text: std::result::Result<String, &'static str>,
}

/// Returns the files of an upload.
pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<Unpacked>> {
    if !bytes.starts_with(b"PK") {
        let text = std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| "is not a text in UTF-8");
        return Ok(vec![Unpacked { name: "pack.md".to_owned(), text }]);
    }
    let broken = |_| ApiError::Unreadable("The file is not a ZIP file that can be read.".to_owned());
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MOST_ENTRIES {
        return Err(ApiError::Unreadable("The ZIP file has more than 1,000 entries. Split it.".to_owned()));
    }
    let (mut files, mut total) = (Vec::new(), 0);
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).map_err(broken)?;
        if entry.is_dir() {
            continue;
        }
        let whole = entry.name().map_err(broken)?;
        let name: String = whole.chars().filter(|c| !c.is_control()).take(NAME_CHARS).collect();
        let text = if name.to_lowercase().ends_with(".md") { text(&mut entry, &mut total) } else { Err(NOT_A_PACK) };
        if total > MOST_UNPACKED {
            return Err(ApiError::Unreadable("The ZIP file unpacks to more than 128 MiB. Split it.".to_owned()));
        }
        files.push(Unpacked { name, text });
    }
    Ok(files)
}

/// Reason of a file that is passed over.
pub(super) const NOT_A_PACK: &str = "is not a pack: its name does not end with .md";

fn text(entry: &mut impl Read, total: &mut u64) -> std::result::Result<String, &'static str> {
    let most = editorial::MOST_BYTES as u64;
    let mut bytes = Vec::new();
    let read = entry.take(most + 1).read_to_end(&mut bytes).map_err(|_| "cannot be unpacked")? as u64;
    *total += read;
    if read > most {
        return Err("is larger than 512 KiB");
    }
    String::from_utf8(bytes).map_err(|_| "is not a text in UTF-8")
}
