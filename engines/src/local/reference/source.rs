//! Sources of the built-in figures.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::csv::{Row, Table};

static SOURCES: &str = include_str!("../../../data/reference/sources.csv");
static DEMAND_SOURCES: &str = include_str!("../../../data/reference/demand_sources.csv");

/// Reliability of a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub enum Grade {
    /// Primary or official data.
    A,
    /// The publisher's own statement, often a vendor's.
    B,
    /// A third party that quotes the publisher.
    C,
    /// An unsourced list: a weak prior that users override.
    D,
}

impl Grade {
    /// Parses the letter of a grade.
    pub(crate) fn parse(letter: &str) -> Option<Self> {
        match letter {
            "A" => Some(Self::A),
            "B" => Some(Self::B),
            "C" => Some(Self::C),
            "D" => Some(Self::D),
            _ => None,
        }
    }

    /// Minimum standard deviation of the logarithm of a figure of this grade; an assumption.
    pub(crate) fn spread(grade: Option<Self>) -> f64 {
        match grade {
            Some(Self::A) => 0.15,
            Some(Self::B) => 0.25,
            Some(Self::C) => 0.4,
            Some(Self::D) | None => 0.6,
        }
    }
}

/// A source of a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Short id, such as `S_GKP2026`; `own` for a source that the user named.
    pub id: String,
    /// Title of the publication.
    pub title: String,
    /// Publisher.
    pub publisher: String,
    /// Address, or description of the origin.
    pub address: String,
    /// Year of publication; `None` if undated.
    pub year: Option<u32>,
    /// Reliability.
    pub grade: Option<Grade>,
}

/// Returns all sources, by id.
pub(crate) fn all() -> impl Iterator<Item = &'static Source> {
    BY_ID.values()
}

static BY_ID: LazyLock<BTreeMap<String, Source>> = LazyLock::new(|| {
    let tables = [Table::read(SOURCES), Table::read(DEMAND_SOURCES)];
    tables.iter().flat_map(Table::rows).map(|row| (row.text("id").to_owned(), source(row))).collect()
});

fn source(row: Row<'_>) -> Source {
    Source {
        id: row.text("id").to_owned(),
        title: row.text("title").to_owned(),
        publisher: without_commit(row.text("publisher")),
        address: row.text("address").to_owned(),
        year: row.text("year").parse().ok(),
        grade: Grade::parse(row.text("grade")),
    }
}

/// Leaves out the version of a repository, which names the source for those who rebuild the tables, not for readers.
fn without_commit(publisher: &str) -> String {
    let is_version = |part: &&str| part.trim().starts_with("commit ");
    match publisher.split(',').find(is_version) {
        // What follows the hash, such as `(EIA)`, is part of the name.
        Some(part) => {
            let rest = part.trim().splitn(3, ' ').nth(2).map_or_else(String::new, |rest| format!(" {rest}"));
            publisher.replacen(&format!(",{part}"), &rest, 1)
        }
        None => publisher.to_owned(),
    }
}

/// Id of the sources that users name.
pub(crate) const OWN: &str = "own";

/// Returns the sources of some ids, in order. Anything else is the title of a user's own source.
pub(crate) fn sources(ids: &[String]) -> Vec<Source> {
    ids.iter().map(|id| BY_ID.get(id).cloned().unwrap_or_else(|| own(id))).collect()
}

fn own(title: &str) -> Source {
    let (publisher, address) = (String::new(), String::new());
    Source { id: OWN.to_owned(), title: title.to_owned(), publisher, address, year: None, grade: None }
}
