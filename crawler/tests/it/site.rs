//! What a crawl finds and records.

use crawler::{
    Cancel,
    crawl::{Facts, FailureKind, RedirectProblem, Settings, Source},
    graph,
};

use crate::server::{Run, Server, html, redirect, response, status};

#[tokio::test]
async fn crawl_records_every_page_once_with_its_facts() {
    let server = Server::site(&[
        ("/", "<title>Kites</title><a href=/a>A</a><a href='/a#x'>A</a><a href=/b?x=1>B</a><a href=https://example.org/>x</a>"),
        ("/a", "<title>A</title><link rel=canonical href=/canonical><a href=/>home</a><a href=/gone>gone</a>"),
        ("/b?x=1", "<title>B</title><a rel=nofollow href=/secret>s</a>"),
        ("/canonical", "<title>C</title><meta name=robots content=nofollow><a href=/secret>s</a>"),
    ])
    .await;
    let run = Run::default();
    let (records, totals) = run.crawl(&server.url("/")).await;
    assert_eq!(records.keys().collect::<Vec<_>>(), ["/", "/a", "/b?x=1", "/canonical", "/gone"]);
    let a = &records["/a"];
    assert_eq!((a.status, a.title.as_deref(), a.depth, a.source), (Some(200), Some("A"), 1, Source::Link));
    assert_eq!(a.discovered_from, Some(server.url("/")));
    assert_eq!(a.canonical, Some(server.url("/canonical")));
    assert_eq!(
        (a.content_type.as_deref(), a.bytes > 50, a.headers.contains_key("content-length")),
        (Some("text/html"), true, true)
    );
    assert_eq!((records["/canonical"].source, records["/gone"].status), (Source::Canonical, Some(404)));
    assert_eq!((totals.records, totals.fetched, totals.succeeded, totals.client_errors), (5, 5, 4, 1));
    assert_eq!(totals.stopped, None);
}

#[tokio::test]
async fn redirects_are_records_with_loops_and_limits() {
    let server = Server::new(|path| match path {
        "/" => {
            html("<a href=/one>1</a><a href=/loop>l</a><a href=/self>s</a><a href=/chain/0>c</a><a href=/nowhere>n</a>")
        }
        "/one" => redirect("/two"),
        "/two" => redirect("/end"),
        "/end" => html("<title>End</title>"),
        "/loop" => redirect("/pool"),
        "/pool" => redirect("/loop"),
        "/self" => redirect("/self"),
        "/nowhere" => redirect("mailto:ada@example.com"),
        _ => path
            .strip_prefix("/chain/")
            .map_or_else(|| status(404), |number| redirect(&format!("/chain/{}", number.parse::<u32>().unwrap() + 1))),
    })
    .await;
    let run = Run::with(Settings { max_hops: 3, reads_sitemaps: false, ..Settings::default() });
    let (records, _) = run.crawl(&server.url("/")).await;
    let end = &records["/end"];
    assert_eq!(end.redirect_chain, [server.url("/one"), server.url("/two")]);
    assert_eq!((end.discovered_from.clone(), end.source, end.depth), (Some(server.url("/two")), Source::Redirect, 1));
    let problem = |path: &str| records[path].redirect.as_ref().unwrap().problem;
    assert_eq!(
        (problem("/one"), problem("/pool"), problem("/self")),
        (None, Some(RedirectProblem::Loop), Some(RedirectProblem::Loop))
    );
    assert_eq!(
        (problem("/chain/3"), problem("/nowhere")),
        (Some(RedirectProblem::TooLong), Some(RedirectProblem::Invalid))
    );
    assert!(!records.contains_key("/chain/4"));
}

#[tokio::test]
async fn pages_that_forward_by_meta_refresh_are_followed() {
    let server = Server::new(|path| {
        let forward = |seconds: u32, to: &str| html(&format!("<meta http-equiv=refresh content='{seconds};url={to}'>"));
        match path {
            "/" => html("<a href=/at-once>a</a><a href=/later>l</a><a href=/self>s</a><a href=/chain/0>c</a>"),
            "/at-once" => html("<meta http-equiv=refresh content='0;url=/new'><a href=/new>Go on</a>"),
            "/later" => forward(5, "/next"),
            "/self" => forward(0, "/self"),
            "/new" | "/next" => html("<title>Target</title>"),
            _ => path.strip_prefix("/chain/").map_or_else(
                || status(404),
                |number| forward(0, &format!("/chain/{}", number.parse::<u32>().unwrap() + 1)),
            ),
        }
    })
    .await;
    for facts in [Facts::All, Facts::Essential] {
        let settings = Settings { facts, max_hops: 3, reads_sitemaps: false, ..Settings::default() };
        let (records, _) = Run::with(settings).crawl(&server.url("/")).await;
        let (new, next) = (&records["/new"], &records["/next"]);
        assert_eq!((new.source, &new.redirect_chain), (Source::Redirect, &vec![server.url("/at-once")]));
        assert_eq!((next.source, next.discovered_from.clone()), (Source::Link, Some(server.url("/later"))));
        assert_eq!((new.depth, next.depth), (1, 2));
        assert!(
            records.contains_key("/chain/3") && !records.contains_key("/chain/4"),
            "a chain ends as one of redirects"
        );
    }
}

