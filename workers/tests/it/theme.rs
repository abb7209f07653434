//! Creation of a theme from a page, fetched from a real server on this machine.

use std::{
    io::Write,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, OutsideSettings},
    domain::run::{NewRun, Run, RunKind, RunStatus},
    store::run,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::installation::{Installation, in_each_mode};

const PAGE: &str = r##"<!doctype html><html><head><title>Northwind | Home</title>
    <meta name="theme-color" content="#0b5fff"><link rel="stylesheet" href="/main.css">
    <link rel="stylesheet" href="javascript:alert(1)"><link rel="stylesheet" href="/gone.css">
    <style>body { background: var(--paper); color: #1d2733 }</style></head>
    <body><header class="bar"><h1>Northwind</h1></header><p>Some text that people read, and more of it.</p>
    <p>Another <a href="/x">link</a> and <a class="btn" href="/buy">Buy</a> <button class="btn">Sell</button></p></body></html>"##;
const SHEET: &str = "@import 'more.css'; :root { --paper: #fdfbf7 } p:::x { color:: } @nonsense !! ; a { color: #0b5fff } \
    .btn { background: #ffd54a; color: #3a2b00; border-radius: 8px } body { background: url(javascript:alert(1)) }";
const MORE: &str = "body { font-family: 'Source Serif', Georgia, serif }";

/// A server with harmless and hostile pages that counts requests.
struct Site {
    address: SocketAddr,
    asked: Arc<AtomicUsize>,
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

fn html(body: &str) -> Vec<u8> {
    answer("200 OK", "content-type: text/html; charset=utf-8\r\n", body.as_bytes())
}

fn css(body: &str) -> Vec<u8> {
    answer("200 OK", "content-type: text/css\r\n", body.as_bytes())
}

fn moved(to: &str) -> Vec<u8> {
    answer("302 Found", &format!("location: {to}\r\n"), b"")
}

/// Ten megabytes of spaces, compressed.
fn bomb() -> Vec<u8> {
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for _ in 0..10 {
        packer.write_all(&vec![b' '; 1 << 20]).expect("packs");
    }
    let packed = packer.finish().expect("packs");
    assert!(packed.len() < 1 << 20, "it is small as sent");
    answer("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", &packed)
}

fn respond(path: &str, port: u16) -> Vec<u8> {
    match path {
        "/" => html(PAGE),
        "/main.css" => css(SHEET),
        "/more.css" => css(MORE),
        "/hop" => moved("/"),
        "/loop" => moved("/loop"),
        "/metadata" => moved("http://169.254.169.254/latest/meta-data/"),
        "/mapped" => moved(&format!("http://[::ffff:10.0.0.1]:{port}/")),
        "/script" => moved("javascript:alert(1)"),
        "/huge" => html(&"<p>x</p>".repeat(400_000)),
        "/tags" => html(&"<b>".repeat(120_000)),
        "/deep" => html(&format!("<style>p{{color:red}}</style>{}<p>x</p>", "<div>".repeat(20_000))),
        "/bomb" => bomb(),
        "/damaged" => answer("200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", b"no gzip at all"),
        "/picture" => answer("200 OK", "content-type: image/png\r\n", b"png"),
        "/plain" => html("<title>Plain</title><p>Nothing here has a colour.</p>"),
        "/garbage" => {
            html("<style>}}} {{{ @media ( { a{color:;background:url(javascript:x)} \0 ::: !!!</style><p>x</p>")
        }
        _ => answer("404 Not Found", "content-type: text/html\r\n", b"none"),
    }
}

async fn serve(mut stream: TcpStream, port: u16) {
    let mut request = vec![0; 4_096];
    let length = stream.read(&mut request).await.unwrap_or(0);
    let request = String::from_utf8_lossy(&request[..length]).into_owned();
    let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
    // The client may disconnect at any time.
    let _ = stream.write_all(&respond(&path, port)).await;
    let _ = stream.shutdown().await;
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
                tokio::spawn(serve(stream, address.port()));
            }
        });
        Self { address, asked }
    }

    fn at(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }
}

