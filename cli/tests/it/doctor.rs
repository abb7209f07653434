use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    os::unix::fs::PermissionsExt,
};

use serde_json::{Value, json};

use crate::world::{Ended, World};

fn state(ended: &Ended, check: &str) -> (String, String) {
    let report = ended.json();
    let all = report["checks"].as_array().expect("checks");
    let found: &Value =
        all.iter().find(|finding| finding["check"] == check).unwrap_or_else(|| panic!("no {check}: {report}"));
    (found["state"].as_str().expect("a state").to_owned(), found.to_string())
}

/// Uses free ports, so that other programs on this machine do not matter.
fn look(world: &World, more: &[&str]) -> Ended {
    world.run(["doctor", "--json", "--port", "0", "--live-port", "0"].iter().chain(more))
}

#[test]
fn a_new_and_a_used_installation_are_sound() {
    let world = World::new();
    assert_eq!(look(&world, &[]).succeeded().json()["ok"], true);
    assert!(!world.path("data").exists(), "it changes nothing");
    let world = world.with_account("ada@example.com");
    let ended = look(&world, &[]).succeeded();
    assert_eq!(state(&ended, "database").0, "ok");
    assert_eq!(state(&ended, "schema").0, "ok");
}

#[test]
fn reports_who_may_create_an_account() {
    let world = World::new();
    for (setting, words) in [("open", "everybody"), ("invited", "only invited"), ("closed", "nobody")] {
        let ended = look(&world, &["--registration", setting]).succeeded();
        assert!(state(&ended, "registration").1.contains(words), "{setting}");
    }
}

#[test]
fn reports_limits_of_workspaces_and_sign_ins() {
    let world = World::new();
    assert!(state(&look(&world, &[]).succeeded(), "workspace limits").1.contains("none"));
    let flags =
        ["--workspace-storage-mib", "2048", "--workspace-runs-per-day", "500", "--sign-ins-per-address", "7777"];
    let ended = look(&world, &flags).succeeded();
    let found = state(&ended, "workspace limits").1;
    assert!(found.contains("2048 MiB of storage, 500 runs a day") && !found.contains("emails"), "{found}");
    assert!(state(&ended, "sign-in limits").1.contains("7777 per address"), "{ended:?}");
    world.run(["doctor", "--workspace-runs-per-day", "0"]).failed(2, "workspace-runs-per-day");
}

#[test]
fn finds_a_port_in_use() {
    let world = World::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    let ended = world.run(["doctor", "--json", "--live-port", "0", "--port", &port]);
    assert_eq!(ended.code, Some(1));
    let (state, found) = state(&ended, "port");
    assert_eq!(state, "fail");
    assert!(found.contains(&port) && found.contains("--port"), "{found}");
}

#[test]
fn knows_its_own_server_on_a_port() {
    let world = World::new();
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    let ended = world.run(["doctor", "--json", "--live-port", "0", "--port", &server.port.to_string()]).succeeded();
    assert!(state(&ended, "port").1.contains("served by motherlode"));
}

#[test]
fn finds_a_damaged_database() {
    let world = World::new().with_account("ada@example.com");
    let file = world.path("data/motherlode.db");
    let mut bytes = std::fs::read(&file).expect("the database");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 20_000].fill(0x5a);
    std::fs::write(&file, bytes).expect("damage");
    let ended = look(&world, &[]);
    assert_eq!(ended.code, Some(1));
    let (state, found) = state(&ended, "database");
    assert_eq!(state, "fail");
    assert!(found.contains("motherlode restore"), "{found}");
}

#[test]
fn finds_what_others_can_read() {
    let world = World::new().with_account("ada@example.com");
    world.file("data/secret", "0123456789abcdef0123456789abcdef");
    let open = |path: &str, mode| {
        std::fs::set_permissions(world.path(path), std::fs::Permissions::from_mode(mode)).expect("mode")
    };
    open("data", 0o755);
    open("data/secret", 0o644);
    let ended = look(&world, &[]);
    assert_eq!(state(&ended, "data directory").0, "warn");
    assert_eq!(state(&ended, "secret's file").0, "fail");
    assert_eq!(ended.code, Some(1));
}

