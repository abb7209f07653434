//! Exact changes that follow from the issues of a crawl: only from words and addresses of the website.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        opportunity::{Opportunity, OpportunityStatus},
        run::RunStatus,
    },
    store::{import, opportunity},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use uuid::Uuid;

use crate::{
    crawl::{crawled, settings, website_at},
    installation::{Installation, in_each_mode},
};

const OPENING: &str = "Every leak begins small, and a plumber who looks at the valve first saves a week of work.";
const MORE: &str = "Ask what the first hour costs, which parts are in the van, and who comes if it drips again. ";

fn page(head: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=en><head>{head}<meta name=viewport content='width=device-width'></head>\n<body><main>\
         {body}<p>{OPENING} {}</p></main></body></html>",
        MORE.repeat(12)
    )
}

/// A website with issues that its own words and addresses mend, and with one that only a person can.
async fn site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let own = url.clone();
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let own = own.clone();
            tokio::spawn(async move {
                let mut request = vec![0; 4_096];
                let length = stream.read(&mut request).await.unwrap_or(0);
                let request = String::from_utf8_lossy(&request[..length]).into_owned();
                let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
                let (status, location, body) = respond(&own, &path);
                let head = format!(
                    "HTTP/1.1 {status}\r\n{location}content-type: text/html; charset=utf-8\r\ncontent-length: {}\r\n\
                     connection: close\r\n\r\n",
                    body.len()
                );
                let _ = stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).await;
                let _ = stream.shutdown().await;
            });
        }
    });
    url
}

fn respond(own: &str, path: &str) -> (&'static str, String, String) {
    let to = |path: &str| ("301 Moved Permanently", format!("location: {path}\r\n"), String::new());
    let ok = |head: String, body: &str| ("200 OK", String::new(), page(&head, body));
    let title = |text: &str| format!("<title>{text}</title>");
    match path {
        "/" => ok(
            title("Plumbers of Tulsa County and what their work costs"),
            "<h1>Plumbers</h1><a href=/leaks>Leaks</a> <a href=/first>First</a> <a href=/old-prices>Old</a>
             <a href=/Drain-Cleaning.html>Drains</a> <a href=/drain-cleaning>Drains</a> <a href=/gone>Gone</a>
             <a href=/en/>English</a> <a href=/de/>German</a> <a href=/bare>Bare</a>",
        ),
        "/leaks" => ok(
            "<meta property=og:site_name content='Prairie Pipes'>".to_owned(),
            "<h1>Burst pipes in old houses</h1><figure><img src=/van.jpg width=1 height=1><figcaption>A van with
             tools</figcaption></figure>",
        ),
        "/bare" => ok(String::new(), "<h1>One</h1><h1>Two</h1><img src=/x.png width=1 height=1>"),
        "/prices" => ok(title("What a plumber costs in Tulsa, hour by hour"), "<h1>Prices</h1>"),
        "/drain-cleaning" => ok(title("Drain cleaning in Tulsa within the hour"), "<h1>Drains</h1>"),
        "/old-prices" | "/second" => to("/prices"),
        "/first" => to("/second"),
        "/en/" => ok(
            format!("{}<link rel=alternate hreflang=en href='{own}en/'>", title("Our plumbers of Tulsa in English")),
            "<h1>English</h1>",
        ),
        "/de/" => ok(
            format!(
                "{}<link rel=alternate hreflang=de href='{own}de/'><link rel=alternate hreflang=en href='{own}en/'>",
                title("Unsere Klempner in Tulsa auf Deutsch")
            ),
            "<h1>Deutsch</h1>",
        ),
        _ => ("404 Not Found", String::new(), "<title>Not found</title>".to_owned()),
    }
}

async fn found(at: &Installation, website_id: Uuid) -> BTreeMap<String, Opportunity> {
    let all = opportunity::list(&at.world.db, at.world.workspace_id, Some(website_id), 100).await.expect("list");
    all.into_iter().map(|one| (one.body.category.clone(), one)).collect()
}

fn facts<'a>(one: &'a Opportunity, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    one.body.evidence.as_array().into_iter().flatten().filter(move |fact| fact["type"] == kind)
}

