//! Git over HTTP, answered by the real `git http-backend`.

use std::{
    net::SocketAddr,
    process::Stdio,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::Response,
};
use serde_json::json;
use targets::{
    Environment, Retry,
    access::{Access, AccessKind, AccessSecrets, AccessSettings},
};
use tempfile::TempDir;
use tokio::{io::AsyncWriteExt as _, process::Command};

use super::{Files, git::changes, kind, repositories::git, seed};
use crate::{
    servers::fake::{Fake, Reply},
    world::environment,
};

/// A server with the repository `site.git`, which accepts one token.
struct Web {
    address: SocketAddr,
    folder: TempDir,
    shared: Arc<Shared>,
}

struct Shared {
    root: std::path::PathBuf,
    /// Host of each request.
    hosts: Mutex<Vec<String>>,
}

impl Web {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path();
        git(path, &["init", "--quiet", "--bare", "--initial-branch=main", "site.git"]);
        git(path, &["clone", "--quiet", "site.git", "work"]);
        seed(&path.join("work"));
        git(&path.join("work"), &["add", "--all"]);
        git(&path.join("work"), &["commit", "--quiet", "-m", "first"]);
        git(&path.join("work"), &["push", "--quiet", "origin", "HEAD:main"]);
        let shared = Arc::new(Shared { root: path.to_owned(), hosts: Mutex::default() });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let app = Router::new().fallback(backend).with_state(shared.clone());
        tokio::spawn(async move { axum::serve(listener, app).await.unwrap() });
        Self { address, folder, shared }
    }

    fn git(&self, arguments: &[&str]) -> String {
        git(&self.folder.path().join("site.git"), arguments)
    }
}

async fn backend(State(shared): State<Arc<Shared>>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let header = |name: &str| parts.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    shared.hosts.lock().unwrap().push(header("host").to_owned());
    // x-access-token:right-token
    if header("authorization") != "Basic eC1hY2Nlc3MtdG9rZW46cmlnaHQtdG9rZW4=" {
        return Response::builder()
            .status(401)
            .header("www-authenticate", "Basic realm=\"git\"")
            .body(Body::empty())
            .unwrap();
    }
    let body = axum::body::to_bytes(body, 64 << 20).await.unwrap();
    let mut command = Command::new("git");
    command.arg("http-backend").env("GIT_PROJECT_ROOT", &shared.root).env("GIT_HTTP_EXPORT_ALL", "1");
    command.env("REMOTE_USER", "ann").env("REQUEST_METHOD", parts.method.as_str());
    command.env("PATH_INFO", parts.uri.path()).env("QUERY_STRING", parts.uri.query().unwrap_or_default());
    command.env("CONTENT_TYPE", header("content-type")).env("GIT_PROTOCOL", header("git-protocol"));
    command.env("HTTP_CONTENT_ENCODING", header("content-encoding"));
    command.env("CONTENT_LENGTH", body.len().to_string());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let (_, output) = tokio::join!(
        async move {
            let _ = input.write_all(&body).await;
        },
        child.wait_with_output()
    );
    let output = output.unwrap().stdout;
    let end = output.windows(4).position(|found| found == b"\r\n\r\n").unwrap();
    let mut response = Response::builder();
    for line in String::from_utf8_lossy(&output[..end]).lines() {
        let (name, value) = line.split_once(": ").unwrap();
        response = match name {
            "Status" => response.status(&value[..3]),
            _ => response.header(name, value),
        };
    }
    response.body(Body::from(output[end + 4..].to_vec())).unwrap()
}

fn open(address: &str, token: &str, environment: Environment) -> Files {
    let settings = json!({"url": format!("http://{address}/site.git")});
    Files::open(AccessKind::Git, &settings, &json!({"token": token}), environment)
}