#[test]
fn finds_servers_that_are_not_there_and_one_address_without_the_other() {
    let world = World::new();
    let (postgres, redis) = ("postgres://nobody@127.0.0.1:1/none", "redis://127.0.0.1:1/");
    let ended = look(
        &world,
        &["--database-url", postgres, "--redis-url", redis, "--secret", "0123456789abcdef0123456789abcdef"],
    );
    assert_eq!(ended.code, Some(1));
    assert!(state(&ended, "postgres").1.contains("DATABASE_URL"));
    assert!(state(&ended, "redis").1.contains("REDIS_URL"));
    let ended = look(&world, &["--redis-url", redis]);
    assert_eq!(ended.code, Some(1));
    assert!(state(&ended, "settings").1.contains("DATABASE_URL is not"));
}

/// Starts a mail server with this greeting that accepts everything; returns its address.
fn mail_server(greeting: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    std::thread::spawn(move || listener.incoming().flatten().for_each(|stream| converse(stream, greeting)));
    format!("smtp://{address}")
}

/// The client may disconnect at any time.
fn converse(mut stream: TcpStream, greeting: &str) {
    let lines = BufReader::new(stream.try_clone().expect("a second hold")).lines();
    let mut say = |answer: &str| stream.write_all(format!("{answer}\r\n").as_bytes()).is_ok();
    if say(greeting) {
        lines.map_while(Result::ok).all(|_| say("250 fine"));
    }
}

#[test]
fn finds_a_mail_server_that_lets_nobody_in() {
    let world = World::new();
    let with = |url: &str| look(&world, &["--smtp-url", url, "--mail-from", "Motherlode <lode@example.com>"]);
    assert_eq!(state(&with(&mail_server("220 here")).succeeded(), "mail").0, "ok");
    let closed = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address");
    for url in [mail_server("554 not you"), format!("smtp://ada:open-sesame@{closed}"), "mail.example.com".to_owned()] {
        let ended = with(&url);
        assert_eq!(ended.code, Some(1), "{url}");
        let (state, found) = state(&ended, "mail");
        assert_eq!(state, "fail", "{url}");
        assert!(found.contains("SMTP_URL") && !found.contains("open-sesame"), "{found}");
    }
}

#[test]
fn finds_a_secret_that_can_be_guessed() {
    let ended = look(&World::new(), &["--secret", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"]);
    assert_eq!(ended.code, Some(1));
    assert_eq!(state(&ended, "secret").0, "fail");
}

#[test]
fn the_table_for_people_says_what_to_do() {
    let ended = World::new().run(["doctor", "--port", "0", "--live-port", "0", "--secret", "short"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stdout.contains("FAIL  secret") && ended.stdout.contains("openssl rand -hex 32"), "{}", ended.stdout);
}

/// Sends JSON to a server of this machine; returns the JSON of the answer.
fn post(port: u16, path: &str, token: &str, body: &Value) -> Value {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    let body = body.to_string();
    let authorization = if token.is_empty() { String::new() } else { format!("Authorization: Bearer {token}\r\n") };
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{authorization}Content-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    let (_, json) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no body: {answer}"));
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

#[test]
fn finds_webhook_addresses_that_the_secret_cannot_open() {
    let world = World::new();
    let server = world.serve(["up", "--port", "0", "--live-port", "0", "--allow-addresses", "127.0.0.0/8"]);
    let person = json!({
        "email": "ada@example.com", "password": "correct horse battery", "firstName": "Ada", "lastName": "Lovelace",
    });
    let registered = post(server.port, "/api/auth/register", "", &person);
    let token = registered["data"]["tokens"]["accessToken"].as_str().unwrap_or_else(|| panic!("{registered}"));
    assert!(state(&look(&world, &[]).succeeded(), "webhooks").1.contains("no encrypted addresses"));
    let hook = json!({"url": "http://127.0.0.1:9/hooks/0123456789abcdef", "events": ["run:finished"]});
    let made = post(server.port, "/api/webhooks", token, &hook);
    assert_eq!(made["success"], true, "{made}");
    let (ok, found) = state(&look(&world, &[]).succeeded(), "webhooks");
    assert!(ok == "ok" && found.contains("1 addresses of webhooks can be decrypted"), "{found}");
    let other =
        look(&world, &["--secret", "9d7f1c5be2a84630b1f09e8d7c6a5b4392817263f0e1d2c3b4a5968778695a4b"]).succeeded();
    let (warned, found) = state(&other, "webhooks");
    assert_eq!(warned, "warn");
    assert!(found.contains("1 of 1 addresses") && found.contains("Restore the previous secret"), "{found}");
    assert!(!found.contains("0123456789abcdef"), "{found}");
}
