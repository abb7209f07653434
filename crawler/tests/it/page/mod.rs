//! Facts and content of pages.

mod content;
mod encoding;
mod facts;
mod fingerprint;
mod hostile;
mod structured;
mod tree;

use crawler::page::{Headers, Page, read};
use url::Url;

/// Reads a page at `https://example.com/a/b`.
fn page(html: &str) -> Page {
    page_with(html.as_bytes(), &[("content-type", "text/html; charset=utf-8")])
}

fn page_with(body: &[u8], headers: &[(&str, &str)]) -> Page {
    let url = Url::parse("https://example.com/a/b").expect("address");
    let headers: Headers = headers.iter().copied().collect();
    read(body, &url, &headers, &|| false).expect("not cancelled")
}
