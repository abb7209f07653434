//! What each engine's actions are given of a website's data, as the case that the action reads.
//!
//! What the caller gives under the same name stands over what is loaded, and what cannot be loaded is left out: the
//! engine itself says what it needs.

mod changes;
mod clicks;
mod ledger;
mod market;
mod opportunities;
mod pages;
mod periods;
mod ranks;
mod searches;
pub(super) mod series;
pub(super) mod serps;

use engines::command::Body;
use serde_json::{Value, json};
use shared::{
    domain::engine::EngineId,
    store::{run::Effect, website},
};

use crate::{context::RunContext, error::JobError};

/// A case, and what was learned while it was gathered.
#[derive(Debug, Default)]
pub(super) struct Loaded {
    pub(super) case: Body,
    /// What the run writes besides its result: outcomes of forecasts that are due.
    pub(super) effects: Vec<Effect>,
    /// What was taken for granted, and what was left out: told with the answer's own assumptions.
    pub(super) assumptions: Vec<String>,
}

/// The case of an engine's action for the run's website.
///
/// # Errors
/// Those of the store; the website's absence where the action needs one.
pub(super) async fn case(
    context: &RunContext, engine: EngineId, action: &str, given: &Body,
) -> Result<Loaded, JobError> {
    let mut loaded = Loaded::default();
    match engine {
        EngineId::Predictive if given.contains_key("y") => {}
        EngineId::Predictive => {
            base(context, &mut loaded.case, true).await?;
            if action != "ranking" {
                series::days(context, &mut loaded.case).await?;
            }
            if action != "forecast" {
                ranks::paths(context, &mut loaded.case).await?;
            }
        }
        EngineId::Pattern => series::pattern(context, action, given, &mut loaded.case).await?,
        EngineId::Causal => changes::causal(context, action, given, &mut loaded.case).await?,
        EngineId::Competitive => {
            base(context, &mut loaded.case, true).await?;
            serps::snapshots(context, &mut loaded.case).await?;
        }
        EngineId::Semantic => pages::semantic(context, action, given, &mut loaded.case).await?,
        EngineId::Strategic => {
            base(context, &mut loaded.case, false).await?;
            opportunities::bets(context, &mut loaded).await?;
        }
        // Its rounds are the caller's.
        EngineId::Learning if action == "bandit" => {}
        EngineId::Learning => {
            base(context, &mut loaded.case, false).await?;
            ledger::entries(context, action, &mut loaded).await?;
            if action == "curves" {
                clicks::by_position(context, &mut loaded.case).await?;
            }
        }
        EngineId::Local => {
            base(context, &mut loaded.case, false).await?;
            market::overrides(context, action, &mut loaded.case).await?;
        }
        EngineId::Content => {
            loaded.case.insert("asOf".into(), as_of(context));
            if action == "brief" {
                pages::winners(context, given, &mut loaded.case).await?;
            }
        }
        EngineId::Execution if action == "plan" => {
            loaded.case.insert("asOf".into(), as_of(context));
        }
        EngineId::Keyword if action == "expand" => serps::known(context, &mut loaded.case).await?,
        EngineId::Keyword if action == "cluster" && !given.contains_key("texts") => {
            searches::texts(context, &mut loaded).await?;
        }
        EngineId::Execution | EngineId::Keyword => {}
    }
    Ok(loaded)
}

fn as_of(context: &RunContext) -> Value {
    json!(context.run.created_at.date_naive())
}

/// The day, the currency and the site.
async fn base(context: &RunContext, case: &mut Body, with_site: bool) -> Result<(), JobError> {
    case.insert("asOf".into(), as_of(context));
    if let (true, Some(host)) = (with_site, host(context).await?) {
        case.insert("site".into(), json!(host));
    }
    Ok(())
}

/// The host of the run's website; `None` for a run about none.
async fn host(context: &RunContext) -> Result<Option<String>, JobError> {
    let Some(id) = context.run.website_id else { return Ok(None) };
    let site = website::find(&context.db, context.run.workspace_id, id).await?;
    let site = site.ok_or_else(|| JobError::permanent("website-gone", "The website is no longer there."))?;
    Ok(Some(site.host))
}
