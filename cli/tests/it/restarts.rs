//! Restarts of PostgreSQL and Redis during a thousand runs: no run is lost or applied twice.

use std::{
    os::unix::{fs::chown, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

use tempfile::TempDir;

use crate::{
    fleet::Fleet,
    kill::{RUNS, all_ended_well, done, in_the_middle, until},
    world::{World, free_port},
};

/// A server of this test.
struct Own {
    command: Command,
    child: Child,
    /// Command that succeeds once the server responds.
    ping: Command,
}

impl Own {
    fn start(mut command: Command, ping: Command) -> Self {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let child = command.spawn().expect("the server starts");
        let mut own = Self { command, child, ping };
        own.wait();
        own
    }

    fn wait(&mut self) {
        let answers = |ping: &mut Command| ping.stdout(Stdio::null()).status().is_ok_and(|status| status.success());
        for _ in 0..300 {
            if answers(&mut self.ping) {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("{:?} does not answer", self.command);
    }

    /// Stops it with a signal, waits a moment, and starts it again with the same files.
    fn restart(&mut self, signal: &str) {
        self.end(signal);
        std::thread::sleep(Duration::from_secs(1));
        self.child = self.command.spawn().expect("the server starts again");
        self.wait();
    }

    fn end(&mut self, signal: &str) {
        let sent = Command::new("kill").args(["-s", signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("kill").success());
        self.child.wait().expect("it ends");
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.end("KILL");
    }
}

/// Returns the folder of PostgreSQL's programs. `None` without them, unless they are required.
fn postgres_programs() -> Option<PathBuf> {
    let installed = || {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).max()
    };
    let found = std::env::var("MOTHERLODE_TEST_POSTGRES_BIN").ok().map(PathBuf::from).or_else(installed);
    let required = std::env::var("MOTHERLODE_REQUIRE_SERVERS").is_ok_and(|value| value == "1");
    assert!(found.is_some() || !required, "MOTHERLODE_TEST_POSTGRES_BIN is not set, but servers are required");
    found
}

/// Returns the ids of a user and group for PostgreSQL, which refuses to run as root.
fn nobody_special() -> Option<(u32, u32)> {
    let number = |option: &str| {
        let said = Command::new("id").args([option, "postgres"]).output().ok()?;
        String::from_utf8(said.stdout).ok()?.trim().parse().ok()
    };
    let own = Command::new("id").arg("-u").output().ok()?;
    if own.stdout.trim_ascii() == b"0" { number("-u").zip(number("-g")) } else { None }
}

fn postgres(programs: &Path, folder: &Path, port: &str) -> Own {
    let user = nobody_special();
    let program = |name: &str| {
        let mut command = Command::new(programs.join(name));
        if let Some((number, group)) = user {
            command.uid(number).gid(group);
        }
        command.arg("-D").arg(folder).current_dir("/");
        command
    };
    std::fs::create_dir(folder).expect("a folder");
    if let Some((number, group)) = user {
        chown(folder, Some(number), Some(group)).expect("its owner");
    }
    let made = program("initdb").args(["-U", "motherlode", "--auth=trust", "-E", "UTF8", "--locale=C"]).output();
    assert!(made.expect("initdb").status.success());
    let mut server = program("postgres");
    server.args(["-p", port, "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="]);
    let mut ping = Command::new(programs.join("pg_isready"));
    ping.args(["-q", "-h", "127.0.0.1", "-p", port, "-U", "motherlode"]);
    Own::start(server, ping)
}

fn redis(folder: &Path, port: &str) -> Own {
    std::fs::create_dir(folder).expect("a folder");
    let mut server = Command::new("redis-server");
    server.args(["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "yes"]).arg("--dir").arg(folder);
    let mut ping = Command::new("redis-cli");
    ping.args(["-e", "-p", port, "ping"]);
    Own::start(server, ping)
}

#[test]
fn runs_finish_after_database_and_redis_restart() {
    let Some(programs) = postgres_programs() else { return };
    let folder = TempDir::new().expect("a folder");
    let (database_port, redis_port) = (free_port().to_string(), free_port().to_string());
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(folder.path(), open).expect("others may pass");
    let mut database = postgres(&programs, &folder.path().join("postgres"), &database_port);
    let mut queue = redis(&folder.path().join("redis"), &redis_port);
    let world = World::new();
    let addresses = (
        format!("postgres://motherlode@127.0.0.1:{database_port}/postgres"),
        format!("redis://127.0.0.1:{redis_port}/0"),
    );
    let fleet = Fleet::start(&world, addresses);
    let (token, id) = in_the_middle(fleet.port());
    queue.restart("KILL");
    until(fleet.port(), &token, &id, |run| done(run) > 250);
    database.restart("INT");
    let run = until(fleet.port(), &token, &id, |run| done(run) > 250);
    assert!(done(&run) < RUNS, "it was in the middle: {run}");
    all_ended_well(&until(fleet.port(), &token, &id, |run| run["finishedAt"].is_string()));
}
