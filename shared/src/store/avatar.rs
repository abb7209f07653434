//! Profile pictures.

use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};

/// Sets the user's picture; `url` is its address.
///
/// # Errors
/// Returns an error if the query fails.
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

/// Deletes the user's picture.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, user_id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM avatars WHERE user_id = $1", user_id)?;
    execute!(tx, "UPDATE users SET avatar = NULL WHERE id = $1", user_id).map(|_| ())
}

/// Returns the picture with this name.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, name: &str) -> Result<Option<Vec<u8>>> {
    Ok(query_opt!(executor.into(), (Vec<u8>,), "SELECT bytes FROM avatars WHERE name = $1", name)?
        .map(|(bytes,)| bytes))
}
