use shared::{
    domain::now,
    store::{Db, Durability, audit, two_factor, user},
};

use crate::world::World;

/// Runs a case on the database of an installation that is not running.
fn on_database<T>(world: &World, work: impl AsyncFnOnce(&Db) -> T) -> T {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let file = world.path("data/motherlode.db");
        let db = Db::open_sqlite(&file, Durability::ProcessEnd).await.expect("the database");
        let done = work(&db).await;
        db.close().await;
        done
    })
}

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

#[test]
fn removed_second_factor_is_gone_with_its_recovery_codes_and_audited() {
    let world = World::new().with_account("ada@example.com");
    let id = on_database(&world, async |db| {
        let id = user::find_by_email(db, "ada@example.com").await.expect("users").expect("the account").id;
        two_factor::begin(db, id, &[7; 16], now()).await.expect("setup");
        let mut tx = db.begin().await.expect("a transaction");
        assert!(two_factor::confirm(&mut tx, id, now()).await.expect("confirmation"));
        two_factor::set_recovery_codes(&mut tx, id, &[vec![1; 32]]).await.expect("codes");
        tx.commit().await.expect("commit");
        id
    });
    let removed = world.run(["user", "remove-second-factor", " Ada@example.com", "--json"]).succeeded().json();
    assert_eq!((&removed["email"], &removed["removed"]), (&"ada@example.com".into(), &true.into()));
    on_database(&world, async |db| {
        assert!(two_factor::find(db, id).await.expect("second factors").is_none());
        assert_eq!(two_factor::count_recovery_codes(db, id).await.expect("codes"), 0);
        let log = audit::list(db, Some(id), None, 10).await.expect("the audit log").items;
        let entry = log.iter().find(|entry| entry.action == "second_factor.disabled").expect("an entry");
        assert_eq!((entry.user_agent.as_str(), &entry.detail.0["by"]), ("motherlode user", &"operator".into()));
    });
    let again = world.run(["user", "remove-second-factor", "ada@example.com"]).succeeded();
    assert!(again.stdout.contains("has no second factor"), "{again:?}");
    world.run(["user", "remove-second-factor", "eve@example.com"]).failed(1, "there is no account");
}
