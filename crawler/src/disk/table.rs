//! A hash table.

use std::{
    fs::File,
    io,
    os::unix::fs::FileExt,
    path::{Path, PathBuf},
};

/// Bytes of a key.
const KEY: usize = 8;
/// Slots that are read at once.
const BLOCK: usize = 16;
/// Slots of a new table, a power of two.
const FIRST: u64 = 1 << 12;
/// Slots that are copied at once when a table grows.
const COPIED: usize = 256;

/// Values by their hashes, in a file with open addressing. A slot has `SLOT` bytes: eight of the hash, and the value.
#[derive(Debug)]
pub struct Table<const SLOT: usize> {
    dir: PathBuf,
    file: File,
    slots: u64,
    used: u64,
}

/// Where a search for a hash ended.
enum Probe<const SLOT: usize> {
    Found(u64, [u8; SLOT]),
    Empty(u64),
}

impl<const SLOT: usize> Table<SLOT> {
    /// Creates an empty table, in a file of the folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn create(dir: &Path) -> io::Result<Self> {
        Ok(Self { dir: dir.to_owned(), file: sized::<SLOT>(dir, FIRST)?, slots: FIRST, used: 0 })
    }

    /// Number of hashes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.used
    }

    /// Returns whether the table has no hash.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.used == 0
    }

    /// Returns the slot of a hash, whose value follows the eight bytes of the hash; `None` for an unknown hash.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn find(&self, hash: u64) -> io::Result<Option<[u8; SLOT]>> {
        Ok(match probe::<SLOT>(&self.file, self.slots, known(hash))? {
            Probe::Found(_, slot) => Some(slot),
            Probe::Empty(_) => None,
        })
    }

    /// Adds a hash without a value. Returns true if it is new.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written.
    pub fn insert(&mut self, hash: u64) -> io::Result<bool> {
        let mut is_new = false;
        self.put(hash, |_, is_added| is_new = is_added)?;
        Ok(is_new)
    }

    /// Changes the value of a hash, or adds one. `change` gets the value, and whether it is new: then it is all zeros.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written.
    pub fn put(&mut self, hash: u64, change: impl FnOnce(&mut [u8], bool)) -> io::Result<()> {
        self.grow_if_full()?;
        let hash = known(hash);
        let (at, mut slot, is_new) = match probe::<SLOT>(&self.file, self.slots, hash)? {
            Probe::Found(at, slot) => (at, slot, false),
            Probe::Empty(at) => {
                let mut slot = [0; SLOT];
                slot[..KEY].copy_from_slice(&hash.to_le_bytes());
                (at, slot, true)
            }
        };
        change(&mut slot[KEY..], is_new);
        self.file.write_all_at(&slot, at * SLOT as u64)?;
        self.used += u64::from(is_new);
        Ok(())
    }

    /// Grows at three fifths: longer probes would cost more than the space.
    fn grow_if_full(&mut self) -> io::Result<()> {
        if (self.used + 1) * 5 <= self.slots * 3 {
            return Ok(());
        }
        let slots = self.slots * 4;
        let larger = sized::<SLOT>(&self.dir, slots)?;
        let mut block = [[0; SLOT]; COPIED];
        for first in (0..self.slots).step_by(COPIED) {
            self.file.read_exact_at(block.as_flattened_mut(), first * SLOT as u64)?;
            for slot in block.iter().filter(|slot| key(slot) != 0) {
                if let Probe::Empty(at) = probe::<SLOT>(&larger, slots, key(slot))? {
                    larger.write_all_at(slot, at * SLOT as u64)?;
                }
            }
        }
        (self.file, self.slots) = (larger, slots);
        Ok(())
    }
}

/// Zero marks empty slots.
fn known(hash: u64) -> u64 {
    hash.max(1)
}

fn key<const SLOT: usize>(slot: &[u8; SLOT]) -> u64 {
    slot.first_chunk().map_or(0, |hash| u64::from_le_bytes(*hash))
}

fn sized<const SLOT: usize>(dir: &Path, slots: u64) -> io::Result<File> {
    let file = super::file(dir)?;
    file.set_len(slots * SLOT as u64)?;
    Ok(file)
}

/// Searches from the hash's own slot on. The table always has empty slots.
fn probe<const SLOT: usize>(file: &File, slots: u64, hash: u64) -> io::Result<Probe<SLOT>> {
    let mut block = [[0; SLOT]; BLOCK];
    let mut first = hash & (slots - 1);
    loop {
        let length = usize::try_from(slots - first).unwrap_or(BLOCK).min(BLOCK);
        file.read_exact_at(block[..length].as_flattened_mut(), first * SLOT as u64)?;
        for (slot, at) in block[..length].iter().zip(first..) {
            match key(slot) {
                0 => return Ok(Probe::Empty(at)),
                found if found == hash => return Ok(Probe::Found(at, *slot)),
                _ => {}
            }
        }
        first = (first + length as u64) & (slots - 1);
    }
}
