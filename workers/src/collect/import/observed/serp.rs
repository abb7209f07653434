//! Search results.

use chrono::NaiveDate;
use serde_json::Value;
use shared::domain::observation::SerpResult;

use super::super::layout::Field;
use super::super::limits;
use super::super::number;
use super::super::record::Observed;
use super::super::row_error::RowError;
use super::super::rows::Row;
use super::Found;
use super::cells::{Cells, host};

/// Fields shared by all results of a line.
struct Search {
    query: String,
    location: Option<String>,
    device: Option<String>,
    features: Vec<String>,
    day: NaiveDate,
    observed_at: String,
}

/// A result before validation.
struct Raw {
    position: Option<f64>,
    url: Option<String>,
    title: Option<String>,
}

/// Reads a line: a single result, or a whole SERP.
pub(super) fn read(cells: &Cells<'_>, row: &Row<'_>, found: &mut Found) {
    let search = match search(cells, row) {
        Ok(search) => search,
        Err(bad) => return found.push(Err(bad)),
    };
    if let Some((_, list)) = cells.bytes(row, Field::Results) {
        return page(cells, row, &search, list, found);
    }
    let raw = raw(cells, row).and_then(|raw| search.result(cells, raw));
    found.push(raw.map(|result| cells.row(row, Some(search.day), Observed::Serp(result))));
}

fn search(cells: &Cells<'_>, row: &Row<'_>) -> Result<Search, RowError> {
    let (day, observed_at) = cells.observed_at(row)?.ok_or(RowError::Empty("observedAt"))?;
    Ok(Search {
        query: cells.needed(row, Field::Query, limits::QUERY_BYTES)?,
        location: cells.text(row, Field::Location, limits::QUERY_BYTES)?,
        device: cells.device(row)?,
        features: cells.list(row, Field::SerpFeatures, &[',', ';', '|'], limits::FEATURES)?,
        day,
        observed_at,
    })
}

fn raw(cells: &Cells<'_>, row: &Row<'_>) -> Result<Raw, RowError> {
    Ok(Raw {
        position: cells.number(row, Field::Position)?,
        url: cells.text(row, Field::Url, limits::URL_BYTES)?,
        title: cells.line(row, Field::Title)?,
    })
}

/// Reads every result of a SERP, each accepted or rejected separately.
fn page(cells: &Cells<'_>, row: &Row<'_>, search: &Search, list: &[u8], found: &mut Found) {
    let results = match serde_json::from_slice::<Vec<Value>>(list) {
        Ok(results) if (1..=limits::RESULTS).contains(&results.len()) => results,
        _ => return found.push(Err(RowError::NoResults)),
    };
    for (index, result) in results.iter().enumerate() {
        let result = search.result(cells, listed(result)).map_err(|bad| RowError::Result(index + 1, Box::new(bad)));
        found.push(result.map(|result| cells.row(row, Some(search.day), Observed::Serp(result))));
    }
}

fn listed(result: &Value) -> Raw {
    let first = |keys: &[&str]| keys.iter().map(|key| &result[*key]).find(|value| !value.is_null()).cloned();
    let text = |keys: &[&str]| first(keys).and_then(|value| value.as_str().map(|text| text.trim().replace('\0', "")));
    Raw {
        position: first(&["position", "rank", "pos"]).and_then(|value| value.as_f64()),
        url: text(&["url", "link", "href"]).filter(|url| !url.is_empty()),
        title: text(&["title"]).filter(|title| !title.is_empty()),
    }
}

impl Search {
    fn result(&self, cells: &Cells<'_>, raw: Raw) -> Result<SerpResult, RowError> {
        let url = raw.url.ok_or(RowError::Empty("url"))?;
        if url.len() > limits::URL_BYTES {
            return Err(RowError::TooLong("url", limits::URL_BYTES));
        }
        Ok(SerpResult {
            query: self.query.clone(),
            position: position(raw.position.ok_or(RowError::Empty("position"))?)?,
            domain: host(&url)?,
            url,
            title: raw.title.map(|title| cells.cut(title, limits::LINE_BYTES)),
            location: self.location.clone(),
            device: self.device.clone(),
            features: self.features.clone(),
            observed_at: self.observed_at.clone(),
        })
    }
}

/// Parses a position: an integer from 1.
fn position(number: f64) -> Result<u32, RowError> {
    let whole = number::whole(number).ok().and_then(|place| u32::try_from(place).ok());
    whole
        .filter(|place| (1..=10_000).contains(place))
        .ok_or_else(|| RowError::not_a_number("position", number.to_string().as_bytes()))
}
