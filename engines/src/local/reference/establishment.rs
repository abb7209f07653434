//! Business establishments with employees, by county and NAICS code.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::csv::Table;

static COUNTS: &[u8] = include_bytes!("../../../data/reference/establishments_us.csv.gz");
static CODES: &str = include_str!("../../../data/reference/vertical_naics.csv");
static TOTALS: &str = include_str!("../../../data/reference/naics_totals_us.csv");
/// The District of Columbia, which was counted a year later.
const DISTRICT: &str = "11001";

/// How well a NAICS code describes a vertical.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Fit {
    /// The code is this trade.
    Exact,
    /// The trade together with others: the count overstates.
    Broader,
    /// Part of the trade, or the trade is a small part of the code.
    Partial,
}

/// A NAICS code of a vertical.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Code {
    pub(crate) naics: String,
    pub(crate) title: String,
    pub(crate) fit: Fit,
    pub(crate) note: String,
    /// Share of the code's establishments in published cells of counties, 0 to 1; withheld cells hold the rest.
    pub(crate) coverage: Option<f64>,
}

/// Counts of a county in the order of the table's codes; 0 if the cell is not published.
type Cells = Box<[u32]>;
/// People of the 50 states, which the national counts cover: census of 2020 without the District of Columbia.
const PEOPLE: f64 = 330_759_736.0;

/// The codes that describe a vertical best: the exact ones, otherwise the broader ones.
#[derive(Debug, PartialEq)]
pub(crate) struct Trade {
    pub(crate) fit: Fit,
    /// Columns of the table, with establishments for each person of the country.
    columns: Vec<(usize, f64)>,
}

/// Establishments of a trade in an area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Counted {
    /// Sum of the published counts.
    pub(crate) published: u32,
    /// Number of codes of which the count is not published, which means 0, 1 or 2.
    pub(crate) withheld: u32,
    /// Establishments that are not published, as the country has them, at most two a code.
    pub(crate) assumed: f64,
}

impl Trade {
    /// Returns establishments for each person of the country.
    pub(crate) fn per_person(&self) -> f64 {
        self.columns.iter().map(|(_, per_person)| per_person).sum()
    }

    /// Counts the trade in an area with so many people.
    pub(crate) fn count(&self, cells: &[u32], people: f64) -> Counted {
        let mut counted = Counted { published: 0, withheld: 0, assumed: 0.0 };
        for (column, per_person) in &self.columns {
            match cells.get(*column).copied().unwrap_or(0) {
                0 => {
                    counted.withheld += 1;
                    counted.assumed += (per_person * people).min(MOST_WITHHELD);
                }
                count => counted.published += count,
            }
        }
        counted
    }
}

/// Most establishments of a cell that is not published.
const MOST_WITHHELD: f64 = 2.0;

struct Counts {
    codes: Vec<String>,
    by_county: BTreeMap<String, Cells>,
}

static TABLE: LazyLock<Counts> = LazyLock::new(|| {
    let mut text = String::new();
    // The table is part of the binary, and a test reads it whole.
    let _ = GzDecoder::new(COUNTS).read_to_string(&mut text);
    let mut lines = text.lines();
    let codes = lines.next().unwrap_or_default().split(',').skip(1).map(str::to_owned).collect();
    let county = |line: &str| {
        let (county, cells) = line.split_once(',')?;
        Some((county.to_owned(), cells.split(',').map(|cell| cell.parse().unwrap_or(0)).collect()))
    };
    Counts { codes, by_county: lines.filter_map(county).collect() }
});

static TRADES: LazyLock<BTreeMap<String, Trade>> = LazyLock::new(|| {
    let totals = Table::read(TOTALS);
    let national: BTreeMap<String, f64> = totals
        .rows()
        .filter_map(|row| Some((row.text("naics").to_owned(), row.number("establishments_50_states")?)))
        .collect();
    let column = |naics: &str| TABLE.codes.binary_search_by(|code| code.as_str().cmp(naics)).ok();
    let trade = |codes: &Vec<Code>| {
        let fit = codes.iter().map(|code| code.fit).min().filter(|fit| *fit != Fit::Partial)?;
        let own = codes.iter().filter(|code| code.fit == fit);
        let columns: Vec<_> =
            own.filter_map(|code| Some((column(&code.naics)?, national.get(&code.naics)? / PEOPLE))).collect();
        (!columns.is_empty()).then_some(Trade { fit, columns })
    };
    BY_VERTICAL.iter().filter_map(|(vertical, codes)| Some((vertical.clone(), trade(codes)?))).collect()
});

static BY_VERTICAL: LazyLock<BTreeMap<String, Vec<Code>>> = LazyLock::new(|| {
    let totals = Table::read(TOTALS);
    let coverage: BTreeMap<String, f64> = totals
        .rows()
        .filter_map(|row| Some((row.text("naics").to_owned(), row.number("county_cells_share")?)))
        .collect();
    let mut all: BTreeMap<String, Vec<Code>> = BTreeMap::new();
    for row in Table::read(CODES).rows() {
        let fit = match row.text("fit") {
            "exact" => Fit::Exact,
            "broader" => Fit::Broader,
            "partial" => Fit::Partial,
            _ => continue,
        };
        let naics = row.text("naics").to_owned();
        let coverage = coverage.get(&naics).copied();
        let code =
            Code { title: row.text("naics_title").to_owned(), note: row.text("note").to_owned(), naics, fit, coverage };
        all.entry(row.text("vertical").to_owned()).or_default().push(code);
    }
    all
});

/// Returns the codes of a vertical; none if no usable code exists.
pub(crate) fn codes(vertical: &str) -> &'static [Code] {
    BY_VERTICAL.get(vertical).map_or(&[], Vec::as_slice)
}

/// Returns how a vertical is counted; `None` without an exact or broader code.
pub(crate) fn trade(vertical: &str) -> Option<&'static Trade> {
    TRADES.get(vertical)
}

/// Returns the counts of a county.
pub(crate) fn cells(county_fips: &str) -> Option<&'static [u32]> {
    TABLE.by_county.get(county_fips).map(AsRef::as_ref)
}

/// Returns the number of establishments; `None` if the cell is not published, which means 0, 1 or 2, or no data.
pub(crate) fn count(county_fips: &str, naics: &str) -> Option<u32> {
    let at = TABLE.codes.binary_search_by(|code| code.as_str().cmp(naics)).ok()?;
    TABLE.by_county.get(county_fips)?.get(at).copied().filter(|count| *count > 0)
}

/// Returns true if the county is in the table, so that a missing cell means fewer than three establishments.
pub(crate) fn is_counted(county_fips: &str) -> bool {
    TABLE.by_county.contains_key(county_fips)
}

/// Returns the id of the source and the year of a county's counts.
pub(crate) fn source(county_fips: &str) -> (&'static str, u32) {
    if county_fips == DISTRICT { ("S_CBP22DC", 2022) } else { ("S_CBP21", 2021) }
}
