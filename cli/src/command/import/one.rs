//! Import of one file: upload, preview, reading.

use std::path::Path;

use anyhow::{Context, bail};
use serde_json::{Value, json};
use shared::{
    domain::{
        import::Import,
        new_id, now,
        run::{NewRun, RunKind},
        website::WebsiteKind,
    },
    store::{
        import::{self, NewImport},
        run,
        website::{self, NewWebsite},
    },
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
            return Ok(json!({ "file": file, "preview": looked? }));
        }
    };
    let site = match order.website.clone().map_or_else(|| suggested(&preview), Ok) {
        Ok(site) => site,
        Err(error) => {
            forget(work, id).await?;
            return Err(error);
        }
    };
    let website_id = read(work, order, id, &site).await?;
    let done = find(work, order, id).await?;
    Ok(json!({
        "file": file, "importId": id, "websiteId": website_id, "website": site.url, "rows": done.rows,
        "rejected": done.rejected, "rejects": done.rejects.0,
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
    match copy(work, new.id, &mut source).await {
        Ok(0) => {
            forget(work, new.id).await?;
            bail!("the file is empty")
        }
        Ok(size) => {
            import::set_preview(work.db(), new.id, i64::try_from(size)?, &Value::Null).await?;
            Ok(new.id)
        }
        Err(error) => {
            forget(work, new.id).await?;
            Err(error)
        }
    }
}

async fn copy(work: &Work, id: Uuid, source: &mut tokio::fs::File) -> anyhow::Result<u64> {
    let mut writer = work.uploads.writer(id).await?;
    let mut buffer = vec![0; 256 * 1024];
    loop {
        let piece = match source.read(&mut buffer).await {
            Ok(0) => return Ok(writer.finish().await?),
            Ok(n) => writer.append(&buffer[..n]).await.map_err(anyhow::Error::from),
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

/// Returns the website that the file itself names.
fn suggested(preview: &Value) -> anyhow::Result<Address> {
    match preview["suggestedUrl"].as_str() {
        Some(url) => read_address(url),
        None => bail!("the file does not name its website: set it with --website URL"),
    }
}

/// Reads the upload into the store; returns the website's id.
async fn read(work: &mut Work, order: &Order, id: Uuid, site: &Address) -> anyhow::Result<Uuid> {
    let mut new = NewRun::new(order.workspace_id, order.user_id, RunKind::Import, json!({ "importId": id }));
    let mut tx = work.db().begin().await?;
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
    Ok(website_id)
}

fn new_website(site: &Address) -> NewWebsite {
    NewWebsite { name: site.host.clone(), url: site.url.clone(), host: site.host.clone(), kind: WebsiteKind::Own }
}
