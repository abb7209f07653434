//! A release as a ZIP file: same release, same bytes.

use std::{
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use futures::{Stream, stream};
use tokio_util::sync::CancellationToken;
use zip::{
    CompressionMethod, DateTime, ZipWriter,
    write::{SimpleFileOptions, StreamWriter},
};

use crate::{Blobs, Release, TargetError, blobs::read, release::ReleaseFile};

type Writer = ZipWriter<StreamWriter<Sink>>;

/// What was written since it was taken the last time.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    fn take(&self) -> Bytes {
        Bytes::from(std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What is left to write.
struct State {
    files: std::vec::IntoIter<ReleaseFile>,
    blobs: Arc<dyn Blobs>,
    cancel: CancellationToken,
    writer: Writer,
    sink: Sink,
}

/// Streams a release as a ZIP file: files in the order of their paths, all with the same time. One file at a time is in
/// memory.
///
/// The stream ends with an error if the release is not allowed, a file cannot be read, or the caller cancels.
pub fn zip(
    release: Release, blobs: Arc<dyn Blobs>, cancel: CancellationToken,
) -> impl Stream<Item = Result<Bytes, TargetError>> + Send + 'static {
    let problem = release.check().err().map(TargetError::from);
    let mut files = release.files;
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let sink = Sink::default();
    let writer = ZipWriter::new_stream(sink.clone());
    let state = State { files: files.into_iter(), blobs, cancel, writer, sink };
    stream::unfold((Some(state), problem), |(state, problem)| async move {
        let state = state?;
        if let Some(problem) = problem {
            return Some((Err(problem), (None, None)));
        }
        match state.advance().await {
            Ok((bytes, state)) => Some((Ok(bytes), (state, None))),
            Err(error) => Some((Err(error), (None, None))),
        }
    })
}

impl State {
    /// Writes the next file, or the directory at the end; returns the bytes and what is left.
    async fn advance(mut self) -> Result<(Bytes, Option<Self>), TargetError> {
        if self.cancel.is_cancelled() {
            return Err(TargetError::Cancelled);
        }
        let Some(file) = self.files.next() else {
            self.writer.finish().map_err(|error| broken(&error.to_string()))?;
            return Ok((self.sink.take(), None));
        };
        let bytes = read(self.blobs.as_ref(), &file).await?;
        let added = tokio::task::spawn_blocking(move || {
            add(&mut self.writer, &file.path, &bytes)?;
            Ok((self.sink.take(), Some(self)))
        });
        added.await.map_err(|error| broken(&error.to_string()))?
    }
}

/// Adds a file.
fn add(writer: &mut Writer, path: &str, bytes: &[u8]) -> Result<(), TargetError> {
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    writer.start_file(path, options).map_err(|error| broken(&error.to_string()))?;
    writer.write_all(bytes).map_err(|error| broken(&error.to_string()))
}

fn broken(reason: &str) -> TargetError {
    TargetError::Storage { place: "The ZIP file".to_owned(), reason: reason.to_owned() }
}
