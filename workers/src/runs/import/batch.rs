//! Collects records into large statements, written by the runtime while the next rows are read.

use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
};

use shared::{
    domain::{imported::RecordKind, keyword::ToolKeyword, now},
    store::{
        Db, StoreError,
        import::{self, DatedLine, SearchDays, SearchLine, SearchRows},
        usage,
    },
    words::counted,
};
use tokio::{runtime::Handle, task::JoinHandle};

use super::{
    convert::{search_line, stored, tool_keyword},
    import_error,
    records::Records,
};
use crate::{
    collect::import::{ImportError, Progress, Record, Stop},
    context::RunContext,
    error::JobError,
};

/// Rows per statement.
const ROWS_AT_ONCE: usize = 20_000;
/// Records per statement.
const RECORDS_AT_ONCE: i64 = 20_000;
/// Maximum bytes per statement.
const BYTES_AT_ONCE: usize = 4 << 20;

/// Totals of a batch.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// Rows with a single query.
    listed: i64,
    /// Hashes of the queries in detailed rows and keyword lists.
    named: HashSet<u64>,
    /// Clicks and impressions by day, by device, by query, and by detailed row.
    by_date: (i64, i64),
    by_device: (i64, i64),
    by_query: (i64, i64),
    by_detail: (i64, i64),
    /// Sums by day.
    days: SearchDays,
    /// Kinds of records with tables of their own.
    pub(super) records: Vec<RecordKind>,
}

impl Totals {
    fn add(&mut self, line: &SearchLine<'_>) {
        if let Some(query) = line.query.filter(|_| line.dimension == "detail") {
            self.name(query);
        }
        if line.period != "current" {
            return;
        }
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
        let sum = match line.dimension {
            "date" => &mut self.by_date,
            "device" => &mut self.by_device,
            "detail" => &mut self.by_detail,
            "query" => {
                self.listed += 1;
                &mut self.by_query
            }
            _ => return,
        };
        sum.0 = sum.0.saturating_add(line.clicks);
        sum.1 = sum.1.saturating_add(line.impressions);
    }

    fn name(&mut self, query: &str) {
        let mut hasher = DefaultHasher::new();
        query.hash(&mut hasher);
        self.named.insert(hasher.finish());
    }

    /// Number of queries: of the report, otherwise of the rows.
    pub(super) fn queries(&self) -> i64 {
        if self.listed > 0 { self.listed } else { i64::try_from(self.named.len()).unwrap_or(i64::MAX) }
    }

    /// Clicks and impressions of the site. Queries omit anonymised ones, so their sum is used only if the export has
    /// neither days nor devices.
    pub(super) fn of_site(&self) -> (i64, i64) {
        let sums = [self.by_date, self.by_device, self.by_query, self.by_detail];
        sums.into_iter().find(|(_, impressions)| *impressions > 0).unwrap_or_default()
    }
}

/// A batch being written.
pub(super) struct Batch {
    context: RunContext,
    runtime: Handle,
    id: i64,
    searches: SearchRows,
    next_search: i64,
    keywords: Vec<(String, ToolKeyword)>,
    next_keyword: i64,
    records: Records,
    writing: Option<JoinHandle<Result<(), StoreError>>>,
    failed: Option<JobError>,
    totals: Totals,
}

impl Batch {
    /// Starts batch `id`; must be called on a blocking thread within the runtime.
    pub(super) fn begin(context: RunContext, id: i64) -> Self {
        Self {
            searches: SearchRows::new(&context.db, id, 0),
            context,
            runtime: Handle::current(),
            id,
            next_search: 0,
            keywords: Vec::new(),
            next_keyword: 0,
            records: Records::new(id),
            writing: None,
            failed: None,
            totals: Totals::default(),
        }
    }

