//! Two periods of every query, from a previous export or from daily data.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::super::super::history::{History, HistoryLine, Name};
use super::super::super::input::Input;
use super::super::super::rows::{Entries, Entry, check_count};
use crate::common::Day;
use crate::text::fold;

/// Maximum number of days of a period from daily data: four whole weeks.
const LONGEST: i32 = 28;

/// Figures of one query in one period.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Figures {
    pub(crate) clicks: f64,
    pub(crate) impressions: f64,
    pub(crate) position: Option<f64>,
    pub(crate) days: f64,
}

/// The previous and the current period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Pair {
    pub(crate) before: Figures,
    pub(crate) now: Figures,
}

/// Ranking pages by day.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Turns {
    /// Days with a ranking page.
    pub(crate) days: usize,
    /// Changes of the ranking page between consecutive such days.
    pub(crate) flips: usize,
    /// Number of days that each page led, descending.
    pub(crate) leading_days: Vec<(String, usize)>,
    /// Impressions of each page, descending.
    pub(crate) shown: Vec<(String, f64)>,
}

/// Data over time; empty if the input has neither a previous period nor daily data.
#[derive(Debug, Default)]
pub(crate) struct Periods {
    /// By entry; empty if no entry has data.
    pairs: Vec<Option<Pair>>,
    turns: BTreeMap<usize, Turns>,
    /// True if the input has two periods.
    pub(crate) is_known: bool,
    /// Last day of the current period, if the periods are from daily data.
    pub(crate) last_day: Option<Day>,
}

impl Periods {
    pub(crate) fn pair(&self, at: usize) -> Option<&Pair> {
        self.pairs.get(at)?.as_ref()
    }

    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, &Pair)> {
        self.pairs.iter().enumerate().filter_map(|(at, pair)| Some((at, pair.as_ref()?)))
    }

    /// Figures of the latest days of a query; `None` without daily data of the query.
    pub(crate) fn latest(&self, at: usize) -> Option<&Figures> {
        self.last_day?;
        self.pair(at).map(|pair| &pair.now)
    }

    /// Position of a query now: in the latest days where days are known, otherwise the average of the whole data. `None` for
    /// a query that was not shown in the latest days.
    pub(crate) fn position(&self, at: usize, entry: &Entry) -> Option<f64> {
        self.latest(at).map_or(entry.position, |latest| latest.position)
    }

    /// The latest days in words, such as `in the 28 days to 2026-11-25`; `None` without daily data of the query.
    pub(crate) fn words(&self, at: usize) -> Option<String> {
        let (last, latest) = (self.last_day?, self.latest(at)?);
        Some(format!("in the {:.0} days to {last}", latest.days))
    }

    pub(crate) fn turns(&self, at: usize) -> Option<&Turns> {
        self.turns.get(&at)
    }

    /// Uses daily data of at least two weeks, otherwise the previous period.
    ///
    /// A query without a row in the previous period is unknown and not zero: exports are limited to
    /// their thousand largest queries. Days without a row are zero: they are not exported.
    pub(crate) fn gather(input: &Input, entries: &mut Entries, period_days: f64) -> Self {
        let mut periods = Self::default();
        let rows = Rows::new(input, entries);
        periods.read_turns(&rows);
        periods.pairs = vec![None; entries.entries.len()];
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
            let pair = self.pairs[at].get_or_insert(Pair { before: blank, now });
            accumulate(&mut pair.before, row.clicks, row.impressions, row.position);
        }
    }

    /// Takes the last days and those before, each at most four whole weeks; returns false for less than two weeks.
    ///
    /// Longer halves would hide what happens now: in 16 months, a fall in the last four weeks is lost in the last eight months.
    fn read_days(&mut self, rows: &Rows<'_>) -> bool {
        let dates = rows.lines().map(|(_, line)| line.date);
        let Some((first, last)) = dates.fold(None, |span: Option<(Day, Day)>, date| {
            Some(span.map_or((date, date), |(first, last)| (first.min(date), last.max(date))))
        }) else {
            return false;
        };
        let length = ((last.since(first) + 1) / 14 * 7).min(LONGEST);
        if length < 7 {
            return false;
        }
        let (middle, start) = (last.plus(-length), last.plus(-2 * length));
        self.last_day = Some(last);
        let blank = Figures { days: f64::from(length), ..Figures::default() };
        for (at, row) in rows.lines() {
            let pair = self.pairs[at].get_or_insert(Pair { before: blank, now: blank });
            if row.date > middle {
                accumulate(&mut pair.now, row.clicks, row.impressions, row.position);
            } else if row.date > start {
                accumulate(&mut pair.before, row.clicks, row.impressions, row.position);
            }
        }
        true
    }

    fn read_turns(&mut self, rows: &Rows<'_>) {
        let Some(last) = rows.lines().map(|(_, line)| line.date).max() else { return };
        let turns = rows.shown_by_entry(last.plus(-LONGEST)).into_par_iter().map(|(at, lines)| {
            let shown = rows.impressions(&lines);
            let pages = rows.leaders(lines);
            (at, Turns { shown, ..turns_of(pages.map(|page| rows.history.name(page))) })
        });
        self.turns.extend(turns.collect::<Vec<_>>());
    }
}

