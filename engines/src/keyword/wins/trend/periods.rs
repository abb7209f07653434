//! Two periods of every query, from an earlier export or from days.

use std::collections::BTreeMap;

use super::super::super::history::{History, HistoryLine};
use super::super::super::input::Input;
use super::super::super::rows::{Entries, check_count};
use crate::common::Day;
use crate::text::fold;

/// Figures of one query in one period.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Figures {
    pub(crate) clicks: f64,
    pub(crate) impressions: f64,
    pub(crate) position: Option<f64>,
    pub(crate) days: f64,
}

/// The earlier and the later period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair {
    pub(crate) before: Figures,
    pub(crate) now: Figures,
}

/// Which page ranked on which day.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Turns {
    /// Days with a ranking page.
    pub(crate) days: usize,
    /// Changes of the ranking page from one such day to the next.
    pub(crate) flips: usize,
    /// Days each page led, most first.
    pub(crate) leading_days: Vec<(String, usize)>,
}

/// What is known over time; empty when the input has neither an earlier period nor days.
#[derive(Debug, Default)]
pub(crate) struct Periods {
    pairs: BTreeMap<usize, Pair>,
    turns: BTreeMap<usize, Turns>,
    /// True when the input told of two periods.
    pub(crate) is_known: bool,
}

impl Periods {
    pub(crate) fn pair(&self, at: usize) -> Option<&Pair> {
        self.pairs.get(&at)
    }

    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, &Pair)> {
        self.pairs.iter().map(|(at, pair)| (*at, pair))
    }

    pub(crate) fn turns(&self, at: usize) -> Option<&Turns> {
        self.turns.get(&at)
    }

    /// Reads the days where there are at least two weeks of them, else the earlier period.
    ///
    /// A query without a row in the earlier period is left out and not taken as zero: exports are cut
    /// at their thousand largest queries. Days without a row are zero: they are not exported.
    pub(crate) fn gather(input: &Input, entries: &mut Entries, period_days: f64) -> Self {
        let mut periods = Self::default();
        let rows = usable_history(input, entries);
        periods.read_turns(&input.history, &rows);
        if periods.read_days(&rows) {
            periods.is_known = true;
        } else if let Some(previous) = &input.previous {
            let days = previous.period_days.unwrap_or(period_days);
            periods.is_known = !previous.queries.is_empty();
            periods.read_previous(input, entries, days, period_days);
        }
        periods
    }

    fn read_previous(&mut self, input: &Input, entries: &mut Entries, before_days: f64, days: f64) {
        let rows = input.previous.iter().flat_map(|previous| &previous.queries).enumerate();
        for (index, row) in rows {
            if let Err(reason) = check_figures(row.clicks, row.impressions, row.position) {
                entries.reject("previous", index, reason);
                continue;
            }
            let Some(&at) = entries.by_folded.get(&fold(&row.query)) else { continue };
            let entry = &entries.entries[at];
            let now = Figures { clicks: entry.clicks, impressions: entry.impressions, position: entry.position, days };
            let blank = Figures { days: before_days, ..Figures::default() };
            let pair = self.pairs.entry(at).or_insert(Pair { before: blank, now });
            accumulate(&mut pair.before, row.clicks, row.impressions, row.position);
        }
    }

    /// Splits the days into two periods of whole weeks, as long as each other; false when they are
    /// fewer than two weeks.
    fn read_days(&mut self, rows: &[Row<'_>]) -> bool {
        let dates = rows.iter().map(|(_, line)| line.date);
        let (Some(first), Some(last)) = (dates.clone().min(), dates.max()) else { return false };
        let length = (last.since(first) + 1) / 14 * 7;
        if length < 7 {
            return false;
        }
        let (middle, start) = (last.plus(-length), last.plus(-2 * length));
        for (at, row) in rows {
            let blank = Figures { days: f64::from(length), ..Figures::default() };
            let pair = self.pairs.entry(*at as usize).or_insert(Pair { before: blank, now: blank });
            if row.date > middle {
                accumulate(&mut pair.now, row.clicks, row.impressions, row.position);
            } else if row.date > start {
                accumulate(&mut pair.before, row.clicks, row.impressions, row.position);
            }
        }
        true
    }

    fn read_turns(&mut self, history: &History, rows: &[Row<'_>]) {
        // Search by search: the days of all of them together would be a second copy of millions of lines.
        let mut shown: Vec<Row<'_>> =
            rows.iter().filter(|(_, line)| line.page.is_some() && line.impressions > 0.0).copied().collect();
        shown.sort_by_key(|(at, _)| *at);
        for of_search in shown.chunk_by(|(one, _), (other, _)| one == other) {
            let mut days: BTreeMap<Day, &HistoryLine> = BTreeMap::new();
            for (_, line) in of_search {
                let leader = days.entry(line.date).or_insert(line);
                if leads(history, line, leader) {
                    *leader = line;
                }
            }
            let pages = days.values().filter_map(|line| line.page).map(|page| history.name(page));
            self.turns.insert(of_search[0].0 as usize, turns_of(pages));
        }
    }
}

/// A line with the entry of its search.
type Row<'a> = (u32, &'a HistoryLine);

