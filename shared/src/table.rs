//! Tables as files: CSV without spreadsheet formulas, JSON, and JSON lines.

use serde::Deserialize;
use serde_json::{Map, Value};

/// File format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = TableFormat)]
pub enum Format {
    /// RFC 4180, with a header line.
    #[default]
    Csv,
    /// A list of objects.
    Json,
    /// One object per line.
    Ndjson,
}

impl Format {
    /// Media type.
    #[must_use]
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Json => "application/json",
            Self::Ndjson => "application/x-ndjson",
        }
    }

    /// File extension, without the dot.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Ndjson => "ndjson",
        }
    }
}

impl std::str::FromStr for Format {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "csv" => Ok(Self::Csv),
            "json" => Ok(Self::Json),
            "ndjson" => Ok(Self::Ndjson),
            other => Err(format!("'{other}' is none of: csv, json, ndjson")),
        }
    }
}

/// How CSV writes the numbers of a column. JSON has them as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unit {
    /// Six significant digits.
    #[default]
    Plain,
    /// A ratio, written as a percentage with two decimals.
    Percent,
    /// At most this many decimals.
    Decimals(usize),
    /// Cents, written in units of the currency with two decimals. The header or a column of its own names the currency.
    Money,
}

/// A column: its name in JSON, its header in CSV, which names the unit, and the unit.
pub type Column<'a> = (&'a str, &'a str, Unit);

/// A table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Table {
    /// Names of the columns, in order.
    pub columns: Vec<String>,
    /// Rows with one value per column.
    pub rows: Vec<Vec<Value>>,
    /// Headers and units in CSV; empty where the names are the headers.
    headers: Vec<(String, Unit)>,
}

impl Table {
    /// Creates a table with these columns and no row.
    #[must_use]
    pub fn new(columns: &[Column<'_>]) -> Self {
        Self {
            columns: columns.iter().map(|(name, ..)| (*name).to_owned()).collect(),
            rows: Vec::new(),
            headers: columns.iter().map(|(_, header, unit)| ((*header).to_owned(), *unit)).collect(),
        }
    }

    /// Converts a list of objects to a table: nested objects become columns such as `relative.lo`, in order of first
    /// occurrence; lists in a row are written as JSON.
    #[must_use]
    pub fn of(items: &[Value]) -> Self {
        let flat: Vec<Map<String, Value>> = items.iter().map(flat).collect();
        let mut columns: Vec<String> = Vec::new();
        for name in flat.iter().flat_map(Map::keys) {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        let row = |row: &Map<String, Value>| {
            columns.iter().map(|name| row.get(name).cloned().unwrap_or(Value::Null)).collect()
        };
        Self { rows: flat.iter().map(row).collect(), columns: columns.clone(), headers: Vec::new() }
    }

    /// Formats the whole table.
    #[must_use]
    pub fn text(&self, format: Format) -> String {
        match format {
            Format::Csv => self.csv(),
            Format::Json => {
                let rows: Vec<String> = self.objects().map(|row| row.to_string()).collect();
                if rows.is_empty() { "[]\n".to_owned() } else { format!("[\n{}\n]\n", rows.join(",\n")) }
            }
            Format::Ndjson => self.objects().map(|row| format!("{row}\n")).collect(),
        }
    }

    fn csv(&self) -> String {
        let header = self.columns.iter().enumerate();
        let header = header.map(|(at, name)| text_cell(self.headers.get(at).map_or(name, |(header, _)| header)));
        let mut text = header.collect::<Vec<_>>().join(",");
        let unit = |at| self.headers.get(at).map_or(Unit::Plain, |(_, unit)| *unit);
        for row in &self.rows {
            text.push_str("\r\n");
            let cells = row.iter().enumerate().map(|(at, value)| cell(value, unit(at)));
            text.push_str(&cells.collect::<Vec<_>>().join(","));
        }
        text.push_str("\r\n");
        text
    }

    fn objects(&self) -> impl Iterator<Item = Value> {
        self.rows.iter().map(|row| Value::Object(self.columns.iter().cloned().zip(row.iter().cloned()).collect()))
    }
}

fn flat(item: &Value) -> Map<String, Value> {
    let mut row = Map::new();
    match item {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| put(&mut row, name, value)),
        other => {
            row.insert("value".to_owned(), other.clone());
        }
    }
    row
}

fn put(row: &mut Map<String, Value>, name: &str, value: &Value) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(inner, value)| put(row, &format!("{name}.{inner}"), value)),
        other => {
            row.insert(name.to_owned(), other.clone());
        }
    }
}

/// Formats a value as a cell of CSV, a number by its unit.
#[must_use]
pub fn cell(value: &Value, unit: Unit) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text_cell(text),
        Value::Array(_) | Value::Object(_) => text_cell(&value.to_string()),
        Value::Bool(_) => value.to_string(),
        Value::Number(number) => match number.as_f64() {
            Some(number) if value.is_f64() || matches!(unit, Unit::Percent | Unit::Money) => number_cell(number, unit),
            _ => number.to_string(),
        },
    }
}

