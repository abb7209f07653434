//! Parser of the built-in CSV tables.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// A table: its columns by name, and its rows.
pub(super) struct Table {
    columns: BTreeMap<&'static str, usize>,
    rows: Vec<Vec<Cow<'static, str>>>,
}

/// One row of a table.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    table: &'a Table,
    fields: &'a [Cow<'static, str>],
}

impl Table {
    /// Parses a table with a header. Fields contain no line breaks.
    pub(super) fn read(text: &'static str) -> Self {
        let mut lines = text.lines();
        let header = lines.next().unwrap_or_default();
        let columns = header.split(',').enumerate().map(|(at, name)| (name, at)).collect();
        Self { columns, rows: lines.map(fields).collect() }
    }

    /// Iterates over the rows.
    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|fields| Row { table: self, fields })
    }
}

impl Row<'_> {
    /// Text of a column; empty if it does not exist.
    pub(super) fn text(&self, column: &str) -> &str {
        let at = self.table.columns.get(column);
        at.and_then(|at| self.fields.get(*at)).map_or("", |field| field.as_ref())
    }

    /// Text of a column, borrowed from the built-in text if it is not quoted.
    pub(super) fn cow(&self, column: &str) -> Cow<'static, str> {
        let at = self.table.columns.get(column);
        at.and_then(|at| self.fields.get(*at)).cloned().unwrap_or_default()
    }

    /// Number in a column; `None` if the cell is empty.
    pub(super) fn number(&self, column: &str) -> Option<f64> {
        self.text(column).parse().ok().filter(|value: &f64| value.is_finite())
    }

    /// Words in a column, separated by semicolons.
    pub(super) fn list(&self, column: &str) -> Vec<String> {
        self.text(column).split(';').map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

/// Splits a line into fields, with quoting by RFC 4180, section 2.
pub(super) fn fields(line: &'static str) -> Vec<Cow<'static, str>> {
    if !line.contains('"') {
        return line.split(',').map(Cow::Borrowed).collect();
    }
    let mut fields = Vec::new();
    let (mut field, mut quoted) = (String::new(), false);
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                field.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(Cow::Owned(std::mem::take(&mut field))),
            other => field.push(other),
        }
    }
    fields.push(Cow::Owned(field));
    fields
}
