//! Entries of one width by their number.

use std::{fs::File, io, os::unix::fs::FileExt, path::Path};

/// Entries of `WIDTH` bytes by their number, in a file. Entries that were never set are zeros.
#[derive(Debug)]
pub struct Column<const WIDTH: usize>(File);

impl<const WIDTH: usize> Column<WIDTH> {
    /// Creates an empty column, in a file of the folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn create(dir: &Path) -> io::Result<Self> {
        super::file(dir).map(Self)
    }

    /// Returns an entry.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn get(&self, number: u32) -> io::Result<[u8; WIDTH]> {
        let mut entry = [0; WIDTH];
        super::read_some(&self.0, u64::from(number) * WIDTH as u64, &mut entry)?;
        Ok(entry)
    }

    /// Sets an entry.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn set(&self, number: u32, entry: &[u8; WIDTH]) -> io::Result<()> {
        self.0.write_all_at(entry, u64::from(number) * WIDTH as u64)
    }

    /// Reads consecutive entries from a number on.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn read(&self, first: u32, entries: &mut [[u8; WIDTH]]) -> io::Result<()> {
        let bytes = entries.as_flattened_mut();
        bytes.fill(0);
        super::read_some(&self.0, u64::from(first) * WIDTH as u64, bytes)
    }

    /// Sets consecutive entries from a number on.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&self, first: u32, entries: &[[u8; WIDTH]]) -> io::Result<()> {
        self.0.write_all_at(entries.as_flattened(), u64::from(first) * WIDTH as u64)
    }
}

/// Entries of consecutive numbers that a [`Reader`] reads at once, and the number of such windows.
const WINDOW: u32 = 1 << 12;
const WINDOWS: usize = 8;

/// Reads entries about in the order of their numbers, a window at a time.
#[derive(Debug)]
pub struct Reader<'a, const WIDTH: usize> {
    column: &'a Column<WIDTH>,
    windows: [(Option<u32>, Vec<[u8; WIDTH]>); WINDOWS],
}

impl<'a, const WIDTH: usize> Reader<'a, WIDTH> {
    /// Creates a reader of a column that does not change meanwhile.
    #[must_use]
    pub fn new(column: &'a Column<WIDTH>) -> Self {
        Self { column, windows: std::array::from_fn(|_| (None, Vec::new())) }
    }

    /// Returns an entry.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn get(&mut self, number: u32) -> io::Result<[u8; WIDTH]> {
        let wanted = number / WINDOW;
        let (window, entries) = &mut self.windows[wanted as usize % WINDOWS];
        if *window != Some(wanted) {
            *window = None;
            entries.resize(WINDOW as usize, [0; WIDTH]);
            self.column.read(wanted * WINDOW, entries)?;
            *window = Some(wanted);
        }
        Ok(entries[(number % WINDOW) as usize])
    }
}
