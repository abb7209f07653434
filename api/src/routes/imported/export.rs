//! Exports records page by page, in the memory of one page.

use std::str::FromStr;

use axum::{
    body::{Body, Bytes},
    response::Response,
};
use futures::{StreamExt, future::BoxFuture, stream};
use serde_json::Value;
use shared::{
    domain::Page,
    store::{self, StoreError},
    table::{Column, Format, Table},
};

use crate::{error::Result, routes::file};

/// Rows per read.
pub(in crate::routes) const AT_ONCE: usize = 2_000;

/// A page without rows.
pub(in crate::routes) const fn nothing<T>() -> Page<T> {
    Page { items: Vec::new(), next_cursor: None }
}

/// Reads the page after a cursor.
type Read<T, C> = Box<dyn Fn(Option<C>) -> BoxFuture<'static, store::Result<Page<T>>> + Send>;

/// Returns the cells of a row.
type Row<T> = Box<dyn Fn(&T) -> Vec<Value> + Send>;

struct Export<T, C> {
    read: Read<T, C>,
    row: Row<T>,
    columns: &'static [Column<'static>],
    format: Format,
    /// `None` when everything was read.
    at: Option<Option<C>>,
    is_begun: bool,
    has_rows: bool,
}

/// Returns the download of all records.
pub(in crate::routes) fn answer<T: Send + 'static, C: FromStr + Send + 'static>(
    name: &str, format: Format, columns: &'static [Column<'static>], row: impl Fn(&T) -> Vec<Value> + Send + 'static,
    read: impl Fn(Option<C>) -> BoxFuture<'static, store::Result<Page<T>>> + Send + 'static,
) -> Result<Response> {
    let export = Export {
        read: Box::new(read),
        row: Box::new(row),
        columns,
        format,
        at: Some(None),
        is_begun: false,
        has_rows: false,
    };
    let body = Body::from_stream(stream::try_unfold(export, Export::next).fuse());
    file::with_body(name, format, body)
}

impl<T, C: FromStr> Export<T, C> {
    async fn next(mut self) -> std::result::Result<Option<(Bytes, Self)>, StoreError> {
        let Some(after) = self.at.take() else { return Ok(None) };
        let page = (self.read)(after).await.inspect_err(|error| tracing::warn!(%error, "an export broke off"))?;
        self.at = page.next_cursor.and_then(|cursor| cursor.parse().ok()).map(Some);
        let text = self.piece(&page.items);
        Ok(Some((text.into(), self)))
    }

    /// Returns the rows, with the header before the first and the end after the last.
    fn piece(&mut self, items: &[T]) -> String {
        let mut table = Table::new(self.columns);
        table.rows.extend(items.iter().map(&self.row));
        let whole = table.text(self.format);
        let is_first = !std::mem::replace(&mut self.is_begun, true);
        match self.format {
            Format::Ndjson => whole,
            Format::Csv if is_first => whole,
            // The header has no line break.
            Format::Csv => whole.split_once("\r\n").map_or_else(String::new, |(_, rows)| rows.to_owned()),
            Format::Json => self.list(&whole, is_first, items.is_empty()),
        }
    }

    fn list(&mut self, whole: &str, is_first: bool, is_empty: bool) -> String {
        let rows = whole.trim_start_matches("[\n").trim_end_matches("\n]\n");
        let rows = if is_empty { "" } else { rows };
        let start = if is_first { "[\n" } else { "" };
        let comma = if self.has_rows && !is_empty { ",\n" } else { "" };
        self.has_rows |= !is_empty;
        let end = if self.at.is_none() { "\n]\n" } else { "" };
        format!("{start}{comma}{rows}{end}")
    }
}
