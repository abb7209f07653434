//! Runs of engines: load the website's data, compute, save the results.
//!
//! Each action has a loader ([`load::Load`]), which fills the fields of the input that the caller omitted. An action
//! without a loader does not compile.

mod action;
mod capsule;
pub(super) mod control;
mod difficulty;
mod forecasts;
pub(super) mod found;
mod keyword;
mod load;
mod maker;
mod market;
mod measured;
mod model;
mod version;
mod website_settings;

use engines::{ActionId, action::Body, common::EngineId};

use self::{
    version::{Given, Versions},
    website_settings::Defaults,
};
use crate::{context::RunContext, error::JobError, runs::done::Done};

pub(super) use load::as_of;

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let id = action_of(context)?;
    macro_rules! dispatch {
        ($($id:ident => $action:path,)+) => {
            match id {
                // Boxed, because otherwise every run would have a future as large as the largest.
                $(ActionId::$id => Box::pin(action::run::<$action>(context, id)).await,)+
            }
        };
    }
    let (mut done, mut findings) = engines::actions!(dispatch)?;
    let figures = market::figures(context, &findings).await?;
    market::add(&mut findings, &figures);
    difficulty::rate(context, &mut findings, figures).await?;
    done.effects.extend(findings.into_effects());
    Ok(done)
}

/// Returns the requested action; the engine's default if there is none.
fn action_of(context: &RunContext) -> Result<ActionId, JobError> {
    let engine: EngineId = context
        .run
        .engine_id
        .as_deref()
        .unwrap_or_default()
        .parse()
        .map_err(|error| JobError::permanent("unknown-engine", format!("{error}.")))?;
    let found = match context.run.action.as_deref() {
        Some(name) => ActionId::find(engine, name),
        None => ActionId::of(engine).next(),
    };
    let name = context.run.action.as_deref().unwrap_or_default();
    found.ok_or_else(|| JobError::permanent("unknown-action", format!("The {engine} engine has no action `{name}`.")))
}

/// Returns the parameters of an action that count on the run's website if none are given.
pub(super) async fn usual_parameters(context: &RunContext, id: ActionId) -> Result<Body, JobError> {
    let defaults = Defaults::load(context, id).await?;
    let versions = Versions::of(context, id).await?;
    let (chosen, _) = versions.in_charge(&Given::new());
    Ok(defaults.under(chosen))
}