/// Formats a number for CSV, rounded by its unit, without trailing zeros except in amounts of money.
#[must_use]
pub fn number_cell(number: f64, unit: Unit) -> String {
    match unit {
        Unit::Percent => rounded(number * 100.0, 2),
        Unit::Decimals(decimals) => rounded(number, decimals),
        Unit::Money => amount(number),
        Unit::Plain => rounded(number, decimals_of_six_digits(number)),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 12")]
fn decimals_of_six_digits(number: f64) -> usize {
    let magnitude = if number == 0.0 { 0.0 } else { number.abs().log10().floor() };
    (5.0 - magnitude).clamp(0.0, 12.0) as usize
}

fn amount(cents: f64) -> String {
    // Adding zero turns -0 into 0.
    format!("{:.2}", cents.round() / 100.0 + 0.0)
}

fn rounded(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Formats a cell of CSV. What a spreadsheet would read as a formula gets a leading apostrophe: at the start of the cell, and
/// after characters at which a spreadsheet with another list separator starts a new cell. Control characters but tabs and
/// line breaks, which could drive a terminal, are left out.
#[must_use]
pub fn text_cell(value: &str) -> String {
    let guarded = guarded(value);
    if guarded.contains(['"', ',', '\n', '\r']) { format!("\"{}\"", guarded.replace('"', "\"\"")) } else { guarded }
}

fn guarded(value: &str) -> String {
    let mut guarded = String::with_capacity(value.len() + 1);
    if value.starts_with(['\t', '\r', '\n']) {
        guarded.push('\'');
    }
    let mut begins = true;
    for c in value.chars().filter(|c| !c.is_control() || matches!(c, '\t' | '\r' | '\n')) {
        if begins && matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            guarded.push('\'');
        }
        // A quote is doubled in the file, where it opens and closes an empty text.
        begins = matches!(c, ';' | '\t' | '\r' | '\n') || (begins && c == '"' && !guarded.is_empty());
        guarded.push(c);
    }
    guarded
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn formulas_become_text() {
        assert_eq!(text_cell("=HYPERLINK(\"x\")"), "\"'=HYPERLINK(\"\"x\"\")\"");
        assert_eq!(text_cell("@sum"), "'@sum");
        assert_eq!(text_cell("-1+2"), "'-1+2");
        assert_eq!(text_cell("\t=1"), "'\t'=1");
        assert_eq!(text_cell("\u{1b}[31m=1\u{0}"), "[31m=1");
        assert_eq!(text_cell("\u{1}=1"), "'=1");
    }

    #[test]
    fn formulas_after_another_list_separator_become_text() {
        assert_eq!(text_cell("a;=1+1"), "a;'=1+1");
        assert_eq!(text_cell("a;\"=1+1"), "\"a;\"\"'=1+1\"");
        assert_eq!(text_cell("a;b;@sum"), "a;b;'@sum");
        assert_eq!(text_cell("a\n=1"), "\"a\n'=1\"");
        assert_eq!(text_cell("a\t+1"), "a\t'+1");
        assert_eq!(text_cell("plumber; austin-tx"), "plumber; austin-tx");
    }

    #[test]
    fn quotes_only_what_needs_it() {
        assert_eq!(text_cell("plumber austin"), "plumber austin");
        assert_eq!(text_cell("a,b"), "\"a,b\"");
        assert_eq!(text_cell("say \"hi\""), "\"say \"\"hi\"\"\"");
    }

    #[test]
    fn csv_rounds_numbers_and_names_units_while_json_keeps_them() {
        let columns = [
            ("ctr", "CTR (%)", Unit::Percent),
            ("position", "Position", Unit::Decimals(1)),
            ("p", "p", Unit::Plain),
            ("n", "Days", Unit::Plain),
            ("cents", "Amount (USD)", Unit::Money),
        ];
        let mut table = Table::new(&columns);
        table.rows.push(vec![
            json!(0.123_456),
            json!(7.456),
            json!(0.000_012_345_678),
            json!(1_234_567),
            json!(-1_250),
        ]);
        table.rows.push(vec![json!(1), json!(-0.01), json!(1_234_567.891), Value::Null, json!(-0.4)]);
        let expected =
            "CTR (%),Position,p,Days,Amount (USD)\r\n12.35,7.5,0.0000123457,1234567,-12.50\r\n100,0,1234568,,0.00\r\n";
        assert_eq!(table.text(Format::Csv), expected);
        let rows: Value = serde_json::from_str(&table.text(Format::Json)).expect("JSON");
        assert_eq!((&rows[0]["ctr"], &rows[0]["cents"]), (&json!(0.123_456), &json!(-1_250)));
    }

    #[test]
    fn nested_objects_become_columns_and_a_missing_field_is_empty() {
        let table = Table::of(&[json!({"a": 1, "b": {"lo": -2.5, "hi": null}}), json!({"a": "x", "c": [1, 2]})]);
        assert_eq!(table.columns, ["a", "b.hi", "b.lo", "c"]);
        assert_eq!(table.text(Format::Csv), "a,b.hi,b.lo,c\r\n1,,-2.5,\r\nx,,,\"[1,2]\"\r\n");
        let lines = table.text(Format::Ndjson);
        assert_eq!(lines.lines().count(), 2);
        let all: Value = serde_json::from_str(&table.text(Format::Json)).expect("JSON");
        assert_eq!(all[0]["b.lo"], json!(-2.5));
        assert_eq!(Table::default().text(Format::Json), "[]\n");
    }
}
