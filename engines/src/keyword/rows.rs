//! Aggregates rows to one entry per query: validation, sums and the best figures.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry as MapEntry;

use rayon::prelude::*;

use super::input::{QueryRow, Volume, VolumeField};
use super::output::RejectedRow;
use crate::common::{Day, EngineError};
use crate::text::fold;

/// Maximum number of rows per run.
pub const MAX_ROWS: usize = 1_000_000;
/// Maximum number of different queries per run. Each takes about 9 KB at the peak and 0.26 ms: 1 GB and 30 s in all.
const MAX_QUERIES: usize = 110_000;
/// What is refused beyond it, with the way out.
const TOO_MANY_QUERIES: &str =
    "different `queries` (filter them by site section, or keep those with the most impressions)";
/// Maximum length of a query in characters; search engines truncate earlier.
pub const MAX_QUERY_CHARACTERS: usize = 2_048;
/// Maximum count.
const MAX_COUNT: f64 = 1e12;
/// Maximum number of pages of a query that are searched one by one.
const FEW_PAGES: usize = 16;
/// Maximum number of rejected rows listed; all are counted.
const MAX_LISTED: usize = 100;

/// Figures of one page for one query.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PageFigures {
    pub(crate) page: String,
    pub(crate) clicks: f64,
    pub(crate) impressions: f64,
    /// Sum of position x weight, and sum of weights.
    pub(super) position_sum: f64,
    pub(super) position_weight: f64,
}

impl PageFigures {
    pub(crate) fn position(&self) -> Option<f64> {
        (self.position_weight > 0.0).then(|| self.position_sum / self.position_weight)
    }
}

/// Data of one query.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Entry {
    pub(crate) query: String,
    pub(crate) folded: String,
    pub(crate) clicks: f64,
    pub(crate) impressions: f64,
    /// Impressions of the page shown most, which count no query twice.
    pub(crate) impressions_floor: f64,
    pub(crate) position: Option<f64>,
    /// Pages with figures, by clicks (then impressions) descending.
    pub(crate) pages: Vec<PageFigures>,
    pub(crate) volume: Option<Volume>,
    pub(crate) cpc_cents: Option<f64>,
    pub(crate) serp_urls: Vec<String>,
    pub(crate) serp_features: Option<Vec<String>>,
    pub(crate) source: Option<String>,
    /// True if more clicks than impressions were reported; excluded from CTR statistics.
    pub(crate) is_ctr_unusable: bool,
}

impl Entry {
    pub(crate) fn page(&self) -> Option<&str> {
        self.pages.first().map(|figures| figures.page.as_str())
    }

    /// CTR, if clicks and impressions are reliable.
    pub(crate) fn ctr(&self) -> Option<f64> {
        (self.impressions > 0.0 && !self.is_ctr_unusable).then(|| self.clicks / self.impressions)
    }
}

/// The valid rows.
#[derive(Debug, Default)]
pub(crate) struct Entries {
    pub(crate) entries: Vec<Entry>,
    pub(crate) rejected: Vec<RejectedRow>,
    pub(crate) rejected_count: u64,
    /// Index of an entry by folded query.
    pub(crate) by_folded: HashMap<String, usize>,
}

impl Entries {
    pub(crate) fn reject(&mut self, list: &str, row: usize, reason: String) {
        self.rejected_count += 1;
        if self.rejected.len() < MAX_LISTED {
            self.rejected.push(RejectedRow { list: list.to_owned(), row: row as u64, reason });
        }
    }
}

/// Sums of a query while rows are read.
#[derive(Debug, Default)]
struct Sums {
    /// Rows without a page that have impressions.
    whole: PagelessSums,
    /// Index into the entry's pages; empty up to [`FEW_PAGES`].
    pages: HashMap<String, usize>,
    /// Best position in rows without impressions (rank trackers and keyword tools).
    tool_position: Option<f64>,
    volume_rank: (u8, Option<Day>),
}

#[derive(Debug, Default)]
struct PagelessSums {
    clicks: f64,
    impressions: f64,
    position_sum: f64,
    position_weight: f64,
    is_seen: bool,
}

