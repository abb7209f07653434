//! Uploads bytes by their hash.

use std::collections::BTreeMap;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use reqwest::Method;
use serde::{Deserialize, Serialize};

use super::api::Api;
use crate::{
    Blobs, TargetError,
    blobs::read,
    http::{Repeat, Service},
    progress::Meter,
    release::ReleaseFile,
};

/// Most bytes of one upload. Cloudflare allows 40 MiB in Base64.
const MOST_BYTES: u64 = 28 << 20;
/// Most files of one upload.
const MOST_FILES: usize = 500;

/// Files by hash, one for each.
pub(super) type ByHash<'a> = BTreeMap<String, &'a ReleaseFile>;

#[derive(Deserialize)]
struct Token {
    jwt: String,
}

#[derive(Serialize)]
struct Hashes<'a> {
    hashes: Vec<&'a str>,
}

#[derive(Serialize)]
struct Asset<'a> {
    key: &'a str,
    value: String,
    metadata: Metadata<'a>,
    base64: bool,
}

#[derive(Serialize)]
struct Metadata<'a> {
    #[serde(rename = "contentType")]
    content_type: &'a str,
}

/// Uploads of one deployment.
pub(super) struct Assets<'a> {
    api: &'a Api<'a>,
    /// The same service with the token of uploads.
    service: Service<'a>,
}

impl<'a> Assets<'a> {
    /// Fetches the token of uploads.
    pub(super) async fn start(api: &'a Api<'a>) -> Result<Self, TargetError> {
        let call = api.service.call(Method::GET, &api.path(&["upload-token"]))?;
        let token: Token = api.send(&call).await?;
        let (http, base, place) = (api.service.http, api.service.base.clone(), api.place());
        Ok(Self { api, service: Service { http, base, token: token.jwt, place } })
    }

    /// Returns the files that Cloudflare lacks.
    pub(super) async fn missing<'b>(&self, files: &ByHash<'b>) -> Result<Vec<(String, &'b ReleaseFile)>, TargetError> {
        let hashes = files.keys().map(String::as_str).collect();
        let missing: Vec<String> = self.post("check-missing", &Hashes { hashes }).await?.unwrap_or_default();
        let mut wanted: Vec<_> =
            missing.into_iter().filter_map(|hash| files.get(&hash).map(|file| (hash, *file))).collect();
        wanted.sort_by(|a, b| a.0.cmp(&b.0));
        wanted.dedup_by(|a, b| a.0 == b.0);
        Ok(wanted)
    }

    /// Uploads files in batches.
    pub(super) async fn upload(
        &self, missing: &[(String, &ReleaseFile)], blobs: &dyn Blobs, meter: &Meter<'_>,
    ) -> Result<(), TargetError> {
        let mut rest = missing;
        while !rest.is_empty() {
            let (batch, others) = rest.split_at(batch(rest));
            rest = others;
            let mut assets = Vec::with_capacity(batch.len());
            for (hash, file) in batch {
                let value = STANDARD.encode(read(blobs, file).await?);
                let metadata = Metadata { content_type: &file.content_type };
                assets.push(Asset { key: hash, value, metadata, base64: true });
            }
            self.post::<serde::de::IgnoredAny>("upload", &assets).await?;
            batch.iter().for_each(|(_, file)| meter.add(file.size));
        }
        Ok(())
    }

    /// Tells Cloudflare that the hashes are in use, so that it keeps their bytes.
    pub(super) async fn renew(&self, files: &ByHash<'_>) -> Result<(), TargetError> {
        let hashes = files.keys().map(String::as_str).collect();
        self.post::<serde::de::IgnoredAny>("upsert-hashes", &Hashes { hashes }).await.map(drop)
    }

    async fn post<T: serde::de::DeserializeOwned>(
        &self, name: &str, body: &impl Serialize,
    ) -> Result<Option<T>, TargetError> {
        let mut call = self.service.call_with(Method::POST, &["client", "v4", "pages", "assets", name], body)?;
        // Each of them sets a state.
        call.repeat = Repeat::Safe;
        self.api.send_any(&call).await
    }
}

/// Returns how many of the files make one upload: at least one.
fn batch(files: &[(String, &ReleaseFile)]) -> usize {
    let mut bytes = 0;
    let fitting = files.iter().take(MOST_FILES).take_while(|(_, file)| {
        bytes += file.size;
        bytes <= MOST_BYTES
    });
    fitting.count().max(1)
}
