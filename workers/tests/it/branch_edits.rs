//! Edits of a website that is published from a branch: the first file goes ahead, and the others follow once visitors get it.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use serde_json::{Value, json};
use shared::{
    config::{FleetSettings, Secret},
    domain::{
        edit::{AccessKind, Edit, EditFileStage, EditStatus, EditStep, WebsiteAccess},
        new_id, now,
        run::RunStatus,
        website::WebsiteKind,
    },
    store::{
        Tx, edit,
        website::{self, NewWebsite},
        website_access,
    },
    vault::{Credentials, Vault},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    process::Command,
};
use uuid::Uuid;

use crate::{
    edits::{new_edit, prepared, start, step},
    installation::{Installation, in_each_mode},
    sites,
};

const SECRET: &str = "the installation's secret";
/// `x-access-token:right-token`.
const AUTHORIZATION: &str = "Basic eC1hY2Nlc3MtdG9rZW46cmlnaHQtdG9rZW4=";

fn page(title: &str) -> String {
    format!("<!doctype html>\n<html lang=en><head>\n<title>{title}</title>\n</head><body><p>Text</p></body></html>\n")
}

/// A repository over HTTP by the real `git http-backend`, and the website that is published from it at each request, if it is
/// not held up.
#[derive(Clone)]
struct Published {
    url: String,
    root: PathBuf,
    /// Whether the website stays as it was at first.
    is_held_up: Arc<AtomicBool>,
}

impl Published {
    async fn start(root: &Path) -> Self {
        std::fs::create_dir_all(root).expect("a folder");
        git(root, &["init", "--quiet", "--bare", "--initial-branch=main", "site.git"]).await;
        git(&root.join("site.git"), &["config", "http.receivepack", "true"]).await;
        git(root, &["clone", "--quiet", "site.git", "work"]).await;
        let work = root.join("work");
        for name in ["index.html", "a.html", "b.html"] {
            std::fs::write(work.join(name), page("Old")).expect("a page");
        }
        git(&work, &["add", "--all"]).await;
        git(&work, &["commit", "--quiet", "-m", "first"]).await;
        git(&work, &["push", "--quiet", "origin", "HEAD:main"]).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let published = Self { url, root: root.to_owned(), is_held_up: Arc::default() };
        let own = published.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(own.clone().serve(stream));
            }
        });
        published
    }

    async fn serve(self, mut stream: TcpStream) {
        let Some(request) = Request::read(&mut stream).await else { return };
        let answer = if request.path.starts_with("/site.git/") {
            self.backend(request).await
        } else {
            let name = if request.path == "/" { "index.html" } else { request.path.trim_start_matches('/') };
            let commit = if self.is_held_up.load(Ordering::Relaxed) { "first" } else { "main" };
            let shown = self.file(commit, name).await;
            let (status, body) = shown.map_or(("404 Not Found", Vec::new()), |body| ("200 OK", body));
            // The connection ends here: a client must not send its next request on it.
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: text/html\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
                body.len()
            );
            [head.into_bytes(), body].concat()
        };
        let _ = stream.write_all(&answer).await;
        let _ = stream.shutdown().await;
    }

    /// Returns a file of a commit; `first` is the oldest one.
    async fn file(&self, commit: &str, name: &str) -> Option<Vec<u8>> {
        let commit =
            if commit == "first" { self.log(&["rev-list", "--max-parents=0", "main"]).await } else { commit.into() };
        let mut command = Command::new("git");
        command.current_dir(self.root.join("site.git")).args(["show", &format!("{commit}:{name}")]);
        let output = command.output().await.expect("git");
        output.status.success().then_some(output.stdout)
    }

    async fn log(&self, arguments: &[&str]) -> String {
        git(&self.root.join("site.git"), arguments).await
    }

    async fn titles(&self) -> Vec<bool> {
        let mut titles = Vec::new();
        for name in ["index.html", "a.html", "b.html"] {
            let file = self.file("main", name).await.expect("a page");
            titles.push(String::from_utf8_lossy(&file).contains("<title>New"));
        }
        titles
    }

    async fn backend(&self, request: Request) -> Vec<u8> {
        if request.header("authorization") != AUTHORIZATION {
            return b"HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic realm=\"git\"\r\ncontent-length: 0\r\n\r\n"
                .to_vec();
        }
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let mut command = Command::new("git");
        command.arg("http-backend").env("GIT_PROJECT_ROOT", &self.root).env("GIT_HTTP_EXPORT_ALL", "1");
        command.env("REMOTE_USER", "ann").env("REQUEST_METHOD", &request.method).env("PATH_INFO", path);
        command.env("QUERY_STRING", query).env("CONTENT_TYPE", request.header("content-type"));
        command.env("GIT_PROTOCOL", request.header("git-protocol"));
        command.env("HTTP_CONTENT_ENCODING", request.header("content-encoding"));
        command.env("CONTENT_LENGTH", request.body.len().to_string());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("git");
        let mut input = child.stdin.take().expect("an input");
        let (_, output) = tokio::join!(
            async move {
                let _ = input.write_all(&request.body).await;
            },
            child.wait_with_output()
        );
        let output = output.expect("an answer").stdout;
        let end = output.windows(4).position(|found| found == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8_lossy(&output[..end]).into_owned();
        let status = head.lines().find_map(|line| line.strip_prefix("Status: ")).unwrap_or("200 OK").to_owned();
        let body = &output[end + 4..];
        let head =
            format!("HTTP/1.1 {status}\r\n{head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n", body.len());
        [head.as_bytes(), body].concat()
    }
}

