//! Where records go.

use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::FileExt,
    path::Path,
};

use super::Record;

/// Bytes that are collected before they are written.
const BUFFER: usize = 1 << 20;

/// Receives the records of a crawl. Records count from [`Sink::commit`] on: those after the last commit of a crawl that was
/// killed come again.
pub trait Sink: Send + 'static {
    /// A record in the form that is stored, made on any thread.
    type Row: Send + 'static;

    /// Converts a record.
    ///
    /// # Errors
    /// Returns an error if the record cannot be converted; it ends the crawl.
    fn prepare(record: Record) -> io::Result<Self::Row>;

    /// Appends a record.
    ///
    /// # Errors
    /// Returns an error if it cannot be stored; it ends the crawl.
    fn append(&mut self, row: Self::Row) -> io::Result<()>;

    /// Stores all records appended so far and returns a position: the same number must bring back this state.
    ///
    /// # Errors
    /// Returns an error if they cannot be stored; it ends the crawl.
    fn commit(&mut self) -> io::Result<u64>;

    /// Drops all records after a position, before a crawl starts (position 0) or resumes.
    ///
    /// # Errors
    /// Returns an error if the position does not exist.
    fn rewind(&mut self, position: u64) -> io::Result<()>;
}

/// A file with a record a line, as JSON.
#[derive(Debug)]
pub struct JsonLines {
    file: File,
    buffer: Vec<u8>,
    written: u64,
}

impl JsonLines {
    /// Opens or creates a file. Its lines are kept until the crawl decides.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        Ok(Self { file, buffer: Vec::new(), written: 0 })
    }
}

impl Sink for JsonLines {
    type Row = Vec<u8>;

    fn prepare(record: Record) -> io::Result<Vec<u8>> {
        let mut line = serde_json::to_vec(&record)?;
        line.push(b'\n');
        Ok(line)
    }

    fn append(&mut self, row: Vec<u8>) -> io::Result<()> {
        self.buffer.extend_from_slice(&row);
        if self.buffer.len() < BUFFER { Ok(()) } else { self.commit().map(|_| ()) }
    }

    fn commit(&mut self) -> io::Result<u64> {
        self.file.write_all_at(&self.buffer, self.written)?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(self.written)
    }

    fn rewind(&mut self, position: u64) -> io::Result<()> {
        if self.file.metadata()?.len() < position {
            let message = "the output is shorter than the stored crawl; it was changed or is another file";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        self.file.set_len(position)?;
        self.written = position;
        Ok(())
    }
}
