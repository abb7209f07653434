//! The market of the demonstration.

use crate::common::{Control, Day, EngineError};
use crate::simulator::{ChangeKind, Parameters, PlannedChange, PlannedUpdate, Simulation, simulate};

/// Host of the site's own pages.
pub const SITE: &str = "www.sample.example";
/// Days after the visible ones, which no engine sees; the forecast is compared with them.
pub const HIDDEN_DAYS: u32 = 28;
/// Visible days.
const DAYS: u32 = 240;
/// The search engine update: all own pages lose.
const UPDATE: PlannedUpdate = PlannedUpdate { day: 90, size: -0.5 };
/// Day of the first change; further changes follow every few days.
const FIRST_CHANGE: u32 = 130;
/// Pages: trades x places.
const PAGES: u32 = 32;

/// Parameters of the market: eight places, four trades, one update, 24 changes of which eight have no effect.
pub fn parameters() -> Parameters {
    Parameters {
        start: Day::from_ymd(2026, 3, 6).unwrap_or_default(),
        days: DAYS,
        places: 8,
        trades: 4,
        demand: 60.0,
        host: Some(SITE.to_owned()),
        changes: Some((0..PAGES).filter_map(planned).collect()),
        updates: Some(vec![UPDATE]),
        ..Parameters::default()
    }
}

/// Plans the change of a page: of four pages one gets a title, one better content or links, one a change without
/// effect, and one stays unchanged.
fn planned(page: u32) -> Option<PlannedChange> {
    let (kind, size) = match (page % 4, page / 4 % 2) {
        (0, 0) => (ChangeKind::Title, 0.2),
        (0, _) => (ChangeKind::Title, 0.4),
        (1, _) => (ChangeKind::None, 0.0),
        (2, 0) => (ChangeKind::Content, 0.8),
        (2, _) => (ChangeKind::Links, 0.8),
        _ => return None,
    };
    Some(PlannedChange { page, day: FIRST_CHANGE + page * 3 % 60, kind, size })
}

/// Simulates the market, `more` days longer than shown. The common days of a longer and a shorter market are identical.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub fn market(more: u32, control: &dyn Control) -> Result<Simulation, EngineError> {
    let shown = parameters();
    simulate(&Parameters { days: shown.days + more, ..shown }.check()?, control)
}
