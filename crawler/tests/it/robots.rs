//! robots.txt during a crawl.

use std::time::{Duration, Instant};

use crawler::crawl::{RobotsDecision, Settings};

use crate::server::{Run, Server, html, redirect, status, text};

const HOME: &str = "<a href=/open>o</a><a href=/closed/1>c</a>";

#[tokio::test]
async fn disallowed_urls_are_recorded_and_not_requested() {
    let server = Server::new(|path| match path {
        "/robots.txt" => text("user-agent: *\ndisallow: /open\nuser-agent: motherlode\ndisallow: /closed"),
        "/" => html(HOME),
        _ => html(""),
    })
    .await;
    let (records, totals) = Run::default().crawl(&server.url("/")).await;
    assert_eq!(records["/closed/1"].robots, RobotsDecision::Disallowed);
    assert_eq!((records["/closed/1"].status, records["/open"].status), (None, Some(200)));
    assert_eq!((totals.blocked, totals.fetched), (1, 2));
    assert_eq!(server.requests(), ["/robots.txt", "/", "/open"]);
}

#[tokio::test]
async fn missing_robots_allows_and_failing_robots_forbids() {
    for (code, decision) in
        [(404, RobotsDecision::Allowed), (403, RobotsDecision::Allowed), (500, RobotsDecision::Unreachable)]
    {
        let server = Server::new(move |path| if path == "/robots.txt" { status(code) } else { html("") }).await;
        let (records, totals) = Run::default().crawl(&server.url("/")).await;
        assert_eq!(records["/"].robots, decision, "{code}");
        let failures = u64::from(decision == RobotsDecision::Unreachable);
        assert_eq!(
            (totals.failed, totals.blocked),
            (failures, 0),
            "{code}: robots.txt excludes nothing that it does not name"
        );
        assert_eq!(server.requests().contains(&"/".to_owned()), decision == RobotsDecision::Allowed);
    }
}

#[tokio::test]
async fn redirected_robots_is_followed() {
    let server = Server::new(|path| match path {
        "/robots.txt" => redirect("/moved.txt"),
        "/moved.txt" => text("user-agent: *\ndisallow: /"),
        _ => html(""),
    })
    .await;
    let (records, _) = Run::default().crawl(&server.url("/")).await;
    assert_eq!(records["/"].robots, RobotsDecision::Disallowed);
}

#[tokio::test]
async fn crawl_delay_spaces_requests() {
    let server = Server::new(|path| match path {
        "/robots.txt" => text("user-agent: *\ncrawl-delay: 0.4"),
        "/" => html(HOME),
        _ => html(""),
    })
    .await;
    let begun = Instant::now();
    let run = Run::with(Settings { delay_ms: Some(10), reads_sitemaps: false, ..Settings::default() });
    assert_eq!(run.crawl(&server.url("/")).await.1.fetched, 3);
    assert!(begun.elapsed() >= Duration::from_millis(1_200), "{:?}", begun.elapsed());
}
