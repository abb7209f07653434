//! Loads a website's imports as the keyword engine's input.

use std::{
    collections::{HashMap, HashSet},
    pin::pin,
};

use chrono::NaiveDate;
use engines::{
    common::Day,
    keyword::{History, HistoryLine, Input, Name, PreviousPeriod, PreviousRow, QueryRow, Site, Volume, VolumeField},
};
use futures::{Stream, StreamExt as _, TryStreamExt as _, stream};
use rayon::prelude::*;
use shared::{
    domain::{
        keyword::{ToolKeyword, VolumeBasis},
        sync::BatchPart,
    },
    store::{
        import::{self, Batch, KeywordRow, Piece, SearchRow},
        website,
    },
};
use uuid::Uuid;

use super::{
    super::{
        load::{
            day,
            serps::{self, ResultPage},
        },
        market,
    },
    bing,
};
use crate::{context::RunContext, error::JobError};

/// Rows per statement.
const ROWS_AT_ONCE: usize = 20_000;
/// Most rows of a connection's days, which bounds the memory: on a large site, the oldest days are left out.
const MOST_LINES: i64 = 10_000_000;
/// Most pages of queries of a connection; those with the most impressions.
const MOST_PAGES: usize = 1_000_000;
/// Statements at work while rows are processed.
const PIECES_AT_ONCE: usize = 3;

/// Returns the run's website.
pub(in super::super) fn website(context: &RunContext) -> Result<Uuid, JobError> {
    let missing = || JobError::permanent("no-website", "Choose a website to analyse.");
    context.run.website_id.ok_or_else(missing)
}

/// Loads the website's queries, as [`imported`] does.
///
/// # Errors
/// Returns an error of the type `needs-data` without queries.
pub(in super::super) async fn input(context: &RunContext, website_id: Uuid) -> Result<Input, JobError> {
    let input = imported(context, website_id).await?;
    if input.queries.is_empty() {
        return Err(JobError::permanent(
            "needs-data",
            "This website has no queries yet. Import a Search Console export (Performance, Export) or a keyword list.",
        ));
    }
    Ok(input)
}

/// Loads the queries, as [`input`] does, with those of Bing: in place of those of Search Console if the website has none of
/// them, otherwise apart from them. Pages in Bing are always apart.
///
/// # Errors
/// Returns an error of the type `needs-data` without queries.
pub(in super::super) async fn input_with_bing(context: &RunContext, website_id: Uuid) -> Result<Input, JobError> {
    let found = bing::queries(context, website_id).await?;
    let mut input = if found.queries.is_empty() {
        input(context, website_id).await?
    } else {
        let mut input = imported(context, website_id).await?;
        bing::add(found, &mut input);
        input
    };
    input.bing_pages = bing::pages(context, website_id).await?;
    Ok(input)
}

/// Loads the website's committed imports: the latest report of queries, all detailed rows, all exports of keyword
/// tools. May have no queries.
///
/// # Errors
/// Returns an error if the website is gone, or reading fails.
pub(in super::super) async fn imported(context: &RunContext, website_id: Uuid) -> Result<Input, JobError> {
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
    let mut days = OwnedDays::default();
    let mut pages = Pages::default();
    let mut lines = 0;
    for batch in &batches {
        let count = import::count_search_rows(&context.db, batch.id).await?;
        if batch.part == BatchPart::Days {
            lines += count;
            if lines > MOST_LINES {
                continue;
            }
        }
        if batch.part != BatchPart::Days {
            // Days of a connection are added up over all batches, other rows within theirs.
            add_pages(std::mem::take(&mut pages), &mut input);
        }
        let report = add_search_rows(context, batch.id, count, !has_report, &mut days, &mut pages, &mut input).await?;
        has_report |= report.is_some();
        if let Some(previous) = report {
            add_periods(batch, previous, &mut input);
        }
        if batch.part == BatchPart::All {
            market::each_row(context, batch.id, |row| add_tool_row(row, &mut input)).await?;
        }
        if batch.part == BatchPart::Report {
            pages.from = input.observed_from;
        }
        days.end_batch(batch);
    }
    add_pages(pages, &mut input);
    if !has_report {
        sum_history(&mut input);
    }
    add_result_pages(&mut input, &serps::newest(context).await?);
    Ok(input)
}

/// Days whose rows were read: the rows of the same day in batches with a lower precedence do not count.
#[derive(Debug, Default)]
struct OwnedDays {
    /// Of batches that were read.
    owned: HashSet<Day>,
    /// Of the batch that is being read.
    current: HashSet<Day>,
}

impl OwnedDays {
    /// Returns true if a row of the batch that is being read counts.
    fn count(&mut self, day: Option<Day>) -> bool {
        let Some(day) = day else { return true };
        if self.owned.contains(&day) {
            return false;
        }
        self.current.insert(day);
        true
    }

    /// A batch of a connection has all its days, also those without rows.
    fn end_batch(&mut self, batch: &Batch) {
        self.owned.extend(self.current.drain());
        if let (BatchPart::Days, Some(from), Some(to)) = (batch.part, batch.observed_from, batch.observed_to) {
            self.owned.extend(from.iter_days().take_while(|date| *date <= to).filter_map(day));
        }
    }
}