/// Aggregates the rows of an input to entries, in order of first occurrence of the queries. Owned rows are freed while they
/// are read.
///
/// Rows without a page determine the totals of their query if they have impressions; otherwise the rows of
/// its pages are summed.
///
/// # Errors
/// Returns [`EngineError::NoInput`] without rows, [`EngineError::NoUsableRow`] if none is valid,
/// [`EngineError::TooLarge`] beyond [`MAX_ROWS`] or [`MAX_QUERIES`].
pub(crate) fn gather(queries: Cow<'_, [QueryRow]>) -> Result<Entries, EngineError> {
    let count = queries.len();
    check_size(count)?;
    let mut gathered = Entries::default();
    let mut sums: Vec<Sums> = Vec::new();
    let checked: Vec<Result<String, String>> = queries.par_iter().map(check_row).collect();
    let rows: Box<dyn Iterator<Item = QueryRow>> = match queries {
        Cow::Borrowed(lent) => Box::new(lent.iter().cloned()),
        Cow::Owned(own) => Box::new(own.into_iter()),
    };
    for ((index, row), checked) in rows.enumerate().zip(checked) {
        match checked {
            Ok(folded) => {
                let at = slot(&mut gathered, &mut sums, &row, folded);
                if at >= MAX_QUERIES {
                    let (what, got) = (TOO_MANY_QUERIES, MAX_QUERIES + 1);
                    return Err(EngineError::TooLarge { what, got, limit: MAX_QUERIES });
                }
                add(&mut gathered.entries[at], &mut sums[at], row);
            }
            Err(reason) => gathered.reject("queries", index, reason),
        }
    }
    if gathered.entries.is_empty() {
        return Err(no_usable_row(&gathered, count));
    }
    for (entry, sum) in gathered.entries.iter_mut().zip(&sums) {
        finish(entry, sum);
    }
    Ok(gathered)
}

fn check_size(rows: usize) -> Result<(), EngineError> {
    if rows == 0 {
        return Err(EngineError::NoInput {
            what: "queries",
            unlock: "import Queries.csv of a Search Console export or a keyword tool's file",
        });
    }
    if rows > MAX_ROWS {
        return Err(EngineError::TooLarge { what: "rows of `queries`", got: rows, limit: MAX_ROWS });
    }
    Ok(())
}

fn no_usable_row(gathered: &Entries, rows: usize) -> EngineError {
    let first = gathered.rejected.first();
    EngineError::NoUsableRow {
        rows,
        first_row: first.map_or(0, |row| row.row as usize),
        first_reason: first.map_or_else(String::new, |row| row.reason.clone()),
    }
}

/// Returns the folded query of a valid row, or the reason why the row is invalid.
fn check_row(row: &QueryRow) -> Result<String, String> {
    let folded = check_query(&row.query)?;
    check_count("clicks", row.clicks)?;
    check_count("impressions", row.impressions)?;
    if let Some(position) = row.position {
        check_count("position", position)?;
    }
    if let Some(cents) = row.cpc_cents.or(row.cpc) {
        check_count("CPC", cents)?;
    }
    check_volume(row.volume.as_ref())?;
    Ok(folded)
}

/// Folds a query; rejects one without a word or above the maximum length.
pub(crate) fn check_query(query: &str) -> Result<String, String> {
    // Checks the length in bytes first, so that huge texts are rejected without being read.
    if query.len() > 4 * MAX_QUERY_CHARACTERS || query.chars().count() > MAX_QUERY_CHARACTERS {
        return Err(format!("the query is longer than {MAX_QUERY_CHARACTERS} characters"));
    }
    let folded = fold(query);
    if folded.is_empty() {
        return Err("the query contains no letter or digit".to_owned());
    }
    Ok(folded)
}

/// Rejects NaN, infinite, negative and implausibly large counts.
pub(crate) fn check_count(what: &str, value: f64) -> Result<(), String> {
    if (0.0..=MAX_COUNT).contains(&value) {
        return Ok(());
    }
    Err(format!("{what} is {value}, must be 0 to {MAX_COUNT:e}"))
}

fn check_volume(volume: Option<&VolumeField>) -> Result<(), String> {
    match volume {
        None => Ok(()),
        Some(VolumeField::Number(value)) => check_count("volume", *value),
        Some(VolumeField::Detailed(volume)) => {
            for figure in [volume.value, volume.low, volume.high].into_iter().flatten() {
                check_count("volume", figure)?;
            }
            match (volume.low, volume.high) {
                (Some(low), Some(high)) if high < low => Err(format!("volume range {low} to {high} is inverted")),
                _ => Ok(()),
            }
        }
    }
}

fn slot(gathered: &mut Entries, sums: &mut Vec<Sums>, row: &QueryRow, folded: String) -> usize {
    if let Some(&at) = gathered.by_folded.get(&folded) {
        return at;
    }
    let at = gathered.entries.len();
    gathered.by_folded.insert(folded.clone(), at);
    let query = row.query.trim().to_owned();
    gathered.entries.push(Entry { query, folded, ..Entry::default() });
    sums.push(Sums::default());
    at
}

