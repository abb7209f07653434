use crate::world::World;

const POSTGRES: &str = "postgres://user@127.0.0.1:1/none";
const REDIS: &str = "redis://127.0.0.1:1/";

#[test]
fn a_process_of_the_distributed_mode_names_what_is_missing() {
    let world = World::new();
    for process in ["api", "worker"] {
        world.run([process]).failed(1, "DATABASE_URL and REDIS_URL are not set");
        world.run([process, "--database-url", POSTGRES]).failed(1, "REDIS_URL is not");
        world.run([process, "--redis-url", REDIS]).failed(1, "DATABASE_URL is not");
    }
}

#[test]
fn the_api_does_not_start_without_a_good_secret() {
    let world = World::new();
    let api = ["api", "--database-url", POSTGRES, "--redis-url", REDIS];
    world.run(api).failed(1, "MOTHERLODE_SECRET is not set");
    world.run(api.into_iter().chain(["--secret", "short"])).failed(1, "shorter than 32 characters");
}

#[test]
fn up_is_always_embedded_and_says_what_to_use_instead() {
    let world = World::new();
    for (name, value) in [("DATABASE_URL", POSTGRES), ("REDIS_URL", REDIS)] {
        let ended = world.command(["up"]).env(name, value).output().expect("it runs");
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1));
        assert!(said.contains("motherlode api") && said.contains("motherlode worker"), "{said}");
    }
    assert!(!world.path("data").exists(), "nothing was made");
}

#[test]
fn a_secret_may_lie_in_a_file() {
    let world = World::new();
    let file = world.file("redis", &format!("{REDIS}\n"));
    let run = |path: &std::path::Path| {
        let mut command = world.command(["worker"]);
        let ended = command.env("REDIS_URL_FILE", path).output().expect("it runs");
        String::from_utf8_lossy(&ended.stderr).into_owned()
    };
    assert!(run(&file).contains("REDIS_URL is set but DATABASE_URL is not"));
    assert!(run(&world.path("absent")).contains("REDIS_URL_FILE: cannot read"));
}

#[test]
fn a_secret_never_stands_in_help_or_messages() {
    let world = World::new();
    let secret = "postgres://user:hunter2@127.0.0.1:1/none";
    let help = world.command(["api", "--help"]).env("DATABASE_URL", secret).output().expect("it runs");
    assert!(!String::from_utf8_lossy(&help.stdout).contains("hunter2"));
    let ended =
        world.command(["doctor"]).env("DATABASE_URL", secret).env("REDIS_URL", REDIS).output().expect("it runs");
    let said = [ended.stdout, ended.stderr].concat();
    assert!(!String::from_utf8_lossy(&said).contains("hunter2"));
}
