//! Figures of a place and its county.

use super::Figure;
use crate::local::reference::building::{self, Building};
use crate::local::reference::census::{Counted, town_of};
use crate::local::reference::place::{County, Place};

/// A city whose people exceed those of its county by more than this factor reaches beyond the county.
const BEYOND_COUNTY: f64 = 1.1;

const GAZETTEER: (&str, u16) = ("GeoNames", 2025);
const TOWNS: (&str, u16) = ("American Community Survey 2017-2021, US Census Bureau", 2021);
const INCOMES: (&str, u16) = ("American Community Survey 2015-2019, US Census Bureau", 2019);
const OWNERS: (&str, u16) = ("American Community Survey 2006-2010, US Census Bureau", 2010);
const HOMES: (&str, u16) = ("American Community Survey 2010-2014, US Census Bureau", 2014);
const HOUSEHOLD_SIZE: &str =
    "persons per household of the county, American Community Survey 2015-2019, US Census Bureau";

fn figure(value: f64, (source, year): (&str, u16)) -> Figure {
    Figure { value, source: source.to_owned(), year }
}

/// Converts a percentage with one digit after the point to a share.
fn share(percent: f64) -> f64 {
    (percent * 10.0).round() / 1_000.0
}

/// Tables that describe one place.
pub(super) struct Figures<'a> {
    place: &'a Place,
    counted: Option<&'static Counted>,
    /// Its county, if that holds the city.
    pub(super) county: Option<&'static County>,
    building: Option<&'static Building>,
}

impl<'a> Figures<'a> {
    pub(super) fn of(place: &'a Place) -> Self {
        let counted = town_of(&place.id).and_then(|town| town.counted.as_ref());
        let building = building::of_county(&place.county_fips);
        let mut figures = Self { place, counted, county: place.county(), building };
        let people = figures.population().map(|population| population.value);
        let holds = |county: &&County| match (people, county.population) {
            (Some(people), Some(of_county)) => people <= of_county * BEYOND_COUNTY,
            _ => true,
        };
        figures.county = figures.county.filter(holds);
        figures
    }

    /// Returns the people of a town. Those of the gazetteer's other entries, parts of cities, are too uncertain to publish.
    pub(super) fn population(&self) -> Option<Figure> {
        match (self.counted, town_of(&self.place.id)) {
            (Some(counted), _) => Some(figure(counted.population, TOWNS)),
            (None, Some(_)) => Some(figure(self.place.population, GAZETTEER)),
            (None, None) => None,
        }
    }

    /// Returns the estimated households; `None` if they exceed the counted housing units, which the estimate cannot.
    pub(super) fn households(&self) -> Option<Figure> {
        let population = self.population()?;
        let per_person = self.place.households? / self.place.population;
        let value = (population.value * per_person).round();
        let fits = self.counted.is_none_or(|counted| value <= counted.housing_units);
        let source = format!("estimate: {}, by {HOUSEHOLD_SIZE}", population.source);
        (fits && value.is_finite()).then(|| figure(value, (&source, population.year)))
    }

    pub(super) fn housing_units(&self) -> Option<Figure> {
        self.counted.map(|counted| figure(counted.housing_units, TOWNS))
    }

    pub(super) fn density(&self) -> Option<Figure> {
        self.counted.map(|counted| figure((counted.population / counted.land).round(), TOWNS))
    }

    pub(super) fn median_income(&self) -> Option<Figure> {
        Some(figure(self.county?.income?, INCOMES))
    }

    pub(super) fn owner_share(&self) -> Option<Figure> {
        Some(figure(share(self.county?.owner_pct?), OWNERS))
    }

    pub(super) fn homes_before_1960(&self) -> Option<Figure> {
        self.county?;
        Some(figure(share(self.building?.before_1960_pct?), HOMES))
    }

    pub(super) fn homes_since_1990(&self) -> Option<Figure> {
        self.county?;
        Some(figure(share(self.building?.since_1990_pct?), HOMES))
    }

    /// Returns the climate zone, also of a city that reaches beyond its county: zones are far larger than cities.
    pub(super) fn climate(&self) -> Option<String> {
        Some(self.building?.climate.to_string()).filter(|word| !word.is_empty())
    }
}