#[tokio::test]
async fn token_opens_a_repository_over_http() {
    let web = Web::start().await;
    let files = open(&web.address.to_string(), "right-token", environment());
    assert!(files.test().await.unwrap().settings.is_none());
    assert_eq!(files.text("index.html").await.0, "<h1>One</h1>");
    let id = files.commit("Ours", &changes()).await.unwrap();
    assert_eq!(files.commit("Ours", &changes()).await.unwrap(), id);
    assert_eq!((web.git(&["rev-parse", "main"]), web.git(&["rev-list", "--count", "main"])), (id, "2".to_owned()));
}

#[tokio::test]
async fn wrong_token_is_named_and_never_shown() {
    let web = Web::start().await;
    let files = open(&web.address.to_string(), "wrong-secret-token", environment());
    for error in [files.test().await.unwrap_err(), files.commit("x", &changes()).await.unwrap_err()] {
        assert_eq!((error.kind(), error.retry()), ("credentials", Retry::No), "{error}");
        assert!(!error.to_string().contains("wrong-secret"), "{error}");
    }
}

#[tokio::test]
async fn name_is_resolved_before_git_runs_and_pinned() {
    let web = Web::start().await;
    let files = open(&format!("localhost:{}", web.address.port()), "right-token", environment());
    assert_eq!(files.text("index.html").await.0, "<h1>One</h1>");
    let expected = format!("localhost:{}", web.address.port());
    assert!(web.shared.hosts.lock().unwrap().iter().all(|host| *host == expected));
    let guarded = || Environment { guard: net::addresses::AddressGuard::default(), ..environment() };
    for host in [web.address.to_string(), expected] {
        assert_eq!(kind(open(&host, "right-token", guarded()).read("index.html").await), "address");
    }
}

#[tokio::test]
async fn redirect_is_not_followed_and_its_server_gets_no_token() {
    let thief = Fake::start([Reply::new(200, "")]).await;
    let target = format!("http://{}/site.git/info/refs?service=git-upload-pack", thief.address);
    let server = Fake::start([Reply::new(302, "").header("location", target)]).await;
    let error = open(&server.address.to_string(), "right-token", environment()).read("index.html").await.unwrap_err();
    assert_eq!(error.retry(), Retry::No, "{error}");
    assert!(thief.seen().is_empty(), "{:?}", thief.seen());
}

#[tokio::test]
async fn token_is_sent_without_encryption_to_the_own_network_only() {
    let files = open("93.184.215.14:9", "right-token", environment());
    let error = files.read("index.html").await.unwrap_err();
    assert!(error.kind() == "settings" && error.to_string().contains("https://"), "{error}");
}

#[tokio::test]
async fn answers_of_a_server_are_named() {
    for (status, expected, is_later) in [
        (403, "permission", false),
        (404, "missing", false),
        (429, "rate-limited", true),
        (500, "unavailable", true),
        (503, "unavailable", true),
    ] {
        let server = Fake::start([Reply::new(status, "")]).await;
        let files = open(&server.address.to_string(), "right-token", environment());
        let error = files.read("index.html").await.unwrap_err();
        assert_eq!((error.kind(), error.retry() != Retry::No), (expected, is_later), "{status}: {error}");
    }
    let server = Fake::start([Reply::new(200, "<html>not git</html>")]).await;
    let error = open(&server.address.to_string(), "right-token", environment()).read("index.html").await.unwrap_err();
    assert!(matches!(error.kind(), "missing" | "storage" | "unreachable"), "{error}");
}

#[tokio::test]
async fn secret_must_fit_the_address() {
    let settings = AccessSettings::parse(AccessKind::Git, &json!({"url": "git@example.com:a.git"})).unwrap();
    let token = AccessSecrets::parse(AccessKind::Git, &json!({"token": "abc"})).unwrap();
    let error = Access::new(settings, token.clone(), environment()).unwrap_err();
    assert!(error.to_string().contains("privateKey"), "{error}");
    let folder = AccessSettings::parse(AccessKind::Folder, &json!({"path": "/srv/a"})).unwrap();
    assert_eq!(Access::new(folder, token, environment()).unwrap_err().kind(), "settings");
}
