//! Texts of any length.

use std::{fs::File, io, os::unix::fs::FileExt, path::Path};

/// Texts of any length, in a file.
#[derive(Debug)]
pub struct Heap {
    file: File,
    length: u64,
}

/// Where a text is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Place {
    position: u64,
    length: u32,
}

impl Place {
    /// Bytes of a place.
    pub const BYTES: usize = 12;

    /// Returns the place as bytes.
    #[must_use]
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.position.to_le_bytes());
        bytes[8..].copy_from_slice(&self.length.to_le_bytes());
        bytes
    }

    /// Reads a place from bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; Self::BYTES]) -> Self {
        let [a, b, c, d, e, f, g, h, i, j, k, l] = bytes;
        Self { position: u64::from_le_bytes([a, b, c, d, e, f, g, h]), length: u32::from_le_bytes([i, j, k, l]) }
    }
}

impl Heap {
    /// Creates an empty heap, in a file of the folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn create(dir: &Path) -> io::Result<Self> {
        Ok(Self { file: super::file(dir)?, length: 0 })
    }

    /// Adds bytes. Returns their place.
    ///
    /// # Errors
    /// Returns an error if they are longer than 4 GiB, or if the file cannot be written.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<Place> {
        let too_long = |_| io::Error::new(io::ErrorKind::InvalidInput, "the text is too long");
        let place = Place { position: self.length, length: u32::try_from(bytes.len()).map_err(too_long)? };
        self.file.write_all_at(bytes, self.length)?;
        self.length += u64::from(place.length);
        Ok(place)
    }

    /// Returns the bytes of a place.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn get(&self, place: Place) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; place.length as usize];
        self.file.read_exact_at(&mut bytes, place.position)?;
        Ok(bytes)
    }

    /// Returns the text of a place.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if the bytes are no text.
    pub fn text(&self, place: Place) -> io::Result<String> {
        String::from_utf8(self.get(place)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }
}
