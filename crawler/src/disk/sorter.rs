//! Sorting of more records than fit in memory.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, VecDeque},
    fs::File,
    io,
    os::unix::fs::FileExt,
    path::Path,
};

/// Records that are sorted in memory.
const RUN: usize = 1 << 16;
/// Records of a run that are read at once.
const READ: usize = 512;

/// Sorts records of `WIDTH` bytes by their bytes: runs that fit in memory are merged (Knuth, "The Art of Computer Programming",
/// volume 3, section 5.4).
#[derive(Debug)]
pub struct Sorter<const WIDTH: usize> {
    file: File,
    /// Records of a run.
    most: usize,
    run: Vec<[u8; WIDTH]>,
    /// Number of records of each run in the file.
    runs: Vec<u64>,
    written: u64,
}

impl<const WIDTH: usize> Sorter<WIDTH> {
    /// Creates a sorter with a file in the folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn create(dir: &Path) -> io::Result<Self> {
        Self::with_run(dir, RUN)
    }

    /// Creates a sorter that sorts `most` records in memory.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn with_run(dir: &Path, most: usize) -> io::Result<Self> {
        Ok(Self { file: super::file(dir)?, most: most.max(1), run: Vec::new(), runs: Vec::new(), written: 0 })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn push(&mut self, record: [u8; WIDTH]) -> io::Result<()> {
        self.run.push(record);
        if self.run.len() >= self.most { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.run.sort_unstable();
        self.file.write_all_at(self.run.as_flattened(), self.written * WIDTH as u64)?;
        self.runs.push(self.run.len() as u64);
        self.written += self.run.len() as u64;
        self.run.clear();
        Ok(())
    }

    /// Calls `take` with each record in ascending order.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or written, or if `take` fails.
    pub fn each(mut self, mut take: impl FnMut(&[u8; WIDTH]) -> io::Result<()>) -> io::Result<()> {
        self.flush()?;
        self.run = Vec::new();
        let mut first = 0;
        let mut runs = Vec::with_capacity(self.runs.len());
        for length in &self.runs {
            runs.push(Run { next: first, end: first + length, read: VecDeque::new() });
            first += length;
        }
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (index, run) in runs.iter_mut().enumerate() {
            heads.extend(run.next(&self.file)?.map(|record| Reverse((record, index))));
        }
        while let Some(Reverse((record, index))) = heads.pop() {
            take(&record)?;
            heads.extend(runs[index].next(&self.file)?.map(|record| Reverse((record, index))));
        }
        Ok(())
    }
}

/// A sorted part of the file.
struct Run<const WIDTH: usize> {
    next: u64,
    end: u64,
    read: VecDeque<[u8; WIDTH]>,
}

impl<const WIDTH: usize> Run<WIDTH> {
    fn next(&mut self, file: &File) -> io::Result<Option<[u8; WIDTH]>> {
        if self.read.is_empty() && self.next < self.end {
            let length = usize::try_from(self.end - self.next).unwrap_or(READ).min(READ);
            let mut block = vec![[0; WIDTH]; length];
            file.read_exact_at(block.as_flattened_mut(), self.next * WIDTH as u64)?;
            self.next += length as u64;
            self.read = block.into();
        }
        Ok(self.read.pop_front())
    }
}
