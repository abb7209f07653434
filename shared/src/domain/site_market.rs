//! Markets of sites: a workspace has one site of a trade for each place and each metropolitan area.

use std::collections::{BTreeMap, HashSet};

use super::site::SiteKind;

/// Number of markets of a dominator site.
pub const DOMINATOR_MARKETS: std::ops::RangeInclusive<usize> = 2..=200;

/// Returns the metropolitan area of a place by its id; `None` if none is known.
pub type MetroOf = fn(&str) -> Option<&'static str>;

/// Why a market can have no site of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Taken {
    /// It has one.
    Place,
    /// A place of the same metropolitan area has one.
    Metro(String),
}

impl Taken {
    /// Returns the reason for a person.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Place => "This market has a site already.".to_owned(),
            Self::Metro(metro) => format!("A site of this trade serves the same metropolitan area already: {metro}."),
        }
    }
}

/// Markets that have a site, by trade.
#[derive(Debug, Clone, Default)]
pub struct TakenMarkets(BTreeMap<String, Areas>);

#[derive(Debug, Clone, Default)]
struct Areas {
    places: HashSet<String>,
    metros: HashSet<String>,
}

impl TakenMarkets {
    /// Adds a market: the slug of its vertical, the id of its place, and the metropolitan area of the place.
    pub fn add(&mut self, vertical: &str, place: &str, metro: Option<&str>) {
        let areas = self.0.entry(vertical.to_owned()).or_default();
        areas.places.insert(place.to_owned());
        areas.metros.extend(metro.map(str::to_owned));
    }

    /// Returns why a market can have no site, if it cannot.
    #[must_use]
    pub fn of(&self, vertical: &str, place: &str, metro: Option<&str>) -> Option<Taken> {
        let areas = self.0.get(vertical)?;
        if areas.places.contains(place) {
            return Some(Taken::Place);
        }
        metro.filter(|metro| areas.metros.contains(*metro)).map(|metro| Taken::Metro(metro.to_owned()))
    }
}

/// What decides which markets share a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area<'a> {
    /// Slug of the vertical.
    pub vertical: &'a str,
    /// State code.
    pub state: &'a str,
    /// Metropolitan area, if known.
    pub metro: Option<&'a str>,
}

/// Markets by site; numbers are positions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Grouped {
    /// Markets of each site, in the order of the best of each.
    pub sites: Vec<Vec<usize>>,
    /// Markets that no dominator site can have, since none of their state joins them.
    pub alone: Vec<usize>,
    /// Markets of a metropolitan area that another of these sites serves.
    pub same_metro: Vec<usize>,
}

/// Divides markets, the best first, into sites: one for each market, or one for each vertical and state. The best market of a
/// metropolitan area decides which site serves it.
#[must_use]
pub fn group<'a>(kind: SiteKind, markets: impl Iterator<Item = (usize, Area<'a>)>) -> Grouped {
    let (mut groups, mut same_metro): (Vec<Vec<usize>>, Vec<usize>) = (Vec::new(), Vec::new());
    let mut open: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut metros: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (market, area) in markets {
        let key = (area.vertical, area.state);
        let joins = open.get(&key).copied().filter(|_| kind == SiteKind::Dominator);
        let joins = joins.filter(|at| groups.get(*at).is_some_and(|group| group.len() < *DOMINATOR_MARKETS.end()));
        let metro = area.metro.map(|metro| (area.vertical, metro));
        if metro.and_then(|metro| metros.get(&metro)).is_some_and(|at| Some(*at) != joins) {
            same_metro.push(market);
            continue;
        }
        let at = joins.unwrap_or(groups.len());
        match groups.get_mut(at) {
            Some(group) => group.push(market),
            None => groups.push(vec![market]),
        }
        open.insert(key, at);
        metros.extend(metro.map(|metro| (metro, at)));
    }
    if kind == SiteKind::Goldmine {
        return Grouped { sites: groups, alone: Vec::new(), same_metro };
    }
    let (sites, small): (Vec<_>, Vec<_>) =
        groups.into_iter().partition(|group| group.len() >= *DOMINATOR_MARKETS.start());
    Grouped { sites, alone: small.into_iter().flatten().collect(), same_metro }
}