#[tokio::test]
async fn records_have_the_headers_that_protect_visitors() {
    let server = Server::new(|_| {
        let head = "200 OK\r\nContent-Type: text/html\r\nX-Frame-Options: DENY\r\nX-Content-Type-Options: nosniff\r\n\
                    Referrer-Policy: no-referrer\r\nX-Other: 1";
        response(head, b"<title>Safe</title>")
    })
    .await;
    let run = Run::with(Settings { facts: Facts::Essential, reads_sitemaps: false, ..Settings::default() });
    let (records, _) = run.crawl(&server.url("/")).await;
    let of = |name: &str| records["/"].headers.get(name).map(String::as_str);
    assert_eq!((of("x-frame-options"), of("x-content-type-options")), (Some("DENY"), Some("nosniff")));
    assert_eq!((of("referrer-policy"), of("x-other")), (Some("no-referrer"), None));
}

#[tokio::test]
async fn start_that_redirects_to_another_host_moves_the_site() {
    let target = Server::site(&[("/", "<title>New</title><a href=/a>a</a>"), ("/a", "<title>A</title>")]).await;
    let to = target.url("/").replace("127.0.0.1", "localhost");
    let start = Server::new(move |path| if path == "/go" { redirect(&to) } else { status(404) }).await;
    let (records, _) = Run::default().crawl(&start.url("/go")).await;
    assert_eq!(records.keys().collect::<Vec<_>>(), ["/", "/a", "/go"]);
    assert_eq!((records["/a"].title.as_deref(), records["/"].depth), (Some("A"), 0));
}

#[tokio::test]
async fn bodies_other_than_html_are_not_read() {
    let server = Server::new(|path| match path {
        "/" => html("<a href=/file.pdf>p</a>"),
        "/file.pdf" => response("200 OK\r\nContent-Type: application/pdf", &[b'x'; 200_000]),
        _ => status(404),
    })
    .await;
    let (records, _) = Run::default().crawl(&server.url("/")).await;
    let file = &records["/file.pdf"];
    assert_eq!((file.status, file.content_type.as_deref(), file.bytes), (Some(200), Some("application/pdf"), 0));
    assert!(file.page.is_none() && file.failure.is_none());
}

#[tokio::test]
async fn unknown_hosts_and_closed_ports_are_failures() {
    let (records, totals) = Run::default().crawl("http://127.0.0.1:1025/").await;
    assert_eq!(records["/"].failure.as_ref().unwrap().kind, FailureKind::Unreachable);
    assert_eq!((records["/"].status, totals.records), (None, 1));
}

#[tokio::test]
async fn link_report_ranks_pages_by_their_links() {
    let server = Server::site(&[
        ("/", "<a href=/hub>h</a><a href=/a>a</a>"),
        ("/a", "<a href=/hub>h</a><a href=/b>b</a>"),
        ("/b", "<a href=/hub>h</a>"),
        ("/hub", "<a href=/>home</a>"),
    ])
    .await;
    let run = Run::default();
    run.crawl(&server.url("/")).await;
    let mut facts = Vec::new();
    let totals = graph::report(&run.state(), &Cancel::default(), |page| {
        facts.push(page);
        Ok(())
    });
    assert_eq!((totals.as_ref().unwrap().urls, totals.unwrap().links), (4, 6));
    let of = |path: &str| facts.iter().find(|page| page.url == server.url(path)).unwrap();
    assert_eq!((of("/hub").inlinks, of("/b").click_depth, of("/a").outlinks), (3, Some(2), 2));
    assert!(of("/hub").page_rank > of("/b").page_rank);
    assert!((facts.iter().map(|page| page.page_rank).sum::<f64>() - 1.0).abs() < 1e-9);
}
