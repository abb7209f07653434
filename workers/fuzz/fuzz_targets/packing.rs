//! Packs entries into a zip archive.

use std::io::{Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

/// Packs entries into a zip archive.
pub fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        if archive.start_file(*name, SimpleFileOptions::default()).is_ok() {
            let _ = archive.write_all(bytes);
        }
    }
    archive.finish().map(Cursor::into_inner).unwrap_or_default()
}
