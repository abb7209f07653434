//! People, homes and land of towns, as the Census counts them.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::GzDecoder;

static TABLE: &[u8] = include_bytes!("../../../data/reference/place_census.csv.gz");

/// A place of the Census, a county seat that is none, or a borough of New York City.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Town {
    /// Figures; `None` for a county seat that is no place of the Census, most often consolidated with its county.
    pub(crate) counted: Option<Counted>,
}

/// Figures of a place of the Census (ACS 2017-2021).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Counted {
    pub(crate) population: f64,
    pub(crate) housing_units: f64,
    /// Land area, in square miles.
    pub(crate) land: f64,
}

static BY_ID: LazyLock<BTreeMap<String, Town>> = LazyLock::new(|| {
    let mut text = String::new();
    // The table is part of the binary, and a test reads it whole.
    let _ = GzDecoder::new(TABLE).read_to_string(&mut text);
    text.lines().skip(1).filter_map(town).collect()
});

fn town(line: &str) -> Option<(String, Town)> {
    let mut cells = line.split(',');
    let id = cells.next()?.to_owned();
    let mut number = || cells.next()?.parse::<f64>().ok().filter(|value| *value > 0.0);
    let (population, housing_units, land) = (number(), number(), number());
    let counted = || Some(Counted { population: population?, housing_units: housing_units?, land: land? });
    Some((id, Town { counted: counted() }))
}

/// Returns a town by its GeoNames id.
pub(crate) fn town_of(id: &str) -> Option<&'static Town> {
    BY_ID.get(id)
}
