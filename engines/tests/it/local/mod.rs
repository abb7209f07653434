//! The local engine.

mod catalog;
mod competition;
mod edges;
mod learning;
mod named;
mod overrides;
mod own_world;
mod portfolio;
mod properties;
mod scan;
mod sums;

use engines::common::{Day, Unattended};
use engines::local::{
    Explanation, Filters, Input, MarketInput, Overrides, Parameters, Scan, Scores, explain, scan, score,
};

fn day() -> Option<Day> {
    Day::parse("2026-11-21")
}

/// Plumbing in one state: a scan that is quick unoptimised.
fn input(overrides: Overrides) -> Input {
    let filters = Filters { verticals: vec!["plumbing".into()], states: vec!["OK".into()], ..Filters::default() };
    Input { as_of: day(), filters, overrides, ..Input::default() }
}

fn scanned(input: &Input, params: Parameters) -> Scan {
    scan(input, &params.check().unwrap(), &Unattended).unwrap()
}

fn scores(input: &Input) -> Scores {
    score(input, &Parameters::default().check().unwrap(), &Unattended).unwrap()
}

fn tulsa(overrides: Overrides, params: Parameters) -> Explanation {
    let input = MarketInput {
        as_of: day(),
        vertical: "plumbing".into(),
        place: "Tulsa".into(),
        state: Some("OK".into()),
        overrides,
        ..MarketInput::default()
    };
    explain(&input, &params.check().unwrap(), &Unattended).unwrap()
}
