//! Keywords and clusters: the latest tables of the keyword engine for a website.

mod cluster;
mod insert;
mod list;
mod moves;
mod wanted;

pub use cluster::clusters;
pub use list::{Clicks, Filter, Sort, Volume, clicks, count, find, list, positions, questions, volumes};
pub use wanted::{WantedKeywords, wanted};

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use self::insert::Owner;
use super::{
    Result, Tx,
    effect::{Applied, Apply, NewFindings},
    macros::*,
};
use crate::domain::{
    event::NewEvent,
    keyword::{NewCluster, NewKeyword},
    run::Run,
};

/// Effect that replaces a website's keyword tables.
#[derive(Debug)]
pub struct KeywordTables {
    /// Website.
    pub website_id: Uuid,
    /// Keywords.
    pub keywords: Vec<NewKeyword>,
    /// Clusters.
    pub clusters: Vec<NewCluster>,
}

impl Apply for KeywordTables {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, _now: DateTime<Utc>,
    ) -> Applied<'a> {
        replace(tx, run, self).boxed()
    }
}

/// Replaces a website's tables with those of a run. Returns an event for each keyword with a changed position.
async fn replace(tx: &mut Tx, run: &Run, tables: &KeywordTables) -> Result<Vec<NewEvent>> {
    let KeywordTables { website_id, keywords, clusters } = tables;
    let (workspace_id, website_id, run_id) = (run.workspace_id, *website_id, run.id);
    let moved = moves::of(tx, workspace_id, website_id, keywords).await?;
    for table in ["DELETE FROM keywords WHERE website_id = $1", "DELETE FROM clusters WHERE website_id = $1"] {
        execute!(tx, table, website_id)?;
    }
    let owner = Owner { workspace_id, website_id, run_id };
    insert::keywords(tx, owner, keywords).await?;
    insert::clusters(tx, owner, clusters).await?;
    Ok(moved)
}
