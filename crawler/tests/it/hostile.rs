//! Servers that mean harm.

use std::{
    io::Write,
    net::{IpAddr, Ipv4Addr},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use crawler::crawl::{FailureKind, Names, Record, RobotsDecision, Settings};
use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};
use net::addresses::AddressGuard;
use tokio::io::AsyncWriteExt;

use crate::server::{Run, Server, html, redirect, response, status};

fn quick() -> Settings {
    Settings {
        header_seconds: 1,
        body_seconds: 8,
        reads_sitemaps: false,
        max_page_bytes: 1 << 20,
        ..Settings::default()
    }
}

fn failure(record: &Record) -> Option<FailureKind> {
    record.failure.as_ref().map(|failure| failure.kind)
}

#[tokio::test]
async fn private_addresses_are_refused_everywhere() {
    let server = Server::new(|_| html("")).await;
    let strict = || Run { guard: AddressGuard::default(), ..Run::default() };
    for url in [server.url("/").replace("127.0.0.1", "localhost"), "http://metadata.example/".to_owned()] {
        let names = Names::from_fn(|_| vec![IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)), Ipv4Addr::LOCALHOST.into()]);
        let (records, totals) = Run { names, ..strict() }.crawl(&url).await;
        assert_eq!(failure(&records["/"]), Some(FailureKind::OwnNetwork), "{url}");
        assert_eq!((totals.failed, totals.blocked), (1, 0), "{url}");
        assert_eq!(records["/"].robots, RobotsDecision::Unreachable);
    }
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn redirect_to_a_private_address_is_refused() {
    let server = Server::new(|path| match path {
        "/" => redirect("http://10.0.0.1/admin"),
        _ => status(404),
    })
    .await;
    let (records, _) = Run::default().crawl(&server.url("/")).await;
    assert_eq!(failure(&records["/admin"]), Some(FailureKind::OwnNetwork));
}

#[tokio::test]
async fn name_that_changes_to_a_private_address_is_refused() {
    let server = Server::new(|path| match path {
        "/" => html("<a href=/a>a</a>"),
        _ => status(404),
    })
    .await;
    let asked = AtomicU32::new(0);
    // The connections for robots.txt and the first page reach the site; then the name points elsewhere.
    let names = Names::from_fn(move |_| {
        let first = asked.fetch_add(1, Ordering::Relaxed) < 2;
        vec![if first { Ipv4Addr::LOCALHOST.into() } else { Ipv4Addr::new(192, 168, 0, 1).into() }]
    });
    let run = Run { names, ..Run::default() };
    let (records, _) = run.crawl(&format!("http://rebind.example:{}/", server.address.port())).await;
    assert_eq!((records["/"].status, failure(&records["/a"])), (Some(200), Some(FailureKind::OwnNetwork)));
}

#[tokio::test]
async fn ports_of_other_protocols_are_refused() {
    let (records, _) = Run::default().crawl("http://127.0.0.1:6379/").await;
    assert_eq!(failure(&records["/"]), Some(FailureKind::BadAddress));
}

#[tokio::test]
async fn bombs_end_at_the_limit() {
    let zeros = vec![b'a'; 64 << 20];
    let pack = |encoder: &dyn Fn(&[u8]) -> Vec<u8>| encoder(&zeros);
    let gzip = pack(&|bytes| {
        let mut e = GzEncoder::new(Vec::new(), Compression::fast());
        e.write_all(bytes).unwrap();
        e.finish().unwrap()
    });
    let zlib = pack(&|bytes| {
        let mut e = ZlibEncoder::new(Vec::new(), Compression::fast());
        e.write_all(bytes).unwrap();
        e.finish().unwrap()
    });
    let raw = pack(&|bytes| {
        let mut e = DeflateEncoder::new(Vec::new(), Compression::fast());
        e.write_all(bytes).unwrap();
        e.finish().unwrap()
    });
    let server = Server::new(move |path| match path {
        "/" => html("<a href=/gzip>g</a><a href=/zlib>z</a><a href=/raw>r</a><a href=/damaged>d</a><a href=/large>l</a><a href=/odd>o</a>"),
        "/gzip" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", &gzip),
        "/zlib" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: deflate", &zlib),
        "/raw" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: deflate", &raw),
        "/damaged" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br", b"not brotli at all"),
        "/odd" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: zstd", b"x"),
        "/large" => html(&"<p>x".repeat(1 << 20)),
        _ => status(404),
    })
    .await;
    let (records, _) = Run::with(quick()).crawl(&server.url("/")).await;
    for path in ["/gzip", "/zlib", "/raw", "/large"] {
        let record = &records[path];
        assert_eq!((record.is_truncated, record.bytes, failure(record)), (true, 1 << 20, None), "{path}");
    }
    assert_eq!(
        (failure(&records["/damaged"]), failure(&records["/odd"])),
        (Some(FailureKind::BadEncoding), Some(FailureKind::BadEncoding))
    );
}

