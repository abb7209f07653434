//! Competitors of a market: how crowded its trade is where it is.
//!
//! A page of results has ten places. Directories and sites of the wider area hold some of them in every town; firms of the
//! trade contend for the rest. With as many equal firms as there are, the odds of a new site fall with their number; because the
//! strongest of many firms are stronger than the strongest of few (order statistics), they fall somewhat faster.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::reference::Fit;
use super::reference::establishment::{Counted, Trade, cells, trade};
use super::reference::place::{COUNTY, Place};
use super::reference::vertical::Vertical;

/// Assumed logits of the difficulty for each e-fold of contenders: 1 for firms of equal strength.
const SLOPE: f64 = 1.25;
/// Assumed contenders of the market with difficulty 50: for each directory or site of the wider area, three firms.
const FIRMS: f64 = 3.0;
/// People of that market, a middle-sized city with as many firms for each person as the country.
const PEOPLE: f64 = 150_000.0;
/// Weight of the country's density in an area's, in establishments: densities of counties differ by about one half.
const PRIOR: f64 = 4.0;
/// Assumed standard deviations of the logarithm of the number of firms, by how well a code describes the trade.
const EXACT_SPREAD: f64 = 0.3;
const BROADER_SPREAD: f64 = 0.6;
const UNCOUNTED_SPREAD: f64 = 0.8;
/// The same for the share of a town in the firms of its county.
const SHARE_SPREAD: f64 = 0.4;
/// Share of the people of a county from which a town is taken as the county.
const WHOLE: f64 = 0.8;

/// An area with counts of establishments.
#[derive(Debug, Clone)]
pub(crate) struct Area {
    cells: Cow<'static, [u32]>,
    pub(crate) people: f64,
}

/// The areas in which the competitors of a place are counted.
#[derive(Debug, Clone)]
struct Areas {
    county: Area,
    /// Position of its metropolitan area, if it has other counties too.
    metro: Option<usize>,
}

/// Establishments of a trade in an area.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Density<'a> {
    trade: &'static Trade,
    pub(crate) area: &'a Area,
    pub(crate) counted: Counted,
}

impl<'a> Density<'a> {
    fn new(trade: &'static Trade, area: &'a Area) -> Self {
        Self { trade, area, counted: trade.count(&area.cells, area.people) }
    }

    /// Establishments of the area as the country has them for its people.
    pub(crate) fn expected(&self) -> f64 {
        self.trade.per_person() * self.area.people
    }

    /// How much more crowded the area is than the country, shrunk towards 1 where few establishments are expected.
    fn ratio(&self) -> f64 {
        (PRIOR + self.count()) / (PRIOR + self.expected())
    }

    fn count(&self) -> f64 {
        f64::from(self.counted.published) + self.counted.assumed
    }
}

/// What is known of the competitors of a market.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Seen<'a> {
    pub(crate) trade: &'static Trade,
    pub(crate) county: Density<'a>,
    /// The metropolitan area, if it has other counties too.
    pub(crate) metro: Option<Density<'a>>,
}

impl Seen<'_> {
    /// How much more crowded the market is than the country: of a town as its county, half of it as its metropolitan area, from
    /// where firms serve it too; of a city with more people than its county as the metropolitan area alone.
    pub(crate) fn ratio(&self, population: f64) -> f64 {
        match &self.metro {
            Some(metro) if population > self.county.area.people => metro.ratio(),
            Some(metro) => f64::midpoint(self.county.ratio(), metro.ratio()),
            None => self.county.ratio(),
        }
    }

    /// Standard deviation of the logarithm of the number of firms in a place of the county.
    fn spread(&self, population: f64) -> f64 {
        let of_code = if self.trade.fit == Fit::Exact { EXACT_SPREAD } else { BROADER_SPREAD };
        let of_share = if population < WHOLE * self.county.area.people { SHARE_SPREAD } else { 0.0 };
        of_code.hypot(of_share).hypot(1.0 / (PRIOR + self.county.count()).sqrt())
    }
}

/// Effect of the competitors on the difficulty, on the logit scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Crowd {
    pub(crate) logit: f64,
    /// Its standard deviation.
    pub(crate) spread: f64,
}

impl Crowd {
    /// Computes the effect for a place with so many people, of a density relative to the country.
    fn new(population: f64, ratio: f64, spread: f64) -> Self {
        let firms = FIRMS * ratio * population / PEOPLE;
        let logit = SLOPE * ((1.0 + firms) / (1.0 + FIRMS)).ln();
        Self { logit, spread: SLOPE * spread * firms / (1.0 + firms) }
    }
}

/// The competitors of all markets of a run.
#[derive(Debug, Default)]
pub(crate) struct Rivals {
    trades: Vec<Option<&'static Trade>>,
    places: Vec<Option<Areas>>,
    metros: Vec<Area>,
}

impl Rivals {
    pub(crate) fn new(verticals: &[Vertical], places: &[Place]) -> Self {
        let trades = verticals.iter().map(|vertical| trade(&vertical.slug)).collect();
        let (metros, by_code) = metros();
        let areas = |place: &Place| {
            let county = county(&place.county_fips)?;
            Some(Areas { county, metro: by_code.get(place.county()?.cbsa_code.as_ref()).copied() })
        };
        Self { trades, places: places.iter().map(areas).collect(), metros }
    }

    /// Returns what is known of the competitors of a market; `None` if its trade or its county is not counted.
    pub(crate) fn seen(&self, vertical: u32, place: u32) -> Option<Seen<'_>> {
        let trade = (*self.trades.get(vertical as usize)?)?;
        let areas = self.places.get(place as usize)?.as_ref()?;
        let metro = areas.metro.and_then(|at| self.metros.get(at)).map(|area| Density::new(trade, area));
        Some(Seen { trade, county: Density::new(trade, &areas.county), metro })
    }

    /// Returns the effect of the competitors of a market with so many people.
    pub(crate) fn crowd(&self, vertical: u32, place: u32, population: f64) -> Crowd {
        match self.seen(vertical, place) {
            Some(seen) => Crowd::new(population, seen.ratio(population), seen.spread(population)),
            None => Crowd::new(population, 1.0, UNCOUNTED_SPREAD),
        }
    }
}

fn county(fips: &str) -> Option<Area> {
    let people = COUNTY.get(fips)?.population.filter(|people| *people > 0.0)?;
    Some(Area { cells: Cow::Borrowed(cells(fips)?), people })
}

/// Returns the metropolitan areas of several counties, and their positions by code.
fn metros() -> (Vec<Area>, BTreeMap<&'static str, usize>) {
    let mut sums: BTreeMap<&'static str, (Area, u32)> = BTreeMap::new();
    for (fips, known) in COUNTY.iter().filter(|(_, known)| !known.cbsa_code.is_empty()) {
        let Some(county) = county(fips) else { continue };
        let empty = || (Area { cells: Cow::Owned(vec![0; county.cells.len()]), people: 0.0 }, 0);
        let (sum, counties) = sums.entry(known.cbsa_code.as_ref()).or_insert_with(empty);
        sum.people += county.people;
        sum.cells.to_mut().iter_mut().zip(county.cells.iter()).for_each(|(sum, cell)| *sum += cell);
        *counties += 1;
    }
    let several = sums.into_iter().filter(|(_, (_, counties))| *counties > 1);
    let (codes, areas): (Vec<&str>, Vec<Area>) = several.map(|(code, (area, _))| (code, area)).unzip();
    (areas, codes.into_iter().enumerate().map(|(at, code)| (code, at)).collect())
}
