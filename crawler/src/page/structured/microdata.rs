//! Microdata, as in the HTML standard. `itemref` is not followed.

use super::{Format, Item, MOST_ITEMS, MOST_LEVELS, MOST_VALUE_BYTES, MOST_VALUES, Value, short};
use crate::page::text::{collapse, cut};
use crate::page::tree::{Element, NodeId, ROOT, Step, Tree};

/// An item that is being read, and the property of the item around it that it is the value of.
struct Open {
    node: NodeId,
    item: Item,
    property: Option<String>,
}

pub(super) fn collect(tree: &Tree) -> Vec<Item> {
    if !tree.has_attribute("itemscope") {
        return Vec::new();
    }
    let (mut items, mut open): (Vec<Item>, Vec<Open>) = (Vec::new(), Vec::new());
    let mut left = MOST_VALUES;
    for step in tree.walk(ROOT) {
        match step {
            Step::Enter(id) => {
                let Some(element) = tree.element(id) else { continue };
                let property = element.attribute("itemprop").map(|name| cut(name, MOST_VALUE_BYTES));
                if element.attribute("itemscope").is_some() && open.len() < MOST_LEVELS && items.len() < MOST_ITEMS {
                    open.push(Open { node: id, item: new_item(element), property });
                } else if let (Some(names), Some(around)) = (property, open.last_mut())
                    && left > 0
                {
                    left -= 1;
                    add(&mut around.item, &names, &Value::Text(value(tree, id, element)));
                }
            }
            Step::Leave(id) => {
                if open.last().is_none_or(|open| open.node != id) {
                    continue;
                }
                let Some(closed) = open.pop() else { continue };
                match (closed.property, open.last_mut()) {
                    (Some(names), Some(around)) => add(&mut around.item, &names, &Value::Item(closed.item)),
                    _ => items.push(closed.item),
                }
            }
        }
    }
    items
}

fn new_item(element: &Element) -> Item {
    let types = element.attribute("itemtype").unwrap_or_default();
    let types = types.split_ascii_whitespace().take(8).map(|name| cut(short(name), MOST_VALUE_BYTES)).collect();
    Item { types, format: Format::Microdata, ..Item::default() }
}

fn add(item: &mut Item, names: &str, value: &Value) {
    for name in names.split_ascii_whitespace().take(8) {
        item.properties.entry(short(name).to_owned()).or_default().push(value.clone());
    }
}

/// Returns the value of a property. HTML standard, "values: the item property value".
pub(super) fn value(tree: &Tree, id: NodeId, element: &Element) -> String {
    let attribute = match &*element.name {
        "meta" => Some("content"),
        "audio" | "embed" | "iframe" | "img" | "source" | "track" | "video" => Some("src"),
        "a" | "area" | "link" => Some("href"),
        "object" => Some("data"),
        "data" | "meter" => Some("value"),
        "time" if element.attribute("datetime").is_some() => Some("datetime"),
        _ if element.attribute("content").is_some() => Some("content"),
        _ => None,
    };
    match attribute {
        Some(name) => collapse(element.attribute(name).unwrap_or_default(), MOST_VALUE_BYTES),
        None => tree.text(id, MOST_VALUE_BYTES),
    }
}
