//! Tables, columns, texts and sorting in files without names: memory does not grow with the number of entries, and nothing is left
//! behind when the process ends.

mod column;
mod errors;
mod heap;
mod sorter;
mod table;
#[cfg(test)]
mod tests;

use std::{fs::File, io, path::Path};

pub use column::{Column, Reader};
pub use errors::Errors;
pub use heap::{Heap, Place};
pub use sorter::Sorter;
pub use table::Table;

/// Returns the hash of a text, the key of a [`Table`].
#[must_use]
pub fn hash(text: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}

/// Creates a file without a name in a folder, which is created if it is missing.
pub(crate) fn file(dir: &Path) -> io::Result<File> {
    std::fs::create_dir_all(dir)?;
    tempfile::tempfile_in(dir)
}

/// Reads as many bytes as the file has there; the rest of the buffer stays as it is.
fn read_some(file: &File, position: u64, bytes: &mut [u8]) -> io::Result<()> {
    use std::os::unix::fs::FileExt;
    let mut read = 0;
    while read < bytes.len() {
        match file.read_at(&mut bytes[read..], position + read as u64) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
