//! Streams an upload to the store without buffering it in memory.

use std::time::Duration;

use axum::extract::{Multipart, multipart::Field};
use shared::{
    store::{import, usage::Room, website},
    uploads::{FileDigest, Uploads, Writer},
};
use uuid::Uuid;

use super::{
    bundle::Bundle,
    part::{Upload, begin, check_size, file_name, next, within},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member},
    state::AppState,
};

/// Time limit for reading the rest of a rejected form.
const REST_WITHIN: Duration = Duration::from_secs(30);
/// Receives the file or files of a form, and the website if given.
/// # Errors
/// Returns [`ApiError::Invalid`] for an invalid form; [`ApiError::FileTooLarge`]; [`ApiError::NoRoom`]; an error if the
/// workspace may not store it. The upload is
/// then deleted. Returns [`ApiError::BodyTimedOut`] if it does not arrive in time; it is then deleted as after a lost
/// connection.
pub(super) async fn take(state: &AppState, member: &Member<Changes>, mut form: Multipart) -> Result<Upload> {
    tokio::spawn(super::abandoned::sweep(state.clone()));
    let Ok(taken) = tokio::time::timeout(state.settings.limits.upload, read(state, member, &mut form)).await else {
        return Err(ApiError::BodyTimedOut);
    };
    if taken.is_err() {
        pass_over(form).await;
    }
    taken
}

/// Reads the rest of a rejected form, because a client that is still sending would not receive the response otherwise.
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
    let (import_id, pending, room) = begin(state, member, &name).await?;
    let uploads = Uploads::new(state.settings.upload_dir.clone(), &state.db);
    let mut writer = uploads.writer(import_id).await?;
    let mut digest = FileDigest::default();
    let size = match stream(field, &mut writer, &mut digest, room).await {
        Ok(()) => writer.finish().await?,
        Err(error) => {
            writer.abort().await?;
            pending.delete().await;
            return Err(error);
        }
    };
    let size = i64::try_from(size).unwrap_or(i64::MAX);
    import::complete(&state.db, state.settings.workspace, import_id, &name, size, &[digest.finish(name.clone())])
        .await?;
    Ok(Upload { import_id, pending })
}

async fn stream(mut field: Field<'_>, writer: &mut Writer, digest: &mut FileDigest, room: Room) -> Result<()> {
    let mut size = 0;
    while let Some(piece) = within(field.chunk()).await? {
        size += piece.len();
        check_size(size, room)?;
        digest.update(&piece);
        writer.append(&piece).await?;
    }
    if size == 0 {
        return Err(ApiError::invalid("/file", "The file is empty."));
    }
    Ok(())
}
