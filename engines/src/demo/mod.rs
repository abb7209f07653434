//! The demonstration: the engines on a simulated market, compared with its known effects.
//!
//! Only the size of the market and the list of changes are written by hand. [`demo`] simulates the market, runs the
//! engines like the command line does, and compares their answers with the truth. The same market is the sample project
//! ([`market`]). All data are labelled as simulated.

mod ask;
mod compare;
mod market;
mod output;
mod tiles;

pub use market::{HIDDEN_DAYS, SITE, market, parameters};
pub use output::{
    AheadDay, ChangeCheck, ChangeWord, Check, Demo, DemoInsight, Effect, Forecast, KeywordRow, Market, ObservedDay,
    Scores, Tile,
};

use crate::common::{Control, EngineError};

/// Computes the whole demonstration, byte-identical each time.
///
/// # Errors
/// Returns [`EngineError::Cancelled`], or the error of an engine, which would be a defect.
pub fn demo(control: &dyn Control) -> Result<Demo, EngineError> {
    let world = market(0, control)?;
    let future = market(HIDDEN_DAYS, control)?;
    let answers = ask::all(&world, control)?;
    let changes = compare::changes(&world, &answers)?;
    let forecast = compare::forecast(&world, &future, &answers)?;
    let scores = compare::scores(&changes, &forecast);
    Ok(Demo {
        simulated: true,
        market: output::Market::of(&world),
        engines: tiles::tiles(&answers, &scores),
        keywords: tiles::keywords(&answers)?,
        insights: tiles::insights(&answers, world.last_day())?,
        checks: compare::checks(&world, &answers)?,
        forecast,
        changes,
        scores,
    })
}
