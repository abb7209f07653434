//! Places, queries, competitors and other fixed parts of a simulated market.

use super::output::{Keyword, Market, Place};
use super::params::{ChangeKind, Checked, PlannedChange, PlannedUpdate};
use crate::stat::{SplitMix64, standard_normal};

static NAMES: &[&str] = &[
    "Alderbrook",
    "Birchhaven",
    "Cedarmoor",
    "Dunmere",
    "Elmstead",
    "Fernley Cross",
    "Glenashe",
    "Hollowmere",
    "Ivybridge Point",
    "Juniper Vale",
    "Kestrel Bay",
    "Larkmere",
    "Mossford",
    "Nettlecombe",
    "Oakmere",
    "Pinehollow",
];
static TRADES: &[(&str, &[&str], f64, f64)] = &[
    ("sim-plumbing", &["plumber", "emergency plumber", "drain cleaning", "plumber cost"], 300.0, 7_000.0),
    ("sim-roofing", &["roof repair", "roofing contractor", "roof replacement cost"], 150.0, 9_000.0),
    ("sim-towing", &["towing service", "tow truck near", "cheap towing"], 400.0, 3_500.0),
    ("sim-hvac", &["ac repair", "furnace repair", "hvac company"], 260.0, 8_000.0),
    ("sim-pest", &["pest control", "termite treatment", "exterminator cost"], 180.0, 5_000.0),
    ("sim-cleaning", &["house cleaning", "maid service", "deep cleaning cost"], 220.0, 3_000.0),
];

/// The fixed part of a simulated market.
#[derive(Debug)]
pub(super) struct World {
    pub(super) places: Vec<Place>,
    pub(super) markets: Vec<Market>,
    pub(super) keywords: Vec<Keyword>,
    /// Strengths and addresses of the competitors of each market.
    pub(super) rivals: Vec<Vec<(f64, String)>>,
    /// Final strength of each page.
    pub(super) grown: Vec<f64>,
    /// Fit of a page to each keyword.
    pub(super) fit: Vec<f64>,
    /// Leads per visit of each market.
    pub(super) conversion: Vec<f64>,
    pub(super) changes: Vec<PlannedChange>,
    pub(super) updates: Vec<PlannedUpdate>,
}

/// Returns an independent random stream per purpose and index, so that an additional change does not affect
/// anything else.
pub(super) fn stream(seed: u64, purpose: u64, thing: usize) -> SplitMix64 {
    let mut mixer = SplitMix64::new(seed ^ purpose.wrapping_mul(0xA24B_AED4_963E_E407));
    let start = mixer.next_u64() ^ (thing as u64).wrapping_mul(0x9FB2_1C65_1E98_DF25);
    SplitMix64::new(SplitMix64::new(start).next_u64())
}

pub(super) fn build(params: &Checked) -> World {
    let places: Vec<Place> = (0..params.places as usize).map(|at| place(params.seed, at)).collect();
    let mut world = World {
        markets: Vec::new(),
        keywords: Vec::new(),
        rivals: Vec::new(),
        grown: Vec::new(),
        fit: Vec::new(),
        conversion: Vec::new(),
        changes: Vec::new(),
        updates: params.updates.clone().unwrap_or_else(|| vec![PlannedUpdate { day: params.days * 2 / 3, size: -0.5 }]),
        places,
    };
    for trade in 0..params.trades as usize {
        for at in 0..world.places.len() {
            add_market(&mut world, params, trade, at);
        }
    }
    world.changes = params.changes.clone().unwrap_or_else(|| mix(params, world.markets.len()));
    world
}

fn place(seed: u64, at: usize) -> Place {
    let mut random = stream(seed, 1, at);
    let turn = at / NAMES.len();
    let suffix = if turn == 0 { String::new() } else { format!(" {}", turn + 1) };
    Place {
        simulated: true,
        id: format!("sim-place-{at}"),
        name: format!("{}{suffix}", NAMES[at % NAMES.len()]),
        state: "ZZ".to_owned(),
        population: (40_000.0 * (0.9 * standard_normal(&mut random)).exp()).clamp(6_000.0, 900_000.0).round(),
        latitude: 20.0 + 4.0 * random.uniform(),
        longitude: -42.0 + 4.0 * random.uniform(),
    }
}

fn add_market(world: &mut World, params: &Checked, trade: usize, place: usize) {
    let market = world.markets.len();
    let mut random = stream(params.seed, 2, market);
    let (slug, services, rate, payout) = TRADES[trade % TRADES.len()];
    let home = &world.places[place];
    let town = home.name.to_lowercase();
    let path = town.replace(' ', "-");
    for service in services {
        let share = (0.4 * standard_normal(&mut random)).exp() / services.len() as f64;
        let searches_month = home.population / 100_000.0 * rate * share * params.demand;
        world.keywords.push(Keyword { query: format!("{service} {town}"), market: market as u32, searches_month });
        world.fit.push(0.3 * standard_normal(&mut random));
    }
    // Larger places have stronger competitors.
    let level = 0.25 * (home.population / 40_000.0).ln();
    let rival = |at: usize, random: &mut SplitMix64| {
        (level + 0.8 * standard_normal(random), format!("https://rival-{at}.example/{slug}/{path}"))
    };
    let rivals = (0..params.rivals as usize).map(|at| rival(at, &mut random)).collect();
    world.rivals.push(rivals);
    world.grown.push(0.9 + 0.4 * standard_normal(&mut random));
    world.conversion.push((0.05 * (0.3 * standard_normal(&mut random)).exp()).clamp(0.01, 0.15));
    world.markets.push(Market {
        simulated: true,
        trade: slug.to_owned(),
        place: place as u32,
        page: params.host.as_ref().map_or_else(
            || format!("https://{slug}.example/{path}/"),
            |host| format!("https://{host}/{}/{path}/", slug.trim_start_matches("sim-")),
        ),
        payout_cents: (payout * (0.2 * standard_normal(&mut random)).exp()).round(),
    });
}

/// Plans one change for two of three pages: titles, content, links, and a third without effect.
fn mix(params: &Checked, pages: usize) -> Vec<PlannedChange> {
    let mut random = stream(params.seed, 3, 0);
    let kinds = [
        (ChangeKind::Title, 0.25),
        (ChangeKind::None, 0.0),
        (ChangeKind::Content, 0.8),
        (ChangeKind::Links, 0.6),
        (ChangeKind::None, 0.0),
        (ChangeKind::Title, 0.4),
    ];
    let change = |page: usize, random: &mut SplitMix64| {
        let (kind, size) = kinds[page / 3 * 2 % kinds.len() + page % 3];
        let day = params.days / 3 + random.below((params.days / 4).max(1) as usize) as u32;
        PlannedChange { page: page as u32, day, kind, size }
    };
    (0..pages).filter(|page| page % 3 < 2).map(|page| change(page, &mut random)).collect()
}
