//! The own data of a workspace.

use engines::local::catalog::{OwnData, own_data};
use shared::store::{Db, market};
use uuid::Uuid;

use crate::error::Result;

/// Returns the own data of a workspace: rate cards of its websites, values and places.
pub(crate) async fn own(db: &Db, workspace_id: Uuid) -> Result<OwnData> {
    let rates = market::rates(db, workspace_id, None).await?;
    let values = market::values(db, workspace_id, None).await?;
    let rows = values.into_iter().map(|value| value.body.0).collect();
    Ok(own_data(rates, rows).map_err(|error| market::unreadable(workspace_id, error))?)
}
