//! Users' pictures.

use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};

/// Gives the user a picture under a name, in place of any other; `url` is where it is found.
///
/// # Errors
/// Those of the database.
pub async fn set(tx: &mut Tx, user_id: Uuid, name: &str, url: &str, bytes: &[u8]) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO avatars (user_id, name, bytes) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET name = excluded.name, bytes = excluded.bytes",
        user_id,
        name,
        bytes
    )?;
    execute!(tx, "UPDATE users SET avatar = $2 WHERE id = $1", user_id, url).map(|_| ())
}

/// Takes the user's picture away.
///
/// # Errors
/// Those of the database.
pub async fn delete(tx: &mut Tx, user_id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM avatars WHERE user_id = $1", user_id)?;
    execute!(tx, "UPDATE users SET avatar = NULL WHERE id = $1", user_id).map(|_| ())
}

/// The picture with this name.
///
/// # Errors
/// Those of the database.
pub async fn find(executor: impl Into<Executor<'_>>, name: &str) -> Result<Option<Vec<u8>>> {
    Ok(query_opt!(executor.into(), (Vec<u8>,), "SELECT bytes FROM avatars WHERE name = $1", name)?
        .map(|(bytes,)| bytes))
}
