//! Loads a website's imports as the keyword engine's input.

use std::collections::HashMap;

use engines::{
    common::Day,
    keyword::{History, HistoryLine, Input, Name, PreviousPeriod, PreviousRow, QueryRow, Site, Volume, VolumeField},
};
use shared::{
    domain::keyword::{ToolKeyword, VolumeBasis},
    store::{
        StoreError,
        import::{self, Batch, KeywordRow, Piece, SearchRow},
        website,
    },
};
use tokio::task::JoinHandle;
use uuid::Uuid;

use super::super::{
    load::{
        day,
        serps::{self, ResultPage},
    },
    market,
};
use crate::{context::RunContext, error::JobError};

/// Rows per statement.
const ROWS_AT_ONCE: i64 = 20_000;

/// Returns the run's website.
pub(in super::super) fn website(context: &RunContext) -> Result<Uuid, JobError> {
    let missing = || JobError::permanent("no-website", "Choose a website to analyse.");
    context.run.website_id.ok_or_else(missing)
}

/// Loads the website's committed imports: the latest report of queries, all detailed rows, all exports of keyword
/// tools.
pub(in super::super) async fn input(context: &RunContext, website_id: Uuid) -> Result<Input, JobError> {
    let workspace_id = context.run.workspace_id;
    let site = website::find(&context.db, workspace_id, website_id).await?;
    let site = site.ok_or_else(|| JobError::permanent("website-gone", "The website no longer exists."))?;
    let batches = import::batches(&context.db, workspace_id, website_id).await?;
    let mut input = Input {
        as_of: Day::parse(&context.run.created_at.date_naive().to_string()),
        site: Site { host: Some(site.host), brand_terms: Vec::new() },
        ..Input::default()
    };
    let mut has_report = false;
    for batch in &batches {
        if !has_report {
            has_report = add_report(context, batch, &mut input).await?;
        }
        add_detail(context, batch, &mut input).await?;
        market::each_row(context, batch.id, |row| add_tool_row(row, &mut input)).await?;
    }
    if !has_report {
        sum_history(&mut input);
    }
    add_result_pages(&mut input, &serps::newest(context).await?);
    if input.queries.is_empty() {
        return Err(JobError::permanent(
            "needs-data",
            "This website has no queries yet. Import a Search Console export (Performance, Export) or a keyword list.",
        ));
    }
    Ok(input)
}

/// Adds the queries of a report, of its period and the previous one; returns false if the batch has none.
async fn add_report(context: &RunContext, batch: &Batch, input: &mut Input) -> Result<bool, JobError> {
    let mut pieces = Pieces::begin(context, batch.id, "query");
    let mut previous = Vec::new();
    let mut is_empty = true;
    while let Some(piece) = pieces.next().await? {
        is_empty = false;
        for row in piece.rows()? {
            add_search(row, input, &mut previous);
        }
    }
    if is_empty {
        return Ok(false);
    }
    input.observed_from = batch.observed_from.and_then(day);
    input.observed_to = batch.observed_to.and_then(day);
    input.period_days = days(batch);
    if !previous.is_empty() {
        input.previous = Some(PreviousPeriod { period_days: input.period_days, queries: previous });
    }
    Ok(true)
}

fn add_search(row: SearchRow<'_>, input: &mut Input, previous: &mut Vec<PreviousRow>) {
    let Some(query) = row.query.as_deref().map(str::to_owned) else { return };
    if &*row.period == "previous" {
        let (clicks, impressions) = (count(row.clicks), count(row.impressions));
        previous.push(PreviousRow { query, clicks, impressions, position: row.position });
    } else {
        input.queries.push(query_row(query, row.clicks, row.impressions, row.position, None));
    }
}

/// Clicks, impressions, position x impressions, and impressions with a position.
type Sums = (i64, i64, f64, i64);

/// Adds rows with a page or a day: pages of queries, and their history.
async fn add_detail(context: &RunContext, batch: &Batch, input: &mut Input) -> Result<(), JobError> {
    let mut pages: HashMap<(Name, Name), Sums> = HashMap::new();
    let mut pieces = Pieces::begin(context, batch.id, "detail");
    while let Some(piece) = pieces.next().await? {
        if input.history.room() == 0 {
            let count = import::count_search_rows(&context.db, batch.id).await?;
            input.history.reserve(usize::try_from(count).unwrap_or(0));
        }
        for row in piece.rows()? {
            add_line(&row, &mut input.history, &mut pages);
        }
    }
    let name = |name: Name| input.history.name(name);
    let mut pages: Vec<_> = pages.into_iter().map(|((query, page), sums)| ((name(query), name(page)), sums)).collect();
    pages.sort_by(|a, b| a.0.cmp(&b.0));
    let mut rows = Vec::with_capacity(pages.len());
    for ((query, page), (clicks, impressions, weighted, weight)) in pages {
        let position = (weight > 0).then(|| weighted / count(weight));
        rows.push(query_row(query.to_owned(), clicks, impressions, position, Some(page.to_owned())));
    }
    input.queries.append(&mut rows);
    Ok(())
}

fn add_line(row: &SearchRow<'_>, history: &mut History, pages: &mut HashMap<(Name, Name), Sums>) {
    let Some(query) = row.query.as_deref().map(|query| history.number(query)) else { return };
    let page = row.page.as_deref().map(|page| history.number(page));
    if let Some(page) = page {
        add_up(pages.entry((query, page)).or_default(), row);
    }
    if let Some(date) = row.date.as_deref().and_then(Day::parse) {
        let (clicks, impressions) = (count(row.clicks), count(row.impressions));
        history.push_line(HistoryLine { query, page, date, clicks, impressions, position: row.position });
    }
}

