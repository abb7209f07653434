//! Climate zone and age of homes, by county.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::csv::Table;

static TABLE: &str = include_str!("../../../data/reference/county_building.csv");

/// What the homes of a county are built for, and when they were built.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Building {
    /// Climate zone of Building America, such as `mixed-humid`.
    pub(crate) climate: Cow<'static, str>,
    /// Share of homes built before 1960, in percent (ACS 2010-2014).
    pub(crate) before_1960_pct: Option<f64>,
    /// Share of homes built from 1990 on, in percent (ACS 2010-2014).
    pub(crate) since_1990_pct: Option<f64>,
}

static BY_COUNTY: LazyLock<BTreeMap<Cow<'static, str>, Building>> = LazyLock::new(|| {
    Table::read(TABLE)
        .rows()
        .map(|row| {
            let building = Building {
                climate: row.cow("climate"),
                before_1960_pct: row.number("before_1960_pct"),
                since_1990_pct: row.number("since_1990_pct"),
            };
            (row.cow("county_fips"), building)
        })
        .collect()
});

/// Returns what is known of a county's homes.
pub(crate) fn of_county(county_fips: &str) -> Option<&'static Building> {
    BY_COUNTY.get(county_fips)
}
