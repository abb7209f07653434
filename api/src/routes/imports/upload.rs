//! Taking a file in as it comes, without holding it in memory.

use std::time::Duration;

use axum::extract::{
    Multipart,
    multipart::{Field, MultipartError},
};
use shared::{
    domain::now,
    store::{
        import::{self, NewImport},
        website,
    },
    uploads::{FileDigest, Uploads, Writer},
};
use uuid::Uuid;

use super::{abandoned::Pending, bundle::Bundle};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    state::AppState,
};

/// The longest file.
pub(super) const MOST_BYTES: usize = 500 * 1024 * 1024;
/// How long the next piece of a file may take to come.
const PIECE_WITHIN: Duration = Duration::from_secs(60);
/// How long the rest of a form that is refused is listened to.
const REST_WITHIN: Duration = Duration::from_secs(30);
/// Characters of a file's name that are kept.
const NAME_CHARS: usize = 255;

/// A file that is in.
pub(super) struct Upload {
    pub(super) import_id: Uuid,
    pub(super) pending: Pending,
}

/// Takes in the file or the files of a form, and the website it is for if that is named.
///
/// # Errors
/// [`ApiError::Invalid`] for a form that is not as it should be; [`ApiError::FileTooLarge`]; [`ApiError::NoRoom`]. Then
/// nothing of the file stays.
pub(super) async fn take(state: &AppState, member: &Member<Changes>, mut form: Multipart) -> Result<Upload> {
    tokio::spawn(super::abandoned::sweep(state.clone()));
    let taken = read(state, member, &mut form).await;
    if taken.is_err() {
        pass_over(form).await;
    }
    taken
}

/// Reads on and keeps nothing: who is still sending would find the connection closed and never hear why.
async fn pass_over(mut form: Multipart) {
    let rest = async { while let Ok(Some(_)) = form.next_field().await {} };
    if tokio::time::timeout(REST_WITHIN, rest).await.is_err() {
        tracing::debug!("a client was still sending a form that had been refused");
    }
}

async fn read(state: &AppState, member: &Member<Changes>, form: &mut Multipart) -> Result<Upload> {
    let (mut upload, mut bundle, mut website_id) = (None, None, None);
    while let Some(field) = next(form).await? {
        match field.name().unwrap_or_default() {
            "file" if upload.is_none() && bundle.is_none() => upload = Some(file(state, member, field).await?),
            "files" if upload.is_none() => match &mut bundle {
                Some(bundle) => Bundle::add(bundle, field).await?,
                None => Bundle::add(bundle.insert(Bundle::begin(state, member).await?), field).await?,
            },
            "websiteId" => website_id = website_named(state, member, field).await?,
            "file" | "files" => {
                return Err(ApiError::invalid("/file", "Send one 'file', or several 'files', not both."));
            }
            other => {
                let pointer = format!("/{}", other.chars().take(80).collect::<String>());
                let detail = "is not a field of this form; valid fields: file, files, websiteId";
                return Err(ApiError::invalid(pointer, detail));
            }
        }
    }
    if let Some(bundle) = bundle {
        upload = Some(bundle.finish(state).await?);
    }
    let upload = upload.ok_or_else(|| ApiError::invalid("/file", "The field 'file' is required."))?;
    if let Some(website_id) = website_id {
        import::set_website(&state.db, upload.import_id, website_id).await?;
    }
    Ok(upload)
}

async fn next(form: &mut Multipart) -> Result<Option<Field<'_>>> {
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

async fn website_named(state: &AppState, member: &Member<Changes>, field: Field<'_>) -> Result<Option<Uuid>> {
    let mut field = field;
    let mut text = Vec::new();
    while let Some(piece) = within(field.chunk()).await? {
        text.extend_from_slice(&piece);
        if text.len() > 100 {
            break;
        }
    }
    let text = String::from_utf8_lossy(&text);
    if text.trim().is_empty() {
        return Ok(None);
    }
    let id = text.trim().parse().map_err(|_| ApiError::invalid("/websiteId", "must be the id of a website"))?;
    website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    Ok(Some(id))
}

async fn file(state: &AppState, member: &Member<Changes>, field: Field<'_>) -> Result<Upload> {
    let name = file_name(field.file_name());
    let (import_id, pending) = begin(state, member, &name).await?;
    let uploads = Uploads::new(state.settings.upload_dir.clone(), &state.db);
    let mut writer = uploads.writer(import_id).await?;
    let mut digest = FileDigest::default();
    let size = match stream(field, &mut writer, &mut digest).await {
        Ok(()) => writer.finish().await?,
        Err(error) => {
            writer.abort().await?;
            pending.delete().await;
            return Err(error);
        }
    };
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    import::complete(&state.db, import_id, &name, size, &[digest.finish(name.clone())]).await?;
    Ok(Upload { import_id, pending })
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

async fn stream(mut field: Field<'_>, writer: &mut Writer, digest: &mut FileDigest) -> Result<()> {
    let mut size = 0;
    while let Some(piece) = within(field.chunk()).await? {
        size += piece.len();
        check_size(size)?;
        digest.update(&piece);
        writer.append(&piece).await?;
    }
    if size == 0 {
        return Err(ApiError::invalid("/file", "The file is empty."));
    }
    Ok(())
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
