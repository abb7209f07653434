//! Which URLs are known: a table on disk and a cache of a fixed size.

use std::{io, path::Path};

use xxhash_rust::xxh3::xxh3_64;

use crate::disk::Table;

/// URLs whose ids are in memory, those used last.
const CACHED: usize = 1 << 17;

/// Returns the hash by which a URL is known. It is never 0, which marks empty places.
pub(super) fn hash(url: &str) -> u64 {
    xxh3_64(url.as_bytes()).max(1)
}

/// The table, and a cache of it.
pub(super) struct Seen {
    table: Table<12>,
    cache: Box<[(u64, u32)]>,
}

impl Seen {
    /// Creates an empty table: it is built from the stored URLs.
    pub(super) fn create(dir: &Path) -> io::Result<Self> {
        Ok(Self { table: Table::create(dir)?, cache: vec![(0, 0); CACHED].into_boxed_slice() })
    }

    /// Returns the id of a hash, if it is known.
    pub(super) fn find(&mut self, hash: u64) -> io::Result<Option<u32>> {
        let cached = place(hash);
        if self.cache[cached].0 == hash {
            return Ok(Some(self.cache[cached].1));
        }
        let Some([.., a, b, c, d]) = self.table.find(hash)? else { return Ok(None) };
        let id = u32::from_le_bytes([a, b, c, d]);
        self.cache[cached] = (hash, id);
        Ok(Some(id))
    }

    /// Adds a hash that is not known yet.
    pub(super) fn insert(&mut self, hash: u64, id: u32) -> io::Result<()> {
        self.table.put(hash, |value, is_new| {
            if is_new {
                value.copy_from_slice(&id.to_le_bytes());
            }
        })?;
        self.cache[place(hash)] = (hash, id);
        Ok(())
    }
}

/// Returns the place of a hash in the cache; the low bits choose its slot in the file.
fn place(hash: u64) -> usize {
    usize::try_from(hash >> 32).unwrap_or_default() & (CACHED - 1)
}
