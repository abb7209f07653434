//! Data of a workspace that the engines can use.

use ::engines::{
    ActionId,
    action::{Data as Kind, Need},
    common::EngineId,
};
use chrono::{DateTime, TimeDelta, Utc};
use shared::{
    domain::{now, website::Website},
    store::{self, Db, StoreError},
};
use uuid::Uuid;

use super::need;
use crate::error::ApiError;

/// Days over which conversions are measured.
const MEASURED_DAYS: TimeDelta = TimeDelta::days(90);

/// Kinds of tables with figures of keyword tools.
const KEYWORD_TOOLS: [&str; 9] = [
    "keyword_planner",
    "ahrefs_keywords",
    "ahrefs_organic",
    "semrush_positions",
    "semrush_magic",
    "keyword_list",
    "data_for_seo_keywords",
    "data_for_seo_ideas",
    "data_for_seo_ranked",
];

/// Names of an engine's actions. The first is the default.
pub(crate) fn actions(engine: EngineId) -> Vec<&'static str> {
    ActionId::of(engine).map(|action| action.info().name).collect()
}

/// Finds an action of an engine by name.
/// # Errors
/// Returns a problem with the list of the engine's actions.
pub(super) fn action(engine: EngineId, name: &str) -> Result<ActionId, ApiError> {
    let unknown = || {
        ApiError::invalid(
            "/action",
            format!("is not an action of this engine; valid actions: {}", actions(engine).join(", ")),
        )
    };
    ActionId::find(engine, name).ok_or_else(unknown)
}

/// Data of the chosen website, or of any website of the workspace.
#[derive(Debug, Clone, Default)]
pub(crate) struct Data {
    /// Whether there is an import with search data.
    has_searches: bool,
    /// Kinds of the imported tables.
    kinds: Vec<String>,
    /// Number of days with clicks.
    days: usize,
    /// Number of pages of other websites that rank for one query, of the query with most.
    ranking_pages: i64,
    has_opportunities: bool,
    has_forecasts: bool,
    has_changes: bool,
    has_answers: bool,
    has_conversions: bool,
    has_vitals: bool,
    has_bing: bool,
    /// Time of the latest import.
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

    /// Returns true if the data meet a requirement of an action.
    fn meets(&self, need: &Need) -> bool {
        match need.data {
            Kind::SearchQueries => self.has_searches,
            Kind::BingQueries => self.has_bing,
            Kind::KeywordVolumes => self.has_any(&KEYWORD_TOOLS),
            Kind::SerpSnapshots => self.has_any(&["serp_results"]),
            Kind::RankingPages => self.ranking_pages >= i64::from(need.at_least),
            Kind::SiteCrawl => self.has_any(&["pages", "screaming_frog"]),
            Kind::Backlinks => self.kinds.iter().any(|kind| kind.ends_with("backlinks")),
            Kind::CoreWebVitals => self.has_vitals,
            Kind::DailySeries => self.days >= need.at_least as usize,
            Kind::RankHistory => self.has_any(&["rank_history"]),
            Kind::AiAnswers => self.has_answers,
            // Imported leads give a rate on the days that have clicks.
            Kind::Conversions => self.has_conversions || (self.has_any(&["leads"]) && self.days > 0),
            Kind::LeadRevenue => self.has_any(&["leads"]) && self.has_any(&["revenue"]),
            Kind::ChangeLog => self.has_changes,
            Kind::Opportunities => self.has_opportunities,
            Kind::Outcomes => self.has_forecasts,
            // Supplied by the caller, or built-in reference data.
            Kind::ApprovedPlan | Kind::Market | Kind::PayoutRates | Kind::ContentBrief => true,
        }
    }

    /// Returns true if there are data of a kind.
    pub(crate) fn has(&self, kind: Kind) -> bool {
        self.meets(&Need::any(kind))
    }

