//! Answers the requests of a page: which are fetched, and how.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use base64::{Engine, engine::general_purpose::STANDARD};
use reqwest::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::Semaphore;
use url::Url;

use super::{cache::Cache, limits, rules::Rules};
use crate::fetch::{Fetcher, Request, Wanted};

/// A transparent image of one pixel: images are not loaded, and their absence must not change the page.
const PIXEL: &[u8] =
    b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\0\0\0!\xf9\x04\x01\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
/// Headers of a page's request that are not passed on: the client sets its own, or they name the browser.
const OWN: [&str; 7] = ["host", "connection", "content-length", "accept-encoding", "user-agent", "cookie", "te"];
/// Headers of a response that do not hold for its unpacked body, or that start something.
const DROPPED: [&str; 8] = [
    "content-encoding",
    "content-length",
    "transfer-encoding",
    "connection",
    "keep-alive",
    "content-disposition",
    "refresh",
    "set-cookie",
];

/// A request of a page that waits for its answer.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Paused {
    pub(super) request_id: String,
    pub(super) frame_id: String,
    pub(super) resource_type: String,
    pub(super) request: Sent,
}

/// What a page requests.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent {
    pub(super) url: String,
    pub(super) method: String,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    post_data: Option<String>,
}

/// A response for the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Loaded {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// Answer to a request.
#[derive(Debug, Clone)]
pub(super) enum Reply {
    Loaded(Arc<Loaded>),
    /// robots.txt forbids it.
    Blocked,
    Failed,
}

impl Loaded {
    /// Parameters of `Fetch.fulfillRequest`; `None` if the browser would refuse them.
    pub(super) fn params(&self, request_id: &str) -> Option<Value> {
        if !(200..600).contains(&self.status) {
            return None;
        }
        let is_plain = |value: &str| value.bytes().all(|byte| (0x20..0x7F).contains(&byte) || byte == b'\t');
        let is_kept = |name: &str| !DROPPED.iter().any(|dropped| name.eq_ignore_ascii_case(dropped));
        let headers = self.headers.iter().filter(|(name, value)| is_kept(name) && is_plain(value));
        let headers: Vec<Value> = headers.map(|(name, value)| json!({"name": name, "value": value})).collect();
        Some(json!({
            "requestId": request_id, "responseCode": self.status, "responseHeaders": headers, "body": STANDARD.encode(&self.body),
        }))
    }

    pub(super) fn pixel() -> Self {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let headers = vec![header("content-type", "image/gif"), header("access-control-allow-origin", "*")];
        Self { status: 200, headers, body: PIXEL.to_vec() }
    }
}

/// What happens with a request, by its kind and method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Plan {
    Fetch,
    Pixel,
    Refuse,
}

/// Decides on a request. Pages may read data and ask their own server questions; they change nothing elsewhere.
pub(super) fn plan(request: &Paused, page: &Url) -> Plan {
    let is_data = matches!(request.resource_type.as_str(), "XHR" | "Fetch");
    match (request.resource_type.as_str(), request.request.method.as_str()) {
        ("Image", _) => Plan::Pixel,
        ("Script" | "Stylesheet" | "XHR" | "Fetch" | "Preflight", "GET" | "HEAD" | "OPTIONS") => Plan::Fetch,
        (_, "POST") if is_data && is_own(&request.request.url, page) => Plan::Fetch,
        _ => Plan::Refuse,
    }
}

fn is_own(url: &str, page: &Url) -> bool {
    Url::parse(url).is_ok_and(|url| url.origin() == page.origin())
}

/// Fetches for all pages of a crawl.
pub(super) struct Loader {
    pub(super) fetcher: Fetcher,
    rules: Rules,
    cache: Cache,
}

/// What the requests of a page share.
pub(super) struct Budget {
    slots: Semaphore,
    pub(super) bytes: AtomicU64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { slots: Semaphore::new(limits::REQUESTS_AT_ONCE), bytes: AtomicU64::new(0) }
    }
}

impl Loader {
    pub(super) fn new(fetcher: Fetcher) -> Self {
        Self { fetcher, rules: Rules::default(), cache: Cache::default() }
    }

