//! Pages in a real browser. Skipped without one, unless `MOTHERLODE_REQUIRE_BROWSER` is set.

use std::{
    collections::BTreeMap,
    net::UdpSocket,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use crawler::{
    crawl::{Crawl, CrawlError, JsonLines, Record, Render, Rendered, Settings},
    render::{Browser, Fact, find, limits},
};
use net::addresses::AddressGuard;
use tokio::{io::AsyncWriteExt, net::TcpListener};

use crate::server::{Run, Server, html, redirect, response, status, text};

/// Returns the browser of this computer; none if tests may go without.
fn browser() -> Option<Browser> {
    let found = find();
    let is_required = std::env::var_os("MOTHERLODE_REQUIRE_BROWSER").is_some_and(|value| value != "0");
    assert!(found.is_some() || !is_required, "no Chromium is installed: apt-get install chromium-headless-shell");
    if found.is_none() {
        eprintln!("skipped: no Chromium is installed (apt-get install chromium-headless-shell)");
    }
    found
}

fn all() -> Settings {
    Settings { render: Render::All, render_seconds: 4, reads_sitemaps: false, ..Settings::default() }
}

/// A run in the browser that may reach only 127.0.0.1.
fn run(browser: Browser, settings: Settings) -> Run {
    let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().unwrap()]);
    Run { browser: Some(browser), guard, ..Run::with(settings) }
}

fn javascript(body: &str) -> Vec<u8> {
    response("200 OK\r\nContent-Type: text/javascript", body.as_bytes())
}

fn rendered<'a>(records: &'a BTreeMap<String, Record>, path: &str) -> &'a Rendered {
    records[path].rendered.as_ref().unwrap_or_else(|| panic!("{path} was not rendered"))
}

/// Returns the processes whose parent is this process.
fn children() -> Vec<String> {
    let own = std::process::id().to_string();
    let stats = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = stats.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    stats.filter(|stat| stat.rsplit(')').next().unwrap().split_whitespace().nth(1) == Some(own.as_str())).collect()
}

/// Waits until no process of a browser is left, not even a zombie. Other tests of this process may still run theirs.
fn assert_no_process_is_left() {
    let until = Instant::now() + Duration::from_secs(40);
    while !children().is_empty() {
        assert!(Instant::now() < until, "left: {:?}", children());
        std::thread::sleep(Duration::from_millis(50));
    }
}

const WORDS: &str =
    "Every leak begins small and a plumber who looks at the valve before the wall saves the owner a week. ";

