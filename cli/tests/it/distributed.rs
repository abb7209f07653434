//! Tests that need PostgreSQL and Redis, given by `DATABASE_URL_TEST` and `REDIS_URL_TEST`.

use std::process::Command;

use crate::world::{Ended, World, free_port, get, sample};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// Returns the servers' addresses, with a separate database. `None` without servers, unless they are required.
pub(crate) fn servers(name: &str) -> Option<(String, String)> {
    let required = std::env::var("MOTHERLODE_REQUIRE_SERVERS").is_ok_and(|value| value == "1");
    let found = std::env::var("DATABASE_URL_TEST").ok().zip(std::env::var("REDIS_URL_TEST").ok());
    assert!(found.is_some() || !required, "DATABASE_URL_TEST and REDIS_URL_TEST are not set, but required");
    let (admin, redis) = found?;
    let name = format!("cli_{name}_{}", std::process::id());
    let done = Command::new("psql").args([&admin, "-qc", &format!("CREATE DATABASE {name}")]).status().expect("psql");
    assert!(done.success());
    let (server, _) = admin.rsplit_once('/')?;
    Some((format!("{server}/{name}"), redis))
}

pub(crate) fn run(world: &World, servers: &(String, String), args: &[&str]) -> Ended {
    let mut command = world.command(args);
    command.env("DATABASE_URL", &servers.0).env("REDIS_URL", &servers.1).env("MOTHERLODE_SECRET", SECRET);
    command.output().expect("it runs").into()
}

#[test]
fn doctor_requires_the_migrated_schema() {
    let Some(servers) = servers("doctor") else { return };
    let world = World::new();
    let look = ["doctor", "--json", "--port", "0", "--live-port", "0"];
    let before = run(&world, &servers, &look);
    assert_eq!(before.code, Some(1));
    assert!(before.stdout.contains("motherlode migrate"), "{}", before.stdout);
    run(&world, &servers, &["user", "list"]).failed(1, "motherlode migrate");
    run(&world, &servers, &["migrate"]).succeeded();
    let after = run(&world, &servers, &look).succeeded().json();
    let states: Vec<_> =
        after["checks"].as_array().expect("checks").iter().map(|check| check["state"].as_str()).collect();
    assert!(states.len() >= 9 && states.iter().all(|state| *state == Some("ok")), "{after}");
}

#[test]
fn a_backup_goes_back_into_an_empty_database_only() {
    let (Some(from), Some(to)) = (servers("from"), servers("to")) else { return };
    let world = World::new();
    run(&world, &from, &["migrate"]).succeeded();
    run(&world, &from, &["user", "create", "ada@example.com"]).succeeded();
    run(&world, &from, &["backup", "all.pgdump"]).succeeded();
    run(&world, &to, &["restore", "all.pgdump"]).succeeded();
    let listed = run(&world, &to, &["user", "list", "--json"]).succeeded().json();
    assert_eq!(listed[0]["email"], "ada@example.com");
    run(&world, &to, &["restore", "all.pgdump"]).failed(1, "--force");
    run(&world, &to, &["restore", "all.pgdump", "--force"]).succeeded();
    world.run(["restore", "all.pgdump"]).failed(1, "DATABASE_URL");
}

#[test]
fn an_import_is_worked_on_by_a_worker() {
    let Some(mut servers) = servers("import") else { return };
    // Index of a separate Redis database, so that the queue contains only ids of this test.
    servers.1 = format!("{}/11", servers.1.trim_end_matches('/'));
    let world = World::new();
    run(&world, &servers, &["migrate"]).succeeded();
    run(&world, &servers, &["user", "create", "ada@example.com"]).succeeded();
    let mut worker = world.command(["worker"]);
    let port = free_port();
    worker.args(["--watch-listen", &format!("127.0.0.1:{port}")]);
    worker.env("DATABASE_URL", &servers.0).env("REDIS_URL", &servers.1);
    let mut worker = worker.spawn().expect("a worker");
    let file = sample();
    let answers =
        run(&world, &servers, &["import", file.to_str().expect("UTF-8"), "--website", "sample.example", "--json"]);
    world.run(["ping", &format!("http://127.0.0.1:{port}/healthz")]).succeeded();
    let metrics = get(port, "/metrics");
    worker.kill().expect("it can be killed");
    worker.wait().expect("it ends");
    assert!(answers.succeeded().json()[0]["rows"].as_i64().is_some_and(|rows| rows > 100));
    let counted = "motherlode_runs_total{kind=\"import\",lane=\"interactive\",outcome=\"succeeded\"} 1";
    assert!(metrics.contains(counted), "{counted} is not in {metrics}");
}
