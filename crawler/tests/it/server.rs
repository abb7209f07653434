//! A server that answers with whatever bytes a test wants.

use std::{
    collections::BTreeMap,
    future::Future,
    net::SocketAddr,
    path::PathBuf,
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};

use crawler::{
    Cancel,
    crawl::{Crawl, JsonLines, Names, Record, Settings, Totals},
    render::Browser,
};
use net::addresses::AddressGuard;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

type Answer = Arc<dyn Fn(String, TcpStream) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + Sync>;

/// A running server.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// Starts a server that passes each request's target and connection to a function.
    pub(crate) async fn raw<F, Fut>(answer: F) -> Self
    where
        F: Fn(String, TcpStream) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let (seen, answer): (_, Answer) =
            (Arc::clone(&requests), Arc::new(move |path, stream| Box::pin(answer(path, stream))));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (seen, answer) = (Arc::clone(&seen), Arc::clone(&answer));
                tokio::spawn(async move {
                    let mut stream = BufReader::new(stream);
                    let Some(path) = request(&mut stream).await else { return };
                    seen.lock().unwrap().push(path.clone());
                    answer(path, stream.into_inner()).await;
                });
            }
        });
        Self { address, requests }
    }

    /// Starts a server that answers each target with a whole response.
    pub(crate) async fn new(answer: impl Fn(&str) -> Vec<u8> + Send + Sync + 'static) -> Self {
        let answer = Arc::new(answer);
        Self::raw(move |path, mut stream| {
            let answer = Arc::clone(&answer);
            async move {
                let response = answer(&path);
                let _ = stream.write_all(&response).await;
                let _ = stream.shutdown().await;
            }
        })
        .await
    }

    /// Starts a server of pages by their targets; others do not exist.
    pub(crate) async fn site(pages: &[(&str, &str)]) -> Self {
        let pages: BTreeMap<String, String> =
            pages.iter().map(|(path, page)| ((*path).to_owned(), (*page).to_owned())).collect();
        Self::new(move |path| pages.get(path).map_or_else(|| status(404), |page| html(page))).await
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// Returns the targets that were requested, in order.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

/// Reads a request and returns its target.
async fn request(stream: &mut BufReader<TcpStream>) -> Option<String> {
    let mut first = String::new();
    stream.read_line(&mut first).await.ok()?;
    let mut line = String::new();
    while stream.read_line(&mut line).await.ok()? > 2 {
        line.clear();
    }
    first.split(' ').nth(1).map(str::to_owned)
}

/// Returns a response with headers and a body.
pub(crate) fn response(head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {head}\r\nConnection: close\r\nContent-Length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

pub(crate) fn html(body: &str) -> Vec<u8> {
    response("200 OK\r\nContent-Type: text/html; charset=utf-8", body.as_bytes())
}

pub(crate) fn text(body: &str) -> Vec<u8> {
    response("200 OK\r\nContent-Type: text/plain", body.as_bytes())
}

pub(crate) fn status(status: u16) -> Vec<u8> {
    response(&format!("{status} Status"), b"")
}

pub(crate) fn redirect(to: &str) -> Vec<u8> {
    response(&format!("301 Moved\r\nLocation: {to}"), b"")
}

/// A crawl of a test, with its own folder.
pub(crate) struct Run {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) settings: Settings,
    pub(crate) names: Names,
    pub(crate) guard: AddressGuard,
    pub(crate) cancel: Cancel,
    pub(crate) browser: Option<Browser>,
}

impl Default for Run {
    fn default() -> Self {
        let settings = Settings { retries: 0, reads_sitemaps: false, ..Settings::default() };
        let guard = AddressGuard::allowing(vec!["127.0.0.0/8".parse().unwrap()]);
        Self {
            folder: tempfile::tempdir().unwrap(),
            settings,
            names: Names::default(),
            guard,
            cancel: Cancel::default(),
            browser: None,
        }
    }
}

impl Run {
    pub(crate) fn with(settings: Settings) -> Self {
        Self { settings: Settings { retries: 0, ..settings }, ..Self::default() }
    }

    pub(crate) fn output(&self) -> PathBuf {
        self.folder.path().join("output.jsonl")
    }

    pub(crate) fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    /// Crawls and returns the records by their URLs without scheme and host.
    pub(crate) async fn crawl(&self, start: &str) -> (BTreeMap<String, Record>, Totals) {
        let crawl = Crawl::new(start.parse().unwrap(), self.settings.clone(), self.guard.clone(), &self.state());
        let crawl = crawl.names(self.names.clone()).browser(self.browser.clone()).resume(true).threads(2);
        let sink = JsonLines::open(&self.output()).unwrap();
        let run = crawl.run(sink, self.cancel.clone());
        let totals = tokio::time::timeout(Duration::from_secs(60), run).await.expect("the crawl ends").unwrap();
        let records = read(&self.output());
        let paths: BTreeMap<String, Record> =
            records.iter().map(|record| (path(&record.url), record.clone())).collect();
        assert_eq!(paths.len(), records.len(), "each URL has one record");
        (paths, totals)
    }
}

pub(crate) fn read(output: &std::path::Path) -> Vec<Record> {
    let text = std::fs::read_to_string(output).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn path(url: &str) -> String {
    let rest = url.split_once("://").unwrap().1;
    rest[rest.find('/').unwrap()..].to_owned()
}
