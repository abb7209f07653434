//! `kill -9` in the middle of a thousand runs: none is lost, none takes effect twice.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    distributed::{run, servers},
    world::{World, free_port},
};

const RUNS: i64 = 1_000;

/// A POST or GET with a token; the answer's body.
fn call(port: u16, method: &str, path: &str, token: &str, body: &Value) -> Value {
    let text = body.to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body).unwrap_or_default();
    serde_json::from_str(body.trim()).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// The first account of the installation, which is its administrator.
fn token(port: u16) -> String {
    let account = json!({
        "email": "ada@example.com", "password": "correct horse battery", "firstName": "Ada", "lastName": "Example",
    });
    let answer = call(port, "POST", "/api/auth/register", "", &account);
    answer["data"]["token"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// A parent with a thousand children that each take a moment.
fn start(port: u16, token: &str) -> String {
    let asked = json!({"kind": "probe", "children": RUNS, "payload": {"sleepMs": 20}});
    let answer = call(port, "POST", "/api/runs", token, &asked);
    answer["run"]["id"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
}

/// The parent, once it says so.
fn until(port: u16, token: &str, id: &str, reached: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let answer = call(port, "GET", &format!("/api/runs/{id}"), token, &json!({}));
        if reached(&answer["run"]) {
            return answer["run"].clone();
        }
        assert!(begun.elapsed() < Duration::from_secs(120), "it does not get there: {answer}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn done(run: &Value) -> i64 {
    run["children"]["done"].as_i64().unwrap_or_else(|| panic!("{run}"))
}

fn all_ended_well(run: &Value) {
    assert_eq!(run["status"], "succeeded", "{run}");
    assert_eq!(run["children"], json!({"total": RUNS, "done": RUNS, "failed": 0}), "{run}");
}

#[test]
fn the_one_process_dies_in_the_middle_and_ends_everything_after_its_restart() {
    let world = World::new();
    let arguments = ["up", "--port", "0", "--live-port", "0", "--user-concurrency", "8", "--workers", "8"];
    let server = world.serve(arguments);
    let token = token(server.port);
    let id = start(server.port, &token);
    until(server.port, &token, &id, |run| done(run) > 50);
    assert_eq!(server.signal("KILL"), None);
    let server = world.serve(arguments);
    let run = until(server.port, &token, &id, |run| done(run) >= 50);
    assert!(done(&run) < RUNS, "it was in the middle: {run}");
    all_ended_well(&until(server.port, &token, &id, |run| run["finishedAt"].is_string()));
}

#[test]
fn a_worker_dies_in_the_middle_and_the_other_ends_its_runs_within_fifteen_seconds() {
    let Some(mut servers) = servers("kill") else { return };
    // A number of Redis' own databases: ids in the queue are of this database's runs only.
    let server: Vec<&str> = servers.1.splitn(4, '/').take(3).collect();
    servers.1 = format!("{}/12", server.join("/"));
    let world = World::new();
    run(&world, &servers, &["migrate"]).succeeded();
    let secret = "0123456789abcdef0123456789abcdef";
    let mut api = world.command(["api", "--port", "0", "--live-port", "0"]);
    api.env("DATABASE_URL", &servers.0).env("REDIS_URL", &servers.1).env("MOTHERLODE_SECRET", secret);
    let api = crate::world::Server::start(api);
    let worker = || {
        let mut worker = world.command(["worker", "--concurrency", "8", "--user-concurrency", "16"]);
        worker.args(["--watch-listen", &format!("127.0.0.1:{}", free_port())]);
        worker.env("DATABASE_URL", &servers.0).env("REDIS_URL", &servers.1);
        worker.spawn().expect("a worker")
    };
    let (mut first, mut second) = (worker(), worker());
    let token = token(api.port);
    let id = start(api.port, &token);
    until(api.port, &token, &id, |run| done(run) > 50);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    let killed = Instant::now();
    let run = until(api.port, &token, &id, |run| run["finishedAt"].is_string());
    let took = killed.elapsed();
    second.kill().expect("it can be killed");
    second.wait().expect("it ends");
    all_ended_well(&run);
    // The lease of ten seconds, a second for the reconciler, and the work itself on a busy machine.
    assert!(took < Duration::from_secs(60), "{took:?}");
}
