//! The objects that a bucket serves.
//!
//! Writes are conditional (`If-Match`, `If-None-Match`), so that no change of somebody else is lost; a storage without
//! them is refused by the test. Headers of an object stay when it is replaced; tags and an access list of its own are
//! lost, since S3 returns them in other requests only. Deletes are conditional where the storage supports it; elsewhere
//! a moment remains between the comparison and the delete.

use std::collections::BTreeMap;

use bytes::Bytes;
use reqwest::Method;

use super::{S3, client::Bucket, test};
use crate::{
    Environment, S3Settings, TargetError,
    access::{
        AccessTested, Entry, Listing, LiveFile,
        file::{LONGEST_FILE, Need, check_path, check_size, compare, join},
    },
    blobs::sha256,
    http::Reply,
    secret::S3Secrets,
};

/// Headers that stay when an object is replaced, besides those that start with `x-amz-meta-`.
const KEPT: [&str; 7] = [
    "content-type",
    "cache-control",
    "content-disposition",
    "content-language",
    "expires",
    "x-amz-website-redirect-location",
    "x-amz-storage-class",
];

/// The objects of a bucket.
pub(crate) struct S3Files {
    s3: S3,
}

/// An object and what is needed to replace it.
struct Found {
    file: LiveFile,
    etag: String,
    headers: BTreeMap<String, String>,
}

impl S3Files {
    pub(crate) fn new(settings: S3Settings, secrets: S3Secrets, environment: Environment) -> Result<Self, TargetError> {
        Ok(Self { s3: S3::new(settings, secrets, environment)? })
    }

    /// Writes, reads, lists and deletes an object, and checks that conditions of writes count.
    pub(crate) async fn test(&self) -> Result<AccessTested, TargetError> {
        let bucket = self.bucket()?;
        let tested = test::test(&bucket).await?;
        let key = bucket.own("test/1");
        let tried = check_conditions(&bucket, &key).await;
        let cleared = bucket.delete(&key).await;
        tried.and(cleared)?;
        Ok(AccessTested { detail: tested.detail, settings: None })
    }

    pub(crate) async fn list(&self, folder: &str, most: usize) -> Result<Listing, TargetError> {
        let bucket = self.bucket()?;
        let root = bucket.visible("");
        let prefix = if folder.is_empty() { root.clone() } else { format!("{}/", bucket.visible(folder)) };
        let path = |key: &str| key.strip_prefix(&root).filter(|path| check_path(path).is_ok()).map(str::to_owned);
        let (found, is_cut) = bucket.list_some(&prefix, most, |key| path(key).is_some()).await?;
        let entry = |object: super::xml::Listed| Some(Entry { path: path(&object.key)?, size: object.size });
        Ok(Listing::new(found.into_iter().filter_map(entry).collect(), most, is_cut))
    }

    pub(crate) async fn read(&self, path: &str) -> Result<Option<LiveFile>, TargetError> {
        Ok(find(&self.bucket()?, path).await?.map(|found| found.file))
    }

    pub(crate) async fn replace(&self, path: &str, bytes: &[u8], expected: &str) -> Result<String, TargetError> {
        let (bucket, wanted) = (self.bucket()?, sha256(bytes));
        let place = shown(&bucket, path);
        let need = |found: Option<&Found>| {
            compare(&place, found.map(|found| found.file.version.as_str()), Some(expected), Some(&wanted))
        };
        let found = find(&bucket, path).await?;
        let (Need::Change, Some(found)) = (need(found.as_ref())?, found) else { return Ok(wanted) };
        let mut headers: BTreeMap<&str, String> =
            found.headers.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        headers.insert("if-match", found.etag);
        let reply = bucket.request(Method::PUT, &bucket.visible(path), headers, Bytes::copy_from_slice(bytes)).await?;
        if is_refused(&reply) {
            // A repeated request finds what its first attempt wrote.
            let is_done = need(find(&bucket, path).await?.as_ref())? == Need::Nothing;
            return if is_done { Ok(wanted) } else { Err(TargetError::Changed(place)) };
        }
        written(&bucket, &reply)?;
        Ok(wanted)
    }

    pub(crate) async fn create(&self, path: &str, bytes: &[u8]) -> Result<String, TargetError> {
        let (bucket, wanted) = (self.bucket()?, sha256(bytes));
        let place = shown(&bucket, path);
        let need = |found: Option<Found>| {
            compare(&place, found.map(|found| found.file.version).as_deref(), None, Some(&wanted))
        };
        if need(find(&bucket, path).await?)? == Need::Nothing {
            return Ok(wanted);
        }
        let mut headers = BTreeMap::from([("content-type", content_type(path).to_owned())]);
        headers.insert("cache-control", "public, max-age=60".to_owned());
        headers.insert("if-none-match", "*".to_owned());
        let reply = bucket.request(Method::PUT, &bucket.visible(path), headers, Bytes::copy_from_slice(bytes)).await?;
        if is_refused(&reply) {
            let is_done = need(find(&bucket, path).await?)? == Need::Nothing;
            return if is_done { Ok(wanted) } else { Err(TargetError::Changed(place)) };
        }
        written(&bucket, &reply)?;
        Ok(wanted)
    }

