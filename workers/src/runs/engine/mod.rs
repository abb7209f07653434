//! Runs of the engines: load what the website has, compute, save what was found.
//!
//! Each action of the engines' list has a loader of its own ([`load::Load`]), which fills the fields of the action's
//! input that the caller left open. An action without a loader does not compile.

mod action;
pub(super) mod control;
mod difficulty;
mod forecasts;
pub(super) mod found;
mod keyword;
mod load;
mod maker;
mod model;
mod version;
mod website_settings;

use engines::{ActionId, common::EngineId};

use crate::{context::RunContext, error::JobError, runs::done::Done};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let id = action_of(context)?;
    macro_rules! dispatch {
        ($($id:ident => $action:path,)+) => {
            match id {
                // Each on the heap: together they would make one future as large as the largest for every run.
                $(ActionId::$id => Box::pin(action::run::<$action>(context, id)).await,)+
            }
        };
    }
    let (mut done, mut findings) = engines::actions!(dispatch)?;
    difficulty::rate(context, &mut findings).await?;
    done.effects.extend(findings.into_effects());
    Ok(done)
}

/// The action that the run asks for; its engine's default for a run without one.
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
