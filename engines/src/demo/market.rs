//! The market that is shown.

use crate::common::{Control, Day, EngineError};
use crate::simulator::{ChangeKind, Parameters, PlannedChange, PlannedUpdate, Simulation, simulate};

/// Host of the own pages.
pub const SITE: &str = "www.sample.example";
/// Days after the shown ones, which no engine is given: what the forecast is held against.
pub const HIDDEN_DAYS: u32 = 28;
/// Days that are shown.
const DAYS: u32 = 240;
/// The day of the search engine's update: all own pages lose.
const UPDATE: PlannedUpdate = PlannedUpdate { day: 90, size: -0.5 };
/// The first change comes on this day, the next a few days later each.
const FIRST_CHANGE: u32 = 130;
/// Pages: trades times places.
const PAGES: u32 = 32;

/// The parameters of the market: eight places, four trades, one update, 24 changes of which eight do nothing.
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

/// Of four pages one gets a title, one better content or links, one a change without effect, and one is left alone.
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

/// The market, `more` days longer than it is shown. The days it shares with a shorter one are the same.
///
/// # Errors
/// [`EngineError::Cancelled`].
pub fn market(more: u32, control: &dyn Control) -> Result<Simulation, EngineError> {
    let shown = parameters();
    simulate(&Parameters { days: shown.days + more, ..shown }.check()?, control)
}
