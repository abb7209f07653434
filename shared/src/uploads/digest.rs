//! Checksum of a file during its upload.

use sha2::{Digest, Sha256};

use crate::domain::import::ImportFile;

/// Computes SHA-256 and size of a file.
#[derive(Debug, Default)]
pub struct FileDigest {
    hasher: Sha256,
    size: u64,
}

impl FileDigest {
    /// Adds the next bytes of the file.
    pub fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
        self.size += bytes.len() as u64;
    }

    /// Returns the file with its size and checksum.
    #[must_use]
    pub fn finish(self, name: String) -> ImportFile {
        let sha256 = self.hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        ImportFile { name, size_bytes: i64::try_from(self.size).unwrap_or(i64::MAX), sha256 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digest_of_pieces_equals_the_published_sha256() {
        let mut digest = FileDigest::default();
        digest.update(b"a");
        digest.update(b"bc");
        let file = digest.finish("a.csv".to_owned());
        assert_eq!(file.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(file.size_bytes, 3);
    }
}
