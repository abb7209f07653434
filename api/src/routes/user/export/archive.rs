//! A streamed ZIP archive. Writing waits until the client has received the previous data, so an archive of any size
//! needs little memory.

use std::io::{self, Write};

use bytes::Bytes;
use futures::{Stream, StreamExt, stream};
use serde::Serialize;
use tokio::sync::mpsc;
use zip::{ZipWriter, write::SimpleFileOptions};

/// Maximum number of pieces waiting on each side.
const WAITING: usize = 8;
const PIECE_BYTES: usize = 64 * 1024;

enum Order {
    /// Starts a file with this name.
    File(String),
    Piece(Vec<u8>),
    /// Aborts because the rest cannot be read, so that the client sees an incomplete archive.
    BreakOff(io::Error),
}

/// Writer of the files.
pub(super) struct Entries(mpsc::Sender<Order>);

/// Reason why writing failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error(transparent)]
    Store(#[from] shared::store::StoreError),
    #[error("a row could not be written: {0}")]
    Row(#[from] serde_json::Error),
    #[error("`{0}` is no cursor of the list")]
    Cursor(String),
    #[error("the client has gone")]
    Gone,
}

/// Creates an archive; returns the writer of its files and its byte stream.
pub(super) fn open() -> (Entries, impl Stream<Item = io::Result<Bytes>> + Send + 'static) {
    let (orders, inbox) = mpsc::channel(WAITING);
    let (outlet, pieces) = mpsc::channel(WAITING);
    tokio::task::spawn_blocking(move || {
        let lost = outlet.clone();
        if let Err(error) = pack(inbox, Outlet { outlet, piece: Vec::new() }) {
            // Fails if the client has disconnected.
            let _gone = lost.blocking_send(Err(error));
        }
    });
    let stream = stream::unfold(pieces, async |mut pieces| pieces.recv().await.map(|piece| (piece, pieces)));
    // Fused: a compressing layer polls once more after the end.
    (Entries(orders), Box::pin(stream.fuse()))
}

impl Entries {
    /// Writes a file with one value.
    pub(super) async fn one(&self, name: &str, value: &impl Serialize) -> Result<(), Broken> {
        self.order(Order::File(name.to_owned())).await?;
        self.order(Order::Piece(serde_json::to_vec_pretty(value)?)).await
    }

    /// Starts a file with a list.
    pub(super) async fn list(&self, name: &str) -> Result<List<'_>, Broken> {
        self.order(Order::File(name.to_owned())).await?;
        self.order(Order::Piece(b"[".to_vec())).await?;
        Ok(List { entries: self, is_empty: true })
    }

    pub(super) async fn break_off(&self, error: Broken) {
        let _gone = self.order(Order::BreakOff(io::Error::other(error))).await;
    }

    async fn order(&self, order: Order) -> Result<(), Broken> {
        self.0.send(order).await.map_err(|_| Broken::Gone)
    }
}

/// A list that is being written.
pub(super) struct List<'a> {
    entries: &'a Entries,
    is_empty: bool,
}

impl List<'_> {
    pub(super) async fn push<T: Serialize>(&mut self, rows: &[T]) -> Result<(), Broken> {
        let mut piece = Vec::new();
        for row in rows {
            piece.extend_from_slice(if self.is_empty { b"\n" } else { b",\n" });
            self.is_empty = false;
            serde_json::to_writer(&mut piece, row)?;
        }
        self.entries.order(Order::Piece(piece)).await
    }

    pub(super) async fn end(self) -> Result<(), Broken> {
        self.entries.order(Order::Piece(b"\n]\n".to_vec())).await
    }
}

fn pack(mut inbox: mpsc::Receiver<Order>, outlet: Outlet) -> io::Result<()> {
    let mut archive = ZipWriter::new_stream(outlet);
    while let Some(order) = inbox.blocking_recv() {
        match order {
            Order::File(name) => archive.start_file(name, SimpleFileOptions::default())?,
            Order::Piece(piece) => archive.write_all(&piece)?,
            Order::BreakOff(error) => return Err(error),
        }
    }
    archive.finish()?.into_inner().flush()
}

/// Destination of the archive's bytes.
struct Outlet {
    outlet: mpsc::Sender<io::Result<Bytes>>,
    piece: Vec<u8>,
}

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE_BYTES {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = std::mem::take(&mut self.piece);
        self.outlet.blocking_send(Ok(piece.into())).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
