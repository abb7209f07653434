//! What a workspace has for the engines to work on.

use ::engines::{command::tasks, common::EngineId};
use chrono::{DateTime, Utc};
use shared::{
    domain::website::Website,
    store::{self, Db, StoreError, annotation},
};
use uuid::Uuid;

use super::need::{self, Need};
use crate::error::ApiError;

/// Actions that a run can have, by engine. The first is the default.
pub(crate) fn actions(engine: EngineId) -> Vec<&'static str> {
    tasks(engine).iter().map(|task| task.name).collect()
}

/// Refuses what is no action of the engine.
pub(super) fn check_action(engine: EngineId, action: &str) -> Result<(), ApiError> {
    let actions = actions(engine);
    if actions.contains(&action) {
        return Ok(());
    }
    Err(ApiError::invalid("/action", format!("is none of this engine's: {}", actions.join(", "))))
}

/// What the chosen website, or any of the workspace, has.
#[derive(Debug, Clone, Default)]
pub(super) struct Data {
    /// Whether an import with searches counts.
    has_searches: bool,
    /// The kinds of tables that were imported.
    kinds: Vec<String>,
    /// Whether an opportunity is open, and whether anything was foretold.
    has_opportunities: bool,
    has_forecasts: bool,
    /// Days of clicks, and whether a change of the website was noted.
    days: usize,
    has_changes: bool,
    /// When data was last imported.
    pub(super) last_import_at: Option<DateTime<Utc>>,
}

impl Data {
    fn add(&mut self, website: &Website) {
        self.has_searches |= website.queries.is_some_and(|queries| queries > 0);
        self.last_import_at = self.last_import_at.max(website.last_import_at);
    }

    fn has_any(&self, kinds: &[&str]) -> bool {
        self.kinds.iter().any(|kind| kinds.contains(&kind.as_str()))
    }

    fn has_days(&self) -> bool {
        self.has_any(&["gsc_dates", "gsc_bulk_site", "gsc_bulk_url"])
    }

    /// Returns what the engine requires and the workspace lacks; empty when it can work.
    pub(super) fn missing(&self, engine: EngineId) -> Vec<Need> {
        match (self.is_ready(engine), least_days(engine)) {
            (true, _) => Vec::new(),
            (false, Some(least)) if self.has_days() => vec![need::of_days(least, self.days)],
            (false, _) => need::of(engine).into_iter().filter(|need| !self.has(need.kind)).collect(),
        }
    }

    /// Whether data of this kind is there already, for an engine that requires several.
    fn has(&self, kind: &str) -> bool {
        match kind {
            "daily_series" => self.has_days(),
            // The power of a change that is planned needs no change.
            "change_log" => true,
            _ => false,
        }
    }

    /// Returns the action that works on the data alone; `None` where every action requires input or data.
    pub(super) fn default_action(&self, engine: EngineId) -> Option<&'static str> {
        if !self.is_ready(engine) || need::input(engine).is_some() {
            return None;
        }
        let wanted = match engine {
            EngineId::Causal if !self.has_changes => "power",
            EngineId::Predictive if !self.has_enough_days(engine) => "ranking",
            _ => return actions(engine).first().copied(),
        };
        actions(engine).into_iter().find(|action| *action == wanted)
    }

    /// Whether the engine's default action can work.
    pub(super) fn is_ready(&self, engine: EngineId) -> bool {
        match engine {
            EngineId::Pattern => self.has_enough_days(engine),
            EngineId::Predictive => self.has_enough_days(engine) || self.has_any(&["rank_history"]),
            _ => self.suffices(engine),
        }
    }

    fn has_enough_days(&self, engine: EngineId) -> bool {
        self.has_days() && least_days(engine).is_none_or(|least| self.days >= least)
    }

    /// Whether the engine has the tables that its actions read. Some actions require more: see [`Self::is_ready`].
    pub(super) fn suffices(&self, engine: EngineId) -> bool {
        match engine {
            EngineId::Keyword => self.has_searches,
            EngineId::Competitive => self.has_any(&["serp_results"]),
            EngineId::Semantic => self.has_any(&["pages", "screaming_frog"]),
            EngineId::Causal | EngineId::Pattern => self.has_days(),
            EngineId::Predictive => self.has_days() || self.has_any(&["rank_history"]),
            EngineId::Strategic | EngineId::Execution => self.has_opportunities,
            EngineId::Learning => self.has_forecasts,
            // The brief and the facts are the caller's; the reference data of markets is built in.
            EngineId::Content | EngineId::Local => true,
        }
    }
}

/// Days of clicks below which an engine refuses to work.
const fn least_days(engine: EngineId) -> Option<usize> {
    match engine {
        EngineId::Pattern => Some(21),
        EngineId::Predictive => Some(28),
        _ => None,
    }
}

/// What the workspace has, on one website if given.
pub(super) async fn read(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<Data, StoreError> {
    let mut data = Data {
        kinds: store::import::kinds(db, workspace_id, website_id).await?,
        has_opportunities: !store::opportunity::list(db, workspace_id, website_id, 1).await?.is_empty(),
        has_forecasts: store::forecast::any(db, workspace_id, website_id).await?,
        ..Data::default()
    };
    let counted = match website_id {
        Some(id) => Some(id),
        None => newest(db, workspace_id).await?.map(|website| website.id),
    };
    if let Some(id) = counted {
        data.days = store::daily::daily(db, workspace_id, id).await?.len();
        let noted = annotation::Filter { website_id: Some(id), ..annotation::Filter::default() };
        data.has_changes = !annotation::list(db, workspace_id, &noted, 1).await?.items.is_empty();
    }
    match website_id {
        Some(id) => store::website::find(db, workspace_id, id).await?.iter().for_each(|website| data.add(website)),
        None => store::website::list(db, workspace_id, None).await?.iter().for_each(|website| data.add(website)),
    }
    Ok(data)
}

/// The website to work on when the caller names none: the one whose data was imported last.
pub(super) async fn newest(db: &Db, workspace_id: Uuid) -> Result<Option<Website>, StoreError> {
    let websites = store::website::list(db, workspace_id, None).await?;
    let with_data = websites.into_iter().filter(|website| website.last_import_at.is_some());
    Ok(with_data.max_by_key(|website| website.last_import_at))
}
