use std::{fs, time::Duration};

use serde_json::json;
use targets::{Environment, Limits, Remote, Retry, Stage, TargetKind};
use tempfile::TempDir;

use crate::{
    servers::fake::{Fake, Reply},
    world::{Door, environment, first, kind, limits, site},
};

/// A folder target whose public address is a server on this machine.
struct Public {
    door: Door,
    remote: Remote,
    _root: TempDir,
}

async fn public(address: &str, release: &crate::world::Site, limits: Limits) -> Public {
    let root = tempfile::tempdir().unwrap();
    let settings = json!({"path": root.path().join("tulsa"), "publicUrl": address});
    let environment = Environment { limits, folders: vec![root.path().to_owned()], ..environment() };
    let door = Door::open(TargetKind::Folder, &settings, &json!({}), environment);
    let remote = door.deploy(release, None).await.unwrap();
    assert_eq!(remote.url.as_deref(), Some(address));
    Public { door, remote, _root: root }
}

/// Serves a folder as a web server does.
async fn serve(folder: std::path::PathBuf) -> std::net::SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let app = axum::Router::new().fallback(move |uri: axum::http::Uri| {
        let path = percent_decode(uri.path());
        let path = if path.ends_with('/') { format!("{path}index.html") } else { path };
        let found = fs::read(folder.join(path.trim_start_matches('/')));
        async move { found.map_err(|_| axum::http::StatusCode::NOT_FOUND) }
    });
    tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
    address
}

fn percent_decode(path: &str) -> String {
    percent_encoding::percent_decode_str(path).decode_utf8().unwrap().into_owned()
}

#[tokio::test]
async fn release_is_compared_as_visitors_get_it() {
    let root = tempfile::tempdir().unwrap();
    let address = serve(root.path().join("tulsa/current")).await;
    let settings = json!({"path": root.path().join("{site}"), "publicUrl": format!("http://{address}")});
    let environment = Environment { folders: vec![root.path().to_owned()], ..environment() };
    let door = Door::open(TargetKind::Folder, &settings, &json!({}), environment);
    let remote = door.deploy(&first(), None).await.unwrap();
    let verified = door.verify(&remote, Stage::Live).await.unwrap();
    assert_eq!((verified.checked, verified.is_public), (6, true));
    fs::write(root.path().join("tulsa/current/a b/ä+%20.html"), "other").unwrap();
    let error = door.verify(&remote, Stage::Live).await.unwrap_err();
    assert!(error.kind() == "mismatch" && error.to_string().contains("ä+%20.html"), "{error}");
}

#[tokio::test]
async fn cache_that_lags_is_waited_for() {
    let release = site("r1", &[("index.html", "new")]);
    let server = Fake::start([Reply::new(200, "old"), Reply::new(404, ""), Reply::new(200, "new")]).await;
    let public = public(&format!("http://{}", server.address), &release, limits()).await;
    assert_eq!(public.door.verify(&public.remote, Stage::Live).await.unwrap().checked, 1);
    let seen = server.seen();
    assert_eq!(seen.len(), 3);
    assert_eq!(seen[0].line, "GET /?release=r1");
    assert_eq!(seen[0].headers["cache-control"], "no-cache");
}

#[tokio::test]
async fn wrong_answers_of_the_public_address_are_named() {
    let release = site("r1", &[("index.html", "new")]);
    let long = "x".repeat(2 << 20);
    for (reply, wanted) in [
        (Reply::new(200, "old"), "mismatch"),
        (Reply::new(404, "new"), "mismatch"),
        (Reply::new(302, "").header("location", "http://example.com/"), "mismatch"),
        (Reply::new(302, "").header("location", "/"), "mismatch"),
        (Reply::new(502, ""), "mismatch"),
        (Reply::new(200, "ne").cut(), "unreachable"),
        (Reply::new(200, long), "unreadable"),
        (Reply::new(200, "new").slow(Duration::from_secs(2)), "timeout"),
    ] {
        let server = Fake::start([reply]).await;
        let limits = Limits { request: Duration::from_millis(300), ..limits() };
        let public = public(&format!("http://{}", server.address), &release, limits).await;
        let error = public.door.verify(&public.remote, Stage::Live).await.unwrap_err();
        assert_eq!(error.kind(), wanted, "{error}");
        assert_eq!(error.retry() != Retry::No, wanted != "mismatch");
    }
}

#[tokio::test]
async fn public_address_of_the_own_network_is_refused() {
    let release = site("r1", &[("index.html", "new")]);
    for address in ["http://10.0.0.1", "http://169.254.169.254/latest", "http://[::1]:1"] {
        let public = public(address, &release, limits()).await;
        assert_eq!(kind(public.door.verify(&public.remote, Stage::Live).await), "address", "{address}");
    }
}

#[tokio::test]
async fn redirect_inside_the_site_is_followed() {
    let release = site("r1", &[("index.html", "new")]);
    let server = Fake::start([Reply::new(308, "").header("location", "/home"), Reply::new(200, "new")]).await;
    let public = public(&format!("http://{}", server.address), &release, limits()).await;
    public.door.verify(&public.remote, Stage::Live).await.unwrap();
    assert_eq!(server.seen()[1].line, "GET /home");
}
