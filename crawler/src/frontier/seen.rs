//! Which URLs are known: a hash table in a file, so that memory does not grow with the site.

use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a slot: hash, id, padding.
const SLOT: usize = 16;
/// Slots that are read at once.
const BLOCK: usize = 64;
/// Slots of a new table.
const FIRST: u64 = 1 << 15;
/// URLs whose ids are in memory, those used last.
const CACHED: usize = 1 << 17;

/// Returns the hash by which a URL is known. It is never 0, which marks empty slots.
pub(super) fn hash(url: &str) -> u64 {
    xxh3_64(url.as_bytes()).max(1)
}

/// The table, and a cache of it.
pub(super) struct Seen {
    path: PathBuf,
    file: File,
    slots: u64,
    used: u64,
    cache: Box<[(u64, u32)]>,
}

impl Seen {
    /// Creates an empty table. An existing file is replaced: the table is built from the stored URLs.
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        let file = create(path, FIRST)?;
        let cache = vec![(0, 0); CACHED].into_boxed_slice();
        Ok(Self { path: path.to_owned(), file, slots: FIRST, used: 0, cache })
    }

    /// Returns the id of a hash, if it is known.
    pub(super) fn find(&mut self, hash: u64) -> io::Result<Option<u32>> {
        let cached = place(hash);
        if self.cache[cached].0 == hash {
            return Ok(Some(self.cache[cached].1));
        }
        let found = probe(&self.file, self.slots, hash)?;
        if let Probe::Found(id) = found {
            self.cache[cached] = (hash, id);
            return Ok(Some(id));
        }
        Ok(None)
    }

    /// Adds a hash that is not known yet.
    pub(super) fn insert(&mut self, hash: u64, id: u32) -> io::Result<()> {
        if (self.used + 1) * 5 > self.slots * 3 {
            self.grow()?;
        }
        if let Probe::Empty(slot) = probe(&self.file, self.slots, hash)? {
            write(&self.file, slot, hash, id)?;
            self.used += 1;
        }
        self.cache[place(hash)] = (hash, id);
        Ok(())
    }

    fn grow(&mut self) -> io::Result<()> {
        let (path, slots) = (self.path.with_extension("new"), self.slots * 4);
        let larger = create(&path, slots)?;
        let mut block = [0; SLOT * 4_096];
        for first in (0..self.slots).step_by(4_096) {
            self.file.read_exact_at(&mut block, first * SLOT as u64)?;
            for slot in block.as_chunks::<SLOT>().0 {
                let (hash, id) = read(slot);
                if hash == 0 {
                    continue;
                }
                if let Probe::Empty(slot) = probe(&larger, slots, hash)? {
                    write(&larger, slot, hash, id)?;
                }
            }
        }
        std::fs::rename(&path, &self.path)?;
        (self.file, self.slots) = (larger, slots);
        Ok(())
    }
}

/// Where a search for a hash ended.
enum Probe {
    Found(u32),
    Empty(u64),
}

/// Searches from the hash's own slot on. The table always has empty slots.
fn probe(file: &File, slots: u64, hash: u64) -> io::Result<Probe> {
    let mut block = [0; SLOT * BLOCK];
    let mut first = hash & (slots - 1);
    loop {
        let length = usize::try_from(slots - first).unwrap_or(BLOCK).min(BLOCK);
        file.read_exact_at(&mut block[..length * SLOT], first * SLOT as u64)?;
        for (slot, at) in block[..length * SLOT].as_chunks::<SLOT>().0.iter().zip(first..) {
            match read(slot) {
                (0, _) => return Ok(Probe::Empty(at)),
                (found, id) if found == hash => return Ok(Probe::Found(id)),
                _ => {}
            }
        }
        first = (first + length as u64) & (slots - 1);
    }
}

fn create(path: &Path, slots: u64) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)?;
    file.set_len(slots * SLOT as u64)?;
    Ok(file)
}

fn read(slot: &[u8; SLOT]) -> (u64, u32) {
    let [a, b, c, d, e, f, g, h, i, j, k, l, ..] = *slot;
    (u64::from_le_bytes([a, b, c, d, e, f, g, h]), u32::from_le_bytes([i, j, k, l]))
}

fn write(file: &File, slot: u64, hash: u64, id: u32) -> io::Result<()> {
    let mut bytes = [0; 12];
    bytes[..8].copy_from_slice(&hash.to_le_bytes());
    bytes[8..].copy_from_slice(&id.to_le_bytes());
    file.write_all_at(&bytes, slot * SLOT as u64)
}

/// Returns the place of a hash in the cache; the low bits choose its slot in the file.
fn place(hash: u64) -> usize {
    usize::try_from(hash >> 32).unwrap_or_default() & (CACHED - 1)
}