#[tokio::test]
async fn packed_pages_are_unpacked() {
    let page = b"<title>Packed</title>";
    let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
    gzip.write_all(page).unwrap();
    let gzip = gzip.finish().unwrap();
    let mut twice = GzEncoder::new(Vec::new(), Compression::best());
    twice.write_all(&gzip).unwrap();
    let twice = twice.finish().unwrap();
    let brotli = uncompressed_brotli(page);
    let server = Server::new(move |path| match path {
        "/" => html("<a href=/gzip>g</a><a href=/br>b</a><a href=/cut>c</a><a href=/twice>t</a><a href=/often>o</a>"),
        "/twice" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip, gzip", &twice),
        "/often" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip, gzip, gzip, gzip", &twice),
        "/gzip" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", &gzip),
        "/cut" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip", &gzip[..gzip.len() - 12]),
        "/br" => response("200 OK\r\nContent-Type: text/html\r\nContent-Encoding: br", &brotli),
        _ => status(404),
    })
    .await;
    let (records, _) = Run::with(quick()).crawl(&server.url("/")).await;
    assert_eq!(records["/gzip"].title.as_deref(), Some("Packed"));
    assert_eq!(records["/br"].title.as_deref(), Some("Packed"));
    assert_eq!(records["/twice"].title.as_deref(), Some("Packed"));
    assert_eq!(failure(&records["/often"]), Some(FailureKind::BadEncoding));
    assert_eq!(failure(&records["/cut"]), Some(FailureKind::BadEncoding));
}

/// Packs bytes as brotli without compressing them. Source: RFC 7932, 9.1 and 9.2.
fn uncompressed_brotli(bytes: &[u8]) -> Vec<u8> {
    // Window of 16 bits (0), not the last block (0), length in four nibbles (00), the length, uncompressed (1).
    let head = u32::try_from(bytes.len() - 1).unwrap() << 4 | 1 << 20;
    [&head.to_le_bytes()[..3], bytes, &[3]].concat()
}

#[tokio::test]
async fn tar_pits_are_left() {
    let server = Server::raw(|path, mut stream| async move {
        let page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<a href=/headers>h</a><a href=/silent>s</a><a href=/drip>d</a>";
        let _ = match path.as_str() {
            "/" => stream.write_all(page).await,
            "/headers" => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\n").await;
                drip(&mut stream, b"X: y\r\n").await
            }
            "/silent" => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>").await;
                tokio::time::sleep(Duration::from_secs(30)).await;
                Ok(())
            }
            "/drip" => {
                let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n").await;
                drip(&mut stream, b"<p>").await
            }
            _ => stream.write_all(&status(404)).await,
        };
    })
    .await;
    let begun = Instant::now();
    let (records, _) = Run::with(quick()).crawl(&server.url("/")).await;
    for path in ["/headers", "/silent", "/drip"] {
        assert_eq!(failure(&records[path]), Some(FailureKind::TooSlow), "{path}");
    }
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

