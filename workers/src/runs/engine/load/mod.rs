//! What each action is given of a website's data: a loader for each, by the engine.
//!
//! A loader fills the fields of the input that the caller left open. What cannot be loaded stays open: the engine itself
//! reports what it needs.

mod causal;
mod changes;
mod clicks;
mod competitive;
mod content;
mod execution;
mod keyword;
mod learning;
mod ledger;
mod local;
mod market;
mod opportunities;
mod pages;
mod pattern;
mod periods;
mod predictive;
mod queries;
mod ranks;
mod semantic;
mod series;
pub(super) mod serps;
mod strategic;

use std::future::Future;

use chrono::{Datelike, NaiveDate};
use engines::{
    action::{Action, Output},
    common::Day,
};
use shared::store::{effect::Effect, website};

use super::{
    found::{self, Findings},
    maker::Maker,
};
use crate::{context::RunContext, error::JobError};

/// What was learned while an input was filled.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// What the run writes besides its result: outcomes of forecasts that are due.
    pub(super) effects: Vec<Effect>,
    /// What was assumed and what was left out; listed with the answer's own assumptions.
    pub(super) assumptions: Vec<String>,
}

/// How an action runs on a website's data.
pub(super) trait Load: Action {
    /// Fills what the caller left open of the input.
    ///
    /// # Errors
    /// Those of the store; the website's absence where the action needs one.
    fn load(context: &RunContext, input: &mut Self::Input) -> impl Future<Output = Result<Loaded, JobError>> + Send;

    /// The parameters that a run starts from; a version's and the caller's override them.
    fn parameters() -> Self::Parameters {
        Self::Parameters::default()
    }

    /// Adds to the answer what its readers need of the input.
    fn describe(_input: &Self::Input, _output: &mut Self::Output) {}

    /// The rows that the answer becomes besides the run's result. What goes into a table need not stay in the answer.
    fn findings(context: &RunContext, maker: &Maker, output: &mut Self::Output) -> Result<Findings, JobError> {
        let insights = output.take_insights();
        Ok(Findings {
            opportunities: found::opportunities(Self::ENGINE, context.run.website_id, &insights)?,
            insights: found::insights(maker, &insights)?,
            keywords: None,
        })
    }
}

/// Implements [`Load`] for actions whose input is the caller's alone.
macro_rules! callers_own {
    ($($action:path),+ $(,)?) => {$(
        impl $crate::runs::engine::load::Load for $action {
            async fn load(
                _context: &$crate::context::RunContext, _input: &mut Self::Input,
            ) -> Result<$crate::runs::engine::load::Loaded, $crate::error::JobError> {
                Ok($crate::runs::engine::load::Loaded::default())
            }
        }
    )+};
}
use callers_own;

/// The day of the analysis: the run's.
fn as_of(context: &RunContext) -> Option<Day> {
    day(context.run.created_at.date_naive())
}

/// A date as the engines have it.
fn day(date: NaiveDate) -> Option<Day> {
    Day::from_ymd(date.year(), date.month(), date.day())
}

/// A date of the engines as the store has it.
fn date(day: Day) -> Option<NaiveDate> {
    day.to_string().parse().ok()
}

/// The host of the run's website; `None` for a run about none.
async fn host(context: &RunContext) -> Result<Option<String>, JobError> {
    let Some(id) = context.run.website_id else { return Ok(None) };
    let site = website::find(&context.db, context.run.workspace_id, id).await?;
    let site = site.ok_or_else(|| JobError::permanent("website-gone", "The website no longer exists."))?;
    Ok(Some(site.host))
}

#[expect(clippy::cast_precision_loss, reason = "counts of clicks stay far below 2^53")]
fn count(n: i64) -> f64 {
    n as f64
}
