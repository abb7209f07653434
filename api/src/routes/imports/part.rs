//! Parts of an upload's form, and functions common to all uploads.

use std::time::Duration;

use axum::extract::{
    Multipart,
    multipart::{Field, MultipartError},
};
use shared::{
    domain::now,
    store::{
        import::{self, NewImport},
        usage::{self, Room},
    },
};
use uuid::Uuid;

use super::abandoned::Pending;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    state::AppState,
};

/// Maximum size of a file, in bytes.
pub(super) const MOST_BYTES: usize = 500 * 1024 * 1024;
/// Maximum time between two pieces of a file.
const PIECE_WITHIN: Duration = Duration::from_secs(60);
/// Maximum length of a file name, in characters.
const NAME_CHARS: usize = 255;

/// A received file.
pub(super) struct Upload {
    pub(super) import_id: Uuid,
    pub(super) pending: Pending,
}

pub(super) async fn next(form: &mut Multipart) -> Result<Option<Field<'_>>> {
    within(form.next_field()).await
}

/// Returns the next part of a body, or an error after the timeout.
pub(super) async fn within<T>(read: impl Future<Output = std::result::Result<T, MultipartError>>) -> Result<T> {
    let read = tokio::time::timeout(PIECE_WITHIN, read).await.map_err(|_| ApiError::BodyTimedOut)?;
    read.map_err(|error| match error.status() {
        axum::http::StatusCode::PAYLOAD_TOO_LARGE => ApiError::FileTooLarge(MOST_BYTES >> 20),
        axum::http::StatusCode::BAD_REQUEST => ApiError::BrokenBody,
        _ => ApiError::unexpected(error),
    })
}

/// Stores a new import before its bytes; returns what the workspace may store.
///
/// # Errors
/// Returns an error if the workspace may store nothing more, or if a query fails.
pub(super) async fn begin(
    state: &AppState, member: &Member<Changes>, file_name: &str,
) -> Result<(Uuid, Pending, Room)> {
    let room = usage::room(&state.db, state.settings.workspace, member.workspace_id, now()).await?;
    room.check(1)?;
    let new = NewImport {
        id: shared::domain::new_id(),
        workspace_id: member.workspace_id,
        website_id: None,
        user_id: member.caller.user_id,
        file_name: file_name.to_owned(),
    };
    import::insert(&state.db, &new, now()).await?;
    Ok((new.id, Pending::new(state.clone(), new.id), room))
}

/// Rejects an upload above the maximum size, or above what the workspace may store.
pub(super) fn check_size(bytes: usize, room: Room) -> Result<()> {
    if bytes > MOST_BYTES {
        return Err(ApiError::FileTooLarge(MOST_BYTES >> 20));
    }
    Ok(room.check(i64::try_from(bytes).unwrap_or(i64::MAX))?)
}

/// Returns the name without folders and control characters.
pub(super) fn file_name(given: Option<&str>) -> String {
    let name = given.unwrap_or_default().rsplit(['/', '\\']).next().unwrap_or_default();
    let name: String = name.chars().filter(|character| !character.is_control()).take(NAME_CHARS).collect();
    let name = name.trim();
    if name.is_empty() { "upload".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn a_file_has_a_name_and_no_folder() {
        assert_eq!(file_name(Some("C:\\Users\\me\\Queries.csv")), "Queries.csv");
        assert_eq!(file_name(Some("../../etc/passwd")), "passwd");
        assert_eq!(file_name(Some("a\0b\n.csv")), "ab.csv");
        assert_eq!(file_name(None), "upload");
        assert_eq!(file_name(Some(&"x".repeat(900))).len(), 255);
    }
}