/// Settings that allow calls to this machine only.
fn settings(at: &Installation) -> FleetSettings {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().expect("a range")]);
    FleetSettings { outside: OutsideSettings { fetches_pages: true, guard, browser: None }, ..at.settings() }
}

async fn read(at: &Installation, url: &str) -> (Run, Value) {
    let new = NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::Theme, json!({"url": url}));
    at.enqueue(std::slice::from_ref(&new)).await;
    let ended = at.ended(new.id).await;
    let result = run::result(&at.backends.db, at.world.workspace_id, new.id).await.expect("result");
    (ended, result.unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_becomes_a_theme() {
    let site = Site::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        let (ended, result) = read(&at, &site.at("/hop")).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
        let theme = &result["theme"];
        assert_eq!((&theme["name"], &theme["category"]), (&json!("Northwind"), &json!("imported")));
        assert_eq!(theme["typography"]["fontFamily"], "\"Source Serif\", Georgia, serif");
        let light = &theme["colors"]["light"];
        assert_eq!((&light["background"], &light["foreground"]), (&json!("#fdfbf7"), &json!("#1d2733")));
        assert_eq!((&light["ring"], &light["radius"]), (&json!("#0b5fff"), &json!("0.5rem")));
        assert_eq!(result["ownSets"], json!(["light"]));
        let skipped: Vec<_> = result["source"]["skipped"].as_array().expect("a list").iter().collect();
        assert_eq!(skipped.len(), 2, "{skipped:?}");
        assert!(skipped[0]["reason"].as_str().is_some_and(|why| why.contains("http://")), "{skipped:?}");
        assert!(skipped[1]["reason"].as_str().is_some_and(|why| why.contains("404")), "{skipped:?}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hostile_or_unreadable_page_fails_with_the_reason() {
    let site = Site::start().await;
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at));
        for (path, kind, word) in [
            ("/metadata", "own-network", "169.254.169.254"),
            ("/mapped", "own-network", "MOTHERLODE_ALLOW_ADDRESSES"),
            ("/script", "bad-address", "javascript"),
            ("/loop", "redirects", "5 times"),
            ("/huge", "too-large", "2 MiB"),
            ("/bomb", "too-large", "2 MiB"),
            ("/tags", "too-large", "tags"),
            ("/deep", "too-large", "levels"),
            ("/damaged", "unreadable", "damaged"),
            ("/picture", "unreadable", "image/png"),
            ("/gone", "refused", "404"),
            ("/plain", "no-colours", "no colors"),
            ("/garbage", "no-colours", "no colors"),
        ] {
            let (ended, _) = read(&at, &site.at(path)).await;
            assert_eq!(ended.status, RunStatus::Failed, "{} {path}", at.world.name);
            let error = ended.error.expect("an error").0;
            assert_eq!((error.r#type.as_str(), ended.attempt), (kind, 1), "{path}: {}", error.detail);
            assert!(error.detail.contains(word), "{path}: {}", error.detail);
        }
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_addresses_and_disabled_fetching_send_no_request() {
    let site = Site::start().await;
    in_each_mode(|at| async {
        let off = OutsideSettings { fetches_pages: false, ..settings(&at).outside };
        for (outside, url, kind) in [
            (OutsideSettings::default(), site.at("/"), "own-network"),
            (OutsideSettings::default(), format!("http://localhost:{}/", site.address.port()), "own-network"),
            (off, site.at("/"), "switched-off"),
        ] {
            let worker = at.worker_with(FleetSettings { outside, ..at.settings() });
            let (ended, _) = read(&at, &url).await;
            assert_eq!(ended.error.expect("an error").0.r#type, kind, "{url}");
            worker.stop().await;
        }
        at
    })
    .await;
    assert_eq!(site.asked.load(Ordering::Relaxed), 0);
}
