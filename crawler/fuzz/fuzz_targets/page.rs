//! Reads any bytes as a page with any headers.

#![no_main]

use crawler::page::{Headers, read};
use libfuzzer_sys::fuzz_target;
use url::Url;

fuzz_target!(|data: (&[u8], &str, &str)| {
    let (body, content_type, link) = data;
    let url = Url::parse("https://example.com/").unwrap();
    let headers: Headers = [("content-type", content_type), ("link", link), ("x-robots-tag", link)].into_iter().collect();
    let page = read(body, &url, &headers, &|| false).unwrap();
    assert!(page.links.len() as u64 <= page.link_count);
});
