use crate::world::World;

#[test]
fn the_first_account_is_an_administrator_and_the_next_is_not() {
    let world = World::new();
    let first = world.run(["user", "create", " Ada@Example.com ", "--json"]).succeeded().json();
    assert_eq!((first["email"].as_str(), first["role"].as_str()), (Some("ada@example.com"), Some("admin")));
    assert_eq!(first["password"].as_str().map(str::len), Some(20));
    let second = world.run(["user", "create", "bob@example.com", "--json"]).succeeded().json();
    assert_eq!(second["role"], "free");
    world.run(["user", "make-admin", "bob@example.com"]).succeeded();
    let listed = world.run(["user", "list", "--json"]).succeeded().json();
    let roles: Vec<_> = listed.as_array().expect("a list").iter().map(|user| user["role"].as_str()).collect();
    assert_eq!(roles, [Some("admin"), Some("admin")]);
}

#[test]
fn invalid_input_is_reported() {
    let world = World::new().with_account("ada@example.com");
    world.run(["user", "create", "ADA@example.com"]).failed(1, "exists already");
    world.run(["user", "create", "nobody"]).failed(1, "valid email address");
    world.feed(["user", "create", "eve@example.com", "--password-stdin"], "short\n").failed(1, "at least 8 characters");
    world.feed(["user", "reset", "ada@example.com", "--password-stdin"], "Passw0rd!\n").failed(1, "attacker");
    let reset = world.run(["user", "reset", "ada@example.com", "--json"]).succeeded().json();
    assert_eq!(
        (&reset["sessionsEnded"], &reset["apiKeysEnded"], &reset["membersRemoved"]),
        (&0.into(), &0.into(), &0.into())
    );
    world.run(["user", "reset", "eve@example.com"]).failed(1, "there is no account");
    world.run(["user", "make-admin", "eve@example.com"]).failed(1, "there is no account");
}

#[test]
fn user_commands_require_an_installation() {
    let world = World::new();
    world.run(["user", "list"]).failed(1, "there is no installation in data");
    assert!(!world.path("data").exists(), "nothing was made");
}

#[test]
fn given_password_is_not_printed() {
    let world = World::new();
    let ended = world.feed(["user", "create", "ada@example.com", "--password-stdin"], "correct horse\n").succeeded();
    assert!(!ended.stdout.contains("correct") && !ended.stdout.contains("password"), "{ended:?}");
}
