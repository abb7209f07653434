//! Crawls of sites whose name server answers for any subdomain.

use std::{
    net::Ipv4Addr,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use crawler::crawl::{Crawl, Facts, JsonLines, Names, ScopeKind, Settings, Totals};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::server::Run;

/// Subdomains, and pages that link to them.
const HOSTS: usize = 10_000;
const HUBS: usize = 10;
/// Memory that the crawl may need at most. The rules of all hosts alone have 260 MiB.
const MOST_MIB: u64 = 150;

/// A server for all names, which keeps connections open.
struct Wildcard {
    port: u16,
    /// Connections that are open now, the most that were, and requests for robots.txt.
    counts: Arc<[AtomicUsize; 3]>,
}

impl Wildcard {
    async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let counts: Arc<[AtomicUsize; 3]> = Arc::default();
        let shared = Arc::clone(&counts);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let counts = Arc::clone(&shared);
                tokio::spawn(async move {
                    let open = counts[0].fetch_add(1, Ordering::SeqCst) + 1;
                    counts[1].fetch_max(open, Ordering::SeqCst);
                    let _ = serve(stream, port, &counts[2]).await;
                    counts[0].fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        Self { port, counts }
    }

    fn count(&self, which: usize) -> usize {
        self.counts[which].load(Ordering::SeqCst)
    }
}

/// Answers all requests of a connection.
async fn serve(stream: TcpStream, port: u16, rules: &AtomicUsize) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let (mut first, mut line) = (String::new(), String::new());
        if stream.read_line(&mut first).await? == 0 {
            return Ok(());
        }
        while stream.read_line(&mut line).await? > 2 {
            line.clear();
        }
        let path = first.split(' ').nth(1).unwrap_or_default();
        let (kind, body) = match path {
            "/robots.txt" => {
                rules.fetch_add(1, Ordering::SeqCst);
                ("text/plain", robots())
            }
            path => ("text/html", page(path, port)),
        };
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all(&[head.as_bytes(), body.as_bytes()].concat()).await?;
    }
}

/// A robots.txt of 8 KiB.
fn robots() -> String {
    let rules = (0..512).map(|number| format!("disallow: /{number}\n"));
    format!("user-agent: *\n{}", rules.collect::<String>())
}

/// The start page links to the hubs, and each hub to its part of the subdomains.
fn page(path: &str, port: u16) -> String {
    let hub = path.strip_prefix("/hub").and_then(|hub| hub.parse::<usize>().ok());
    match (path, hub) {
        ("/start", _) => (0..HUBS).map(|hub| format!("<a href=/hub{hub}>h</a>")).collect(),
        (_, Some(hub)) => {
            let part = HOSTS / HUBS;
            (hub * part..(hub + 1) * part).map(|n| format!("<a href=http://a{n}.kites.test:{port}/>n</a>")).collect()
        }
        _ => "<title>Kites</title>".to_owned(),
    }
}

/// Not a test of its own: the process whose memory [`memory_does_not_grow_with_the_number_of_hosts`] measures.
#[tokio::test]
#[ignore = "started by another test"]
async fn child_process() {
    let Ok(start) = std::env::var("CRAWL_START") else { return };
    let folder = std::env::var("CRAWL_FOLDER").unwrap();
    let run = Run::with(Settings {
        max_pages: 100_000,
        scope: ScopeKind::Subdomains,
        delay_ms: Some(0),
        facts: Facts::Essential,
        reads_sitemaps: false,
        ..Settings::default()
    });
    let folder = Path::new(&folder);
    let crawl = Crawl::new(start.parse().unwrap(), run.settings, run.guard, &folder.join("state"));
    let crawl = crawl.names(Names::from_fn(|_| vec![Ipv4Addr::LOCALHOST.into()])).threads(2);
    let totals = crawl.run(JsonLines::open(&folder.join("output.jsonl")).unwrap(), run.cancel).await.unwrap();
    std::fs::write(folder.join("totals.json"), serde_json::to_string(&totals).unwrap()).unwrap();
    std::fs::copy("/proc/self/status", folder.join("status")).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn memory_does_not_grow_with_the_number_of_hosts() {
    let server = Wildcard::start().await;
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["hosts::child_process", "--exact", "--ignored"])
        .env("CRAWL_START", format!("http://kites.test:{}/start", server.port))
        .env("CRAWL_FOLDER", folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let ended = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    };
    assert!(ended.success());
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let totals: Totals = serde_json::from_str(&read("totals.json")).unwrap();
    assert_eq!((totals.succeeded, totals.stopped), ((1 + HUBS + HOSTS) as u64, None), "{totals:?}");
    let status = read("status");
    let highest = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
    let mib = highest.unwrap().parse::<u64>().unwrap() / 1_024;
    let (open, rules) = (server.count(1), server.count(2));
    eprintln!("{mib} MiB, {open} connections open, {rules} robots.txt");
    assert!(mib < MOST_MIB, "{mib} MiB");
    assert!(open < 3_000, "{open} connections were open at once");
    assert!(rules <= HOSTS + 100, "{rules} requests for robots.txt: each once");
}
