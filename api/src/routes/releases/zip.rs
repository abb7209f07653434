//! Downloads a release.

use std::{io::Read, sync::Arc};

use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::read::GzDecoder;
use futures::{FutureExt, StreamExt, future::BoxFuture};
use shared::{
    domain::release::ReleaseFile,
    store::{Db, release, site},
};
use targets::{BlobError, Blobs, MOST_BYTES, SiteKey};
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Member, Path},
    layer::guard,
    state::AppState,
};

/// Contents of a release's files in the store.
struct Stored {
    db: Db,
    release_id: Uuid,
}

impl Blobs for Stored {
    fn read<'a>(&'a self, sha256: &'a str) -> BoxFuture<'a, std::result::Result<Vec<u8>, BlobError>> {
        async move {
            let blob = release::blob(&self.db, self.release_id, sha256).await;
            let blob = blob.map_err(|error| BlobError::new(error.to_string()))?;
            let blob = blob.ok_or_else(|| BlobError::new("the content is missing"))?;
            let unpacked = tokio::task::spawn_blocking(move || unpack(&blob.bytes)).await;
            unpacked
                .map_err(|error| BlobError::new(error.to_string()))?
                .map_err(|error| BlobError::new(error.to_string()))
        }
        .boxed()
    }
}

fn unpack(packed: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Download a release.
///
/// A ZIP file with all files of the release, for any web server. At most 5 in 10 minutes.
#[utoipa::path(
    get, path = "/api/releases/{id}/zip", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, description = "The files.", body = Vec<u8>, content_type = "application/zip"))
)]
pub(super) async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let found = release::find_full(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("release"))?;
    guard::count(&state, guard::EXPORT, &member.caller.user_id.to_string()).await?;
    let (website_id, number) = (found.release.website_id, found.release.number);
    let site = site::find(&state.db, workspace_id, website_id).await?.ok_or(ApiError::NotFound("release"))?;
    let whole = targets::Release {
        id: id.to_string(),
        site: SiteKey { id: website_id.to_string(), slug: site.slug.clone() },
        files: found.manifest.0.into_iter().map(file).collect(),
    };
    whole.check().map_err(ApiError::unexpected)?;
    let cancel = state.stop.child_token();
    let blobs = Arc::new(Stored { db: state.db.clone(), release_id: id });
    let parts = targets::zip(whole, blobs, cancel.clone());
    let body = Body::from_stream(guarded(parts, cancel));
    let name = format!("attachment; filename=\"{}-{number}.zip\"", site.slug);
    let name = HeaderValue::from_str(&name).map_err(ApiError::unexpected)?;
    let kind = HeaderValue::from_static("application/zip");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], body).into_response())
}

/// Cancels the work behind a stream when its reader has gone.
fn guarded<T>(
    parts: impl futures::Stream<Item = T> + Send + 'static, cancel: CancellationToken,
) -> impl futures::Stream<Item = T> + Send + 'static {
    let guard: DropGuard = cancel.drop_guard();
    parts.map(move |part| {
        let _held = &guard;
        part
    })
}

fn file(file: ReleaseFile) -> targets::ReleaseFile {
    targets::ReleaseFile {
        path: file.path,
        sha256: file.sha256,
        size: u64::try_from(file.size).unwrap_or(0),
        content_type: file.content_type,
    }
}
