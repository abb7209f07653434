//! Inserts the keywords and clusters of a run.

mod postgres;
mod sqlite;

use uuid::Uuid;

use crate::{
    domain::keyword::{NewCluster, NewKeyword},
    store::{Result, Tx},
};

/// What all rows of a run share.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    pub(super) workspace_id: Uuid,
    pub(super) website_id: Uuid,
    pub(super) run_id: Uuid,
}

/// Inserts keywords.
pub(super) async fn keywords(tx: &mut Tx, owner: Owner, keywords: &[NewKeyword]) -> Result<()> {
    match tx {
        Tx::Postgres(tx) => postgres::keywords(tx, owner, keywords).await,
        Tx::Sqlite(tx) => sqlite::keywords(tx, owner, keywords).await,
    }
}

/// Inserts clusters.
pub(super) async fn clusters(tx: &mut Tx, owner: Owner, clusters: &[NewCluster]) -> Result<()> {
    match tx {
        Tx::Postgres(tx) => postgres::clusters(tx, owner, clusters).await,
        Tx::Sqlite(tx) => sqlite::clusters(tx, owner, clusters).await,
    }
}
