//! `kill -9` in the middle of a thousand runs: none is lost, none takes effect twice.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{distributed::servers, fleet::Fleet, world::World};

pub(crate) const RUNS: i64 = 1_000;

/// A POST or GET with a token; the answer's body.
pub(crate) fn call(port: u16, method: &str, path: &str, token: &str, body: &Value) -> Value {
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
pub(crate) fn token(port: u16) -> String {
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

/// Returns the parent once it meets the condition.
pub(crate) fn until(port: u16, token: &str, id: &str, reached: impl Fn(&Value) -> bool) -> Value {
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

/// Returns the number of finished children; 0 while the server does not respond.
pub(crate) fn done(run: &Value) -> i64 {
    run["children"]["done"].as_i64().unwrap_or(0)
}

/// A thousand runs of a new account, some of which have ended: its token and their parent.
pub(crate) fn in_the_middle(port: u16) -> (String, String) {
    let token = token(port);
    let id = start(port, &token);
    until(port, &token, &id, |run| done(run) > 50);
    (token, id)
}

pub(crate) fn all_ended_well(run: &Value) {
    assert_eq!(run["status"], "succeeded", "{run}");
    assert_eq!(run["children"], json!({"total": RUNS, "done": RUNS, "failed": 0}), "{run}");
}

#[test]
fn killed_process_finishes_all_runs_after_restart() {
    let world = World::new();
    let arguments = ["up", "--port", "0", "--live-port", "0", "--user-concurrency", "8", "--workers", "8"];
    let server = world.serve(arguments);
    let (token, id) = in_the_middle(server.port);
    assert_eq!(server.signal("KILL"), None);
    let server = world.serve(arguments);
    let run = until(server.port, &token, &id, |run| done(run) >= 50);
    assert!(done(&run) < RUNS, "it was in the middle: {run}");
    all_ended_well(&until(server.port, &token, &id, |run| run["finishedAt"].is_string()));
}

/// Servers for a test that kills: ids in the queue are of this database's runs only, in a number of Redis' own.
fn servers_with(name: &str, number: u8) -> Option<(String, String)> {
    let (database, redis) = servers(name)?;
    let server: Vec<&str> = redis.splitn(4, '/').take(3).collect();
    Some((database, format!("{}/{number}", server.join("/"))))
}

#[test]
fn killed_worker_runs_are_finished_by_another() {
    let Some(servers) = servers_with("kill", 12) else { return };
    let world = World::new();
    let mut fleet = Fleet::start(&world, servers);
    let (token, id) = in_the_middle(fleet.port());
    fleet.kill_worker();
    let killed = Instant::now();
    all_ended_well(&until(fleet.port(), &token, &id, |run| run["finishedAt"].is_string()));
    // The lease of ten seconds, a second for the reconciler, and the work itself on a busy machine.
    assert!(killed.elapsed() < Duration::from_secs(60), "{:?}", killed.elapsed());
}

#[test]
fn killed_api_reports_runs_after_restart() {
    let Some(servers) = servers_with("kill_api", 13) else { return };
    let world = World::new();
    let mut fleet = Fleet::start(&world, servers);
    let (token, id) = in_the_middle(fleet.port());
    fleet.replace_api();
    all_ended_well(&until(fleet.port(), &token, &id, |run| run["finishedAt"].is_string()));
}