/// Adds a batch's rows: the totals of queries if `wants_report`, and rows with a page or a day as pages of queries and
/// their history. Returns the report's queries of the previous period; `None` if there is no report.
async fn add_search_rows(
    context: &RunContext, batch_id: i64, count: i64, wants_report: bool, days: &mut OwnedDays, pages: &mut Pages,
    input: &mut Input,
) -> Result<Option<Vec<PreviousRow>>, JobError> {
    let mut report = None;
    let mut pieces = pin!(pieces(context, batch_id, count));
    while let Some(piece) = pieces.try_next().await? {
        for row in piece.rows()? {
            match &*row.dimension {
                "query" if wants_report => add_search(row, input, report.get_or_insert_default()),
                "detail" => {
                    if input.history.room() == 0 {
                        input.history.reserve(usize::try_from(count).unwrap_or(0));
                    }
                    let date = row.date.as_deref().and_then(Day::parse);
                    if days.count(date) {
                        add_line(&row, date, &mut input.history, pages);
                    }
                }
                // Totals of another dimension say nothing about queries.
                _ => {}
            }
        }
    }
    Ok(report)
}

/// Sets the period of a report, and the previous one if the report has it.
fn add_periods(batch: &Batch, previous: Vec<PreviousRow>, input: &mut Input) {
    input.observed_from = batch.observed_from.and_then(day);
    input.observed_to = batch.observed_to.and_then(day);
    input.period_days = days(batch);
    if !previous.is_empty() {
        // Exports of one product compare periods of the same length, unless the days are known to differ.
        let stated = batch.previous_from.zip(batch.previous_to).and_then(|(from, to)| length(from, to));
        input.previous = Some(PreviousPeriod { period_days: stated.or(input.period_days), queries: previous });
    }
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

/// Pages of queries.
#[derive(Debug, Default)]
struct Pages {
    sums: HashMap<(Name, Name), Sums>,
    /// First day that counts: the pages of a report are those of its period.
    from: Option<Day>,
}

/// Adds the pages of queries, sorted.
fn add_pages(pages: Pages, input: &mut Input) {
    let pages = most_shown(pages.sums.into_iter().collect());
    let name = |name: Name| input.history.name(name);
    let mut pages: Vec<_> = pages.into_iter().map(|((query, page), sums)| ((name(query), name(page)), sums)).collect();
    pages.par_sort_unstable_by(|a, b| a.0.cmp(&b.0));
    let mut rows = Vec::with_capacity(pages.len());
    for ((query, page), (clicks, impressions, weighted, weight)) in pages {
        let position = (weight > 0).then(|| weighted / count(weight));
        rows.push(query_row(query.to_owned(), clicks, impressions, position, Some(page.to_owned())));
    }
    input.queries.append(&mut rows);
}

/// Returns the pages with the most impressions.
fn most_shown(mut pages: Vec<((Name, Name), Sums)>) -> Vec<((Name, Name), Sums)> {
    if pages.len() > MOST_PAGES {
        pages.select_nth_unstable_by_key(MOST_PAGES, |(names, sums)| (std::cmp::Reverse(sums.1), *names));
        pages.truncate(MOST_PAGES);
    }
    pages
}

fn add_line(row: &SearchRow<'_>, date: Option<Day>, history: &mut History, pages: &mut Pages) {
    let Some(query) = row.query.as_deref().map(|query| history.number(query)) else { return };
    let page = row.page.as_deref().map(|page| history.number(page));
    if let Some(page) = page.filter(|_| date >= pages.from) {
        add_up(pages.sums.entry((query, page)).or_default(), row);
    }
    if let Some(date) = date {
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
    let mut period: Option<(Day, Day)> = None;
    for line in input.history.lines() {
        period = period
            .map_or(Some((line.date, line.date)), |(first, last)| Some((first.min(line.date), last.max(line.date))));
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
    if let Some((first, last)) = period {
        input.period_days = Some(f64::from(last.since(first)) + 1.0);
        input.observed_from = Some(first);
        input.observed_to = Some(last);
    }
}

/// Returns the first `count` rows of a batch, in order. The next pieces are fetched while one is processed.
fn pieces(context: &RunContext, batch_id: i64, count: i64) -> impl Stream<Item = Result<Piece, JobError>> {
    let fetched = (0..count).step_by(ROWS_AT_ONCE).map(move |first| {
        let db = context.db.clone();
        let numbers = first..first + ROWS_AT_ONCE as i64;
        tokio::spawn(async move { import::search_rows(&db, batch_id, numbers).await })
    });
    stream::iter(fetched).buffered(PIECES_AT_ONCE).then(async move |piece| {
        // The newest fetch waits on this thread, where no other can take it, until this task pauses.
        tokio::task::yield_now().await;
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        Ok(piece.map_err(|error| JobError::defect(&error))??)
    })
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
    length(batch.observed_from?, batch.observed_to?)
}

fn length(from: NaiveDate, to: NaiveDate) -> Option<f64> {
    let length = (to - from).num_days() + 1;
    (length > 0).then(|| count(length))
}
