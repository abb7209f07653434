//! Checks whether the addresses of webhooks can be decrypted with the current secret.

use shared::{
    config::Mode,
    store::{Db, webhook},
    vault::Vault,
};

use super::{Finding, connections};
use crate::options::{ServeArgs, StoreArgs};

const CHECK: &str = "webhooks";

/// Returns nothing if the database or the secret cannot be read: other checks report that.
pub(crate) async fn look(mode: &Mode, store: &StoreArgs, serve: &ServeArgs) -> Option<Finding> {
    let secret = connections::secret(mode, store, serve)?;
    let db = connections::open(mode).await?;
    let found = count(&db, &Vault::new(&secret)).await;
    db.close().await;
    let (all, locked) = found?;
    Some(match (all, locked) {
        (0, _) => Finding::ok(CHECK, "no encrypted addresses of webhooks are stored"),
        (all, 0) => Finding::ok(CHECK, format!("{all} addresses of webhooks can be decrypted")),
        (all, locked) => Finding::warn(
            CHECK,
            format!("{locked} of {all} addresses of webhooks cannot be decrypted: the secret has changed"),
            "Restore the previous secret, or let the owners of the workspaces enter the addresses again. Until then nothing \
             is delivered to them.",
        ),
    })
}

/// Returns the number of encrypted addresses, and of those that cannot be decrypted; `None` before the first migration.
async fn count(db: &Db, vault: &Vault) -> Option<(usize, usize)> {
    let stored = webhook::with_sealed_url(db).await.ok()?;
    let locked = stored.iter().filter(|webhook| webhook.address(vault).is_err()).count();
    Some((stored.len(), locked))
}