fn add(entry: &mut Entry, sums: &mut Sums, mut row: QueryRow) {
    let position = row.position.filter(|position| *position >= 1.0);
    match row.page.take() {
        Some(page) => add_page(entry, sums, page, &row, position),
        None if row.impressions > 0.0 || row.clicks > 0.0 => add_whole(sums, &row, position),
        None => {}
    }
    if row.impressions <= 0.0 {
        sums.tool_position = best(sums.tool_position, position);
    }
    entry.is_ctr_unusable |= row.clicks > row.impressions;
    take_volume(entry, sums, &mut row);
    entry.cpc_cents = entry.cpc_cents.or(row.cpc_cents).or(row.cpc.map(|units| units * 100.0));
    if entry.serp_urls.is_empty() {
        entry.serp_urls = row.serp_urls;
        entry.serp_urls.truncate(10);
    }
    entry.serp_features = entry.serp_features.take().or(row.serp_features);
    entry.source = entry.source.take().or(row.source);
}

fn add_whole(sums: &mut Sums, row: &QueryRow, position: Option<f64>) {
    let whole = &mut sums.whole;
    whole.is_seen = true;
    whole.clicks += row.clicks;
    whole.impressions += row.impressions;
    if let Some(position) = position {
        whole.position_sum += position * row.impressions;
        whole.position_weight += row.impressions;
    }
}

fn add_page(entry: &mut Entry, sums: &mut Sums, page: String, row: &QueryRow, position: Option<f64>) {
    let at = page_slot(entry, sums, page);
    let figures = &mut entry.pages[at];
    figures.clicks += row.clicks;
    figures.impressions += row.impressions;
    if let Some(position) = position {
        figures.position_sum += position * row.impressions;
        figures.position_weight += row.impressions;
    }
}

/// Index of a page among those of its query. Most queries have a few pages, so an index of them is made beyond [`FEW_PAGES`].
fn page_slot(entry: &mut Entry, sums: &mut Sums, page: String) -> usize {
    let next = entry.pages.len();
    if next <= FEW_PAGES {
        if let Some(known) = entry.pages.iter().position(|figures| figures.page == page) {
            return known;
        }
    } else {
        if sums.pages.is_empty() {
            sums.pages = entry.pages.iter().enumerate().map(|(at, figures)| (figures.page.clone(), at)).collect();
        }
        match sums.pages.entry(page.clone()) {
            MapEntry::Occupied(known) => return *known.get(),
            MapEntry::Vacant(new) => _ = new.insert(next),
        }
    }
    entry.pages.push(PageFigures { page, clicks: 0.0, impressions: 0.0, position_sum: 0.0, position_weight: 0.0 });
    next
}

fn best(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

/// Keeps the better volume: exact before estimate before bucket, then the newest, then the first.
fn take_volume(entry: &mut Entry, sums: &mut Sums, row: &mut QueryRow) {
    let volume = match row.volume.take() {
        Some(VolumeField::Number(value)) => {
            Volume { value: Some(value), source: row.source.clone(), ..Volume::default() }
        }
        Some(VolumeField::Detailed(volume)) => volume,
        None => return,
    };
    let grade = match (volume.exact, volume.value, volume.low.or(volume.high)) {
        (true, Some(_), _) => 3,
        (false, Some(_), None) => 2,
        (_, None, Some(_)) | (false, Some(_), Some(_)) => 1,
        (_, None, None) => return,
    };
    let rank = (grade, volume.observed_at);
    if entry.volume.is_none() || rank > sums.volume_rank {
        entry.volume = Some(volume);
        sums.volume_rank = rank;
    }
}

fn finish(entry: &mut Entry, sums: &Sums) {
    entry.pages.sort_by(|a, b| b.clicks.total_cmp(&a.clicks).then(b.impressions.total_cmp(&a.impressions)));
    let (mut position_sum, mut weight) = (0.0, 0.0);
    if sums.whole.is_seen {
        entry.clicks = sums.whole.clicks;
        entry.impressions = sums.whole.impressions;
        entry.impressions_floor = sums.whole.impressions;
        (position_sum, weight) = (sums.whole.position_sum, sums.whole.position_weight);
    } else {
        for figures in &entry.pages {
            entry.clicks += figures.clicks;
            entry.impressions += figures.impressions;
            entry.impressions_floor = entry.impressions_floor.max(figures.impressions);
            position_sum += figures.position_sum;
            weight += figures.position_weight;
        }
    }
    entry.position = if weight > 0.0 { Some((position_sum / weight).max(1.0)) } else { sums.tool_position };
}