    pub(crate) async fn remove(&self, path: &str, expected: &str) -> Result<(), TargetError> {
        let (bucket, key) = (self.bucket()?, path);
        let place = shown(&bucket, path);
        let found = find(&bucket, key).await?;
        let version = found.as_ref().map(|found| found.file.version.as_str());
        let need = compare(&place, version, Some(expected), None)?;
        let Some(found) = found.filter(|_| need == Need::Change) else { return Ok(()) };
        let headers = BTreeMap::from([("if-match", found.etag)]);
        let reply = bucket.request(Method::DELETE, &bucket.visible(path), headers, Bytes::new()).await?;
        if is_refused(&reply) {
            let is_gone = find(&bucket, path).await?.is_none();
            return if is_gone { Ok(()) } else { Err(TargetError::Changed(place)) };
        }
        bucket.found(reply).map(drop)
    }

    fn bucket(&self) -> Result<Bucket<'_>, TargetError> {
        self.s3.bucket("")
    }
}

/// Returns an object; `None` if it does not exist. A larger one is not downloaded.
async fn find(bucket: &Bucket<'_>, path: &str) -> Result<Option<Found>, TargetError> {
    let (key, place) = (bucket.visible(path), shown(bucket, path));
    let range = BTreeMap::from([("range", format!("bytes=0-{LONGEST_FILE}"))]);
    let mut reply = bucket.request(Method::GET, &key, range, Bytes::new()).await?;
    if reply.status == 416 {
        // An empty object has no range.
        reply = bucket.request(Method::GET, &key, BTreeMap::new(), Bytes::new()).await?;
    }
    let Some(reply) = bucket.found(reply)? else { return Ok(None) };
    let header = |name: &str| reply.headers.get(name).and_then(|value| value.to_str().ok());
    check_size(&place, reply.body.len() as u64)?;
    let total = header("content-range").and_then(|range| range.rsplit('/').next()).and_then(|all| all.parse().ok());
    check_size(&place, total.unwrap_or(0))?;
    if header("content-encoding").is_some_and(|encoding| !matches!(encoding, "" | "identity" | "aws-chunked")) {
        return Err(unsupported(place, "changes of objects that are stored compressed", "Store pages uncompressed."));
    }
    let etag = header("etag").filter(|etag| etag.starts_with('"')).map(str::to_owned);
    let etag = etag.ok_or_else(|| no_conditions(place))?;
    let is_kept = |name: &str| KEPT.contains(&name) || name.starts_with("x-amz-meta-");
    let kept = reply.headers.iter().filter(|(name, _)| is_kept(name.as_str()));
    let text = |value: &reqwest::header::HeaderValue| value.to_str().ok().map(str::to_owned);
    let headers = kept.filter_map(|(name, value)| Some((name.as_str().to_owned(), text(value)?))).collect();
    Ok(Some(Found { file: LiveFile::new(reply.body.to_vec()), etag, headers }))
}

/// Checks that a write with a condition that does not hold is refused.
async fn check_conditions(bucket: &Bucket<'_>, key: &str) -> Result<(), TargetError> {
    let put = |headers| bucket.request(Method::PUT, key, headers, Bytes::from_static(b"test"));
    bucket.expect_success(&put(BTreeMap::new()).await?)?;
    let other = format!("\"{}\"", "0".repeat(32));
    for condition in [("if-match", other), ("if-none-match", "*".to_owned())] {
        if !is_refused(&put(BTreeMap::from([condition])).await?) {
            return Err(no_conditions(bucket.place()));
        }
    }
    Ok(())
}

/// Returns true if the condition of a request did not hold. Amazon answers 404 if the object is gone.
const fn is_refused(reply: &Reply) -> bool {
    matches!(reply.status, 404 | 409 | 412)
}

fn written(bucket: &Bucket<'_>, reply: &Reply) -> Result<(), TargetError> {
    if reply.status == 501 { Err(no_conditions(bucket.place())) } else { bucket.expect_success(reply) }
}

fn no_conditions(place: String) -> TargetError {
    unsupported(
        place,
        "conditional writes (If-Match)",
        "Without them a change of somebody else could be lost. Use another storage or kind of access.",
    )
}

const fn unsupported(place: String, feature: &'static str, advice: &'static str) -> TargetError {
    TargetError::Unsupported { place, feature, advice }
}

fn shown(bucket: &Bucket<'_>, path: &str) -> String {
    join(&bucket.place(), path)
}

/// Returns the content type of a new object by its name.
fn content_type(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).as_deref() {
        _ if name.starts_with('_') => "text/plain; charset=utf-8",
        Some("html" | "htm") | None => "text/html; charset=utf-8",
        Some("txt" | "md") => "text/plain; charset=utf-8",
        Some("xml" | "rss") => "application/xml",
        Some("json" | "webmanifest") => "application/json",
        Some("css") => "text/css",
        Some("js" | "mjs") => "text/javascript",
        Some("svg") => "image/svg+xml",
        Some(_) => "application/octet-stream",
    }
}
