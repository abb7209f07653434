//! Parts of an upload's form, and what all uploads share.

use std::time::Duration;

use axum::extract::{
    Multipart,
    multipart::{Field, MultipartError},
};
use shared::{
    domain::now,
    store::import::{self, NewImport},
};
use uuid::Uuid;

use super::abandoned::Pending;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    state::AppState,
};

/// The longest file.
pub(super) const MOST_BYTES: usize = 500 * 1024 * 1024;
/// How long the next piece of a file may take to come.
const PIECE_WITHIN: Duration = Duration::from_secs(60);
/// Characters of a file's name that are kept.
const NAME_CHARS: usize = 255;

/// A file that is in.
pub(super) struct Upload {
    pub(super) import_id: Uuid,
    pub(super) pending: Pending,
}

pub(super) async fn next(form: &mut Multipart) -> Result<Option<Field<'_>>> {
    within(form.next_field()).await
}

/// The next part of a body, unless it takes too long.
pub(super) async fn within<T>(read: impl Future<Output = std::result::Result<T, MultipartError>>) -> Result<T> {
    let read = tokio::time::timeout(PIECE_WITHIN, read).await.map_err(|_| ApiError::BodyTimedOut)?;
    read.map_err(|error| match error.status() {
        axum::http::StatusCode::PAYLOAD_TOO_LARGE => ApiError::FileTooLarge(MOST_BYTES >> 20),
        axum::http::StatusCode::BAD_REQUEST => ApiError::BrokenBody,
        _ => ApiError::unexpected(error),
    })
}

/// Stores an import whose bytes follow.
pub(super) async fn begin(state: &AppState, member: &Member<Changes>, file_name: &str) -> Result<(Uuid, Pending)> {
    let new = NewImport {
        id: shared::domain::new_id(),
        workspace_id: member.workspace_id,
        website_id: None,
        user_id: member.caller.user_id,
        file_name: file_name.to_owned(),
    };
    import::insert(&state.db, &new, now()).await?;
    Ok((new.id, Pending::new(state.clone(), new.id)))
}

/// Refuses an upload of more bytes than are accepted.
pub(super) fn check_size(bytes: usize) -> Result<()> {
    if bytes > MOST_BYTES { Err(ApiError::FileTooLarge(MOST_BYTES >> 20)) } else { Ok(()) }
}

/// The name without folders and control characters.
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
