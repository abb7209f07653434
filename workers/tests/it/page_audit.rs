//! Audits of a page of a real server on this machine.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, OutsideSettings, WorkspaceLimits},
    domain::{
        new_id, now,
        page_audit::NewPageAudit,
        run::{NewRun, Run, RunKind, RunStatus},
        website::WebsiteKind,
    },
    store::{
        page_audit,
        website::{self, NewWebsite},
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use uuid::Uuid;

use crate::installation::{Installation, in_each_mode};

const PAGE: &str = "<!doctype html><html lang=en><head><title>Our services and what they cost | Acme</title>
    <meta name=viewport content='width=device-width'></head><body><nav><a href=/>Home</a></nav><main><h1>Services</h1>
    <p>A leaking valve ruins a floor within a day, and the wall behind it within a week. Our emergency plumber in
    Austin reaches most houses within forty minutes and shows the price before work starts. The van carries valves,
    pumps and seals for boilers of the last thirty years, and photos of every spot are taken before and after.</p>
    <img src=/a.png></main></body></html>";

/// A server that counts requests by their path.
struct Site {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

impl Site {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked = Arc::new(AtomicUsize::new(0));
        let counted = asked.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counted.fetch_add(1, Ordering::Relaxed);
                tokio::spawn(serve(stream));
            }
        });
        Self { address, asked }
    }

    fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

async fn serve(mut stream: TcpStream) {
    let mut request = vec![0; 4_096];
    let length = stream.read(&mut request).await.unwrap_or(0);
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    let (status, headers, body) = match request.split(' ').nth(1).unwrap_or("/") {
        "/robots.txt" => ("200 OK", "content-type: text/plain\r\n", "User-agent: *\nDisallow: /private\n"),
        "/services" => ("200 OK", "content-type: text/html; charset=utf-8\r\n", PAGE),
        "/moved" => ("302 Found", "location: /services\r\n", ""),
        "/loop" => ("302 Found", "location: /loop\r\n", ""),
        "/metadata" => ("302 Found", "location: http://169.254.169.254/latest\r\n", ""),
        "/file" => ("200 OK", "content-type: application/pdf\r\n", "%PDF"),
        _ => ("404 Not Found", "content-type: text/html\r\n", "<title>Not found</title>"),
    };
    let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {}\r\nconnection: close\r\n\r\n", body.len());
    // The client may disconnect at any time.
    let _ = stream.write_all([head.as_bytes(), body.as_bytes()].concat().as_slice()).await;
    let _ = stream.shutdown().await;
}

/// Settings that allow calls to this machine only.
fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    let crawl_dir = at.uploads.with_extension("audits");
    FleetSettings { outside: OutsideSettings { fetches_pages: true, guard, browser: None }, crawl_dir, ..at.settings() }
}

async fn website_at(at: &Installation, url: &str) -> Uuid {
    let (name, host) = ("Site".to_owned(), "127.0.0.1".to_owned());
    let new = NewWebsite { name, url: url.to_owned(), host, kind: WebsiteKind::Own };
    let mut tx = at.world.db.begin().await.expect("a transaction");
    let id = website::insert(&mut tx, at.world.workspace_id, &new, now()).await.expect("a website");
    tx.commit().await.expect("a commit");
    id
}

/// Audits a page, as the API starts it.
async fn audited(at: &Installation, website_id: Option<Uuid>, url: &str) -> (Run, Option<Value>) {
    let (workspace_id, user_id) = (at.world.workspace_id, at.world.user_id);
    let keyword = "emergency plumber austin".to_owned();
    let audit = NewPageAudit { id: new_id(), website_id, url: url.to_owned(), keyword };
    let run = NewRun::new(workspace_id, user_id, RunKind::PageAudit, Value::Null);
    let mut tx = at.world.db.begin().await.expect("a transaction");
    let limits = WorkspaceLimits::default();
    let inserted = page_audit::start(&mut tx, limits, &audit, run, now()).await.expect("an audit");
    tx.commit().await.expect("a commit");
    at.backends.queue.deliver(inserted.run.lane, &[inserted.run.delivery()]).await.expect("a delivery");
    let ended = at.ended(inserted.run.id).await;
    let report = page_audit::report(&at.backends.db, workspace_id, audit.id).await.expect("a query");
    (ended, report.map(|report| report.0))
}

fn fix<'a>(report: &'a Value, key: &str) -> &'a Value {
    let fixes = report["fixes"].as_array().expect("fixes");
    fixes.iter().find(|fix| fix["key"] == key).unwrap_or_else(|| panic!("no {key} in {fixes:?}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn page_audit_ranks_fixes_with_changes_of_the_page() {
    let site = Site::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        let website_id = website_at(&at, &site.at("/")).await;
        let (ended, report) = audited(&at, Some(website_id), &site.at("/services")).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let report = report.expect("a report");
        let title = "Emergency plumber Austin: Our services and what they cost";
        let change = json!({"kind": "set_title", "path": "/services", "title": title});
        assert_eq!(fix(&report, "title")["changes"], json!([change]));
        assert_eq!(fix(&report, "alt-missing")["changes"], json!([]));
        assert_eq!(report["page"]["title"], "Our services and what they cost | Acme");
        assert_eq!(report["page"]["status"], 200);
        let kinds: Vec<&Value> = report["scores"].as_array().expect("scores").iter().map(|one| &one["kind"]).collect();
        assert_eq!(kinds, [&json!("lighthouse"), &json!("placement"), &json!("coverage"), &json!("readability")]);
        assert!(report["scores"][0]["value"].as_f64().is_some_and(|score| (50.0..100.0).contains(&score)));
        assert!(report["scores"][2]["value"].is_null(), "no top-ranking pages are known");
        assert!(!report["missing"].as_array().expect("a list").is_empty());
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_audit_follows_a_redirect_and_reports_a_page_that_is_gone() {
    let site = Site::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        let (ended, report) = audited(&at, None, &site.at("/moved")).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let report = report.expect("a report");
        assert_eq!(report["page"]["url"], site.at("/services"));
        let change = json!({"kind": "add_redirect", "from": "/moved", "to": "/services", "permanent": true});
        assert_eq!(fix(&report, "redirect")["changes"], json!([change]));
        let (ended, report) = audited(&at, None, &site.at("/gone")).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{:?}", ended.error);
        let report = report.expect("a report");
        assert_eq!((&report["page"]["status"], &report["fixes"][0]["key"]), (&json!(404), &json!("client-error")));
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn page_audit_fails_with_the_reason() {
    let site = Site::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        for (url, kind, word) in [
            (site.at("/private/x"), "robots", "Motherlode"),
            (site.at("/file"), "no-page", "application/pdf"),
            ("http://127.0.0.1:9/".to_owned(), "robots", "port"),
        ] {
            let (ended, report) = audited(&at, None, &url).await;
            assert_eq!((ended.status, report.is_some()), (RunStatus::Failed, false), "{} {url}", at.world.name);
            let error = ended.error.expect("an error").0;
            assert_eq!(error.r#type, kind, "{url}: {}", error.detail);
            assert!(error.detail.contains(word), "{url}: {}", error.detail);
        }
        worker.stop().await;
        let asked = site.asked.load(Ordering::Relaxed);
        let worker = at.worker_with(FleetSettings { outside: OutsideSettings::default(), ..settings(&at) });
        let (ended, _) = audited(&at, None, &site.at("/services")).await;
        assert_eq!(ended.status, RunStatus::Failed, "{}", at.world.name);
        assert_eq!(site.asked.load(Ordering::Relaxed), asked, "a private address gets no request");
        worker.stop().await;
        at
    })
    .await;
}