/// The valid lines of a history, each with the entry of its query.
struct Rows<'a> {
    history: &'a History,
    /// Entry of each line, or [`NOWHERE`].
    entry_of: Vec<u32>,
    entries: usize,
}

/// Marks a line without an entry.
const NOWHERE: u32 = u32::MAX;

impl<'a> Rows<'a> {
    fn new(input: &'a Input, entries: &mut Entries) -> Self {
        let history = &input.history;
        // Caches by name: a query recurs on most days, and folding it is the slowest part.
        let mut places: Vec<Option<u32>> = vec![None; history.name_count()];
        let mut entry_of = Vec::with_capacity(history.len());
        for (index, line) in history.lines().enumerate() {
            if let Err(reason) = check_figures(line.clicks, line.impressions, line.position) {
                entries.reject("history", index, reason);
                entry_of.push(NOWHERE);
                continue;
            }
            let place = || entries.by_folded.get(&fold(history.name(line.query))).map_or(NOWHERE, |at| *at as u32);
            entry_of.push(*places[line.query.index()].get_or_insert_with(place));
        }
        Self { history, entry_of, entries: entries.entries.len() }
    }

    /// Iterates over the valid lines with their entries, in insertion order.
    fn lines(&self) -> impl Iterator<Item = (usize, HistoryLine)> {
        let usable = self.entry_of.iter().zip(self.history.lines()).filter(|(at, _)| **at != NOWHERE);
        usable.map(|(at, line)| (*at as usize, line))
    }

    /// Returns the indices of the lines that show a page after a day, by entry. Uses a counting sort, because lines themselves
    /// would be a second copy of millions.
    fn shown_by_entry(&self, after: Day) -> Vec<(usize, Vec<u32>)> {
        let shown = |(number, at): (usize, &u32)| {
            let line = self.history.line(number);
            let is_shown = line.page.is_some() && line.impressions > 0.0 && line.date > after;
            (*at != NOWHERE && is_shown).then_some((number as u32, *at as usize))
        };
        let mut counts = vec![0_usize; self.entries];
        self.entry_of.iter().enumerate().filter_map(shown).for_each(|(_, at)| counts[at] += 1);
        let mut lines: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
        self.entry_of.iter().enumerate().filter_map(shown).for_each(|(number, at)| lines[at].push(number));
        lines.into_iter().enumerate().filter(|(_, lines)| !lines.is_empty()).collect()
    }

    /// Returns the impressions of each page, most first.
    fn impressions(&self, lines: &[u32]) -> Vec<(String, f64)> {
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        for line in lines.iter().map(|number| self.history.line(*number as usize)) {
            if let Some(page) = line.page {
                *sums.entry(self.history.name(page)).or_default() += line.impressions;
            }
        }
        let mut shown: Vec<(String, f64)> = sums.into_iter().map(|(page, sum)| (page.to_owned(), sum)).collect();
        shown.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        shown
    }

    /// Returns the leading page of each day, in order of days.
    fn leaders(&self, mut lines: Vec<u32>) -> impl Iterator<Item = Name> {
        lines.sort_by_key(|number| self.history.line(*number as usize).date);
        let mut leaders: Vec<HistoryLine> = Vec::new();
        for number in lines {
            let line = self.history.line(number as usize);
            match leaders.last_mut().filter(|leader| leader.date == line.date) {
                Some(leader) if leads(self.history, &line, leader) => *leader = line,
                Some(_) => {}
                None => leaders.push(line),
            }
        }
        leaders.into_iter().filter_map(|leader| leader.page)
    }
}

fn check_figures(clicks: f64, impressions: f64, position: Option<f64>) -> Result<(), String> {
    check_count("clicks", clicks)?;
    check_count("impressions", impressions)?;
    position.map_or(Ok(()), |position| check_count("position", position))
}

/// The page with the better position leads; ties by impressions, then name.
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
    Turns { days, flips, leading_days, shown: Vec::new() }
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
