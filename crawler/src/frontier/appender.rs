//! A file that grows at its end and can be read anywhere.

use std::{
    fs::{File, OpenOptions},
    io,
    os::unix::fs::FileExt,
    path::Path,
};

/// Bytes that are collected before they are written.
const BUFFER: usize = 64 << 10;

/// A growing file.
#[derive(Debug)]
pub(crate) struct Appender {
    file: File,
    written: u64,
    buffer: Vec<u8>,
}

impl Appender {
    /// Opens or creates a file and cuts it to a length.
    pub(crate) fn open(path: &Path, length: u64) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() < length {
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("{} is incomplete", path.display())));
        }
        file.set_len(length)?;
        Ok(Self { file, written: length, buffer: Vec::with_capacity(BUFFER) })
    }

    /// Length with what is not yet written.
    pub(crate) fn len(&self) -> u64 {
        self.written + self.buffer.len() as u64
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() >= BUFFER { self.flush() } else { Ok(()) }
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.file.write_all_at(&self.buffer, self.written)?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    pub(crate) fn read_at(&mut self, position: u64, bytes: &mut [u8]) -> io::Result<()> {
        if position + bytes.len() as u64 > self.written {
            self.flush()?;
        }
        self.file.read_exact_at(bytes, position)
    }

    /// Reads up to a number of bytes: fewer at the end of the file.
    pub(crate) fn read_some(&mut self, position: u64, bytes: &mut [u8]) -> io::Result<usize> {
        if position + bytes.len() as u64 > self.written {
            self.flush()?;
        }
        let mut read = 0;
        while read < bytes.len() {
            match self.file.read_at(&mut bytes[read..], position + read as u64)? {
                0 => break,
                more => read += more,
            }
        }
        Ok(read)
    }

    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_data()
    }
}
