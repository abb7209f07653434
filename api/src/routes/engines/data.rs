//! What a workspace has for the engines to work on.

use ::engines::common::EngineId;
use chrono::{DateTime, Utc};
use shared::{
    domain::website::Website,
    store::{self, Db, StoreError},
};
use uuid::Uuid;

/// Actions that this release can run, by engine. The first is the default.
pub(super) const fn actions(engine: EngineId) -> &'static [&'static str] {
    match engine {
        EngineId::Keyword => &["analyse", "wins"],
        EngineId::Competitive
        | EngineId::Semantic
        | EngineId::Causal
        | EngineId::Pattern
        | EngineId::Strategic
        | EngineId::Content
        | EngineId::Predictive
        | EngineId::Learning
        | EngineId::Execution
        | EngineId::Local => &[],
    }
}

/// What the chosen website, or any of the workspace, has.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Data {
    /// Whether an import with searches counts.
    pub(super) has_searches: bool,
    /// When data was last imported.
    pub(super) last_import_at: Option<DateTime<Utc>>,
}

impl Data {
    fn add(&mut self, website: &Website) {
        self.has_searches |= website.queries.is_some_and(|queries| queries > 0);
        self.last_import_at = self.last_import_at.max(website.last_import_at);
    }

    /// Whether the engine has what it needs.
    pub(super) const fn suffices(self, engine: EngineId) -> bool {
        !actions(engine).is_empty() && self.has_searches
    }
}

/// What the workspace has, on one website if given.
pub(super) async fn read(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<Data, StoreError> {
    let mut data = Data::default();
    match website_id {
        Some(id) => store::website::find(db, workspace_id, id).await?.iter().for_each(|website| data.add(website)),
        None => store::website::list(db, workspace_id, None).await?.iter().for_each(|website| data.add(website)),
    }
    Ok(data)
}

/// The website to work on when the caller names none: the one whose searches were imported last.
pub(super) async fn newest(db: &Db, workspace_id: Uuid) -> Result<Option<Website>, StoreError> {
    let websites = store::website::list(db, workspace_id, None).await?;
    let with_searches = websites.into_iter().filter(|website| website.queries.is_some_and(|queries| queries > 0));
    Ok(with_searches.max_by_key(|website| website.last_import_at))
}
