//! Requests to a bucket.

use std::collections::BTreeMap;

use bytes::Bytes;
use reqwest::{
    Method,
    header::{HeaderName, HeaderValue},
};
use url::Url;

use super::{
    error, sign,
    xml::{self, Listed},
};
use crate::{
    Environment, Limits, S3Settings, TargetError,
    blobs::sha256,
    http::{Call, Http, Reply, host},
    release::OWN,
    secret::S3Secrets,
    settings::fill,
};

/// Maximum number of pages of a listing, each with at most 1,000 keys.
const MOST_PAGES: usize = 200;

/// The part of a bucket that belongs to a site.
pub(super) struct Bucket<'a> {
    http: &'a Http,
    secrets: &'a S3Secrets,
    environment: &'a Environment,
    region: &'a str,
    name: String,
    /// Address of the bucket, with a slash at its end.
    base: Url,
    /// Start of all keys: empty, or with a slash at its end.
    prefix: String,
}

/// How an object is served.
pub(super) struct Served<'a> {
    pub(super) content_type: &'a str,
    pub(super) cache: &'a str,
}

impl<'a> Bucket<'a> {
    pub(super) fn new(
        settings: &'a S3Settings, secrets: &'a S3Secrets, environment: &'a Environment, http: &'a Http, slug: &str,
    ) -> Result<Self, TargetError> {
        let name = fill(&settings.bucket, slug);
        let aws = format!("https://s3.{}.amazonaws.com", settings.region);
        let wrong = || TargetError::setting("endpoint", "Enter an address such as https://s3.example.com.");
        let mut base: Url = settings.endpoint.as_deref().unwrap_or(&aws).parse().map_err(|_| wrong())?;
        if settings.path_style {
            base.set_path(&format!("/{name}/"));
        } else {
            let host = base.host_str().map(|host| format!("{name}.{host}")).ok_or_else(wrong)?;
            let is_address = base.domain().is_none();
            if is_address || base.set_host(Some(&host)).is_err() {
                return Err(TargetError::setting("pathStyle", "Switch it on for this endpoint and bucket."));
            }
        }
        let prefix = fill(&settings.prefix, slug);
        let prefix = if prefix.is_empty() { prefix } else { format!("{prefix}/") };
        Ok(Self { http, secrets, environment, region: &settings.region, name, base, prefix })
    }

    pub(super) const fn limits(&self) -> Limits {
        self.environment.limits
    }

    /// Returns where the site is, for messages and records.
    pub(super) fn place(&self) -> String {
        format!("{}{}", self.base, self.prefix)
    }

    /// Returns the key of a visible file.
    pub(super) fn visible(&self, path: &str) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Returns a key that only this product uses.
    pub(super) fn own(&self, path: &str) -> String {
        format!("{}{OWN}/{path}", self.prefix)
    }

    /// Returns the key of bytes.
    pub(super) fn blob(&self, sha256: &str) -> String {
        self.own(&format!("blobs/{sha256}"))
    }

    pub(super) async fn put(&self, key: &str, bytes: Bytes, served: &Served<'_>) -> Result<(), TargetError> {
        let mut headers = BTreeMap::new();
        headers.insert("content-type", served.content_type.to_owned());
        headers.insert("cache-control", served.cache.to_owned());
        let reply = self.send(Method::PUT, key, "", headers, bytes).await?;
        self.expect_success(&reply)
    }

    /// Copies an object inside the bucket; returns false if it does not exist.
    pub(super) async fn copy(&self, from: &str, to: &str, served: &Served<'_>) -> Result<bool, TargetError> {
        let mut headers = BTreeMap::new();
        headers.insert("x-amz-copy-source", format!("/{}/{}", self.name, sign::encode_path(from)));
        headers.insert("x-amz-metadata-directive", "REPLACE".to_owned());
        headers.insert("content-type", served.content_type.to_owned());
        headers.insert("cache-control", served.cache.to_owned());
        let reply = self.send(Method::PUT, to, "", headers, Bytes::new()).await?;
        if xml::text(&reply.text(), "Code").as_deref() == Some("NoSuchKey") {
            return Ok(false);
        }
        self.expect_success(&reply)?;
        Ok(true)
    }

    /// Returns an object; `None` if it does not exist.
    pub(super) async fn get(&self, key: &str) -> Result<Option<Bytes>, TargetError> {
        let reply = self.request(Method::GET, key, BTreeMap::new(), Bytes::new()).await?;
        Ok(self.found(reply)?.map(|reply| reply.body))
    }

