//! The built-in places: cities and towns of the United States with at least 5,000 people.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::csv::{Table, fields};

static PLACES: &str = include_str!("../../../data/reference/places.csv");
static COUNTIES: &str = include_str!("../../../data/reference/counties.csv");
static CBSA: &str = include_str!("../../../data/reference/cbsa.csv");

/// How certain it is that a place is one town and not a part of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlaceMatch {
    /// A Census place or town.
    CensusPlace,
    /// Only the county is known: a consolidated city, or a neighbourhood.
    CountyOnly,
    /// Part of a listed city; its population is counted there.
    Subarea,
    /// Only the gazetteer's entry.
    None,
    /// Added by the user.
    Own,
}

/// A populated place.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Place {
    pub(crate) id: Cow<'static, str>,
    pub(crate) name: Cow<'static, str>,
    /// State or province code, which distinguishes places of the same name.
    pub(crate) state: Cow<'static, str>,
    pub(crate) county_fips: Cow<'static, str>,
    pub(crate) latitude: Option<f64>,
    pub(crate) longitude: Option<f64>,
    pub(crate) population: f64,
    pub(crate) households: Option<f64>,
    /// ISO 3166-1 code of two letters.
    pub(crate) country: Cow<'static, str>,
    pub(crate) matched: PlaceMatch,
}

/// Data of a county.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct County {
    pub(crate) name: Cow<'static, str>,
    pub(crate) cbsa_code: Cow<'static, str>,
    /// Median household income, in dollars (ACS 2015-2019).
    pub(crate) income: Option<f64>,
    /// Share of owner-occupied households, in percent (ACS 2006-2010).
    pub(crate) owner_pct: Option<f64>,
    /// Population (ACS 2018-2022).
    pub(crate) population: Option<f64>,
}

/// Country of the built-in places and figures.
pub(crate) const HOME: &str = "US";

/// The built-in places, ordered by state, name and id.
pub(crate) static BUILT_IN: LazyLock<Vec<Place>> = LazyLock::new(|| PLACES.lines().skip(1).filter_map(place).collect());

/// Counties by FIPS code.
pub(crate) static COUNTY: LazyLock<BTreeMap<Cow<'static, str>, County>> = LazyLock::new(|| {
    Table::read(COUNTIES)
        .rows()
        .map(|row| {
            let county = County {
                name: row.cow("county"),
                cbsa_code: row.cow("cbsa_code"),
                income: row.number("income"),
                owner_pct: row.number("owner_pct"),
                population: row.number("population"),
            };
            (row.cow("county_fips"), county)
        })
        .collect()
});

/// Names of metropolitan and micropolitan areas by code.
pub(crate) static CBSA_NAME: LazyLock<BTreeMap<Cow<'static, str>, Cow<'static, str>>> =
    LazyLock::new(|| Table::read(CBSA).rows().map(|row| (row.cow("cbsa_code"), row.cow("cbsa_name"))).collect());

fn place(line: &'static str) -> Option<Place> {
    let mut fields = fields(line).into_iter();
    let mut next = || fields.next().unwrap_or_default();
    let (id, name, state, county_fips) = (next(), next(), next(), next());
    let (latitude, longitude) = (next().parse().ok(), next().parse().ok());
    let population = next().parse().ok()?;
    let households = next().parse().ok();
    let matched = match next().as_ref() {
        "c" => PlaceMatch::CensusPlace,
        "o" => PlaceMatch::CountyOnly,
        "s" => PlaceMatch::Subarea,
        _ => PlaceMatch::None,
    };
    let country = Cow::Borrowed(HOME);
    Some(Place { id, name, state, county_fips, latitude, longitude, population, households, country, matched })
}

impl Place {
    pub(crate) fn county(&self) -> Option<&'static County> {
        COUNTY.get(&self.county_fips)
    }

    /// Returns code and name of its metropolitan or micropolitan area.
    pub(crate) fn metro(&self) -> Option<(&'static str, &'static str)> {
        let code = self.county().map(|county| county.cbsa_code.as_ref()).filter(|code| !code.is_empty())?;
        Some((code, CBSA_NAME.get(code).map_or("", |name| name.as_ref())))
    }

    /// Returns a label such as `Tulsa, OK`.
    pub(crate) fn label(&self) -> String {
        if self.state.is_empty() { self.name.to_string() } else { format!("{}, {}", self.name, self.state) }
    }
}
