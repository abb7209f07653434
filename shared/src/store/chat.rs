//! Chat messages of projects.

use uuid::Uuid;

use super::{Executor, Result, macros::*};
use crate::domain::chat::{ChatMessage, SignedMessage};

/// Stores a message in a room of the workspace; returns false if the room does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, workspace_id: Uuid, new: &ChatMessage) -> Result<bool> {
    let kept = execute!(
        executor.into(),
        "INSERT INTO chat_messages (id, room_id, user_id, message, created_at)
         SELECT $1, websites.id, $4, $5, $6 FROM websites
          WHERE websites.id = $3 AND websites.workspace_id = $2 AND websites.archived_at IS NULL",
        new.id,
        workspace_id,
        new.room_id,
        new.user_id,
        &new.message,
        new.created_at
    )?;
    Ok(kept == 1)
}

/// Lists the last `limit` messages of a room before the message `before`, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, room_id: Uuid, before: Option<Uuid>, limit: i64,
) -> Result<Vec<SignedMessage>> {
    let mut messages = query_all!(
        executor.into(),
        SignedMessage,
        "SELECT chat_messages.id, chat_messages.room_id, chat_messages.user_id, users.name AS user_name,
                chat_messages.message, chat_messages.created_at
           FROM chat_messages JOIN websites ON websites.id = chat_messages.room_id
           LEFT JOIN users ON users.id = chat_messages.user_id
          WHERE websites.workspace_id = $1 AND chat_messages.room_id = $2 AND ($3 IS NULL OR chat_messages.id < $3)
          ORDER BY chat_messages.id DESC LIMIT $4",
        workspace_id,
        room_id,
        before,
        limit
    )?;
    messages.reverse();
    Ok(messages)
}

/// Returns the workspace of the website `room_id`, if the user is a member of it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn workspace_of(executor: impl Into<Executor<'_>>, user_id: Uuid, room_id: Uuid) -> Result<Option<Uuid>> {
    let row = query_opt!(
        executor.into(),
        (Uuid,),
        "SELECT websites.workspace_id FROM websites JOIN members ON members.workspace_id = websites.workspace_id
          WHERE websites.id = $1 AND members.user_id = $2 AND websites.archived_at IS NULL",
        room_id,
        user_id
    )?;
    Ok(row.map(|(id,)| id))
}
