//! Limits of a crawl.

use std::time::{Duration, Instant};

use crawler::crawl::{Crawl, CrawlError, JsonLines, Settings, Stop};

use crate::server::{Run, Server, html};

/// A site without end: each page links to the next ten.
async fn endless() -> Server {
    Server::new(|path| {
        let number: u64 = path.trim_start_matches("/p").parse().unwrap_or(0);
        html(&(1..=10).map(|next| format!("<a href=/p{}>n</a>", number * 10 + next)).collect::<String>())
    })
    .await
}

#[tokio::test]
async fn max_pages_is_exact() {
    let server = endless().await;
    let run = Run::with(Settings { max_pages: 37, reads_sitemaps: false, ..Settings::default() });
    let (records, totals) = run.crawl(&server.url("/")).await;
    assert_eq!((records.len(), totals.fetched, totals.stopped), (37, 37, Some(Stop::Pages)));
}

#[tokio::test]
async fn max_depth_and_filters_limit_what_is_discovered() {
    let server = endless().await;
    let run = Run::with(Settings {
        max_depth: 2,
        exclude: vec!["/p[2-9]$".to_owned()],
        reads_sitemaps: false,
        ..Settings::default()
    });
    let (records, totals) = run.crawl(&server.url("/")).await;
    // The start page, /p1 and /p10, and their ten pages each.
    assert_eq!((records.len(), totals.stopped), (1 + 2 + 20, None));
    let run = Run::with(Settings {
        include: vec!["/p1*$".to_owned()],
        max_depth: 3,
        reads_sitemaps: false,
        ..Settings::default()
    });
    let (records, _) = run.crawl(&server.url("/")).await;
    assert_eq!(records.keys().collect::<Vec<_>>(), ["/", "/p1", "/p11", "/p111"]);
}

#[tokio::test]
async fn max_seconds_and_max_bytes_stop_the_crawl() {
    let server = endless().await;
    let begun = Instant::now();
    let run = Run::with(Settings {
        max_seconds: Some(1),
        max_pages: 1_000_000,
        delay_ms: Some(50),
        reads_sitemaps: false,
        ..Settings::default()
    });
    assert_eq!(run.crawl(&server.url("/")).await.1.stopped, Some(Stop::Time));
    assert!(begun.elapsed() < Duration::from_secs(10));
    let run = Run::with(Settings { max_bytes: Some(2_000), reads_sitemaps: false, ..Settings::default() });
    let (_, totals) = run.crawl(&server.url("/")).await;
    assert!(totals.stopped == Some(Stop::Bytes) && totals.bytes >= 2_000 && totals.fetched < 100);
}

#[tokio::test]
async fn cancelled_crawl_stops_and_keeps_its_records() {
    let server = endless().await;
    let run =
        Run::with(Settings { max_pages: 1_000_000, delay_ms: Some(5), reads_sitemaps: false, ..Settings::default() });
    let cancel = run.cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(600)).await;
        cancel.cancel();
    });
    let (records, totals) = run.crawl(&server.url("/")).await;
    assert_eq!(totals.stopped, Some(Stop::Cancelled));
    assert!(records.len() > 5 && records.len() as u64 == totals.records);
}

#[tokio::test]
async fn folder_of_another_crawl_is_refused() {
    let server = Server::site(&[("/", "")]).await;
    let run = Run::default();
    run.crawl(&server.url("/")).await;
    let start = |url: &str, resumes| {
        let crawl =
            Crawl::new(url.parse().unwrap(), run.settings.clone(), run.guard.clone(), &run.state()).resume(resumes);
        crawl.run(JsonLines::open(&run.output()).unwrap(), run.cancel.clone())
    };
    assert!(matches!(start(&server.url("/"), false).await, Err(CrawlError::Exists(_))));
    assert!(matches!(start("https://example.com/", true).await, Err(CrawlError::OtherStart(_))));
}

#[tokio::test]
async fn time_of_a_crawl_goes_on_where_it_stopped() {
    let server = endless().await;
    let mut run = Run::with(Settings {
        max_seconds: Some(1),
        max_pages: 1_000_000,
        delay_ms: Some(20),
        reads_sitemaps: false,
        ..Settings::default()
    });
    let (first, totals) = run.crawl(&server.url("/")).await;
    assert!(totals.stopped == Some(Stop::Time) && totals.elapsed_ms >= 1_000, "{totals:?}");
    let (second, totals) = run.crawl(&server.url("/")).await;
    assert_eq!((second.len(), totals.stopped), (first.len(), Some(Stop::Time)), "no time is left");
    (run.settings.max_seconds, run.settings.max_pages) = (Some(1_000), first.len() as u64 + 3);
    let (third, totals) = run.crawl(&server.url("/")).await;
    assert_eq!((third.len(), totals.stopped), (first.len() + 3, Some(Stop::Pages)));
}
