//! The own data of a workspace.

use engines::local::catalog::{OwnData, own_data};
use shared::store::{Db, Result, market};
use uuid::Uuid;

/// Returns the own data of a workspace: rate cards of its websites, values and places. Those of the given website win over
/// those of the others.
///
/// # Errors
/// Returns an error if a query fails or a stored value cannot be read.
pub async fn own(db: &Db, workspace_id: Uuid, website_id: Option<Uuid>) -> Result<OwnData> {
    let rates = market::rates(db, workspace_id, website_id).await?;
    let values = market::values(db, workspace_id, None).await?;
    let rows = values.into_iter().map(|value| value.body.0).collect();
    own_data(rates, rows).map_err(|error| market::unreadable(workspace_id, error))
}
