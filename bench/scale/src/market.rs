//! The simulated market as one large website, in pieces.

use engines::{
    common::{Day, Unattended},
    simulator::{Parameters, Simulation, simulate},
    stat::SplitMix64,
    stat::binomial,
};

/// Host of the website.
pub(crate) const HOST: &str = "scale.example";
/// Number of days.
pub(crate) const DAYS: u32 = 365;
/// Day of the search engine update that affects every page.
pub(crate) const UPDATE: u32 = DAYS * 2 / 3;

const PLACES: u32 = 60;
const TRADES: u32 = 6;
/// The simulator invents 19 services for 6 trades.
const KEYWORDS_A_PAGE: f64 = 19.0 / 6.0;
/// Regions, which make the names of places unique across pieces.
const REGIONS: [&str; 32] = [
    "north", "east", "south", "west", "upper", "lower", "new", "old", "great", "little", "saint", "port", "fort",
    "mount", "lake", "glen", "high", "long", "broad", "green", "grand", "far", "near", "inner", "outer", "royal",
    "king", "queen", "bishop", "abbot", "market", "castle",
];
/// Query variants: prefix and suffix.
const VARIANTS: [(&str, &str); 7] = [
    ("best ", ""),
    ("", " reviews"),
    ("affordable ", ""),
    ("local ", ""),
    ("", " prices"),
    ("top rated ", ""),
    ("", " open now"),
];

/// Some hundred pages of the website with their queries.
pub(crate) struct Piece {
    pub(crate) simulation: Simulation,
    region: &'static str,
    no: usize,
    /// Number of pages used.
    pub(crate) pages: usize,
}

/// Returns the pieces that together have `pages` pages.
pub(crate) fn pieces(pages: usize, start: Day) -> impl Iterator<Item = anyhow::Result<Piece>> {
    let each = (PLACES * TRADES) as usize;
    (0..pages.div_ceil(each).min(REGIONS.len())).map(move |no| {
        let params = Parameters {
            start,
            days: DAYS,
            places: PLACES,
            trades: TRADES,
            seed: 20_260_101 + no as u64,
            ..Parameters::default()
        };
        let simulation = simulate(&params.check()?, &Unattended)?;
        Ok(Piece { simulation, region: REGIONS[no], no, pages: each.min(pages - no * each) })
    })
}

/// A variant of a query, with its share of the simulated demand.
pub(crate) struct Variant {
    pub(crate) query: String,
    share: f64,
    random: SplitMix64,
}

/// Clicks and impressions of a day.
pub(crate) struct Seen {
    pub(crate) day: u32,
    pub(crate) clicks: u32,
    pub(crate) impressions: u32,
    pub(crate) position: u32,
}

impl Piece {
    /// Returns the address of a page.
    pub(crate) fn page(&self, market: usize) -> String {
        let found = &self.simulation.markets[market];
        let place = &self.simulation.places[found.place as usize];
        format!("https://{HOST}/{}/{}-{}/", found.trade, self.region, place.name.to_lowercase().replace(' ', "-"))
    }

    /// Returns the trade and place of a page.
    pub(crate) fn subject(&self, market: usize) -> (String, String) {
        let found = &self.simulation.markets[market];
        let place = &self.simulation.places[found.place as usize];
        (found.trade.trim_start_matches("sim-").to_owned(), format!("{} {}", self.region, place.name.to_lowercase()))
    }

    /// Returns the queries of the pages used.
    pub(crate) fn keywords(&self) -> impl Iterator<Item = usize> + '_ {
        let is_taken = |keyword: &usize| (self.simulation.keywords[*keyword].market as usize) < self.pages;
        (0..self.simulation.keywords.len()).filter(is_taken)
    }

    /// Returns the index of a query over all pieces.
    pub(crate) fn number(&self, keyword: usize) -> usize {
        self.no * 1_140 + keyword
    }

    /// Returns the text of a query.
    pub(crate) fn query(&self, keyword: usize) -> String {
        let found = &self.simulation.keywords[keyword];
        let place = self.simulation.markets[found.market as usize].place as usize;
        let town = self.simulation.places[place].name.to_lowercase();
        let service = found.query.strip_suffix(&town).unwrap_or(&found.query);
        format!("{service}{} {town}", self.region)
    }

    /// Returns the query with as many variants as needed for `keywords` over `pages` pages. Demand decreases steeply:
    /// half of them have a sixteenth of the simulated demand or less.
    pub(crate) fn variants(&self, keyword: usize, keywords: usize, pages: usize) -> Vec<Variant> {
        let number = self.number(keyword);
        let each = keywords as f64 / (pages as f64 * KEYWORDS_A_PAGE);
        let count = ((number + 1) as f64 * each) as usize - (number as f64 * each) as usize;
        let plain = self.query(keyword);
        let variant = |at: usize| {
            let (before, after) = if at == 0 { ("", "") } else { VARIANTS[(number + at) % VARIANTS.len()] };
            let mut random = SplitMix64::new((number * 16 + at) as u64);
            let share = random.uniform().powi(4) * if at == 0 { 1.0 } else { 0.3 };
            Variant { query: format!("{before}{plain}{after}"), share, random }
        };
        (0..count).map(variant).collect()
    }

    /// Returns the days on which a variant had impressions.
    pub(crate) fn seen(&self, keyword: usize, variant: &mut Variant) -> Vec<Seen> {
        let series = &self.simulation.keyword_series[keyword];
        let on = |day: u32| {
            let at = day as usize;
            let impressions = binomial(series.impressions[at], variant.share, &mut variant.random);
            let clicks = binomial(series.clicks[at], variant.share, &mut variant.random).min(impressions);
            Seen { day, clicks, impressions, position: series.position[at] }
        };
        (0..DAYS).map(on).filter(|seen| seen.impressions > 0).collect()
    }
}
