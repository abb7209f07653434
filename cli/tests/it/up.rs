use std::{
    fs::{self, Permissions},
    io::Write,
    net::{TcpListener, TcpStream},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use crate::world::{Server, World};

#[test]
fn serves_on_a_free_port_and_ends_well_when_asked() {
    let world = World::new();
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
    assert!(server.get("/metrics").contains("motherlode_uptime_seconds"));
    let url = format!("http://127.0.0.1:{}/readyz", server.port);
    world.run(["ping", &url]).succeeded();
    assert_eq!(server.signal("TERM"), Some(0));
    world.run(["ping", &url]).failed(1, "does not answer");
}

#[test]
fn data_directory_is_locked_by_one_process_and_released_on_death() {
    let world = World::new();
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    world.run(["up", "--port", "0", "--live-port", "0"]).failed(1, "another motherlode process");
    let secret = std::fs::read_to_string(world.path("data/secret")).expect("a secret");
    assert_eq!(server.signal("KILL"), None);
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    assert!(server.get("/readyz").starts_with("HTTP/1.1 200"));
    assert_eq!(std::fs::read_to_string(world.path("data/secret")).expect("a secret"), secret);
}

#[test]
fn says_which_port_is_in_use_and_how_to_choose_another() {
    let world = World::new();
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    world.run(["up", "--port", &port, "--live-port", "0"]).failed(1, &format!("port {port} is in use"));
    world.run(["up", "--port", "0", "--live-port", &port]).failed(1, "--live-port");
}

/// Files and folders that others than their owner can use.
fn open_to_others(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).expect("a folder").map(|entry| entry.expect("an entry").path());
    let all = entries.chain([dir.to_owned()]);
    let is_open = |path: &Path| fs::metadata(path).expect("its mode").permissions().mode() & 0o077 != 0;
    all.filter(|path| is_open(path)).map(|path| path.display().to_string()).collect()
}

#[test]
fn data_directory_and_its_files_are_closed_to_other_users() {
    let world = World::new();
    drop(world.serve(["up", "--port", "0", "--live-port", "0"]));
    assert_eq!(open_to_others(&world.path("data")), Vec::<String>::new(), "new");
    // Those of a previous version are closed at the next start.
    for (name, mode) in [("data", 0o755), ("data/motherlode.db", 0o644), ("data/secret", 0o644)] {
        fs::set_permissions(world.path(name), Permissions::from_mode(mode)).expect("a mode");
    }
    let _server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    assert_eq!(open_to_others(&world.path("data")), Vec::<String>::new(), "old");
}

#[test]
fn more_half_sent_requests_than_open_files_shut_nobody_out() {
    let world = World::new();
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n 256; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_motherlode")]);
    let data = world.path("data");
    command.args(["up", "--port", "0", "--live-port", "0", "--data-dir"]).arg(&data).env_remove("DATABASE_URL");
    let server = Server::start(command);
    let mut half = Vec::new();
    for _ in 0..400 {
        let mut stream = TcpStream::connect(("127.0.0.1", server.port)).expect("a connection");
        stream.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n").expect("half a request");
        half.push(stream);
    }
    let started = Instant::now();
    for _ in 0..3 {
        assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
    }
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}
