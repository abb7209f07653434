//! JSON-LD, without contexts of other vocabularies.

use serde_json::{Map, Value as Json};

use super::{Format, Item, MOST_ITEMS, MOST_LEVELS, MOST_VALUE_BYTES, MOST_VALUES, StructuredData, Value, short};
use crate::page::text::cut;
use crate::page::tree::Tree;

/// Bytes of one script that are parsed.
const MOST_BYTES: usize = 2_000_000;

pub(super) fn collect(tree: &Tree, data: &mut StructuredData) {
    let mut left = MOST_VALUES;
    for (id, element) in tree.all().filter(|(_, element)| &*element.name == "script") {
        let kind = element.attribute("type").unwrap_or_default().trim();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/ld+json") {
            continue;
        }
        if data.items.len() >= MOST_ITEMS || data.errors.len() >= MOST_ITEMS {
            return;
        }
        let source: String = tree.source(id).collect();
        match parse(&source) {
            Ok(json) => items(&json, &mut data.items, &mut left, 0),
            Err(error) => data.errors.push(error),
        }
    }
}

/// Parses a script. Search engines accept comments and CDATA marks around the JSON.
fn parse(source: &str) -> Result<Json, String> {
    let text = source.trim().trim_end_matches(';');
    let text = text.strip_prefix("<!--").and_then(|text| text.strip_suffix("-->")).unwrap_or(text);
    let text = text.trim().trim_start_matches("//").trim_start();
    let text = text.strip_prefix("<![CDATA[").map_or(text, |text| text.trim_end_matches("]]>").trim_end_matches("//"));
    if text.len() > MOST_BYTES {
        return Err(format!("longer than {MOST_BYTES} bytes"));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Collects the items of a document: an object, a list or a graph.
fn items(json: &Json, found: &mut Vec<Item>, left: &mut usize, level: usize) {
    if level > MOST_LEVELS || found.len() >= MOST_ITEMS {
        return;
    }
    match json {
        Json::Array(list) => list.iter().for_each(|json| items(json, found, left, level + 1)),
        Json::Object(object) => {
            if let Some(graph) = object.get("@graph") {
                items(graph, found, left, level + 1);
            }
            if object.contains_key("@type") || !object.contains_key("@graph") {
                found.push(item(object, left, level));
            }
        }
        _ => {}
    }
}

fn item(object: &Map<String, Json>, left: &mut usize, level: usize) -> Item {
    let types = match object.get("@type") {
        Some(Json::String(name)) => vec![cut(short(name), MOST_VALUE_BYTES)],
        Some(Json::Array(names)) => {
            names.iter().filter_map(Json::as_str).map(|name| cut(short(name), MOST_VALUE_BYTES)).collect()
        }
        _ => Vec::new(),
    };
    let mut item = Item { types, format: Format::JsonLd, ..Item::default() };
    for (name, json) in object {
        if matches!(name.as_str(), "@type" | "@context" | "@graph") || *left == 0 {
            continue;
        }
        let mut found = Vec::new();
        values(json, &mut found, left, level);
        if !found.is_empty() {
            item.properties.insert(cut(short(name), MOST_VALUE_BYTES), found);
        }
    }
    item
}

fn values(json: &Json, found: &mut Vec<Value>, left: &mut usize, level: usize) {
    if *left == 0 || level > MOST_LEVELS {
        return;
    }
    *left -= 1;
    match json {
        Json::Null => {}
        Json::Bool(value) => found.push(Value::Text(value.to_string())),
        Json::Number(value) => found.push(Value::Text(value.to_string())),
        Json::String(text) => found.push(Value::Text(cut(text, MOST_VALUE_BYTES))),
        Json::Array(list) => list.iter().for_each(|json| values(json, found, left, level + 1)),
        Json::Object(object) => match object.get("@value").or(object.get("@list")) {
            Some(value) => values(value, found, left, level + 1),
            None => found.push(Value::Item(item(object, left, level + 1))),
        },
    }
}