    /// Returns the missing data of an action.
    pub(crate) fn missing(&self, action: ActionId) -> Vec<&'static Need> {
        let info = action.info();
        let is_replaced = |need: &Need| info.replacement(need.data).is_some_and(|other| self.has(other));
        info.needs.iter().filter(|need| !self.meets(need) && !is_replaced(need)).collect()
    }

    /// Returns the action that runs on the data alone; `None` if every action requires input or data.
    pub(super) fn default_action(&self, engine: EngineId) -> Option<&'static str> {
        let works_alone = |action: &ActionId| {
            let needs_something = !action.info().needs.is_empty() || engine == EngineId::Local;
            needs_something && self.missing(*action).is_empty()
        };
        let found = ActionId::of(engine).find(works_alone).filter(|_| need::input(engine).is_none());
        found.map(|action| action.info().name)
    }

    /// Returns the missing data of the engine's first action. If that requires none, the caller provides its input.
    pub(super) fn needs(&self, engine: EngineId) -> Vec<need::Need> {
        let first = ActionId::of(engine).next();
        first.map(|action| self.missing(action).into_iter().map(need::Need::from).collect()).unwrap_or_default()
    }

    /// Returns true if the engine's first action requires no data, or one of its actions has the data that it requires.
    pub(super) fn suffices(&self, engine: EngineId) -> bool {
        let mut actions = ActionId::of(engine).peekable();
        let is_free = actions.peek().is_some_and(|first| first.info().needs.is_empty());
        is_free || actions.any(|action| !action.info().needs.is_empty() && self.missing(action).is_empty())
    }
}

/// Reads the data of the workspace, or of one website.
pub(crate) async fn read(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<Data, StoreError> {
    let mut data = Data {
        kinds: store::import::kinds(db, workspace_id, website_id).await?,
        has_opportunities: !store::opportunity::list(db, workspace_id, website_id, 1).await?.is_empty(),
        has_forecasts: store::forecast::any(db, workspace_id, website_id).await?,
        ..Data::default()
    };
    match website_id {
        Some(id) => store::website::find(db, workspace_id, id).await?.iter().for_each(|website| data.add(website)),
        None => store::website::list(db, workspace_id, None).await?.iter().for_each(|website| data.add(website)),
    }
    let any = store::answer::AnswerFilter::default();
    data.has_answers = !store::answer::list(db, workspace_id, website_id, &any, None, 1).await?.items.is_empty();
    let since = now().date_naive() - MEASURED_DAYS;
    data.has_conversions = store::measured::has_conversions(db, workspace_id, website_id, since).await?;
    data.has_bing = store::imported::has_bing_queries(db, workspace_id, website_id).await?;
    if data.has_any(&["pages"]) {
        data.ranking_pages = store::import::most_pages_of_a_query(db, workspace_id, website_id).await?;
    }
    data.has_vitals = store::vitals::any(db, workspace_id, website_id).await?;
    if data.has_any(&["gsc_dates", "gsc_bulk_site", "gsc_bulk_url"]) {
        data.days = days(db, workspace_id, website_id).await?;
    }
    let changes = store::annotation::Filter { website_id, ..store::annotation::Filter::default() };
    data.has_changes = !store::annotation::list(db, workspace_id, &changes, 1).await?.items.is_empty();
    Ok(data)
}

/// Returns the number of days with clicks of a website. Default: the website with the latest import.
async fn days(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<usize, StoreError> {
    let website = match website_id {
        Some(id) => Some(id),
        None => newest(db, workspace_id).await?.map(|website| website.id),
    };
    match website {
        Some(id) => Ok(store::daily::daily(db, workspace_id, id).await?.len()),
        None => Ok(0),
    }
}

/// Returns the default website: the one with the latest import.
pub(super) async fn newest(db: &Db, workspace_id: Uuid) -> Result<Option<Website>, StoreError> {
    let websites = store::website::list(db, workspace_id, None).await?;
    let with_data = websites.into_iter().filter(|website| website.last_import_at.is_some());
    Ok(with_data.max_by_key(|website| website.last_import_at))
}

/// Finds the website that was added last.
pub(super) async fn latest(db: &Db, workspace_id: Uuid) -> Result<Option<Website>, StoreError> {
    Ok(store::website::list(db, workspace_id, None).await?.pop())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imported(kinds: &[&str], days: usize) -> Data {
        Data { kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(), days, ..Data::default() }
    }

    #[test]
    fn imported_leads_on_days_with_clicks_are_conversions() {
        assert!(imported(&["gsc_dates", "leads"], 30).has(Kind::Conversions));
        assert!(!imported(&["gsc_dates"], 30).has(Kind::Conversions), "no leads");
        assert!(!imported(&["leads"], 0).has(Kind::Conversions), "a rate needs clicks as well");
    }

    #[test]
    fn lead_revenue_needs_leads_and_revenue() {
        assert!(imported(&["leads", "revenue"], 0).has(Kind::LeadRevenue));
        assert!(!imported(&["leads"], 0).has(Kind::LeadRevenue));
    }
}
