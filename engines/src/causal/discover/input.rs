//! Input of causal discovery, converted to columns.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::MAX_NODES;
use super::score::{Covariance, Evidence, Levels};
use crate::common::EngineError;

/// Maximum number of cells per run.
const MAX_CELLS: usize = 20_000_000;
/// A numeric column with more distinct values than this is continuous, unless the input states the kind.
const MOST_LEVELS_GUESSED: usize = 12;
/// Maximum number of categories of a column.
const MAX_LEVELS: usize = 1_000;
/// Minimum number of rows.
const LEAST_ROWS: usize = 10;

/// A table, as rows or as CSV text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct DiscoverInput {
    /// Names of the variables, one per column. Optional with `csv`, which has a header.
    pub nodes: Vec<String>,
    /// The rows: a number or a word per variable; a row with `null` or an empty text is left out.
    pub rows: Vec<Vec<Value>>,
    /// CSV text with a header, instead of `rows`.
    pub csv: Option<String>,
    /// Kind of the variables. Default: categories, unless a column has more than 12 distinct numbers.
    pub kind: Option<VariableKind>,
}

/// Kind of the variables of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum VariableKind {
    /// Categories without an order.
    Discrete,
    /// Numbers.
    #[serde(alias = "gaussian")]
    Continuous,
}

/// A validated table.
pub(super) struct Table {
    pub(super) nodes: Vec<String>,
    pub(super) evidence: Evidence,
    pub(super) kind: VariableKind,
    pub(super) rows: usize,
    /// Number of rows left out because of missing values.
    pub(super) incomplete: usize,
    /// Names of constant columns.
    pub(super) constant: Vec<String>,
}

type Cells = Vec<Vec<String>>;

/// Validates an input and converts it to columns.
///
/// # Errors
/// Returns an [`EngineError`] that names the field and the requirement.
pub(super) fn table(input: &DiscoverInput) -> Result<Table, EngineError> {
    let (nodes, rows) = match &input.csv {
        Some(text) => from_csv(text, &input.nodes)?,
        None => (input.nodes.clone(), from_rows(&input.rows)?),
    };
    check_shape(&nodes, &rows)?;
    let given = rows.len();
    let rows: Cells = rows.into_iter().filter(|row| row.iter().all(|cell| !cell.is_empty())).collect();
    if rows.len() < LEAST_ROWS {
        let problem = format!("has {} complete rows, at least {LEAST_ROWS} are needed", rows.len());
        return Err(EngineError::input("rows", problem));
    }
    let kind = input.kind.unwrap_or_else(|| guessed(&rows, nodes.len()));
    let (evidence, constant) = match kind {
        VariableKind::Discrete => discrete(&nodes, &rows)?,
        VariableKind::Continuous => continuous(&nodes, &rows)?,
    };
    Ok(Table { evidence, kind, incomplete: given - rows.len(), rows: rows.len(), constant, nodes })
}

fn from_csv(text: &str, wanted: &[String]) -> Result<(Vec<String>, Cells), EngineError> {
    let mut records = super::csv::records(text)?.into_iter();
    let Some(header) = records.next() else {
        return Err(EngineError::NoInput { what: "rows", unlock: "give the text of a CSV file with a header" });
    };
    let header: Vec<String> = header.iter().map(|name| name.trim().to_owned()).collect();
    let places = if wanted.is_empty() { (0..header.len()).collect() } else { places_of(wanted, &header)? };
    let mut rows = Cells::new();
    for (line, record) in records.enumerate() {
        if record.len() != header.len() {
            let problem = format!("line {} has {} fields, the header has {}", line + 2, record.len(), header.len());
            return Err(EngineError::input("csv", problem));
        }
        rows.push(places.iter().map(|place: &usize| record[*place].trim().to_owned()).collect());
    }
    Ok((places.iter().map(|place| header[*place].clone()).collect(), rows))
}

fn places_of(wanted: &[String], header: &[String]) -> Result<Vec<usize>, EngineError> {
    let place = |name: &String| {
        let found = header.iter().position(|other| other == name);
        found.ok_or_else(|| EngineError::input("nodes", format!("names `{name}`, which the header of `csv` does not")))
    };
    wanted.iter().map(place).collect()
}

