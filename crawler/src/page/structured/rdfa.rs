//! RDFa Lite: `typeof` and `property`.

use super::{Format, Item, MOST_ITEMS, MOST_LEVELS, MOST_VALUE_BYTES, MOST_VALUES, Value, microdata, short};
use crate::page::text::cut;
use crate::page::tree::{NodeId, ROOT, Step, Tree};

pub(super) fn collect(tree: &Tree) -> Vec<Item> {
    if !tree.has_attribute("typeof") {
        return Vec::new();
    }
    let mut items: Vec<Item> = Vec::new();
    let mut open: Vec<(NodeId, Item, Option<String>)> = Vec::new();
    let mut left = MOST_VALUES;
    for step in tree.walk(ROOT) {
        match step {
            Step::Enter(id) => {
                let Some(element) = tree.element(id) else { continue };
                let property = element.attribute("property").map(|name| cut(short(name), MOST_VALUE_BYTES));
                if let Some(kind) = element.attribute("typeof")
                    && open.len() < MOST_LEVELS
                    && items.len() < MOST_ITEMS
                {
                    let types =
                        kind.split_ascii_whitespace().take(8).map(|name| cut(short(name), MOST_VALUE_BYTES)).collect();
                    open.push((id, Item { types, format: Format::Rdfa, ..Item::default() }, property));
                } else if let (Some(name), Some((_, item, _))) = (property, open.last_mut())
                    && left > 0
                {
                    left -= 1;
                    let value = Value::Text(microdata::value(tree, id, element));
                    item.properties.entry(name).or_default().push(value);
                }
            }
            Step::Leave(id) => {
                if open.last().is_none_or(|(node, _, _)| *node != id) {
                    continue;
                }
                let Some((_, item, property)) = open.pop() else { continue };
                match (property, open.last_mut()) {
                    (Some(name), Some((_, around, _))) => {
                        around.properties.entry(name).or_default().push(Value::Item(item))
                    }
                    _ => items.push(item),
                }
            }
        }
    }
    items
}
