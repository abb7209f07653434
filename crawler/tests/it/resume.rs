//! Crawls that are killed or cancelled and go on.

use std::{
    collections::BTreeSet,
    io::{BufRead, BufReader},
    process::{Command, Stdio},
    time::Duration,
};

use crawler::crawl::Settings;

use crate::server::{Run, Server, html, read};

const PAGES: usize = 600;

/// A site of pages that link to ten others each.
async fn site() -> Server {
    Server::new(|path| {
        let number: usize = path.trim_start_matches("/p").parse().unwrap_or(0);
        let links = (1..=10).map(|next| format!("<a href=/p{}>n</a>", (number * 7 + next * 13) % PAGES));
        html(&format!("<title>Page {number}</title>{}", links.collect::<String>()))
    })
    .await
}

/// Not a test of its own: the process that [`killed_crawl_resumes_without_loss_or_repeats`] kills.
#[tokio::test]
#[ignore = "started by another test"]
async fn child_process() {
    let Ok(start) = std::env::var("CRAWL_START") else { return };
    let folder = std::env::var("CRAWL_FOLDER").unwrap();
    let run = Run::with(Settings { delay_ms: Some(3), reads_sitemaps: false, ..Settings::default() });
    let folder = std::path::Path::new(&folder);
    let crawl = crawler::crawl::Crawl::new(start.parse().unwrap(), run.settings, run.guard, &folder.join("state"));
    let crawl = crawl.resume(true).on_progress(|totals| eprintln!("records {}", totals.records));
    crawl.run(crawler::crawl::JsonLines::open(&folder.join("output.jsonl")).unwrap(), run.cancel).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_crawl_resumes_without_loss_or_repeats() {
    let server = site().await;
    let whole = Run::default();
    let (expected, _) = whole.crawl(&server.url("/")).await;
    let run = Run::default();
    for _ in 0..3 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["resume::child_process", "--exact", "--ignored", "--nocapture"])
            .env("CRAWL_START", server.url("/"))
            .env("CRAWL_FOLDER", run.folder.path())
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        // The second commit has records; the kill comes at any moment after it.
        let _ = lines.map_while(Result::ok).filter(|line| line.starts_with("records ")).nth(1);
        tokio::time::sleep(Duration::from_millis(130)).await;
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let lines = std::fs::read_to_string(run.output()).unwrap().lines().count();
    assert!(lines > 10 && lines < PAGES, "killed in the middle, after {lines} lines");
    let (found, totals) = run.crawl(&server.url("/")).await;
    assert_eq!(found.keys().collect::<BTreeSet<_>>(), expected.keys().collect::<BTreeSet<_>>());
    assert!(found.iter().all(|(path, record)| record.title == expected[path].title));
    assert_eq!((totals.records, totals.fetched), (expected.len() as u64, expected.len() as u64));
}

#[tokio::test]
async fn finished_crawl_resumes_to_the_same_output() {
    let server = site().await;
    let run = Run::default();
    let (first, _) = run.crawl(&server.url("/")).await;
    let requests = server.requests().len();
    let (second, totals) = run.crawl(&server.url("/")).await;
    assert_eq!((first.len(), totals.records), (second.len(), second.len() as u64));
    assert!(server.requests().len() <= requests + 1, "only robots.txt may be requested again");
}

#[tokio::test]
async fn crawl_in_parts_equals_the_whole() {
    let server = site().await;
    let (whole, _) = Run::default().crawl(&server.url("/")).await;
    let mut run = Run::default();
    for pages in [1, 2, 50, 51, 400, 100_000] {
        run.settings.max_pages = pages;
        run.crawl(&server.url("/")).await;
    }
    let parts: BTreeSet<String> = read(&run.output()).into_iter().map(|record| record.url).collect();
    assert_eq!(parts, whole.into_values().map(|record| record.url).collect());
}