fn changes(all: &BTreeMap<String, Opportunity>, category: &str) -> Vec<Value> {
    let one = all.get(category).unwrap_or_else(|| panic!("no {category} in {:?}", all.keys()));
    facts(one, "change").map(|fact| fact["value"]["change"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn issues_become_exact_changes_of_what_the_website_shows() {
    in_each_mode(|at| async {
        let url = site().await;
        let worker = at.worker_with(settings(&at));
        let website_id = website_at(&at, &url).await;
        let (_, ended) = crawled(&at, website_id, &url).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let all = found(&at, website_id).await;
        let title =
            json!({"kind": "set_title", "path": "/leaks", "title": "Burst pipes in old houses | Prairie Pipes"});
        assert_eq!(changes(&all, "crawl_title_missing"), [title]);
        let untitled = &all["crawl_title_missing"];
        let needs: Vec<&Value> = facts(untitled, "need").map(|fact| &fact["ref"]).collect();
        assert_eq!(needs, [&json!(format!("{url}bare"))], "two first headings: a person decides");
        assert!(untitled.body.automated && untitled.body.title.ends_with(": 2 pages"), "{:?}", untitled.body);
        let detail = facts(untitled, "issue").next().expect("the issue")["value"]["detail"].clone();
        assert_eq!(detail, "1 change follows from facts of the website. 1 page needs a person.");
        let descriptions = changes(&all, "crawl_description_missing");
        let expected = json!({"kind": "set_description", "path": "/", "description": OPENING});
        assert!(descriptions.contains(&expected), "{descriptions:?}");
        let shared = descriptions.iter().filter(|one| one["description"] == OPENING).count();
        assert_eq!(shared, 1, "no two pages get the same description");
        let alternative =
            json!({"kind": "set_alternative_text", "path": "/leaks", "image": "/van.jpg", "text": "A van with tools"});
        assert_eq!(changes(&all, "crawl_alt_missing"), [alternative]);
        let replaced = |from: &str, to: &str| json!({"kind": "replace_link", "path": "/", "from": from, "to": to});
        assert_eq!(changes(&all, "crawl_broken_link"), [replaced("/Drain-Cleaning.html", "/drain-cleaning")]);
        let links = changes(&all, "crawl_link_to_redirect");
        assert_eq!(links, [replaced("/first", "/prices"), replaced("/old-prices", "/prices")]);
        let redirect = json!({"kind": "add_redirect", "from": "/first", "to": "/prices", "permanent": true});
        assert_eq!(changes(&all, "crawl_redirect_chain"), [redirect]);
        let version =
            json!({"kind": "set_alternate", "path": "/en/", "language": "de", "address": format!("{url}de/")});
        assert_eq!(changes(&all, "crawl_hreflang_no_return"), [version]);
        let canonical = changes(&all, "crawl_canonical_missing");
        let own = json!({"kind": "set_canonical", "path": "/prices", "address": format!("{url}prices")});
        assert!(canonical.contains(&own), "{canonical:?}");
        let data = changes(&all, "crawl_structured_data_missing");
        assert!(data.iter().all(|one| one["json"]["@type"] == "WebPage"), "{data:?}");
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let seen =
            import::page_at(db, ws, website_id, &format!("{url}prices")).await.expect("a query").expect("a page");
        assert_eq!(seen.h1.as_deref(), Some("Prices"));
        assert_eq!(import::page_at(db, ws, website_id, &format!("{url}gone")).await.expect("a query"), None);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn issue_that_comes_back_after_its_edit_is_another_opportunity() {
    in_each_mode(|at| async {
        let url = site().await;
        let worker = at.worker_with(settings(&at));
        let website_id = website_at(&at, &url).await;
        crawled(&at, website_id, &url).await;
        let first = found(&at, website_id).await["crawl_redirect_chain"].clone();
        crawled(&at, website_id, &url).await;
        assert_eq!(found(&at, website_id).await["crawl_redirect_chain"].id, first.id, "{}: updated", at.world.name);
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        let mut tx = db.begin().await.expect("begin");
        let status = OpportunityStatus::Implemented;
        opportunity::update(&mut tx, ws, first.id, status, &first.body.0, now()).await.expect("update");
        tx.commit().await.expect("commit");
        crawled(&at, website_id, &url).await;
        let all = opportunity::list(db, ws, Some(website_id), 100).await.expect("list");
        let chains: Vec<OpportunityStatus> =
            all.iter().filter(|one| one.body.category == "crawl_redirect_chain").map(|one| one.status).collect();
        assert_eq!(chains.len(), 2, "{}: {chains:?}", at.world.name);
        assert!(chains.contains(&OpportunityStatus::Discovered) && chains.contains(&status), "{chains:?}");
        worker.stop().await;
        at
    })
    .await;
}
