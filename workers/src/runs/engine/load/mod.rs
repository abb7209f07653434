//! Loaders of website data, one per action.
//!
//! A loader fills the fields of the input that the caller omitted. Missing data stay empty; the engine reports what it
//! needs.

mod answers;
mod audit;
mod causal;
mod changes;
mod clicks;
mod competitive;
mod content;
mod execution;
mod fall;
mod keyword;
mod learning;
mod ledger;
mod links;
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
mod vitals;

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

/// Results of loading an input.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    /// Additional effects of the run: outcomes of due forecasts.
    pub(super) effects: Vec<Effect>,
    /// Assumptions and omissions, listed with the engine's own assumptions.
    pub(super) assumptions: Vec<String>,
    /// Currency of the amounts in the data, which overrides that of the case; `None` if the data have none.
    pub(super) currency: Option<String>,
}

/// How an action runs on a website's data.
pub(super) trait Load: Action {
    /// Whether the input is needed after the engine has read it: to describe the answer, or for forecasts of other versions.
    const KEEPS_INPUT: bool = true;

    /// Fills what the caller left open of the input.
    ///
    /// # Errors
    /// Returns an error if a query fails, or if the action needs a website and the run has none.
    fn load(context: &RunContext, input: &mut Self::Input) -> impl Future<Output = Result<Loaded, JobError>> + Send;

    /// Default parameters of a run; a version's and the caller's override them.
    fn parameters() -> Self::Parameters {
        Self::Parameters::default()
    }

    /// Adds parts of the input that readers of the output need.
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

/// Implements [`Load`] for actions with input from the caller only.
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

/// The day of the analysis: the day of the run.
pub(in crate::runs) fn as_of(context: &RunContext) -> Option<Day> {
    day(context.run.created_at.date_naive())
}

/// Converts a date to the engines' type.
pub(in crate::runs::engine) fn day(date: NaiveDate) -> Option<Day> {
    Day::from_ymd(date.year(), date.month(), date.day())
}

/// Converts a date from the engines' type.
fn date(day: Day) -> Option<NaiveDate> {
    day.to_string().parse().ok()
}

/// Days of AI answers that count together for a comparison.
const ANSWER_DAYS: i64 = 28;

/// Host of the run's website; `None` for a run without a website.
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
