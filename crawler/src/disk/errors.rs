//! The first error of readers that cannot return one.

use std::{cell::OnceCell, io};

/// Keeps the first error: a check reads many places, and its caller asks once whether all of them could be read.
#[derive(Debug, Default)]
pub struct Errors(OnceCell<io::Error>);

impl Errors {
    /// Returns the value, or the default and keeps the error.
    pub fn or_default<T: Default>(&self, result: io::Result<T>) -> T {
        result.unwrap_or_else(|error| {
            // Only the first error is needed.
            let _ = self.0.set(error);
            T::default()
        })
    }

    /// Returns the first error and forgets it.
    ///
    /// # Errors
    /// Returns the error that was kept.
    pub fn take(&mut self) -> io::Result<()> {
        self.0.take().map_or(Ok(()), Err)
    }
}
