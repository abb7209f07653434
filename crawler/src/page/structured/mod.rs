//! Structured data of a page: JSON-LD, microdata and RDFa as items with types and properties.

mod json_ld;
mod microdata;
mod rdfa;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::tree::Tree;

/// Structured data of a page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StructuredData {
    /// Items in their order; items inside items are values of their properties.
    pub items: Vec<Item>,
    /// Blocks of JSON-LD that are not valid JSON, and why.
    pub errors: Vec<String>,
}

/// An item such as an article or a product.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    /// Types without the address of their vocabulary, such as `Product`.
    pub types: Vec<String>,
    /// Properties by name.
    pub properties: BTreeMap<String, Vec<Value>>,
    /// How the item is written.
    pub format: Format,
}

/// Value of a property.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Value {
    /// Another item.
    Item(Item),
    /// Text, number, date or address.
    Text(String),
}

/// Syntax of structured data.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Format {
    /// Script with JSON-LD.
    #[default]
    JsonLd,
    /// `itemscope` and `itemprop`.
    Microdata,
    /// `typeof` and `property`.
    Rdfa,
}

/// Items of a page that are read.
const MOST_ITEMS: usize = 500;
/// Depth of items inside items.
const MOST_LEVELS: usize = 16;
/// Properties and values of a page that are read.
const MOST_VALUES: usize = 20_000;
/// Bytes of a value.
const MOST_VALUE_BYTES: usize = 4_000;

impl Item {
    /// Returns whether the item has a type.
    #[must_use]
    pub fn is(&self, kind: &str) -> bool {
        self.types.iter().any(|named| named == kind)
    }

    /// Returns whether a property has a value that is not empty.
    #[must_use]
    pub fn has(&self, property: &str) -> bool {
        self.properties.get(property).is_some_and(|values| values.iter().any(|value| !value.is_empty()))
    }

    /// Returns the first text of a property; of an item, its name.
    #[must_use]
    pub fn text(&self, property: &str) -> Option<&str> {
        self.properties.get(property)?.iter().find_map(|value| match value {
            Value::Text(text) => Some(text.as_str()).filter(|text| !text.trim().is_empty()),
            Value::Item(item) => item.text("name"),
        })
    }

    /// Calls a function for the item and the items inside it.
    pub fn visit<'a>(&'a self, call: &mut dyn FnMut(&'a Self)) {
        call(self);
        for value in self.properties.values().flatten() {
            if let Value::Item(item) = value {
                item.visit(call);
            }
        }
    }
}

impl Value {
    fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) => text.trim().is_empty(),
            Self::Item(item) => item.properties.is_empty() && item.types.is_empty(),
        }
    }
}

pub(super) fn collect(tree: &Tree) -> StructuredData {
    let mut data = StructuredData::default();
    json_ld::collect(tree, &mut data);
    data.items.extend(microdata::collect(tree));
    data.items.extend(rdfa::collect(tree));
    data.items.truncate(MOST_ITEMS);
    data
}

/// Returns a type or property without the address of its vocabulary.
fn short(name: &str) -> &str {
    let name = name.trim().trim_end_matches('/');
    let start = name.rfind(['/', '#']).map_or(0, |slash| slash + 1);
    let name = &name[start..];
    name.strip_prefix("schema:").unwrap_or(name)
}
