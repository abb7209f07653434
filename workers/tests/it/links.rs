//! Imported links and a crawl reach the competitive engine.

use std::net::SocketAddr;

use serde_json::{Value, json};
use shared::{
    domain::{
        answer::{AnswerSettings, Rival},
        now,
        run::{RunKind, RunStatus},
    },
    store::{answer, opportunity},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};
use uuid::Uuid;

use crate::{
    crawl::{crawled, settings, website_at},
    engine::{ask, run_import, upload},
    installation::{Installation, in_each_mode},
};

/// Starts a website of which a page is gone, one redirects to the home page, and one to a living page.
async fn start() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut request = vec![0; 4_096];
            let length = stream.read(&mut request).await.unwrap_or(0);
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            let response = respond(request.split(' ').nth(1).unwrap_or("/"));
            // The client may disconnect at any time.
            let _ = stream.write_all(response.as_bytes()).await;
            let _ = stream.shutdown().await;
        }
    });
    address
}

fn respond(path: &str) -> String {
    let links = "<a href=/roof-repair>A</a> <a href=/roof-repair-2019>B</a> <a href=/offer>C</a> <a href=/moved>D</a>";
    let page = |status: &str, body: &str| {
        format!(
            "HTTP/1.1 {status}\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
            body.len()
        )
    };
    let redirect = |to: &str| {
        format!("HTTP/1.1 301 Moved Permanently\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n")
    };
    match path {
        "/" | "/roof-repair" => page("200 OK", &format!("<title>Roofs</title><main>{links}</main>")),
        "/offer" => redirect("/"),
        "/moved" => redirect("/roof-repair"),
        _ => page("404 Not Found", "<title>Gone</title>"),
    }
}

/// An export of Ahrefs: rows of page, rating, target, nofollow, and the day on which the link was lost.
fn export(rows: &[(&str, u32, String, bool, &str)]) -> Vec<u8> {
    let mut text = "\"Referring page URL\",\"Domain rating\",\"Target URL\",\"Anchor\",\"Nofollow\",\"UGC\",\"Sponsored\",\"Lost status\",\"First seen\",\"Last seen\",\"Lost\"\n".to_owned();
    for (from, rating, to, is_nofollow, lost) in rows {
        let status = if lost.is_empty() { "" } else { "Link removed" };
        text += &format!(
            "\"https://{from}\",\"{rating}\",\"{to}\",\"Roofs\",\"{is_nofollow}\",\"false\",\"false\",\"{status}\",\"2025-01-01\",\"2026-11-01\",\"{lost}\"\n"
        );
    }
    text.into_bytes()
}

async fn name_rivals(at: &Installation, site: Uuid) {
    let rival = |host: &str| Rival { host: host.to_owned(), terms: vec![host.to_owned()] };
    let rivals = vec![rival("rival-a.test"), rival("rival-b.test")];
    let settings = AnswerSettings { rivals, ..AnswerSettings::default() };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    answer::save_settings(&mut tx, at.world.workspace_id, site, &settings, now()).await.expect("settings");
    tx.commit().await.expect("a commit");
}

/// Links to the site and to its rivals.
fn rows(url: &str) -> Vec<u8> {
    let own = |path: &str| format!("{url}{path}");
    let rival = |name: &str| format!("https://{name}.test/");
    export(&[
        ("www.news.example/a", 70, own("roof-repair-2019"), false, ""),
        ("blog.news.example/b", 70, own("roof-repair-2019"), false, ""),
        ("forum.example/c", 40, own("roof-repair-2019"), true, ""),
        ("past.example/d", 40, own("roof-repair-2019"), false, "2026-02-10"),
        ("guide.example/e", 30, own("offer"), false, ""),
        ("guide.example/f", 30, own("moved"), false, ""),
        ("guide.example/g", 30, own("never-linked"), false, ""),
        ("both.example/h", 55, rival("rival-a"), false, ""),
        ("both.example/i", 55, rival("www.rival-b"), true, ""),
        ("guide.example/j", 30, rival("rival-a"), false, ""),
        ("guide.example/k", 30, rival("rival-b"), false, ""),
        ("one.example/l", 30, rival("rival-a"), false, ""),
    ])
}

fn check(found: &Value) {
    let reclaim = found["reclaim"].as_array().expect("pages");
    assert_eq!(reclaim.len(), 2, "{found}");
    let gone = &reclaim[0];
    assert!(gone["url"].as_str().is_some_and(|url| url.ends_with("/roof-repair-2019")), "{gone}");
    let counts = json!({"referringDomains": 2, "followed": 1, "notFollowed": 1, "unknown": 0, "lost": 1});
    assert_eq!((&gone["domains"], &gone["status"]), (&counts, &json!(404)), "{gone}");
    assert!(gone["replacement"].as_str().is_some_and(|url| url.ends_with("/roof-repair")), "{gone}");
    assert_eq!((&gone["statusSource"], &gone["providers"]), (&json!("crawl"), &json!(["ahrefs"])), "{gone}");
    assert_eq!(reclaim[1]["problem"], "redirects_home", "{found}");
    assert_eq!((&found["checkedPages"], &found["uncheckedPages"]), (&json!(3), &json!(1)), "{found}");
    let gap = found["prospects"].as_array().expect("domains");
    assert_eq!(gap.len(), 1, "{found}");
    assert_eq!(
        (&gap[0]["domain"], &gap[0]["rivals"]),
        (&json!("both.example"), &json!(["rival-a.test", "rival-b.test"]))
    );
    assert_eq!((&gap[0]["authority"], &gap[0]["authorityName"]), (&json!(55.0), &json!("Ahrefs domain rating")));
    let site = |domain: &str| {
        let sites = found["sites"].as_array().cloned().unwrap_or_default();
        sites.into_iter().find(|site| site["domain"] == domain).expect("the site")["domains"]["referringDomains"]
            .clone()
    };
    assert_eq!((site("127.0.0.1"), site("rival-a.test"), site("rival-b.test")), (json!(3), json!(3), json!(2)));
    assert_eq!((&found["sources"][0]["links"], &found["sources"][0]["lost"]), (&json!(12), &json!(1)), "{found}");
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_links_and_a_crawl_show_links_to_reclaim_and_the_link_gap() {
    in_each_mode(|at| async {
        let (name, url) = (at.world.name, format!("http://{}/", start().await));
        let worker = at.worker_with(settings(&at));
        let site = website_at(&at, &url).await;
        let (ended, _) = ask(&at, site, "competitive", "links", json!({})).await;
        let detail = ended.error.expect("an error").0.detail;
        assert!(detail.contains("backlinks"), "{name}: {detail}");

        assert_eq!(crawled(&at, site, &url).await.1.status, RunStatus::Succeeded, "{name}");
        name_rivals(&at, site).await;
        let id = upload(&at, "backlinks.csv", &rows(&url)).await;
        let ended = run_import(&at, id, RunKind::Import, Some(site)).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        let (ended, found) = ask(&at, site, "competitive", "links", json!({})).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{name}: {:?}", ended.error);
        check(&found);

        let open = opportunity::list(&at.backends.db, at.world.workspace_id, Some(site), 50).await.expect("list");
        let kinds: Vec<&str> = open.iter().map(|one| one.body.category.as_str()).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "link_reclamation").count(), 2, "{name}: {kinds:?}");
        assert!(kinds.contains(&"link_gap") && open.iter().all(|one| one.body.impact.is_none()), "{name}: {kinds:?}");
        worker.stop().await;
        at
    })
    .await;
}
