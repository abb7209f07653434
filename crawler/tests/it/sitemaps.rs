//! Sitemaps during a crawl.

use std::{io::Write, sync::Arc};

use crawler::crawl::{Settings, Source, Stop, unread_sitemaps};
use flate2::{Compression, write::GzEncoder};
use tokio::{io::AsyncWriteExt, sync::Notify};

use crate::server::{Run, Server, html, response, status, text};

fn packed(body: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

fn settings() -> Settings {
    Settings::default()
}

#[tokio::test]
async fn sitemaps_of_robots_are_read_with_their_indexes() {
    let server = Server::new(|path| match path {
        "/robots.txt" => text("sitemap: /index.xml\nsitemap: /list.txt"),
        "/index.xml" => text("<sitemapindex><sitemap><loc>/index.xml</loc></sitemap><sitemap><loc>/pages.xml.gz</loc></sitemap></sitemapindex>"),
        "/pages.xml.gz" => response("200 OK\r\nContent-Type: application/gzip", &packed(b"<urlset><url><loc>/from-xml?a=1&amp;b=2</loc></url><url><loc>https://example.org/</loc></url></urlset>")),
        "/list.txt" => text("/from-text\nnot a url \u{1}"),
        _ => html("<title>Page</title>"),
    })
    .await;
    let (records, totals) = Run::with(settings()).crawl(&server.url("/")).await;
    assert_eq!(records["/from-xml?a=1&b=2"].source, Source::Sitemap);
    assert_eq!((records["/from-text"].source, records["/"].source), (Source::Sitemap, Source::Start));
    assert_eq!((totals.sitemaps, totals.stopped), (3, None));
}

#[tokio::test]
async fn default_sitemap_is_tried_and_hostile_ones_end() {
    let bomb = packed(&[b' '; 60 << 20]);
    let server = Server::new(move |path| match path {
        "/robots.txt" => status(404),
        "/sitemap.xml" => {
            text("<sitemapindex><loc>/bomb.gz</loc><loc>/entities.xml</loc><loc>/sitemap.xml?1</loc></sitemapindex>")
        }
        "/bomb.gz" => response("200 OK", &bomb),
        "/entities.xml" => text("<!DOCTYPE x [<!ENTITY a '/a'>]><urlset><loc>&a;</loc><loc>/fine</loc>"),
        path if path.starts_with("/sitemap.xml?") => {
            text(&format!("<sitemapindex><loc>{path}1</loc><loc>{path}2</loc></sitemapindex>"))
        }
        _ => html(""),
    })
    .await;
    let (records, totals) = Run::with(settings()).crawl(&server.url("/")).await;
    assert!(records.contains_key("/fine") && !records.contains_key("/a"));
    assert_eq!((totals.stopped, totals.sitemaps), (None, 6));
}

#[tokio::test]
async fn pages_do_not_wait_for_a_sitemap_that_stalls() {
    // The sitemap answers only once a page was requested.
    let requested = Arc::new(Notify::new());
    let server = Server::raw(move |path, mut stream| {
        let requested = Arc::clone(&requested);
        async move {
            let answer = match path.as_str() {
                "/robots.txt" => status(404),
                "/sitemap.xml" => {
                    requested.notified().await;
                    text("<urlset><url><loc>/listed</loc></url></urlset>")
                }
                _ => {
                    requested.notify_one();
                    html("<title>Page</title>")
                }
            };
            let _ = stream.write_all(&answer).await;
            let _ = stream.shutdown().await;
        }
    })
    .await;
    let patient = Settings { header_seconds: 60, ..settings() };
    let (records, totals) = Run::with(patient).crawl(&server.url("/")).await;
    assert_eq!(records.keys().collect::<Vec<_>>(), ["/", "/listed"]);
    assert_eq!((totals.sitemaps, totals.stopped), (1, None));
}

#[tokio::test]
async fn time_of_the_crawl_ends_a_sitemap_that_stalls() {
    let server = Server::raw(|path, mut stream| async move {
        if path == "/sitemap.xml" {
            return std::future::pending().await;
        }
        let _ = stream.write_all(&html("<title>Page</title>")).await;
        let _ = stream.shutdown().await;
    })
    .await;
    let patient = Settings { header_seconds: 120, body_seconds: 600, max_seconds: Some(1), ..settings() };
    let (_, totals) = Run::with(patient).crawl(&server.url("/")).await;
    assert_eq!((totals.sitemaps, totals.stopped), (0, Some(Stop::Time)));
}

#[tokio::test]
async fn named_sitemaps_that_cannot_be_read_are_reported() {
    let server = Server::new(|path| match path {
        "/robots.txt" => text("sitemap: /gone.xml\nsitemap: /index.xml\nsitemap: /page"),
        "/gone.xml" => status(404),
        "/index.xml" => text("<sitemapindex><loc>/busy.xml</loc><loc>/good.xml</loc></sitemapindex>"),
        "/busy.xml" => status(503),
        "/good.xml" => text("<urlset><loc>/a</loc></urlset>"),
        _ => html("<title>Page</title>"),
    })
    .await;
    let run = Run::with(settings());
    let (_, totals) = run.crawl(&server.url("/")).await;
    let expected = [("/busy.xml", "503"), ("/gone.xml", "404"), ("/page", "names no page")];
    let expected = expected.map(|(path, reason)| format!("{} {reason}", server.url(path)));
    assert_eq!(unread_sitemaps(&run.state()).unwrap(), expected);
    assert_eq!(totals.sitemaps, 3);
}

#[tokio::test]
async fn missing_sitemap_that_nobody_names_is_no_problem() {
    let server = Server::new(|path| if path == "/" { html("") } else { status(404) }).await;
    let run = Run::with(settings());
    run.crawl(&server.url("/")).await;
    assert_eq!(unread_sitemaps(&run.state()).unwrap(), [] as [&str; 0]);
}

#[tokio::test]
async fn bytes_of_sitemaps_count() {
    let padding = " ".repeat(100_000);
    let server = Server::new(move |path| match path {
        "/robots.txt" => status(404),
        "/sitemap.xml" => text(&format!("<urlset>{padding}<loc>/a</loc></urlset>")),
        _ => html(""),
    })
    .await;
    let run = Run::with(Settings { max_bytes: Some(50_000), ..settings() });
    let (_, totals) = run.crawl(&server.url("/")).await;
    assert!(totals.stopped == Some(Stop::Bytes) && totals.bytes > 100_000, "{totals:?}");
}
