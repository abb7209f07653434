//! What a run leaves behind: written in the transaction that ends it, so it counts exactly once.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    domain::{
        insight::NewInsight,
        keyword::{NewCluster, NewKeyword},
        notification::NewNotification,
        opportunity::OpportunityBody,
        run::{Run, RunError, RunKind},
    },
    store::{
        Result, Tx,
        event::{Audience, NewEvent},
        import, insight, keyword, notification, opportunity,
    },
};

use super::finish::Finish;

/// One sort of rows that a run leaves behind.
#[derive(Debug, Clone)]
pub enum Effect {
    /// The keyword engine's tables for a website take the place of the older ones.
    Keywords {
        /// The website.
        website_id: Uuid,
        /// Every search.
        keywords: Vec<NewKeyword>,
        /// Every group.
        clusters: Vec<NewCluster>,
    },
    /// Findings of an engine.
    Insights {
        /// The engine.
        engine_id: String,
        /// Newest last.
        insights: Vec<NewInsight>,
    },
    /// Opportunities by an identity that stays the same from run to run.
    Opportunities(Vec<(String, OpportunityBody)>),
    /// An import's rows count from now on.
    ImportEnd(ImportEnd),
    /// An import's rows are out again.
    ImportUndone {
        /// Which import.
        import_id: Uuid,
    },
    /// Its user is told.
    Notify(NewNotification),
}

/// How reading an import ended.
#[derive(Debug, Clone)]
pub struct ImportEnd {
    /// Which import.
    pub import_id: Uuid,
    /// The attempt's rows.
    pub batch_id: i64,
    /// Rows that count.
    pub rows: i64,
    /// Rows refused.
    pub rejected: i64,
    /// The first of them, with file, line and reason.
    pub rejects: Value,
    /// Distinct searches, their clicks and their impressions.
    pub totals: (i64, i64, i64),
    /// First and last day that the data covers, `YYYY-MM-DD`, where known.
    pub observed: (Option<String>, Option<String>),
}

/// Writes one effect; answers the events that it causes.
pub(super) async fn apply(tx: &mut Tx, finish: &Finish, effect: &Effect, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let run = &finish.run;
    match effect {
        Effect::Keywords { website_id, keywords, clusters } => {
            keyword::replace(tx, run.workspace_id, *website_id, run.id, keywords, clusters).await?;
            Ok(Vec::new())
        }
        Effect::Insights { engine_id, insights } => {
            insight::merge(tx, run.workspace_id, run.website_id, engine_id, run.id, insights, now).await
        }
        Effect::Opportunities(found) => opportunity::merge(tx, run.workspace_id, run.website_id, found, now).await,
        Effect::ImportEnd(end) => import::commit(tx, end, now).await.map(|()| Vec::new()),
        Effect::ImportUndone { import_id } => import::undone(tx, *import_id).await.map(|()| Vec::new()),
        Effect::Notify(new) => Ok(vec![notification::insert(tx, run.user_id, new, now).await?]),
    }
}

/// What a run's end without success means beyond the run itself.
pub(super) async fn without_success(tx: &mut Tx, run: &Run, error: Option<&RunError>) -> Result<Vec<NewEvent>> {
    match run.kind {
        RunKind::Import => {
            let detail = error.map_or("It was cancelled. Nothing of it was kept.", |error| error.detail.as_str());
            import::failed(tx, run.id, detail).await?;
            Ok(Vec::new())
        }
        RunKind::Engine => Ok(error.map(|error| engine_error(run, error)).into_iter().collect()),
        _ => Ok(Vec::new()),
    }
}

fn engine_error(run: &Run, error: &RunError) -> NewEvent {
    NewEvent {
        audience: Audience::Workspace(run.workspace_id),
        r#type: "engine:error",
        payload: json!({
            "engineId": run.engine_id, "runId": run.id, "websiteId": run.website_id, "error": error.detail,
        }),
    }
}
