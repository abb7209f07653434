//! Random split of pages: drawn once, before the start, from the previous days.

use chrono::NaiveDate;
use engines::{
    causal::experiment::{ExperimentInput, Page, Parameters, experiment},
    common::Unattended,
};
use shared::domain::experiment::{Arm, Experiment};

use super::figures::Figures;
use crate::{error::JobError, runs::engine::control::engine_error};

/// Maximum number of pages to draw from if none are named.
const MOST: usize = 200;

/// Draws the groups of an arm. The same experiment always has the same draw.
pub(super) fn draw(tried: &Experiment, arm: &Arm, site: &str, figures: &Figures) -> Result<Arm, JobError> {
    let until = tried.starts_on.pred_opt().unwrap_or(NaiveDate::MIN);
    let candidates: Vec<_> = match arm.targets.as_slice() {
        [] => figures.subjects.iter().take(MOST).collect(),
        named => figures.named(named),
    };
    let page = |(name, days): &(String, _)| Page {
        page: name.clone(),
        y: figures.series(days, figures.span.map_or(until, |(_, last)| last.min(until))),
        ..Page::default()
    };
    let input = ExperimentInput { pages: candidates.into_iter().map(page).collect(), ..ExperimentInput::default() };
    let (_, low) = tried.id.as_u64_pair();
    let parameters = Parameters { seed: low, ..Parameters::default() }.check().map_err(|error| engine_error(&error))?;
    let drawn = experiment(&input, &parameters, &Unattended).map_err(|error| of_site(site, &engine_error(&error)))?;
    let (targets, controls): (Vec<_>, Vec<_>) = drawn.split.into_iter().partition(|page| page.treated);
    Ok(Arm {
        website_id: arm.website_id,
        pairs: targets.iter().chain(&controls).map(|page| page.pair).collect(),
        targets: targets.into_iter().map(|page| page.page).collect(),
        controls: controls.into_iter().map(|page| page.page).collect(),
    })
}

fn of_site(site: &str, error: &JobError) -> JobError {
    JobError::permanent("cannot-split", format!("The pages of {site} cannot be split: {error}"))
}
