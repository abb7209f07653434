//! Checks whether the keys of data providers can be decrypted with the current secret.

use shared::{
    config::{Mode, Secret},
    store::{Db, connection},
    vault::Vault,
};

use super::Finding;
use crate::{
    options::{ServeArgs, StoreArgs},
    settings,
};

const CHECK: &str = "connections";

/// Returns nothing if the database or the secret cannot be read: other checks report that.
pub(crate) async fn look(mode: &Mode, store: &StoreArgs, serve: &ServeArgs) -> Option<Finding> {
    let secret = secret(mode, store, serve)?;
    let db = open(mode).await?;
    let found = count(&db, &Vault::new(&secret)).await;
    db.close().await;
    let (all, locked) = found?;
    Some(match (all, locked) {
        (0, _) => Finding::ok(CHECK, "no keys of data providers are stored"),
        (all, 0) => Finding::ok(CHECK, format!("{all} keys of data providers can be decrypted")),
        (all, locked) => Finding::warn(
            CHECK,
            format!("{locked} of {all} keys of data providers cannot be decrypted: the secret has changed"),
            "Restore the previous secret, or let the owners of the workspaces enter the keys again.",
        ),
    })
}

/// Returns the secret of the installation, if it is known.
pub(super) fn secret(mode: &Mode, store: &StoreArgs, serve: &ServeArgs) -> Option<Secret> {
    let given = settings::secret("MOTHERLODE_SECRET", serve.secret.as_ref()).ok()?;
    let stored = || std::fs::read_to_string(store.data_dir.join("secret")).ok();
    match mode {
        Mode::Embedded { .. } => given.or_else(|| stored().map(|text| Secret::new(text.trim().to_owned()))),
        Mode::Distributed { .. } => given,
    }
}

/// Opens the database; `None` if it is not there.
pub(super) async fn open(mode: &Mode) -> Option<Db> {
    match mode {
        Mode::Embedded { data_dir, durability } => {
            let file = Mode::sqlite_file(data_dir);
            if !file.exists() {
                return None;
            }
            Db::open_sqlite(&file, *durability).await.ok()
        }
        Mode::Distributed { database_url, limits, .. } => Db::connect_postgres(database_url.reveal(), *limits).ok(),
    }
}

/// Returns the number of stored keys, and of those that cannot be decrypted; `None` before the first migration.
async fn count(db: &Db, vault: &Vault) -> Option<(usize, usize)> {
    let stored = connection::with_credentials(db).await.ok()?;
    let is_locked = |one: &&shared::domain::connection::Connection| {
        let sealed = one.credentials.as_ref();
        sealed.is_some_and(|sealed| vault.open(one.workspace_id, one.id, sealed).is_err())
    };
    let locked = stored.iter().filter(is_locked).count();
    Some((stored.len(), locked))
}
