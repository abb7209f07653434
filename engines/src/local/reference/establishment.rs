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
