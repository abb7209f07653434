//! Where and when a page holds: the conditions of the place and the day.

use std::collections::BTreeSet;

use editorial::{Area, Climate, Conditions, HousingAge, Season, State};

use super::super::super::place::{PlaceFacts, is_inland};
use crate::common::Day;

/// Share of the homes from which an age counts as common: about a third, as there are three ages.
const COMMON: f64 = 0.35;
/// Households per square mile above which residents call their area urban, and below which rural. Source: Kolko (2015),
/// "How Suburban Are Big American Cities?", FiveThirtyEight, from a survey of 2,008 adults.
const URBAN: f64 = 2_213.0;
const RURAL: f64 = 102.0;
/// People from which a place is no rural one, however far its limits reach: an urbanized area. Source: US Census Bureau, "Urban
/// Area Criteria for the 2010 Census".
const TOWN: f64 = 50_000.0;
/// People per household where households are unknown. Source: US Census Bureau, 2020 census.
const PEOPLE_PER_HOUSEHOLD: f64 = 2.53;

/// Conditions of a page.
#[derive(Debug, Clone, Default)]
pub(in crate::content) struct Situation {
    pub(in crate::content) climate: Option<Climate>,
    pub(in crate::content) housing: BTreeSet<HousingAge>,
    pub(in crate::content) season: Option<Season>,
    pub(in crate::content) area: Option<Area>,
    pub(in crate::content) state: Option<State>,
    /// True for a place that is known to be far from the warm sea.
    pub(in crate::content) is_inland: bool,
}

impl Situation {
    pub(in crate::content) fn of(place: Option<&PlaceFacts>, state: Option<&str>, as_of: Option<Day>) -> Self {
        let code = place.map(|place| place.state.as_str()).filter(|code| !code.is_empty()).or(state);
        Self {
            climate: place.and_then(|place| Climate::from_word(place.climate.as_deref()?)),
            housing: place.map(housing).unwrap_or_default(),
            season: as_of.and_then(season),
            area: place.and_then(area),
            state: code.and_then(State::from_code),
            is_inland: place.is_some_and(is_inland),
        }
    }

    /// Returns true if all conditions are known to hold here.
    pub(in crate::content) fn fits(&self, holds: &Conditions) -> bool {
        fits(&holds.climates, self.climate)
            && (holds.housing.is_empty() || !holds.housing.is_disjoint(&self.housing))
            && fits(&holds.seasons, self.season)
            && fits(&holds.areas, self.area)
            && fits(&holds.states, self.state)
    }
}

fn fits<T: Ord>(wanted: &BTreeSet<T>, here: Option<T>) -> bool {
    wanted.is_empty() || here.is_some_and(|here| wanted.contains(&here))
}

fn housing(place: &PlaceFacts) -> BTreeSet<HousingAge> {
    let share = |figure: &Option<super::super::super::place::Figure>| figure.as_ref().map(|figure| figure.value);
    let (old, new) = (share(&place.homes_before_1960), share(&place.homes_since_1990));
    let middle = old.zip(new).map(|(old, new)| 1.0 - old - new);
    let ages = [(HousingAge::Old, old), (HousingAge::Middle, middle), (HousingAge::New, new)];
    ages.into_iter()
        .filter(|(_, share)| share.is_some_and(|share| (COMMON..=1.0).contains(&share)))
        .map(|(age, _)| age)
        .collect()
}

fn area(place: &PlaceFacts) -> Option<Area> {
    let people = place.density.as_ref()?.value;
    let per_household = match (&place.population, &place.households) {
        (Some(people), Some(households)) if households.value > 0.0 && people.value > 0.0 => {
            people.value / households.value
        }
        _ => PEOPLE_PER_HOUSEHOLD,
    };
    let households = people / per_household;
    Some(match households {
        many if many > URBAN => Area::Urban,
        few if few < RURAL && place.population.as_ref().is_none_or(|people| people.value < TOWN) => Area::Rural,
        some if some.is_finite() => Area::Suburban,
        _ => return None,
    })
}

fn season(day: Day) -> Option<Season> {
    let month: u32 = day.to_rfc3339().get(5..7)?.parse().ok()?;
    Some(match month {
        12 | 1 | 2 => Season::Winter,
        3..=5 => Season::Spring,
        6..=8 => Season::Summer,
        _ => Season::Autumn,
    })
}
