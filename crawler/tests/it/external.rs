//! Links to other websites.

use std::{
    net::{IpAddr, Ipv4Addr},
    sync::atomic::{AtomicU32, Ordering},
};

use crawler::{
    Cancel,
    crawl::{Names, Settings},
    external::{
        ExternalAnswer::{self, NoAnswer, Status, UnknownHost},
        ExternalLinks,
    },
    page::{Headers, read},
};
use net::addresses::AddressGuard;

use crate::server::{Server, html, redirect, status, text};

/// Asks for the links of a page at `home.example` and returns the answers, in order.
async fn asked(links: &[String]) -> Vec<(String, ExternalAnswer)> {
    let page: String = links.iter().map(|link| format!("<a href='{link}'>link</a>")).collect();
    let page = read(page.as_bytes(), &"http://home.example/".parse().unwrap(), &Headers::default(), &|| false).unwrap();
    let mut external = ExternalLinks::default();
    external.add(&page);
    external.add(&page);
    let names = Names::from_fn(|name| match name {
        "missing.example" => Vec::new(),
        "inside.example" => vec![IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1))],
        _ => vec![IpAddr::V4(Ipv4Addr::LOCALHOST)],
    });
    let guard = AddressGuard::allowing(vec!["127.0.0.0/8".parse().unwrap()]);
    let settings = Settings { delay_ms: Some(0), ..Settings::default() };
    let found = external.check(&settings, &guard, &names, &Cancel::default()).await.unwrap();
    let mut found: Vec<_> = found.into_iter().map(|(url, answer)| (url.to_string(), answer)).collect();
    found.sort_unstable();
    found
}

#[tokio::test]
async fn links_to_other_websites_are_asked_for_once_and_politely() {
    let refused = AtomicU32::new(0);
    let server = Server::new(move |path| match path {
        "/robots.txt" => text("user-agent: *\ndisallow: /closed"),
        "/fine" => html("<title>Fine</title>"),
        "/moved" => redirect("/gone"),
        // It refuses the first request, which is HEAD.
        "/no-head" if refused.fetch_add(1, Ordering::Relaxed) == 0 => status(405),
        "/no-head" => html(""),
        _ => status(404),
    })
    .await;
    let other = |path: &str| format!("http://other.example:{}{path}", server.address.port());
    let (missing, inside) = ("http://missing.example/a".to_owned(), "http://inside.example/a".to_owned());
    let paths = ["/fine", "/gone#part", "/moved", "/no-head", "/closed"].map(other);
    let links = [paths.to_vec(), vec![missing.clone(), inside, "http://home.example/own".to_owned()]].concat();
    let found = asked(&links).await;
    let expected = [
        (missing, UnknownHost),
        (other("/fine"), Status(200)),
        (other("/gone"), Status(404)),
        (other("/moved"), Status(404)),
        (other("/no-head"), Status(200)),
    ];
    assert_eq!(found, expected);
    let requests = server.requests();
    assert_eq!(requests.iter().filter(|path| *path == "/robots.txt").count(), 1);
    assert!(!requests.contains(&"/closed".to_owned()), "{requests:?}");
}

#[tokio::test]
async fn number_of_requests_is_limited_for_each_host() {
    let server = Server::new(|path| if path == "/robots.txt" { status(404) } else { html("") }).await;
    let links: Vec<String> = (0..100).map(|n| format!("http://other.example:{}/{n}", server.address.port())).collect();
    assert_eq!(asked(&links).await.len(), 20);
    assert_eq!(server.requests().len(), 21);
}

#[tokio::test]
async fn nothing_is_said_if_no_host_of_several_answers() {
    let missing = ("http://missing.example/a".to_owned(), UnknownHost);
    assert_eq!(asked(&["http://missing.example/a".to_owned()]).await, [missing]);
    // Bound, so that no other program gets the port, but nothing listens.
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let closed = format!("http://closed.example:{}/", socket.local_addr().unwrap().port());
    assert_eq!(asked(std::slice::from_ref(&closed)).await, [(closed.clone(), NoAnswer)]);
    assert!(asked(&["http://missing.example/a".to_owned(), closed]).await.is_empty());
}
