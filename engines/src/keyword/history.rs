//! Daily figures of queries: a year of a large site has millions of rows.

use std::{borrow::Cow, collections::HashMap, fmt, num::NonZeroU32, sync::Arc};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::common::{Day, NumberMap};

/// A query on one day (and page, if known).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryRow<'a> {
    /// The query as it was typed.
    pub query: Cow<'a, str>,
    /// The day.
    pub date: Day,
    /// Clicks on that day.
    #[serde(default)]
    pub clicks: f64,
    /// Impressions on that day.
    #[serde(default)]
    pub impressions: f64,
    /// Average position on that day.
    #[serde(default)]
    pub position: Option<f64>,
    /// Page that was shown.
    #[serde(default)]
    pub page: Option<Cow<'a, str>>,
}

/// A query or page by its index in a [`History`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(NonZeroU32);

impl Name {
    /// Index among the names, from 0.
    pub(crate) const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A [`HistoryRow`] with name indices.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HistoryLine {
    /// Query.
    pub query: Name,
    /// Page that was shown.
    pub page: Option<Name>,
    /// The day.
    pub date: Day,
    /// Clicks on that day.
    pub clicks: f64,
    /// Impressions on that day.
    pub impressions: f64,
    /// Average position on that day.
    pub position: Option<f64>,
}

/// Daily figures of queries; every query and page is stored once. In JSON it is a list of [`HistoryRow`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct History {
    names: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, Name>,
    lines: Vec<Packed>,
    /// Clicks and impressions of the few lines with more digits than a [`Packed`] one can hold.
    wide: NumberMap<usize, (f64, f64)>,
}

/// A [`HistoryLine`] in 28 bytes instead of 48, because a large site has millions of them.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Packed {
    query: Name,
    page: Option<Name>,
    date: Day,
    /// Exact for integers up to 2^24; other lines are in [`History::wide`].
    clicks: f32,
    impressions: f32,
    /// The bits of the position in two halves, which need no alignment.
    position: [u32; 2],
}

/// A NaN with a payload that computations do not produce: marks an unknown position.
const UNKNOWN: u64 = 0x7FF8_6E6F_706F_7300;

impl Packed {
    /// Packs a line; returns whether its counts are exact.
    fn new(line: &HistoryLine) -> (Self, bool) {
        let (clicks, impressions) = (line.clicks as f32, line.impressions as f32);
        let is_same = |wide: f64, narrow: f32| wide.to_bits() == f64::from(narrow).to_bits();
        let bits = line.position.map_or(UNKNOWN, f64::to_bits);
        let packed = Self {
            query: line.query,
            page: line.page,
            date: line.date,
            clicks,
            impressions,
            position: [(bits >> 32) as u32, bits as u32],
        };
        (packed, is_same(line.clicks, clicks) && is_same(line.impressions, impressions))
    }

    fn position(&self) -> Option<f64> {
        let bits = u64::from(self.position[0]) << 32 | u64::from(self.position[1]);
        (bits != UNKNOWN).then(|| f64::from_bits(bits))
    }
}

impl History {
    /// Returns the index of a query or page, adding it if it is new.
    pub fn number(&mut self, name: &str) -> Name {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        let new: Arc<str> = name.into();
        // Memory is exhausted long before the numbers overflow.
        let number = Name(NonZeroU32::MIN.saturating_add(self.names.len() as u32));
        self.names.push(new.clone());
        self.numbers.insert(new, number);
        number
    }

    /// Returns the query or page with an index of this history.
    pub fn name(&self, number: Name) -> &str {
        &self.names[number.index()]
    }

    /// Number of distinct queries and pages.
    pub fn name_count(&self) -> usize {
        self.names.len()
    }

    /// Adds a row.
    pub fn push(&mut self, row: &HistoryRow<'_>) {
        let HistoryRow { date, clicks, impressions, position, .. } = *row;
        let query = self.number(&row.query);
        let page = row.page.as_deref().map(|page| self.number(page));
        self.push_line(HistoryLine { query, page, date, clicks, impressions, position });
    }

    /// Adds a line with name indices of this history.
    pub fn push_line(&mut self, line: HistoryLine) {
        let (packed, is_exact) = Packed::new(&line);
        if !is_exact {
            self.wide.insert(self.lines.len(), (line.clicks, line.impressions));
        }
        self.lines.push(packed);
    }

    /// Reserves room for exactly this many lines: growing by doubling would temporarily hold millions of them twice.
    pub fn reserve(&mut self, more: usize) {
        self.lines.reserve_exact(more);
    }

    /// Capacity in lines without reallocation.
    pub fn room(&self) -> usize {
        self.lines.capacity() - self.lines.len()
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Returns true if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Returns the line at an index, in insertion order.
    ///
    /// # Panics
    /// Panics if the index is out of bounds.
    pub(crate) fn line(&self, at: usize) -> HistoryLine {
        let line = &self.lines[at];
        let exact = (f64::from(line.clicks), f64::from(line.impressions));
        let (clicks, impressions) = self.wide.get(&at).copied().unwrap_or(exact);
        HistoryLine {
            query: line.query,
            page: line.page,
            date: line.date,
            clicks,
            impressions,
            position: line.position(),
        }
    }

    /// Iterates over all lines in insertion order.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = HistoryLine> + Clone {
        (0..self.lines.len()).map(|at| self.line(at))
    }

    /// Iterates over all lines with their names.
    pub fn rows(&self) -> impl Iterator<Item = HistoryRow<'_>> {
        self.lines().map(|line| HistoryRow {
            query: Cow::Borrowed(self.name(line.query)),
            date: line.date,
            clicks: line.clicks,
            impressions: line.impressions,
            position: line.position,
            page: line.page.map(|page| Cow::Borrowed(self.name(page))),
        })
    }
}

impl Serialize for History {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rows())
    }
}

impl<'de> Deserialize<'de> for History {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Rows)
    }
}

struct Rows;

impl<'de> Visitor<'de> for Rows {
    type Value = History;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of queries by day")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<History, A::Error> {
        let mut history = History::default();
        while let Some(row) = rows.next_element::<HistoryRow<'_>>()? {
            history.push(&row);
        }
        Ok(history)
    }
}

impl JsonSchema for History {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "History".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Vec::<HistoryRow<'_>>::json_schema(generator)
    }
}
