//! Releases of a deployment that wait for approval.

use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::store::{Executor, Result, macros::*};

/// Names the releases of a deployment that wait: the first 16 hexadecimal digits of the SHA-256 of their ids. It changes when a
/// site is built again or starts to wait, so that an approval is of what a person looked at.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn waiting_version(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<String> {
    let releases = query_all!(
        executor.into(),
        (Uuid,),
        "SELECT l.id FROM sites s JOIN releases l ON l.website_id = s.website_id AND l.number =
             (SELECT MAX(number) FROM releases WHERE releases.website_id = s.website_id)
          WHERE s.workspace_id = $1 AND s.deployment_id = $2 AND s.status = 'waiting' AND NOT l.is_blocked
            AND (SELECT w.archived_at FROM websites w WHERE w.id = s.website_id) IS NULL
          ORDER BY l.id",
        workspace_id,
        id
    )?;
    let mut hash = Sha256::new();
    releases.iter().for_each(|(release,)| hash.update(release.as_bytes()));
    Ok(hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect())
}