async fn drip(stream: &mut tokio::net::TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    loop {
        stream.write_all(bytes).await?;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

#[tokio::test]
async fn responses_of_a_wrong_length_or_form_are_failures() {
    let server = Server::new(|path| match path {
        "/" => html(
            "<a href=/short>s</a><a href=/huge>h</a><a href=/garbage>g</a><a href=/empty>e</a><a href=/heads>x</a>",
        ),
        "/short" => b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 500\r\n\r\n<p>short".to_vec(),
        "/huge" => {
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99999999999999\r\n\r\n<p>huge".to_vec()
        }
        "/garbage" => b"220 mail.example.com ESMTP\r\n".to_vec(),
        "/heads" => format!("HTTP/1.1 200 OK\r\n{}\r\n", "X-A: b\r\n".repeat(100_000)).into_bytes(),
        "/empty" => Vec::new(),
        _ => status(404),
    })
    .await;
    let (records, totals) = Run::with(quick()).crawl(&server.url("/")).await;
    for path in ["/short", "/huge", "/empty"] {
        assert_eq!(failure(&records[path]), Some(FailureKind::Incomplete), "{path}");
    }
    for path in ["/garbage", "/heads"] {
        assert!(failure(&records[path]).is_some(), "{path}");
    }
    assert_eq!((totals.failed, totals.records), (5, 6));
}

#[tokio::test]
async fn calendars_and_endless_redirects_end() {
    let server = Server::new(|path| {
        let number = |prefix: &str| path.strip_prefix(prefix).and_then(|rest| rest.parse::<u64>().ok());
        if let Some(month) = number("/calendar/") {
            html(&format!("<a href=/calendar/{}>next</a><a href=/calendar/{}/days>d</a>", month + 1, month))
        } else if let Some(hop) = number("/hop/") {
            redirect(&format!("/hop/{}", hop + 1))
        } else if path.starts_with("/loop") {
            html(&format!("<a href='{}/x/'>deeper</a>", path.trim_end_matches('/')))
        } else {
            html("<a href=/calendar/1>c</a><a href=/hop/1>h</a><a href=/loop/>l</a>")
        }
    })
    .await;
    let run = Run::with(Settings { max_pages: 100_000, max_per_pattern: 40, ..quick() });
    let (records, totals) = run.crawl(&server.url("/")).await;
    assert_eq!(totals.stopped, None);
    let count = |prefix: &str| records.keys().filter(|path| path.starts_with(prefix)).count();
    assert!(count("/calendar/") < 150, "{}", count("/calendar/"));
    assert_eq!((count("/hop/"), count("/loop")), (11, 4));
    assert!(totals.trapped > 0);
}

#[tokio::test]
async fn combinations_of_filters_end_and_numbers_of_pages_do_not() {
    let server = Server::new(|path| {
        let articles =
            (0..120).map(|n| format!("<a href='/index.php?option=content&amp;view=article&amp;id={n}'>a</a>"));
        let filters =
            (0..512).map(|n| format!("<a href='/shop?c={}&amp;d={}&amp;e={}'>f</a>", n % 8, n / 8 % 8, n / 64));
        match path {
            "/" | "/again" => {
                html(&articles.chain(filters).chain(["<a href=/again>a</a>".to_owned()]).collect::<String>())
            }
            _ => html("<title>Page</title>"),
        }
    })
    .await;
    let run = Run::with(Settings { max_per_pattern: 40, ..quick() });
    let (records, totals) = run.crawl(&server.url("/")).await;
    let count = |prefix: &str| records.keys().filter(|path| path.starts_with(prefix)).count();
    // 64 before the third parameter varies, its seven further values, and 40 combinations.
    assert_eq!((count("/index.php"), count("/shop")), (120, 64 + 7 + 40));
    assert_eq!(
        (totals.trapped, totals.stopped),
        (512 - 64 - 7 - 40, None),
        "each counts once, though two pages link to it"
    );
}

#[tokio::test]
async fn retry_after_may_be_a_date_by_the_clock_of_the_server() {
    let asked = AtomicU32::new(0);
    let server = Server::new(move |path| match path {
        "/" if asked.fetch_add(1, Ordering::Relaxed) == 0 => {
            let dates = "Date: Fri, 01 Jan 2021 10:00:00 GMT\r\nRetry-After: Fri, 01 Jan 2021 10:00:03 GMT";
            response(&format!("503 Busy\r\n{dates}"), b"")
        }
        "/" => html("<title>Back</title>"),
        _ => status(404),
    })
    .await;
    let begun = Instant::now();
    let mut run = Run::with(quick());
    run.settings.retries = 1;
    let (records, _) = run.crawl(&server.url("/")).await;
    assert_eq!((records["/"].title.as_deref(), records["/"].retries), (Some("Back"), 1));
    assert!(begun.elapsed() >= Duration::from_secs(3), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn hosts_that_fail_are_given_up() {
    let server = Server::new(|path| match path {
        "/" => html(&(0..200).map(|n| format!("<a href=/{n}>x</a>")).collect::<String>()),
        "/robots.txt" => status(404),
        _ => Vec::new(),
    })
    .await;
    let (records, _) = Run::with(Settings { concurrency: Some(1), ..quick() }).crawl(&server.url("/")).await;
    let down = records.values().filter(|record| failure(record) == Some(FailureKind::HostDown)).count();
    assert_eq!((records.len(), down), (201, 175));
}
