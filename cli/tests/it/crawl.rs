//! `motherlode crawl`: a site into a file, without a database.

use std::{
    io::{Read, Write},
    net::TcpListener,
    thread,
};

use serde_json::{Value, json};

use crate::world::World;

/// Starts a site of three pages, of which one is missing; returns its address.
fn site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4_096];
            let length = stream.read(&mut request).unwrap_or(0);
            let request = String::from_utf8_lossy(&request[..length]).into_owned();
            let (status, body) = match request.split(' ').nth(1) {
                Some("/") => ("200 OK", "<title>Home</title><a href=/a>A</a> <a href=/gone>Gone</a>"),
                Some("/a") => ("200 OK", "<title>A</title><a href=/>Home</a>"),
                _ => ("404 Not Found", "<title>Not found</title>"),
            };
            let length = body.len();
            let head = format!(
                "HTTP/1.1 {status}\r\ncontent-type: text/html\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
            );
            // The client may disconnect at any time.
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    });
    format!("http://{address}/")
}

fn lines(world: &World, name: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(world.path(name)).expect("the output");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn crawl_writes_a_line_for_each_url_with_its_status_and_title() {
    let (world, url) = (World::new(), site());
    let args = ["crawl", &url, "--allow-private", "--output", "pages.jsonl", "--links", "links.jsonl"];
    world.run(args).succeeded();
    let mut pages: Vec<(Value, Value, Value)> = lines(&world, "pages.jsonl")
        .iter()
        .map(|page| (page["url"].clone(), page["status"].clone(), page["title"].clone()))
        .collect();
    pages.sort_by_key(|(url, _, _)| url.to_string());
    assert_eq!(
        pages,
        [
            (json!(url.clone()), json!(200), json!("Home")),
            (json!(format!("{url}a")), json!(200), json!("A")),
            (json!(format!("{url}gone")), json!(404), json!(null)),
        ]
    );
    let links = lines(&world, "links.jsonl");
    let home = links.iter().find(|facts| facts["url"] == json!(url)).expect("the home page");
    assert_eq!((&home["inlinks"], &home["clickDepth"]), (&json!(1), &json!(0)));
    assert!(!world.path("pages.jsonl.state").exists(), "nothing is left of a complete crawl but its output");
}

#[test]
fn private_address_and_wrong_settings_are_refused() {
    let (world, url) = (World::new(), site());
    world.run(["crawl", &url, "--output", "pages.jsonl"]).failed(1, "blocked");
    world.run(["crawl", &url, "--allow-private", "--output", "p.jsonl", "--max-pages", "0"]).failed(1, "maxPages");
    world.run(["crawl", "ftp://example.com/", "--output", "p.jsonl"]).failed(1, "http");
    world.run(["crawl", &url, "--allow-private", "--output", "no/such/folder/p.jsonl"]).failed(1, "");
}