fn from_rows(rows: &[Vec<Value>]) -> Result<Cells, EngineError> {
    let cell = |row: usize, column: usize, value: &Value| match value {
        Value::Null => Ok(String::new()),
        Value::Bool(value) => Ok(u8::from(*value).to_string()),
        Value::Number(number) => Ok(number.to_string()),
        Value::String(text) => Ok(text.trim().to_owned()),
        _ => Err(EngineError::input(format!("rows[{row}][{column}]"), "must be a number, a word or null")),
    };
    let cells = |(at, row): (usize, &Vec<Value>)| {
        row.iter().enumerate().map(|(column, value)| cell(at, column, value)).collect::<Result<Vec<_>, _>>()
    };
    rows.iter().enumerate().map(cells).collect()
}

fn check_shape(nodes: &[String], rows: &Cells) -> Result<(), EngineError> {
    if nodes.is_empty() {
        return Err(EngineError::NoInput { what: "nodes", unlock: "name the variables, one a column" });
    }
    if nodes.len() > MAX_NODES {
        return Err(EngineError::TooLarge { what: "nodes", got: nodes.len(), limit: MAX_NODES });
    }
    let mut sorted: Vec<&String> = nodes.iter().collect();
    sorted.sort_unstable();
    if let Some(twice) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(EngineError::input("nodes", format!("names `{}` twice", twice[0])));
    }
    if rows.len().saturating_mul(nodes.len()) > MAX_CELLS {
        return Err(EngineError::TooLarge { what: "rows", got: rows.len(), limit: MAX_CELLS / nodes.len() });
    }
    match rows.iter().position(|row| row.len() != nodes.len()) {
        None => Ok(()),
        Some(at) => Err(EngineError::input(
            format!("rows[{at}]"),
            format!("has {} values, but there are {} nodes", rows[at].len(), nodes.len()),
        )),
    }
}

fn guessed(rows: &Cells, columns: usize) -> VariableKind {
    let is_continuous = |column: usize| {
        let mut seen: Vec<&str> = rows.iter().map(|row| row[column].as_str()).collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() > MOST_LEVELS_GUESSED && seen.iter().all(|cell| cell.parse::<f64>().is_ok_and(f64::is_finite))
    };
    if (0..columns).any(is_continuous) { VariableKind::Continuous } else { VariableKind::Discrete }
}

fn discrete(nodes: &[String], rows: &Cells) -> Result<(Evidence, Vec<String>), EngineError> {
    let (mut columns, mut counts, mut constant) = (Vec::new(), Vec::new(), Vec::new());
    for (place, name) in nodes.iter().enumerate() {
        let mut seen: Vec<&str> = rows.iter().map(|row| row[place].as_str()).collect();
        seen.sort_unstable();
        seen.dedup();
        if seen.len() > MAX_LEVELS {
            let problem =
                format!("has {} categories in `{name}`, at most {MAX_LEVELS} are taken; is it continuous?", seen.len());
            return Err(EngineError::input("rows", problem));
        }
        if seen.len() == 1 {
            constant.push(name.clone());
        }
        let level = |row: &Vec<String>| seen.partition_point(|other| *other < row[place].as_str()) as u32;
        columns.push(rows.iter().map(level).collect());
        counts.push(seen.len());
    }
    Ok((Evidence::Discrete(Levels::new(columns, counts)), constant))
}

fn continuous(nodes: &[String], rows: &Cells) -> Result<(Evidence, Vec<String>), EngineError> {
    let (mut columns, mut constant) = (Vec::new(), Vec::new());
    for (place, name) in nodes.iter().enumerate() {
        let mut column = Vec::with_capacity(rows.len());
        for (at, row) in rows.iter().enumerate() {
            let value = row[place].parse::<f64>().ok().filter(|value| value.is_finite());
            column.push(value.ok_or_else(|| {
                EngineError::input(format!("rows[{at}][{place}]"), "is no number, though `kind` is continuous")
            })?);
        }
        if column.iter().all(|value| *value == column[0]) {
            constant.push(name.clone());
        }
        columns.push(column);
    }
    Ok((Evidence::Continuous(Covariance::of(&columns)), constant))
}