    /// Fetches what a page requests.
    pub(super) async fn load(&self, request: &Paused, budget: &Budget) -> Reply {
        let Ok(url) = Url::parse(&request.request.url) else { return Reply::Failed };
        let key = cache_key(request);
        if let Some(kept) = key.as_ref().and_then(|key| self.cache.get(key)) {
            return Reply::Loaded(kept);
        }
        let Ok(_slot) = budget.slots.acquire().await else { return Reply::Failed };
        if budget.bytes.load(Ordering::Relaxed) >= limits::MOST_BYTES {
            return Reply::Failed;
        }
        if self.fetcher.check(&url).is_err() {
            return Reply::Failed;
        }
        if !self.rules.allow(&self.fetcher, &url).await {
            return Reply::Blocked;
        }
        let Some(loaded) = self.fetch(request, &url, budget).await else { return Reply::Failed };
        let loaded = Arc::new(loaded);
        if let Some(key) = key.filter(|_| loaded.status == 200) {
            self.cache.put(key, &loaded);
        }
        Reply::Loaded(loaded)
    }

    async fn fetch(&self, request: &Paused, url: &Url, budget: &Budget) -> Option<Loaded> {
        let sent = &request.request;
        let body = sent.post_data.clone().unwrap_or_default().into_bytes();
        if body.len() > limits::MOST_SENT {
            return None;
        }
        let is_passed = |name: &str| {
            let name = name.to_ascii_lowercase();
            !OWN.contains(&name.as_str()) && !name.starts_with("sec-") && !name.starts_with("proxy-")
        };
        let headers = sent.headers.iter().filter(|(name, _)| is_passed(name));
        let outgoing = Request {
            method: Method::from_bytes(sent.method.as_bytes()).ok()?,
            url,
            headers: headers.map(|(name, value)| (name.clone(), value.clone())).collect(),
            body,
            wanted: Wanted::Any(limits::MOST_FILE),
        };
        let fetched = self.fetcher.send(outgoing).await;
        budget.bytes.fetch_add(fetched.sent, Ordering::Relaxed);
        if fetched.failure.is_some() || fetched.is_truncated {
            return None;
        }
        Some(Loaded { status: fetched.status?, headers: fetched.headers.into_pairs(), body: fetched.body })
    }
}

/// Scripts and style sheets are the same for all pages of an origin.
fn cache_key(request: &Paused) -> Option<String> {
    let is_file = matches!(request.resource_type.as_str(), "Script" | "Stylesheet") && request.request.method == "GET";
    let origin = request.request.headers.get("Origin").map_or("", String::as_str);
    is_file.then(|| format!("{origin} {}", request.request.url))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(kind: &str, method: &str, url: &str) -> Paused {
        let request = json!({"url": url, "method": method, "headers": {}});
        serde_json::from_value(json!({"requestId": "1", "frameId": "f", "resourceType": kind, "request": request}))
            .unwrap()
    }

    #[test]
    fn plan_fetches_data_and_refuses_what_changes_something_elsewhere() {
        let page = Url::parse("https://example.com/a").unwrap();
        for (kind, method, url, expected) in [
            ("Script", "GET", "https://cdn.example/x.js", Plan::Fetch),
            ("XHR", "POST", "https://example.com/graphql", Plan::Fetch),
            ("Fetch", "POST", "https://collect.example/hit", Plan::Refuse),
            ("Fetch", "POST", "http://example.com/graphql", Plan::Refuse),
            ("Fetch", "DELETE", "https://example.com/cart", Plan::Refuse),
            ("Document", "GET", "https://example.com/frame", Plan::Refuse),
            ("Ping", "POST", "https://example.com/hit", Plan::Refuse),
            ("Image", "GET", "https://example.com/a.png", Plan::Pixel),
            ("Media", "GET", "https://example.com/a.mp4", Plan::Refuse),
            ("Font", "GET", "https://example.com/a.woff2", Plan::Refuse),
        ] {
            assert_eq!(plan(&request(kind, method, url), &page), expected, "{kind} {method} {url}");
        }
    }

    #[test]
    fn params_leave_out_headers_that_no_longer_hold() {
        let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let headers = vec![header("Content-Encoding", "gzip"), header("x-a", "b"), header("x-bad", "é\r\n")];
        let loaded = Loaded { status: 200, headers, body: b"hi".to_vec() };
        let params = loaded.params("7").unwrap();
        assert_eq!(params["responseHeaders"], json!([{"name": "x-a", "value": "b"}]));
        assert_eq!((params["body"].as_str(), params["requestId"].as_str()), (Some("aGk="), Some("7")));
        assert!(Loaded { status: 999, ..loaded }.params("7").is_none());
    }
}
