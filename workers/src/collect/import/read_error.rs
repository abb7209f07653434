//! Conversion of read errors.

use std::fmt;
use std::io;

use super::error::{ImportError, Stop};

/// Message for an exceeded unpacking limit, wrapped in an [`io::Error`].
#[derive(Debug)]
pub(super) struct Bomb(pub(super) String);

impl fmt::Display for Bomb {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Bomb {}

/// An exceeded number of elements, wrapped in an [`io::Error`].
#[derive(Debug)]
pub(super) struct TooMany {
    /// Plural of the element.
    pub(super) what: &'static str,
    pub(super) limit: u64,
}

impl fmt::Display for TooMany {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "more than {} {}", self.limit, self.what)
    }
}

impl std::error::Error for TooMany {}

/// Converts a failed read: an exceeded limit, a damaged archive, or an error of the source.
pub(super) fn read_error(file: &str, error: io::Error) -> ImportError {
    if let Some(bomb) = error.get_ref().and_then(|inner| inner.downcast_ref::<Bomb>()) {
        return ImportError::DecompressionBomb { file: file.to_owned(), limit: bomb.0.clone() };
    }
    if let Some(many) = error.get_ref().and_then(|inner| inner.downcast_ref::<TooMany>()) {
        return ImportError::TooManyElements { file: file.to_owned(), what: many.what, limit: many.limit };
    }
    if error.get_ref().is_some_and(|inner| inner.is::<Stop>()) {
        return ImportError::Stopped(Stop::Cancelled);
    }
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof => {
            ImportError::Corrupt { file: file.to_owned(), detail: error.to_string() }
        }
        io::ErrorKind::Other if error.to_string().contains("checksum") => {
            ImportError::Corrupt { file: file.to_owned(), detail: error.to_string() }
        }
        _ => ImportError::Io { file: file.to_owned(), source: error },
    }
}