struct Request {
    method: String,
    path: String,
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

impl Request {
    async fn read(stream: &mut TcpStream) -> Option<Self> {
        let (mut bytes, mut piece) = (Vec::new(), vec![0; 8_192]);
        let end = loop {
            if let Some(end) = bytes.windows(4).position(|found| found == b"\r\n\r\n") {
                break end;
            }
            match stream.read(&mut piece).await {
                Ok(length) if length > 0 => bytes.extend_from_slice(&piece[..length]),
                _ => return None,
            }
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.lines();
        let mut words = lines.next()?.split(' ').map(str::to_owned);
        let (method, path) = (words.next()?, words.next()?);
        let header =
            |line: &str| line.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()));
        let headers: HashMap<String, String> = lines.filter_map(header).collect();
        let length: usize = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        let mut body = bytes.split_off(end + 4);
        while body.len() < length {
            match stream.read(&mut piece).await {
                Ok(read) if read > 0 => body.extend_from_slice(&piece[..read]),
                _ => return None,
            }
        }
        Some(Self { method, path, headers, body })
    }

    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", String::as_str)
    }
}

async fn git(folder: &Path, arguments: &[&str]) -> String {
    let names = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
    let output = Command::new("git").current_dir(folder).args(names).args(arguments).output().await.expect("git");
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

async fn settings(at: &Installation) -> FleetSettings {
    FleetSettings { secret: Some(Secret::new(SECRET.to_owned())), ..sites::settings(at).await }
}

/// A website with its branch.
async fn website_at(at: &Installation) -> (Uuid, Published) {
    let published = Published::start(&sites::folder(at).join(format!("git-{}", new_id()))).await;
    let (db, ws) = (&at.world.db, at.world.workspace_id);
    let new = NewWebsite {
        name: "Branch".to_owned(),
        url: format!("{}/", published.url),
        host: new_id().to_string(),
        kind: WebsiteKind::Own,
    };
    let mut tx = db.begin().await.expect("begin");
    let id = website::insert(&mut tx, ws, &new, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    let mut nonce = [0; 24];
    nonce[..16].copy_from_slice(Uuid::new_v4().as_bytes());
    let secret = json!({"token": "right-token"}).to_string();
    let fields = Credentials::from_fields([("secret", secret)]);
    let sealed = Vault::new(&Secret::new(SECRET.to_owned())).seal(ws, id, &fields, nonce).expect("sealed");
    let access = WebsiteAccess {
        website_id: id,
        workspace_id: ws,
        kind: AccessKind::Git,
        settings: json!({"url": format!("{}/site.git", published.url), "branch": "main"}).into(),
        sealed_secret: Some(sealed),
        base_url: format!("{}/", published.url),
        tested_at: None,
        created_at: now(),
        updated_at: now(),
    };
    assert!(website_access::put(db, &access).await.expect("put"));
    (id, published)
}

fn titles() -> Vec<Value> {
    let title = |path: &str| json!({"kind": "set_title", "path": path, "title": format!("New {path}")});
    ["/", "/a.html", "/b.html"].map(title).to_vec()
}

/// Makes a run due that waits for its time.
async fn hurry(at: &Installation, id: Uuid) {
    const SQL: &str = "UPDATE runs SET run_at = created_at WHERE id = $1";
    let mut tx = at.world.db.begin().await.expect("begin");
    match &mut tx {
        Tx::Postgres(tx) => sqlx::query(SQL).bind(id).execute(&mut **tx).await.map(drop),
        Tx::Sqlite(tx) => sqlx::query(SQL).bind(id).execute(&mut **tx).await.map(drop),
    }
    .expect("update");
    tx.commit().await.expect("commit");
}

async fn get(at: &Installation, id: Uuid) -> Edit {
    edit::find(&at.world.db, at.world.workspace_id, id).await.expect("find").expect("the edit")
}

#[tokio::test(flavor = "multi_thread")]
async fn first_file_of_a_branch_is_verified_before_the_others_are_pushed() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, published) = website_at(&at).await;
        let id = new_edit(&at, website_id, None, titles()).await;
        let ready = prepared(&at, id).await;
        assert_eq!((ready.canary_files, ready.files), (1, 3), "{}", at.world.name);
        let (run, edit) = step(&at, id, EditStep::Apply).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        assert_eq!(edit.status, EditStatus::Applied, "{}: {}", at.world.name, edit.detail);
        assert_eq!(published.titles().await, [true; 3], "{}", at.world.name);
        let log = published.log(&["log", "--format=%s", "main"]).await;
        assert_eq!(
            log.lines().collect::<Vec<_>>(),
            ["Better titles", "Better titles (first of 3 files)", "first"],
            "{}",
            at.world.name
        );
        let one = published.log(&["show", "--name-only", "--format=", "main~1"]).await;
        assert_eq!(one, "index.html", "{}", at.world.name);
        let (_, undone) = step(&at, id, EditStep::Undo).await;
        assert_eq!(undone.status, EditStatus::Undone, "{}: {}", at.world.name, undone.detail);
        assert_eq!(published.titles().await, [false; 3], "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn website_that_is_slow_to_publish_gets_the_others_later_or_none() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (website_id, published) = website_at(&at).await;
        let id = new_edit(&at, website_id, None, titles()).await;
        prepared(&at, id).await;
        published.is_held_up.store(true, Ordering::Relaxed);
        let first = start(&at, id, EditStep::Apply).await;
        at.backends.queue.deliver(first.lane, &[first.delivery()]).await.expect("deliver");
        assert_eq!(at.ended(first.id).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let waiting = get(&at, id).await;
        assert_eq!((waiting.status, waiting.step), (EditStatus::Applying, Some(EditStep::Apply)), "{}", at.world.name);
        assert!(waiting.detail.contains("first file is pushed"), "{}: {}", at.world.name, waiting.detail);
        assert_eq!(published.titles().await, [true, false, false], "{}: only the first", at.world.name);
        let next = waiting.run_at_work().expect("another run");
        assert_ne!(next, first.id, "{}", at.world.name);
        let files = edit::files(&at.world.db, at.world.workspace_id, id).await.expect("files");
        let stages: Vec<EditFileStage> = files.iter().map(|file| file.stage).collect();
        assert_eq!(stages, [EditFileStage::Canary, EditFileStage::Planned, EditFileStage::Planned]);
        // Whoever cancels meanwhile gets the first file back, and the others are never pushed.
        let mut tx = at.world.db.begin().await.expect("begin");
        edit::cancel(&mut tx, at.world.workspace_id, id, now()).await.expect("cancel");
        tx.commit().await.expect("commit");
        let run = at.world.run(next).await;
        hurry(&at, next).await;
        at.backends.queue.deliver(run.lane, &[run.delivery()]).await.expect("deliver");
        at.ended(next).await;
        let edit = get(&at, id).await;
        assert_eq!(edit.status, EditStatus::RolledBack, "{}: {}", at.world.name, edit.detail);
        assert!(edit.detail.starts_with("It was cancelled."), "{}: {}", at.world.name, edit.detail);
        assert_eq!(published.titles().await, [false; 3], "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
