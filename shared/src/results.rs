//! Tables in the results of engines, and comparisons of results.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::table::{Table, Unit};

/// Fields that identify a row; those that a row has together form its key.
const IDENTIFYING: [&str; 25] = [
    "id", "key", "query", "keyword", "page", "url", "path", "site", "domain", "market", "vertical", "place", "city",
    "state", "name", "label", "head", "term", "month", "date", "day", "a", "b", "from", "to",
];
/// Identifying fields if no row has any of the others.
const DESCRIBING: [&str; 3] = ["kind", "title", "statement"];
/// Depth of the search for lists and figures.
const DEPTH: usize = 4;
/// Relative difference up to which figures are equal.
const SAME: f64 = 1e-9;

/// Returns the lists of objects in a result by path, such as `clicks.months`.
#[must_use]
pub fn tables(result: &Value) -> BTreeMap<String, &Vec<Value>> {
    let mut found = BTreeMap::new();
    gather(result, "", 0, &mut found);
    found
}

fn gather<'a>(value: &'a Value, place: &str, depth: usize, found: &mut BTreeMap<String, &'a Vec<Value>>) {
    match value {
        Value::Array(items) if items.iter().any(Value::is_object) => {
            found.insert(place.to_owned(), items);
        }
        Value::Object(fields) if depth < DEPTH => {
            for (name, inner) in fields {
                gather(inner, &below(place, name), depth + 1, found);
            }
        }
        _ => {}
    }
}

fn below(place: &str, name: &str) -> String {
    if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") }
}

/// Returns a table of the result: the named one, or the longest; without a table, its figures as rows. `None` if there
/// is no table of that name.
#[must_use]
pub fn table(result: &Value, name: Option<&str>) -> Option<Table> {
    let all = tables(result);
    match name {
        Some(name) => all.get(name).map(|items| Table::of(items)),
        None => {
            let longest = all.values().max_by_key(|items| items.len());
            Some(longest.map_or_else(|| figures_table(result), |items| Table::of(items)))
        }
    }
}

fn figures_table(result: &Value) -> Table {
    let mut table = Table::new(&[("figure", "figure", Unit::Plain), ("value", "value", Unit::Plain)]);
    let mut found = BTreeMap::new();
    leaves(result, "", 0, &mut found);
    table.rows = found.into_iter().map(|(name, value)| vec![Value::String(name), value.clone()]).collect();
    table
}

fn leaves<'a>(value: &'a Value, place: &str, depth: usize, found: &mut BTreeMap<String, &'a Value>) {
    match value {
        Value::Object(fields) if depth < DEPTH => {
            for (name, inner) in fields {
                leaves(inner, &below(place, name), depth + 1, found);
            }
        }
        Value::Number(_) | Value::Bool(_) | Value::String(_) => {
            found.insert(place.to_owned(), value);
        }
        _ => {}
    }
}

/// A row that only one of two results has.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Item {
    /// Table of the result.
    pub table: String,
    /// Key of the row.
    pub key: String,
    /// The row.
    pub row: Value,
}

/// A changed value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Change {
    /// Table of the result; empty for a value of the result itself.
    pub table: String,
    /// Key of the row; empty for a value of the result itself.
    pub key: String,
    /// The field.
    pub field: String,
    /// Previous value.
    pub before: Value,
    /// Current value.
    pub after: Value,
    /// Difference of figures.
    pub difference: Option<f64>,
    /// Relative difference; `None` if the previous value is 0.
    pub share: Option<f64>,
}

/// Comparison of two results.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Comparison {
    /// Rows only in the later result.
    pub appeared: Vec<Item>,
    /// Rows only in the earlier result.
    pub vanished: Vec<Item>,
    /// Changed values, largest relative differences first.
    pub changed: Vec<Change>,
    /// Number of rows that are equal in both.
    pub unchanged: usize,
}

/// Compares two results of the same engine. Rows match by their identifying fields; rows without any match by position.
#[must_use]
pub fn compare(before: &Value, after: &Value) -> Comparison {
    let mut comparison = Comparison::default();
    let (old, new) = (tables(before), tables(after));
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let (was, is) = (old.get(name).map(|items| keyed(items)), new.get(name).map(|items| keyed(items)));
        compare_rows(&mut comparison, name, &was.unwrap_or_default(), &is.unwrap_or_default());
    }
    let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
    leaves(before, "", 0, &mut old);
    leaves(after, "", 0, &mut new);
    comparison.changed.extend(changes("", "", &old, &new));
    let size = |change: &Change| change.share.map_or(f64::INFINITY, f64::abs);
    comparison.changed.sort_by(|a, b| size(b).total_cmp(&size(a)));
    comparison
}