fn usable_history<'a>(input: &'a Input, entries: &mut Entries) -> Vec<Row<'a>> {
    let lines = input.history.lines();
    let mut rows = Vec::with_capacity(lines.len());
    // A search comes back on most days, and folding it takes the longest.
    let mut places: Vec<Option<Option<u32>>> = vec![None; input.history.name_count()];
    for (index, line) in lines.iter().enumerate() {
        if let Err(reason) = check_figures(line.clicks, line.impressions, line.position) {
            entries.reject("history", index, reason);
            continue;
        }
        let place = || entries.by_folded.get(&fold(input.history.name(line.query))).map(|at| *at as u32);
        if let Some(at) = *places[line.query.index()].get_or_insert_with(place) {
            rows.push((at, line));
        }
    }
    rows
}

fn check_figures(clicks: f64, impressions: f64, position: Option<f64>) -> Result<(), String> {
    check_count("clicks", clicks)?;
    check_count("impressions", impressions)?;
    position.map_or(Ok(()), |position| check_count("position", position))
}

/// The better position leads; unknown positions by impressions; then the page's name.
fn leads(history: &History, line: &HistoryLine, leader: &HistoryLine) -> bool {
    let rank = |line: &HistoryLine| line.position.unwrap_or(f64::MAX);
    let page = |line: &HistoryLine| line.page.map(|page| history.name(page));
    rank(line)
        .total_cmp(&rank(leader))
        .then(leader.impressions.total_cmp(&line.impressions))
        .then_with(|| page(line).cmp(&page(leader)))
        .is_lt()
}

fn turns_of<'a>(pages: impl Iterator<Item = &'a str>) -> Turns {
    let mut leading: BTreeMap<&str, usize> = BTreeMap::new();
    let (mut days, mut flips, mut last) = (0, 0, None);
    for page in pages {
        days += 1;
        flips += usize::from(last.is_some_and(|last| last != page));
        last = Some(page);
        *leading.entry(page).or_default() += 1;
    }
    let mut leading_days: Vec<(String, usize)> =
        leading.into_iter().map(|(page, days)| (page.to_owned(), days)).collect();
    leading_days.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    Turns { days, flips, leading_days }
}

/// Adds a row; the position is the mean weighted by impressions.
fn accumulate(figures: &mut Figures, clicks: f64, impressions: f64, position: Option<f64>) {
    if let Some(position) = position.filter(|position| *position >= 1.0)
        && impressions > 0.0
    {
        let before = figures.position.unwrap_or(0.0) * figures.impressions;
        figures.position = Some((before + position * impressions) / (figures.impressions + impressions));
    }
    figures.clicks += clicks;
    figures.impressions += impressions;
}
