//! Rows of CSV files with rates or places.

use std::collections::BTreeMap;

use shared::domain::market::MarketKind;

use super::{
    input::{Input, Unit},
    split::split,
};
use crate::error::{ApiError, Result};

/// Maximum number of rows of a file.
const MOST_ROWS: usize = 30_000;
/// Maximum number of columns.
const MOST_COLUMNS: usize = 100;

/// A row: its line and its value, or why it is wrong.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) number: usize,
    pub(super) value: std::result::Result<Box<Input>, String>,
}

/// Cells of a row by column.
struct Cells<'a> {
    columns: &'a BTreeMap<String, usize>,
    cells: &'a [String],
}

/// Reads a file with a header line.
///
/// # Errors
/// Returns [`ApiError::Invalid`] if it has no rows, too many, or a header of another kind of file.
pub(super) fn read(text: &str) -> Result<Vec<Line>> {
    let wrong = |detail: &str| ApiError::invalid("/text", detail);
    let mut rows = split(text, MOST_ROWS + 1).map_err(wrong)?.into_iter();
    let (_, header) = rows.next().ok_or_else(|| wrong("The file is empty."))?;
    if header.len() > MOST_COLUMNS {
        return Err(wrong("The file has more than 100 columns."));
    }
    let columns: BTreeMap<String, usize> =
        header.iter().enumerate().map(|(at, name)| (folded(name), at)).rev().collect();
    let has = |any: &[&str]| any.iter().any(|name| columns.contains_key(*name));
    let convert: fn(&Cells<'_>) -> std::result::Result<Input, String> = if has(&["vertical", "trade"]) && has(&["unit"])
    {
        rate
    } else if has(&["name"]) && has(&["population"]) && has(&["country"]) {
        place
    } else {
        return Err(wrong(
            "The first line must name the columns: vertical, unit and amount for rates; name, country and population for places.",
        ));
    };
    let line = |(number, cells): (usize, Vec<String>)| {
        let value = if cells.len() == header.len() {
            convert(&Cells { columns: &columns, cells: &cells }).map(Box::new)
        } else {
            Err(format!("has {} cells, the header has {}", cells.len(), header.len()))
        };
        Line { number, value }
    };
    Ok(rows.map(line).collect())
}

/// Returns a header in lower case with only letters and digits.
fn folded(name: &str) -> String {
    name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect()
}

impl Cells<'_> {
    fn text(&self, names: &[&str]) -> Option<String> {
        let at = names.iter().find_map(|name| self.columns.get(*name))?;
        self.cells.get(*at).map(|cell| cell.trim().to_owned()).filter(|cell| !cell.is_empty())
    }

    fn number(&self, names: &[&str]) -> std::result::Result<Option<f64>, String> {
        let Some(text) = self.text(names) else { return Ok(None) };
        let bare = text.trim_start_matches(['$', '€', '£']);
        let number = bare.parse::<f64>().ok().filter(|number| number.is_finite());
        let shown: String = text.chars().take(40).collect();
        number.map(Some).ok_or_else(|| format!("{}: `{shown}` is not a number such as 85.50", names[0]))
    }

    fn amount(&self, names: &[&str], scale: f64) -> std::result::Result<Option<f64>, String> {
        Ok(self.number(names)?.map(|amount| (amount * scale * 100.0).round() / 100.0))
    }

    fn day(&self, names: &[&str]) -> std::result::Result<Option<chrono::NaiveDate>, String> {
        let Some(text) = self.text(names) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| format!("{}: must be a day such as 2026-08-01", names[0]))
    }
}

/// Converts a row of a rate card. Amounts are in the currency, not in cents.
fn rate(cells: &Cells<'_>) -> std::result::Result<Input, String> {
    let word = cells.text(&["unit", "per"]).unwrap_or_default().to_lowercase();
    let (kind, unit) = match word.trim_start_matches("per ").trim_end_matches('s') {
        "lead" => (MarketKind::Payout, Unit::Lead),
        "call" => (MarketKind::Payout, Unit::Call),
        "cpc" | "click" => (MarketKind::Cpc, Unit::Lead),
        "searche" | "search" => (MarketKind::Demand, Unit::Lead),
        "tier" => (MarketKind::Tiers, Unit::Lead),
        "rent" | "job" => {
            return Err(
                "unit: rents and jobs are no prices of a lead; import them as a rate card of a website".to_owned()
            );
        }
        _ => return Err("unit: must be lead, call, cpc, searches or tiers".to_owned()),
    };
    let scale = if kind == MarketKind::Demand { 1.0 } else { 100.0 };
    Ok(Input {
        kind,
        unit,
        vertical: cells.text(&["vertical", "trade"]).filter(|slug| slug != "*"),
        state: cells.text(&["state", "region"]),
        place: cells.text(&["place", "city"]),
        typical: cells.amount(&["amount", "typical", "payout"], scale)?,
        low: cells.amount(&["low"], scale)?,
        high: cells.amount(&["high"], scale)?,
        bound: None,
        tier1_cents: cells.amount(&["tier1"], 100.0)?,
        tier2_cents: cells.amount(&["tier2"], 100.0)?,
        currency: cells.text(&["currency"]).filter(|_| kind == MarketKind::Payout),
        source: cells.text(&["source", "network", "buyer"]),
        year: cells.number(&["year"])?.map(|year| year as u32),
        valid_from: cells.day(&["validfrom", "from"])?,
        valid_to: cells.day(&["validto", "to"])?,
        ..empty(kind)
    })
}

fn place(cells: &Cells<'_>) -> std::result::Result<Input, String> {
    Ok(Input {
        state: cells.text(&["region", "state", "province"]),
        name: cells.text(&["name", "city"]),
        country: cells.text(&["country"]),
        population: cells.number(&["population"])?,
        households: cells.number(&["households"])?,
        latitude: cells.number(&["latitude", "lat"])?,
        longitude: cells.number(&["longitude", "lon", "lng"])?,
        ..empty(MarketKind::Place)
    })
}

fn empty(kind: MarketKind) -> Input {
    Input {
        kind,
        vertical: None,
        state: None,
        place: None,
        unit: Unit::Lead,
        typical: None,
        low: None,
        high: None,
        bound: None,
        tier1_cents: None,
        tier2_cents: None,
        currency: None,
        source: None,
        year: None,
        valid_from: None,
        valid_to: None,
        name: None,
        country: None,
        population: None,
        households: None,
        latitude: None,
        longitude: None,
    }
}