/// Adds a row to a sum with the position weighted by impressions.
fn add_up(sum: &mut Sums, row: &SearchRow<'_>) {
    sum.0 += row.clicks;
    sum.1 += row.impressions;
    if let Some(position) = row.position {
        sum.2 += position * count(row.impressions);
        sum.3 += row.impressions;
    }
}

/// Adds a row of a keyword tool.
fn add_tool_row(KeywordRow { keyword, tool, .. }: KeywordRow, input: &mut Input) {
    let mut row = query_row(keyword, 0, 0, None, None);
    row.volume = volume(&tool);
    row.cpc_cents = tool.cpc_cents.map(figure);
    input.currency = input.currency.take().or(tool.currency);
    row.serp_features = Some(tool.serp_features).filter(|list| !list.is_empty());
    row.source = Some(tool.source);
    input.queries.push(row);
}

/// The latest SERP of a query overrides the data of a tool's export.
fn add_result_pages(input: &mut Input, pages: &HashMap<String, ResultPage>) {
    if pages.is_empty() {
        return;
    }
    for row in &mut input.queries {
        let Some(page) = pages.get(&row.query.to_lowercase()) else { continue };
        row.serp_urls.clone_from(&page.urls);
        if page.features.is_some() {
            row.serp_features.clone_from(&page.features);
        }
    }
}

fn volume(tool: &ToolKeyword) -> Option<VolumeField> {
    let volume = tool.monthly_volume()?;
    let (low, high) = (figure(volume.low), figure(volume.high));
    let is_point = low >= high;
    Some(VolumeField::Detailed(Volume {
        value: is_point.then_some(low),
        low: (!is_point).then_some(low),
        high: (!is_point).then_some(high),
        exact: volume.basis == VolumeBasis::Exact,
        source: Some(tool.source.clone()),
        observed_at: tool.observed_at.and_then(day),
    }))
}

#[expect(clippy::cast_precision_loss, reason = "volumes and prices stay far below 2^53")]
const fn figure(n: u64) -> f64 {
    n as f64
}

/// Sums the daily rows if no report has totals.
fn sum_history(input: &mut Input) {
    let mut sums: HashMap<Name, (f64, f64, f64, f64)> = HashMap::new();
    for line in input.history.lines() {
        let sum = sums.entry(line.query).or_default();
        sum.0 += line.clicks;
        sum.1 += line.impressions;
        if let Some(position) = line.position {
            sum.2 += position * line.impressions;
            sum.3 += line.impressions;
        }
    }
    let mut rows: Vec<QueryRow> = sums
        .into_iter()
        .map(|(query, (clicks, impressions, weighted, weight))| QueryRow {
            query: input.history.name(query).to_owned(),
            clicks,
            impressions,
            position: (weight > 0.0).then(|| weighted / weight),
            source: Some("search_console".to_owned()),
            ..QueryRow::default()
        })
        .collect();
    rows.sort_by(|a, b| a.query.cmp(&b.query));
    input.queries.append(&mut rows);
    let days = input.history.lines().map(|line| line.date);
    if let (Some(first), Some(last)) = (days.clone().min(), days.max()) {
        input.period_days = Some(f64::from(last.since(first)) + 1.0);
        input.observed_from = Some(first);
        input.observed_to = Some(last);
    }
}

/// The rows of a batch with a given dimension, in pieces; the next is fetched while one is processed.
struct Pieces {
    context: RunContext,
    batch_id: i64,
    dimension: &'static str,
    next: JoinHandle<Result<Option<Piece>, StoreError>>,
}

impl Pieces {
    fn begin(context: &RunContext, batch_id: i64, dimension: &'static str) -> Self {
        let next = Self::fetch(context, batch_id, dimension, 0);
        Self { context: context.clone(), batch_id, dimension, next }
    }

    fn fetch(
        context: &RunContext, batch_id: i64, dimension: &'static str, from: i64,
    ) -> JoinHandle<Result<Option<Piece>, StoreError>> {
        let db = context.db.clone();
        tokio::spawn(async move { import::search_rows(&db, batch_id, dimension, from, ROWS_AT_ONCE).await })
    }

    /// Returns the next piece; `None` after the last, after which it must not be called again.
    async fn next(&mut self) -> Result<Option<Piece>, JobError> {
        if self.context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let piece = (&mut self.next).await.map_err(|error| JobError::defect(&error))??;
        if let Some(piece) = &piece {
            self.next = Self::fetch(&self.context, self.batch_id, self.dimension, piece.last + 1);
        }
        Ok(piece)
    }
}

fn query_row(query: String, clicks: i64, impressions: i64, position: Option<f64>, page: Option<String>) -> QueryRow {
    QueryRow {
        query,
        clicks: count(clicks),
        impressions: count(impressions),
        position,
        page,
        source: Some("search_console".to_owned()),
        ..QueryRow::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of clicks stay far below 2^53")]
fn count(n: i64) -> f64 {
    n as f64
}

/// Number of days from the first to the last, both included.
fn days(batch: &Batch) -> Option<f64> {
    let length = (batch.observed_to? - batch.observed_from?).num_days() + 1;
    (length > 0).then(|| count(length))
}