    /// Adds a record.
    pub(super) fn add(&mut self, record: &Record<'_>) -> Result<(), Stop> {
        match record {
            Record::Search(row) => {
                let line = search_line(row);
                self.searches.push(&line).map_err(|error| Stop::Failed(error.into()))?;
                self.totals.add(&line);
            }
            Record::Keyword(row) => {
                self.keywords.push((stored(row.keyword), tool_keyword(row)));
                self.totals.name(row.keyword);
            }
            Record::Observed(row) => {
                self.records.push(row).map_err(|error| Stop::Failed(error.into()))?;
            }
        }
        let full = self.searches.len() >= ROWS_AT_ONCE
            || self.searches.bytes() >= BYTES_AT_ONCE
            || self.keywords.len() >= ROWS_AT_ONCE
            || self.records.len() >= RECORDS_AT_ONCE
            || self.records.bytes() >= BYTES_AT_ONCE;
        if full { self.flush() } else { Ok(()) }
    }

    /// Waits for the last statement; returns the totals.
    pub(super) fn end(mut self) -> Result<Totals, JobError> {
        let flushed = self.flush().and_then(|()| self.wait()).and_then(|()| self.write_days());
        self.totals.records = self.records.kinds();
        match flushed {
            Ok(()) => Ok(self.totals),
            Err(_) => Err(self.failed.unwrap_or(JobError::Cancelled)),
        }
    }

    fn write_days(&mut self) -> Result<(), Stop> {
        let days = import::insert_search_days(&self.context.db, self.id, &self.totals.days);
        let written = self.runtime.block_on(days);
        written.map_err(|error| {
            self.failed = Some(error.into());
            Stop::Cancelled
        })
    }

    /// Returns the reason why reading stopped early.
    pub(super) fn stopped_by(self, error: &ImportError) -> JobError {
        match self.failed {
            Some(failed) => failed,
            None => import_error(&self.context, error),
        }
    }

    /// Passes the collected rows to the runtime, once the previous statement has been written.
    fn flush(&mut self) -> Result<(), Stop> {
        if self.context.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.wait()?;
        let (db, id) = (self.context.db.clone(), self.id);
        self.next_search += i64::try_from(self.searches.len()).unwrap_or(0);
        let searches = std::mem::replace(&mut self.searches, SearchRows::new(&db, id, self.next_search));
        let keywords = std::mem::take(&mut self.keywords);
        let first_keyword = self.next_keyword;
        self.next_keyword += i64::try_from(keywords.len()).unwrap_or(0);
        let record_count = self.records.len();
        let records = self.records.take();
        let rows = i64::try_from(searches.len() + keywords.len()).unwrap_or(i64::MAX).saturating_add(record_count);
        let (limits, workspace_id) = (self.context.workspace, self.context.run.workspace_id);
        self.writing = Some(self.runtime.spawn(async move {
            usage::reserve_rows(&db, limits, workspace_id, id, rows, now()).await?;
            if !searches.is_empty() {
                searches.insert().await?;
            }
            write_keywords(&db, id, first_keyword, &keywords).await?;
            for rows in records {
                rows.insert(&db, id).await?;
            }
            Ok(())
        }));
        Ok(())
    }

    fn wait(&mut self) -> Result<(), Stop> {
        let Some(writing) = self.writing.take() else { return Ok(()) };
        let written = self.runtime.block_on(writing);
        self.failed = match written {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => Some(error.into()),
            Err(error) => Some(JobError::defect(&error)),
        };
        Err(Stop::Cancelled)
    }
}

async fn write_keywords(db: &Db, id: i64, first: i64, rows: &[(String, ToolKeyword)]) -> Result<(), StoreError> {
    if rows.is_empty() { Ok(()) } else { import::insert_keyword_rows(db, id, first, rows).await }
}

/// Reports how much of the file has been read.
pub(super) fn tell(context: &RunContext, at: &Progress<'_>) {
    let percent = at.done.saturating_mul(99).checked_div(at.total).unwrap_or(0);
    let percent = i32::try_from(percent).unwrap_or(0);
    context.progress(percent, "reading", &format!("{}: {}", at.file, counted(at.rows, "row", "rows")));
}