    /// Returns a successful response; `None` if the object does not exist.
    pub(super) fn found(&self, reply: Reply) -> Result<Option<Reply>, TargetError> {
        if reply.status == 404 && !error::is_about_bucket(&reply) {
            return Ok(None);
        }
        self.expect_success(&reply)?;
        Ok(Some(reply))
    }

    /// Sends a request about an object. A response with any status is returned.
    pub(super) async fn request(
        &self, method: Method, key: &str, headers: BTreeMap<&str, String>, body: Bytes,
    ) -> Result<Reply, TargetError> {
        self.send(method, key, "", headers, body).await
    }

    /// Deletes an object; one that does not exist is no error.
    pub(super) async fn delete(&self, key: &str) -> Result<(), TargetError> {
        let reply = self.send(Method::DELETE, key, "", BTreeMap::new(), Bytes::new()).await?;
        if reply.status == 404 && !error::is_about_bucket(&reply) { Ok(()) } else { self.expect_success(&reply) }
    }

    /// Lists the objects whose keys start so.
    pub(super) async fn list(&self, prefix: &str) -> Result<Vec<Listed>, TargetError> {
        match self.list_some(prefix, usize::MAX, |_| true).await? {
            (found, false) => Ok(found),
            (_, true) => {
                Err(TargetError::InTheWay(format!("A list of more than {MOST_PAGES},000 objects under {prefix}")))
            }
        }
    }

    /// Lists objects whose keys start so and that are wanted, until there are so many; returns true if it ends early.
    pub(super) async fn list_some(
        &self, prefix: &str, most: usize, is_wanted: impl Fn(&str) -> bool,
    ) -> Result<(Vec<Listed>, bool), TargetError> {
        let (mut found, mut token) = (Vec::new(), None::<String>);
        for _ in 0..MOST_PAGES {
            let next = token.map(|token| format!("continuation-token={}&", sign::encode_query(&token)));
            let query = format!("{}list-type=2&prefix={}", next.unwrap_or_default(), sign::encode_query(prefix));
            let reply = self.send(Method::GET, "", &query, BTreeMap::new(), Bytes::new()).await?;
            self.expect_success(&reply)?;
            let page = xml::listing(&reply.text());
            let page = page.ok_or_else(|| TargetError::Unreadable {
                host: reply.host.clone(),
                reason: "it is not a list of objects, or it ended early".to_owned(),
            })?;
            found.extend(page.objects.into_iter().filter(|object| is_wanted(&object.key)));
            token = page.next;
            if token.is_none() {
                return Ok((found, false));
            }
            if found.len() > most {
                break;
            }
        }
        Ok((found, true))
    }

    pub(super) fn expect_success(&self, reply: &Reply) -> Result<(), TargetError> {
        let words = |text: &str| self.http.words(text);
        error::of(reply, &self.place(), &self.name, words).map_or(Ok(()), Err)
    }

    async fn send(
        &self, method: Method, key: &str, query: &str, headers: BTreeMap<&str, String>, body: Bytes,
    ) -> Result<Reply, TargetError> {
        let mut url = self.base.clone();
        url.set_path(&format!("{}{}", url.path(), sign::encode_path(key)));
        url.set_query((!query.is_empty()).then_some(query));
        let mut call = Call::new(method, url);
        call.body = body;
        self.sign(&mut call, query, headers);
        self.http.send(&call).await
    }

    /// Adds the headers that identify the caller.
    fn sign(&self, call: &mut Call, query: &str, headers: BTreeMap<&str, String>) {
        let at = (self.environment.now)();
        let payload = sha256(&call.body);
        let mut headers: BTreeMap<String, String> =
            headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        headers.insert("host".to_owned(), host(&call.url));
        headers.insert("x-amz-date".to_owned(), sign::date(at));
        headers.insert("x-amz-content-sha256".to_owned(), payload.clone());
        if let Some(token) = self.secrets.session_token.as_ref() {
            headers.insert("x-amz-security-token".to_owned(), token.expose().to_owned());
        }
        let (method, path) = (call.method.as_str(), call.url.path());
        let request = sign::Request { method, path, query, headers: &headers, payload: &payload };
        let authorization = sign::authorization(&request, self.secrets, self.region, at);
        headers.insert("authorization".to_owned(), authorization);
        for (name, value) in headers.into_iter().filter(|(name, _)| name != "host") {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                call.headers.insert(name, value);
            }
        }
    }
}