#[tokio::test(flavor = "multi_thread")]
async fn rendered_page_has_what_scripts_add_and_its_links_are_followed() {
    let Some(browser) = browser() else { return };
    let words = WORDS.repeat(12);
    let script = format!(
        "document.title = 'Rendered'; document.querySelector('link[rel=canonical]').href = '/other';
         document.body.innerHTML += '<main><h1>Leaks</h1><p>{words}</p><a href=/found>Found</a></main>';
         fetch('/data.json').then(answer => answer.json()).then(data => document.body.append(data.late));
         console.error('broken', 7); missing();"
    );
    let server = Server::new(move |path| match path {
        "/" => html(
            "<!doctype html><title>Raw</title><link rel=canonical href=/><body><a href=/plain>Plain</a>\
             <script src=/app.js></script><img src=/a.png><noscript>No scripts</noscript>",
        ),
        "/app.js" => javascript(&script),
        "/data.json" => response("200 OK\r\nContent-Type: application/json", br#"{"late": "late words"}"#),
        "/plain" | "/found" => html("<title>Plain</title><p>Nothing to render here.<script src=/app.js></script>"),
        _ => status(404),
    })
    .await;
    let (records, totals) = run(browser, all()).crawl(&server.url("/")).await;
    let page = rendered(&records, "/");
    assert_eq!((page.failure.as_deref(), page.is_complete), (None, true), "{page:?}");
    assert_eq!((page.title.as_deref(), page.h1.clone()), (Some("Rendered"), vec!["Leaks".to_owned()]));
    assert_eq!(page.canonical, Some(server.url("/other")));
    assert_eq!(page.added_links, [server.url("/found")]);
    assert!(page.content_words > 200, "{page:?}");
    let title = page.compared(Fact::Title).unwrap();
    assert_eq!((title.raw.as_deref(), title.rendered.as_deref()), (Some("Raw"), Some("Rendered")));
    assert!(!page.compared(Fact::Robots).unwrap().is_changed && page.compared(Fact::Content).unwrap().is_changed);
    assert_eq!((page.error_count, page.requests, page.failed_requests), (2, 2, 0), "{page:?}");
    assert!(page.errors.contains(&"broken 7".to_owned()), "{:?}", page.errors);
    assert_eq!(records["/"].title.as_deref(), Some("Raw"), "facts of the HTML stay as they are");
    assert_eq!((records["/found"].status, totals.rendered), (Some(200), 3));
    assert_eq!(server.requests().iter().filter(|path| *path == "/app.js").count(), 1, "shared by all pages");
    assert!(!server.requests().contains(&"/a.png".to_owned()) && !records.contains_key("/other"));
    assert_no_process_is_left();
}

#[tokio::test(flavor = "multi_thread")]
async fn browser_reaches_no_private_address_by_any_way() {
    let Some(browser) = browser() else { return };
    let (inside, udp) = (TcpListener::bind("127.0.0.2:0").await.unwrap(), UdpSocket::bind("127.0.0.2:0").unwrap());
    udp.set_nonblocking(true).unwrap();
    let (to, stun) = (inside.local_addr().unwrap(), udp.local_addr().unwrap());
    let reached = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&reached);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = inside.accept().await {
            counted.fetch_add(1, Ordering::Relaxed);
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: *\r\n\r\nsecret").await;
        }
    });
    let page = format!(
        "<!doctype html><title>Raw</title><link rel=preconnect href=http://{to}><link rel=dns-prefetch href=//localhost>
         <link rel=prefetch href=http://{to}/prefetch><link rel=stylesheet href=http://{to}/style>
         <style>@import url(http://{to}/import); body {{ background: url(http://{to}/background) }}</style>
         <body><div id=out></div><img src=http://{to}/image><iframe src=http://{to}/frame></iframe>
         <iframe srcdoc='<script src=http://{to}/srcdoc></script>'></iframe><video src=http://{to}/video></video>
         <object data=http://{to}/object></object><embed src=http://{to}/embed><script src=http://{to}/script></script>
         <iframe src='file:///etc/passwd' id=file></iframe>
         <form id=form method=post action=http://{to}/form></form>
         <script>
           const note = text => document.getElementById('out').append(text + ' ');
           const tried = run => {{ try {{ run() }} catch (error) {{ note('refused') }} }};
           for (const url of ['http://{to}/fetch', '/redirect', '/local', 'file:///etc/passwd', 'chrome://version', 'devtools://devtools/bundled/inspector.html'])
             tried(() => fetch(url).then(answer => answer.text()).then(text => note('read:' + url + text), () => note('failed')));
           tried(() => new WebSocket('ws://{to}/socket'));
           tried(() => new EventSource('http://{to}/events'));
           tried(() => navigator.sendBeacon('http://{to}/beacon', 'x'));
           tried(() => {{ const peer = new RTCPeerConnection({{iceServers: [{{urls: 'stun:{stun}'}}, {{urls: 'turn:{to}?transport=tcp', username: 'a', credential: 'b'}}]}});
             peer.createDataChannel('x'); peer.createOffer().then(offer => peer.setLocalDescription(offer)); }});
           tried(() => new Worker(URL.createObjectURL(new Blob([\"fetch('http://{to}/worker'); new WebSocket('ws://{to}/worker')\"]))));
           tried(() => new SharedWorker(URL.createObjectURL(new Blob([\"fetch('http://{to}/shared')\"]))));
           tried(() => navigator.serviceWorker.register('/service.js'));
           tried(() => window.open('http://{to}/window'));
           tried(() => document.getElementById('form').submit());
           setTimeout(() => location = 'http://{to}/location', 300);
         </script>"
    );
    let script =
        format!("fetch('http://{to}/service'); addEventListener('install', () => fetch('http://{to}/install'))");
    let server = Server::new(move |path| match path {
        "/" => html(&page),
        "/redirect" => redirect(&format!("http://{to}/redirected")),
        "/local" => redirect("file:///etc/passwd"),
        "/service.js" => javascript(&script),
        _ => status(404),
    })
    .await;
    let settings = Settings { max_pages: 1, ..all() };
    let run = run(browser, settings);
    let (records, _) = run.crawl(&server.url("/")).await;
    let page = rendered(&records, "/");
    assert_eq!(page.failure, None);
    assert_eq!(page.redirect, Some(format!("http://{to}/location")), "{page:?}");
    assert!(page.words > 0, "the page shows what failed: {page:?}");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(reached.load(Ordering::Relaxed), 0, "a connection was opened");
    assert!(udp.recv(&mut [0; 64]).is_err(), "a packet was sent");
    assert!(!server.requests().iter().any(|path| path == "/service.js"), "no service worker is loaded");
}

#[tokio::test(flavor = "multi_thread")]
async fn scripts_read_no_file_and_no_page_of_the_browser() {
    let Some(browser) = browser() else { return };
    let server = Server::site(&[(
        "/",
        "<!doctype html><title>Raw</title><body><iframe id=frame src='file:///etc/passwd'></iframe><script>
           const note = text => document.title = document.title + '|' + text;
           for (const url of ['file:///etc/passwd', 'chrome://version/', 'devtools://devtools/bundled/inspector.html'])
             fetch(url).then(answer => answer.text()).then(text => note('read'), () => note('failed'));
           try { note(frame.contentDocument.body.textContent || 'empty') } catch (error) { note('refused') }
           const script = document.createElement('script'); script.src = 'file:///etc/passwd';
           script.onload = () => note('read'); document.body.append(script);
           const tag = document.createElement('a'); tag.href = 'data:text/plain,x'; tag.download = 'x.txt';
           document.body.append(tag); tag.click();
         </script>",
    )])
    .await;
    let (records, _) = run(browser, all()).crawl(&server.url("/")).await;
    let title = rendered(&records, "/").title.clone().unwrap();
    assert_eq!(title.matches("failed").count(), 3, "{title}");
    assert!(!title.contains("read") && !title.contains("root:"), "{title}");
}

/// Renders pages of which the first links to all others, and checks that they end in time and leave nothing.
async fn render_hostile(pages: &[(&str, &str)]) -> Option<(BTreeMap<String, Record>, Server)> {
    let browser = browser()?;
    let server = Server::site(pages).await;
    let begun = Instant::now();
    let run = run(browser, Settings { concurrency: Some(4), ..all() });
    let (records, _) = run.crawl(&server.url("/")).await;
    assert!(begun.elapsed() < Duration::from_secs(55), "{:?}", begun.elapsed());
    assert_no_process_is_left();
    // The browser of the next crawl has nothing of this one.
    let last = Run { browser: run.browser.clone(), ..Run::with(all()) };
    let (after, _) = last.crawl(&server.url("/last")).await;
    assert_eq!(rendered(&after, "/last").title.as_deref(), Some("Rendered last"));
    Some((records, server))
}

const LAST: (&str, &str) = ("/last", "<title>Last</title><script>document.title = 'Rendered last'</script>");

#[tokio::test(flavor = "multi_thread")]
async fn pages_with_endless_scripts_end_in_time_and_the_next_page_is_rendered() {
    let pages = [
        (
            "/",
            "<title>Start</title><a href=/endless>1</a><a href=/dialogs>2</a><a href=/windows>3</a><a href=/reload>4</a>\
               <a href=/requests>5</a><a href=/log>6</a>",
        ),
        ("/endless", "<title>Endless</title><p>before</p><script>for (;;);</script>"),
        (
            "/dialogs",
            "<title>Dialogs</title><script>alert(1); confirm(2); prompt(3); onbeforeunload = () => 'no';
                      document.title = 'After'</script>",
        ),
        ("/windows", "<title>Windows</title><script>for (let at = 0; at < 200; at++) open('/windows?' + at)</script>"),
        ("/reload", "<title>Reload</title><script>setInterval(() => location.reload(), 10)</script>"),
        ("/requests", "<title>Requests</title><script>for (let at = 0; at < 500; at++) fetch('/none?' + at)</script>"),
        (
            "/log",
            "<title>Log</title><script>setInterval(() => { for (let at = 0; at < 500; at++) console.error('x'.repeat(9999)) }, 1)</script>",
        ),
        LAST,
    ];
    let Some((records, server)) = render_hostile(&pages).await else { return };
    let title = |path: &str| {
        let page = rendered(&records, path);
        page.title.clone().unwrap_or_else(|| panic!("{path}: {page:?}"))
    };
    assert_eq!((title("/endless").as_str(), title("/dialogs").as_str()), ("Endless", "After"));
    assert_eq!((title("/windows").as_str(), title("/reload").as_str()), ("Windows", "Reload"));
    assert_eq!(rendered(&records, "/requests").requests, limits::MOST_REQUESTS);
    let log = rendered(&records, "/log");
    assert!(log.errors.len() <= limits::MOST_ERRORS && log.error_count <= limits::MOST_COUNTED_ERRORS, "{log:?}");
    assert!(!server.requests().iter().any(|path| path.starts_with("/windows?")), "no window was opened");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_that_need_too_much_memory_end_in_time_and_the_next_page_is_rendered() {
    let bomb = "<script>const all = []; for (;;) { const piece = new Uint8Array(1 << 24); piece.fill(7); all.push(piece) }</script>";
    let heap = "<script>const all = []; for (;;) all.push(new Array(1 << 16).fill(Math.random()))</script>";
    let grow = "<title>Grow</title><script>setInterval(() => document.body.innerHTML += '<p>' + 'x '.repeat(50000), 1)</script>";
    let start = "<title>Start</title><a href=/bomb>8</a><a href=/heap>9</a><a href=/grow>10</a>";
    let pages = [("/", start), ("/bomb", bomb), ("/heap", heap), ("/grow", grow), LAST];
    let Some((records, _)) = render_hostile(&pages).await else { return };
    for path in ["/bomb", "/heap"] {
        // On a busy machine the time may end before the limit is reached.
        let page = rendered(&records, path);
        assert!(page.failure.is_some() || !page.is_complete, "{path}: {page:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn script_that_never_arrives_is_not_waited_for() {
    let Some(browser) = browser() else { return };
    let server = Server::raw(|path, mut stream| async move {
        let page = "<title>Slow</title><script src=/tar></script><script>document.title = 'Never'</script>";
        let answer = if path == "/" { html(page) } else { status(404) };
        if path == "/tar" {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/javascript\r\n\r\n").await;
            while stream.write_all(b" ").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
        let _ = stream.write_all(&answer).await;
        let _ = stream.shutdown().await;
    })
    .await;
    let settings = Settings { render_seconds: 2, ..all() };
    let (records, _) = run(browser, settings).crawl(&server.url("/")).await;
    let page = rendered(&records, "/");
    assert_eq!((page.title.as_deref(), page.is_complete), (Some("Slow"), false));
    assert!(page.total_ms < 8_000, "{page:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn cancelled_crawl_ends_its_browser_at_once() {
    let Some(browser) = browser() else { return };
    let server = Server::site(&[("/", "<title>A</title><script>for (;;);</script>")]).await;
    let settings = Settings { render_seconds: 60, ..all() };
    let run = run(browser, settings);
    let cancel = run.cancel.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(2)).await;
        cancel.cancel();
    });
    let begun = Instant::now();
    run.crawl(&server.url("/")).await;
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    assert_no_process_is_left();
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_robots_txt_forbids_are_not_loaded() {
    let Some(browser) = browser() else { return };
    let server = Server::new(|path| match path {
        "/robots.txt" => text("User-agent: *\nDisallow: /private/"),
        "/" => html("<title>Raw</title><script src=/private/app.js></script><script src=/app.js></script>"),
        "/app.js" | "/private/app.js" => javascript("document.title += '+'"),
        _ => status(404),
    })
    .await;
    let (records, _) = run(browser, all()).crawl(&server.url("/")).await;
    let page = rendered(&records, "/");
    assert_eq!((page.title.as_deref(), page.blocked_requests, page.requests), (Some("Raw+"), 1, 2));
    assert!(!server.requests().contains(&"/private/app.js".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_share_nothing_and_a_sample_ends_after_its_number() {
    let Some(browser) = browser() else { return };
    let script = "<script>document.title = [localStorage.seen, document.cookie, sessionStorage.seen].join();
                  localStorage.seen = sessionStorage.seen = 1; document.cookie = 'seen=1'</script>";
    let page = format!("<title>Raw</title><a href=/a>a</a><a href=/b>b</a>{script}");
    let server = Server::site(&[("/", &page), ("/a", &page), ("/b", &page)]).await;
    let settings = Settings { render: Render::Sample, render_pages: 2, concurrency: Some(1), ..all() };
    let run = run(browser, settings);
    let (records, totals) = run.crawl(&server.url("/")).await;
    let titles: Vec<&str> = records.values().filter_map(|record| record.rendered.as_ref()?.title.as_deref()).collect();
    assert_eq!((titles, totals.rendered), (vec![",,", ",,"], 2));
    // A crawl that goes on has used its sample.
    let (_, again) = run.crawl(&server.url("/")).await;
    assert_eq!(again.rendered, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn crawl_that_is_out_of_time_renders_no_further_page() {
    let Some(browser) = browser() else { return };
    let page = "<title>A</title><script>setInterval(() => fetch('/none'), 50)</script>";
    let links: String = (0..30).map(|number| format!("<a href=/{number}>a</a>")).collect();
    let start = format!("{page}{links}");
    let server = Server::new(move |path| html(if path == "/" { &start } else { page })).await;
    let settings = Settings { render_seconds: 2, max_seconds: Some(4), ..all() };
    let begun = Instant::now();
    let run = run(browser, settings);
    let (records, _) = run.crawl(&server.url("/")).await;
    assert!(begun.elapsed() < Duration::from_secs(14), "{:?}", begun.elapsed());
    let stopped = records.values().filter_map(|record| record.rendered.as_ref()?.failure.clone());
    assert!(stopped.clone().count() > 10, "{:?}", stopped.collect::<Vec<_>>());
    assert!(records.values().all(|record| record.sent_bytes == record.bytes), "files of a page are not its bytes");
}

#[tokio::test(flavor = "multi_thread")]
async fn page_in_another_encoding_is_compared_as_text() {
    let Some(browser) = browser() else { return };
    let server = Server::new(|path| match path {
        "/" => response("200 OK\r\nContent-Type: text/html; charset=iso-8859-1", b"<title>Caf\xe9</title><p>\xfcber"),
        _ => status(404),
    })
    .await;
    let (records, _) = run(browser, all()).crawl(&server.url("/")).await;
    let page = rendered(&records, "/");
    assert_eq!(page.title.as_deref(), Some("Café"));
    assert!(!page.is_changed(), "{page:?}");
}

#[tokio::test]
async fn crawl_without_a_usable_browser_does_not_start() {
    let server = Server::site(&[("/", "<title>A</title>")]).await;
    let start = async |browser: Option<Browser>| {
        let folder = tempfile::tempdir().unwrap();
        let guard = AddressGuard::allowing(vec!["127.0.0.1".parse().unwrap()]);
        let crawl = Crawl::new(server.url("/").parse().unwrap(), all(), guard, &folder.path().join("state"));
        let sink = JsonLines::open(&folder.path().join("output")).unwrap();
        crawl.browser(browser).run(sink, crawler::Cancel::default()).await.unwrap_err()
    };
    assert!(matches!(start(None).await, CrawlError::NoBrowser));
    let missing = start(Some(Browser::new("/nonexistent/chromium"))).await.to_string();
    assert_eq!(missing, "The browser /nonexistent/chromium cannot be started: the file does not exist");
    let other = start(Some(Browser::new("/bin/ls"))).await.to_string();
    assert!(other.starts_with("The browser /bin/ls cannot be started: "), "{other}");
    assert!(server.requests().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn check_reports_the_version_of_the_browser() {
    let Some(browser) = browser() else { return };
    let product = browser.check().await.unwrap();
    assert!(product.contains("Chrome/"), "{product}");
    assert_no_process_is_left();
}
