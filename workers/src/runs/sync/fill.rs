//! Fills a batch with fetched search rows.

use shared::{
    domain::{
        now,
        sync::{BatchPart, BatchSource, Span},
    },
    store::{
        import::{self, DatedLine, SearchDays, SearchLine, SearchRows},
        sync::{self, NewBatch, WindowEnd},
        usage,
    },
};
use uuid::Uuid;

use super::{Source, count, stop::Stop};
use crate::error::JobError;

/// Rows per statement.
const ROWS_AT_ONCE: usize = 20_000;

/// Kinds of tables of an upload with the same content, for the readiness of engines.
const KINDS: [&str; 4] = ["gsc_bulk_url", "gsc_dates", "gsc_pages", "gsc_queries"];

/// A batch that is being filled.
#[derive(Debug)]
pub(super) struct Fill<'a> {
    source: &'a Source<'a>,
    import_id: Uuid,
    batch_id: i64,
    part: BatchPart,
    rows: SearchRows,
    days: SearchDays,
    stored: i64,
    bytes: i64,
}

impl<'a> Fill<'a> {
    /// Starts a batch of a source.
    pub(super) async fn begin(
        source: &'a Source<'a>, import_id: Option<Uuid>, origin: BatchSource, part: BatchPart,
    ) -> Result<Self, Stop> {
        let context = source.context;
        let name = format!("{}: {}", source.opened.provider.name(), source.target.property);
        let new = NewBatch {
            target: &source.target,
            import_id,
            name: &name,
            user_id: context.run.user_id,
            attempt: context.run.attempt,
            source: origin,
            part,
        };
        let (import_id, batch_id) = sync::begin_batch(&context.db, &new, now()).await?;
        let rows = SearchRows::new(&context.db, batch_id, 0);
        Ok(Self { source, import_id, batch_id, part, rows, days: SearchDays::default(), stored: 0, bytes: 0 })
    }

    /// Import that holds the batch.
    pub(super) const fn import_id(&self) -> Uuid {
        self.import_id
    }

    /// Counts the bytes of a response.
    pub(super) fn received(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_add(count(bytes));
    }

    /// Adds a row. Rows with a day also count for the sums of the day.
    pub(super) async fn add(&mut self, line: &SearchLine<'_>) -> Result<(), Stop> {
        self.rows.push(line)?;
        if let Some(day) = line.date {
            self.days.add(DatedLine {
                dimension: line.dimension,
                is_of_page: line.page.is_some(),
                day,
                clicks: line.clicks,
                impressions: line.impressions,
                position: line.position,
            });
        }
        if self.rows.len() >= ROWS_AT_ONCE { self.flush().await } else { Ok(()) }
    }

    async fn flush(&mut self) -> Result<(), Stop> {
        let context = self.source.context;
        if context.is_cancelled() {
            return Err(JobError::Cancelled.into());
        }
        let rows = count(self.rows.len());
        if rows == 0 {
            return Ok(());
        }
        let (workspace_id, limits) = (context.run.workspace_id, context.workspace);
        usage::reserve_rows(&context.db, limits, workspace_id, self.batch_id, rows, now()).await?;
        self.stored += rows;
        let full = std::mem::replace(&mut self.rows, SearchRows::new(&context.db, self.batch_id, self.stored));
        Ok(full.insert().await?)
    }

    /// Makes the batch count, in place of earlier ones of these days.
    pub(super) async fn commit(
        mut self, span: Span, is_preliminary: bool, totals: (i64, i64, i64),
    ) -> Result<i64, Stop> {
        self.flush().await?;
        let context = self.source.context;
        import::insert_search_days(&context.db, self.batch_id, &self.days).await?;
        let end = WindowEnd {
            target: &self.source.target,
            run: (context.run.id, context.run.attempt),
            import_id: self.import_id,
            batch_id: self.batch_id,
            part: self.part,
            span,
            is_preliminary,
            rows: self.stored,
            bytes: self.bytes,
            totals,
            kinds: &KINDS,
        };
        if !sync::commit_window(&context.db, &end, now()).await? {
            return Err(JobError::transient("run-lost", "Another worker continues this sync.").into());
        }
        // Rows that no longer count are deleted at once.
        import::delete_batch(&context.db, self.import_id, None).await?;
        Ok(self.stored)
    }
}
