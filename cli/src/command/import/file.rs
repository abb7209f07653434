//! Import of one file: upload, preview, reading.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        import::{DuplicateFile, Import, ImportFile},
        new_id, now,
        run::{NewRun, RunKind},
        website::WebsiteKind,
    },
    store::{
        import::{self, NewImport},
        run,
        website::{self, NewWebsite},
    },
    uploads::FileDigest,
};
use tokio::io::AsyncReadExt;
use uuid::Uuid;

use ::api::routes::websites::address::Address;

use super::{
    Order, read_address,
    work::{Work, succeeded},
};

/// Imports one file; returns its result.
pub(crate) async fn import(work: &mut Work, order: &Order, file: &Path) -> anyhow::Result<Value> {
    let id = upload(work, order, file).await?;
    let preview = match preview(work, order, id).await {
        Ok(preview) if !order.preview_only => preview,
        looked => {
            forget(work, id).await?;
            let preview = looked?;
            require_known(&preview)?;
            return Ok(json!({ "file": file, "preview": preview }));
        }
    };
    let site = match order.website.clone().map_or_else(|| suggested(&preview), Ok) {
        Ok(site) => site,
        Err(error) => {
            forget(work, id).await?;
            return Err(error);
        }
    };
    let website_id = match read(work, order, id, &site).await? {
        Reading::Done(website_id) => website_id,
        Reading::Duplicate(sentence) => {
            forget(work, id).await?;
            bail!("{sentence} To import it again, add --allow-duplicates.")
        }
    };
    let done = find(work, order, id).await?;
    Ok(json!({
        "file": file, "importId": id, "websiteId": website_id, "website": site.url, "rows": done.rows,
        "rejected": done.rejected, "rejects": done.rejects["rows"], "rejectReasons": done.rejects["reasons"],
    }))
}

async fn find(work: &Work, order: &Order, id: Uuid) -> anyhow::Result<Import> {
    import::find(work.db(), order.workspace_id, id).await?.context("the import no longer exists")
}

/// Stores the file; returns the import's id.
async fn upload(work: &Work, order: &Order, file: &Path) -> anyhow::Result<Uuid> {
    let mut source = tokio::fs::File::open(file).await.with_context(|| format!("{} cannot be read", file.display()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let new = NewImport {
        id: new_id(),
        workspace_id: order.workspace_id,
        website_id: None,
        user_id: order.user_id,
        file_name: name,
    };
    import::insert(work.db(), &new, now()).await?;
    match copy(work, &new, &mut source).await {
        Ok(file) if file.size_bytes == 0 => {
            forget(work, new.id).await?;
            bail!("the file is empty")
        }
        Ok(file) => {
            import::complete(work.db(), WorkspaceLimits::default(), new.id, &new.file_name, file.size_bytes, &[file])
                .await?;
            Ok(new.id)
        }
        Err(error) => {
            forget(work, new.id).await?;
            Err(error)
        }
    }
}

async fn copy(work: &Work, new: &NewImport, source: &mut tokio::fs::File) -> anyhow::Result<ImportFile> {
    let mut writer = work.uploads.writer(new.id).await?;
    let mut digest = FileDigest::default();
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let piece = match source.read(&mut buffer).await {
            Ok(0) => {
                writer.finish().await?;
                return Ok(digest.finish(new.file_name.clone()));
            }
            Ok(n) => {
                digest.update(&buffer[..n]);
                writer.append(&buffer[..n]).await.map_err(anyhow::Error::from)
            }
            Err(error) => Err(error.into()),
        };
        if let Err(error) = piece {
            writer.abort().await?;
            return Err(error);
        }
    }
}

/// Deletes an upload that will not be read.
async fn forget(work: &Work, id: Uuid) -> anyhow::Result<()> {
    work.uploads.delete(id).await?;
    Ok(import::delete(work.db(), id).await?)
}

/// Returns the preview.
async fn preview(work: &mut Work, order: &Order, id: Uuid) -> anyhow::Result<Value> {
    let new = NewRun::new(order.workspace_id, order.user_id, RunKind::ImportPreview, json!({ "importId": id }));
    run::insert(work.db(), &new).await?;
    work.wake(&new).await?;
    let ended = work.ended(&new).await?;
    succeeded(ended)?;
    Ok(find(work, order, id).await?.preview.0)
}

/// Returns an error if no table of the file is known, with the reason.
fn require_known(preview: &Value) -> anyhow::Result<()> {
    let files = preview["files"].as_array().map_or(&[][..], Vec::as_slice);
    if files.iter().any(|file| file["kind"] != "unknown") {
        return Ok(());
    }
    let reasons = files.iter().flat_map(|file| file["warnings"].as_array().into_iter().flatten());
    match reasons.filter_map(Value::as_str).next() {
        Some(reason) => bail!("the file is not recognised. {reason}"),
        None => bail!("the file is not recognised"),
    }
}

/// Returns the website that the file itself names.
fn suggested(preview: &Value) -> anyhow::Result<Address> {
    match preview["suggestedUrl"].as_str() {
        Some(url) => read_address(url),
        None => bail!("the file does not name its website: set it with --website URL"),
    }
}

/// Result of an upload.
enum Reading {
    /// It is stored for this website.
    Done(Uuid),
    /// Rejected as a duplicate, with the reason.
    Duplicate(String),
}

/// Reads the upload into the store, unless it was imported before.
async fn read(work: &mut Work, order: &Order, id: Uuid, site: &Address) -> anyhow::Result<Reading> {
    let mut new = NewRun::new(order.workspace_id, order.user_id, RunKind::Import, json!({ "importId": id }));
    let mut tx = work.db().begin().await?;
    if !order.allow_duplicates {
        let duplicates = import::duplicates_locked(&mut tx, order.workspace_id, id).await?;
        if let Some(sentence) = duplicates.first().map(DuplicateFile::sentence) {
            return Ok(Reading::Duplicate(sentence));
        }
    }
    let known = website::find_by_host(&mut tx, order.workspace_id, &site.host, WebsiteKind::Own).await?;
    let website_id = match known {
        Some(known) => known,
        None => website::insert(&mut tx, order.workspace_id, &new_website(site), now()).await?,
    };
    new.website_id = Some(website_id);
    run::insert(&mut tx, &new).await?;
    import::begin(&mut tx, order.workspace_id, id, website_id, new.id).await?.context("the import is in use")?;
    tx.commit().await?;
    work.wake(&new).await?;
    let ended = work.ended(&new).await?;
    succeeded(ended)?;
    Ok(Reading::Done(website_id))
}

fn new_website(site: &Address) -> NewWebsite {
    NewWebsite { name: site.host.clone(), url: site.url.clone(), host: site.host.clone(), kind: WebsiteKind::Own }
}