fn compare_rows(
    comparison: &mut Comparison, table: &str, old: &BTreeMap<String, &Value>, new: &BTreeMap<String, &Value>,
) {
    let item = |(key, row): (&String, &&Value)| Item { table: table.to_owned(), key: key.clone(), row: (*row).clone() };
    comparison.vanished.extend(old.iter().filter(|(key, _)| !new.contains_key(*key)).map(item));
    comparison.appeared.extend(new.iter().filter(|(key, _)| !old.contains_key(*key)).map(item));
    for (key, row) in old {
        let Some(later) = new.get(key) else { continue };
        let (mut was, mut is) = (BTreeMap::new(), BTreeMap::new());
        leaves(row, "", 0, &mut was);
        leaves(later, "", 0, &mut is);
        let found = changes(table, key, &was, &is);
        comparison.unchanged += usize::from(found.is_empty());
        comparison.changed.extend(found);
    }
}

fn changes(table: &str, key: &str, was: &BTreeMap<String, &Value>, is: &BTreeMap<String, &Value>) -> Vec<Change> {
    let mut fields: Vec<&String> = was.keys().chain(is.keys()).collect();
    fields.sort();
    fields.dedup();
    fields.into_iter().filter_map(|field| change(table, key, field, was.get(field), is.get(field))).collect()
}

fn change(table: &str, key: &str, field: &str, was: Option<&&Value>, is: Option<&&Value>) -> Option<Change> {
    let (before, after) = (was.map_or(Value::Null, |v| (*v).clone()), is.map_or(Value::Null, |v| (*v).clone()));
    let numbers = before.as_f64().zip(after.as_f64());
    let is_same = match numbers {
        Some((before, after)) => (after - before).abs() <= SAME * before.abs().max(after.abs()),
        None => before == after,
    };
    let difference = numbers.map(|(before, after)| after - before);
    let share = numbers.filter(|(before, _)| *before != 0.0).map(|(before, after)| (after - before) / before.abs());
    let (table, key, field) = (table.to_owned(), key.to_owned(), field.to_owned());
    (!is_same).then_some(Change { table, key, field, before, after, difference, share })
}

/// Returns rows by key; a duplicate key gets a number.
fn keyed(items: &[Value]) -> BTreeMap<String, &Value> {
    let has = |fields: &[&str]| items.iter().any(|item| fields.iter().any(|field| is_word(&item[*field])));
    let fields: &[&str] = if has(&IDENTIFYING) { &IDENTIFYING } else { &DESCRIBING };
    let mut rows = BTreeMap::new();
    for (place, item) in items.iter().enumerate() {
        let words: Vec<String> =
            fields.iter().map(|field| &item[*field]).filter(|value| is_word(value)).map(word).collect();
        let key = if words.is_empty() { format!("#{}", place + 1) } else { words.join(" · ") };
        let twin = (2..).map(|n| format!("{key} ({n})")).find(|twin| !rows.contains_key(twin));
        match twin {
            Some(twin) if rows.contains_key(&key) => rows.insert(twin, item),
            _ => rows.insert(key, item),
        };
    }
    rows
}

/// Returns true for a text or an integer, which can be part of a key.
fn is_word(value: &Value) -> bool {
    value.is_string() || value.is_i64() || value.is_u64()
}

fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_appear_vanish_and_change_by_their_keys_wherever_they_stand() {
        let before = json!({"total": 10, "rows": [{"query": "a", "clicks": 4}, {"query": "b", "clicks": 6}]});
        let after = json!({"total": 13, "rows": [{"query": "c", "clicks": 1}, {"query": "a", "clicks": 6}]});
        let found = compare(&before, &after);
        assert_eq!(found.appeared.iter().map(|item| item.key.as_str()).collect::<Vec<_>>(), ["c"]);
        assert_eq!(found.vanished.iter().map(|item| item.key.as_str()).collect::<Vec<_>>(), ["b"]);
        let sizes: Vec<_> =
            found.changed.iter().map(|one| (one.key.as_str(), one.field.as_str(), one.difference, one.share)).collect();
        assert_eq!(sizes, [("a", "clicks", Some(2.0), Some(0.5)), ("", "total", Some(3.0), Some(0.3))]);
        let same = compare(&before, &before);
        assert_eq!((same.changed.len(), same.unchanged), (0, 2));
    }

    #[test]
    fn keys_that_stand_twice_stay_apart() {
        let list = json!({"rows": [{"name": "x", "v": 1}, {"name": "x", "v": 2}]});
        let other = json!({"rows": [{"name": "x", "v": 1}, {"name": "x", "v": 3}]});
        let found = compare(&list, &other);
        assert_eq!((found.appeared.len(), found.vanished.len(), found.changed.len()), (0, 0, 1));
        assert_eq!(found.changed[0].key, "x (2)");
    }

    #[test]
    fn the_longest_list_is_the_table_unless_another_is_named() {
        let result = json!({"short": [{"a": 1}], "inner": {"long": [{"b": 1}, {"b": 2}]}, "plain": [1, 2, 3]});
        assert_eq!(table(&result, None).expect("a table").rows.len(), 2);
        assert_eq!(table(&result, Some("short")).expect("a table").columns, ["a"]);
        assert!(table(&result, Some("plain")).is_none());
        assert_eq!(table(&json!({"x": 1, "y": {"z": 2}}), None).expect("a table").rows.len(), 2);
    }
}
