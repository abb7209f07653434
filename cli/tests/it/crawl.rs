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
    world.run(["crawl", &url, "--output", "pages.jsonl"]).failed(1, "--allow-private");
    let metadata = ["crawl", "http://169.254.169.254/", "--allow-private", "--output", "pages.jsonl"];
    world.run(metadata).failed(1, "no crawl may reach");
    world.run(["crawl", &url, "--allow-private", "--output", "p.jsonl", "--max-pages", "0"]).failed(1, "maxPages");
    world.run(["crawl", "ftp://example.com/", "--output", "p.jsonl"]).failed(1, "http");
    world.run(["crawl", &url, "--allow-private", "--output", "no/such/folder/p.jsonl"]).failed(1, "");
}

#[test]
fn record_of_a_refused_name_names_the_flag_of_the_command() {
    let (world, url) = (World::new(), site().replace("127.0.0.1", "localhost"));
    world.run(["crawl", &url, "--output", "pages.jsonl"]).failed(1, "");
    let page = lines(&world, "pages.jsonl").remove(0);
    let message = page["failure"]["message"].as_str().expect("a message");
    assert!(message.starts_with("localhost is an address of this computer's own network."), "{message}");
    assert!(message.contains("--allow-private") && !message.contains("MOTHERLODE_"), "{message}");
}

/// A page that is rendered for as long as it may.
fn endless_site() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4_096];
            let _ = stream.read(&mut request);
            let body =
                "<title>Raw</title><script>document.title = 'Rendered'; setInterval(() => fetch('/'), 100)</script>";
            let head = format!("content-type: text/html\r\ncontent-length: {}\r\nconnection: close", body.len());
            // The client may disconnect at any time.
            let _ = stream.write_all(format!("HTTP/1.1 200 OK\r\n{head}\r\n\r\n{body}").as_bytes());
        }
    });
    format!("http://{address}/")
}

/// Counts the processes whose command line contains a text.
fn processes(text: &str) -> usize {
    let all = std::fs::read_dir("/proc").expect("processes").flatten();
    let lines = all.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(text)).count()
}

#[test]
fn crawl_renders_pages_and_a_killed_one_leaves_no_browser() {
    if crawler::render::find().is_none() {
        assert!(std::env::var_os("MOTHERLODE_REQUIRE_BROWSER").is_none(), "no Chromium is installed");
        return eprintln!("skipped: no Chromium is installed (apt-get install chromium-headless-shell)");
    }
    let (world, url) = (World::new(), endless_site());
    let args = ["crawl", &url, "--allow-private", "--max-pages", "1", "--render", "--render-seconds"];
    world.run(args.into_iter().chain(["2", "--output", "pages.jsonl"])).succeeded();
    let page = lines(&world, "pages.jsonl").remove(0);
    assert_eq!((&page["title"], &page["rendered"]["title"]), (&json!("Raw"), &json!("Rendered")), "{page}");
    // The browser's profile is in the temporary folder, whose name its command line has.
    let temp = world.path("browser-of-this-test");
    std::fs::create_dir(&temp).expect("a folder");
    let mut child = world.command(args.into_iter().chain(["60", "--output", "other.jsonl"]));
    let mut child = child.env("TMPDIR", &temp).spawn().expect("a process");
    let has = |wanted: bool| {
        (0..300).any(|_| {
            thread::sleep(std::time::Duration::from_millis(50));
            (processes("browser-of-this-test") > 0) == wanted
        })
    };
    assert!(has(true), "the browser starts");
    child.kill().expect("a running process");
    child.wait().expect("an end");
    assert!(has(false), "the browser has ended");
}

#[test]
fn render_names_what_may_be_entered() {
    let (world, url) = (World::new(), site());
    let args = ["crawl", &url, "--allow-private", "--output", "pages.jsonl", "--render"];
    world.run(args.into_iter().chain(["0"])).failed(2, "enter all, none or a number from 1 to 10000");
    let missing = args.into_iter().chain(["all", "--chromium", "/nonexistent/chromium"]);
    world.run(missing).failed(1, "/nonexistent/chromium cannot be started");
}
