//! Settings: valid values, and errors that name the invalid variable.

use std::{path::PathBuf, time::Duration};

use shared::{
    config::{Backends, FleetSettings, Mode, ModelChoice, OutsideSettings, Post, Secret},
    store::{Durability, PgLimits},
};

const POSTGRES: &str = "postgres://ada:secret-password@127.0.0.1:1/lode";
const REDIS: &str = "redis://:secret-password@127.0.0.1:1/0";

fn distributed(database_url: &str, redis_url: &str) -> Mode {
    Mode::Distributed {
        database_url: Secret::new(database_url.to_owned()),
        redis_url: Secret::new(redis_url.to_owned()),
        limits: PgLimits { max_connections: 1 },
    }
}

async fn error_of(mode: &Mode) -> String {
    mode.open().await.expect_err("it cannot open").to_string()
}

#[tokio::test]
async fn open_distributed_with_a_wrong_address_names_its_variable_and_no_password() {
    for wrong in ["", "lode", "127.0.0.1:5432", "postgres://ada:secret-password@127.0.0.1:port/lode"] {
        let error = error_of(&distributed(wrong, REDIS)).await;
        assert!(error.starts_with("DATABASE_URL: "), "{wrong}: {error}");
        assert!(!error.contains("secret-password"), "{error}");
    }
    for wrong in
        ["", "lode", "http://127.0.0.1/", "redis://:secret-password@127.0.0.1:port/0", "redis://127.0.0.1/zero"]
    {
        let error = error_of(&distributed(POSTGRES, wrong)).await;
        assert!(error.starts_with("REDIS_URL: "), "{wrong}: {error}");
        assert!(!error.contains("secret-password"), "{error}");
    }
    let both = error_of(&distributed("lode", "lode")).await;
    assert!(both.starts_with("DATABASE_URL: "), "one at a time: {both}");
}

#[tokio::test]
async fn open_distributed_waits_for_no_server_and_reports_the_one_that_is_down() {
    let Backends { db, queue, bus, limiter, .. } = distributed(POSTGRES, REDIS).open().await.expect("well-formed");
    assert_eq!((db.name(), queue.name()), ("postgres", "redis"));
    let (db, queue, bus) = tokio::join!(db.ping(), queue.ping(), bus.ping());
    assert!(db.expect_err("no server").is_transient());
    assert!(queue.expect_err("no server").to_string().contains("Redis does not answer"));
    assert!(bus.expect_err("no server").to_string().contains("Redis does not answer"));
    let limit = shared::limit::Limit { name: "calls", times: 0, window: Duration::from_secs(60) };
    assert_eq!(limiter.count(limit, "ada", 0).await, shared::limit::Allowed::Yes, "a limit stops no service");
}

#[tokio::test]
async fn open_embedded_creates_its_file_and_opens_it_again() {
    let data_dir = std::env::temp_dir().join(format!("motherlode-config-{}", shared::domain::new_id()));
    std::fs::create_dir_all(&data_dir).expect("a folder");
    for durability in [Durability::PowerCut, Durability::ProcessEnd] {
        let mode = Mode::Embedded { data_dir: data_dir.clone(), durability };
        let backends = mode.open().await.expect("it opens");
        assert_eq!((backends.db.name(), backends.queue.name()), ("sqlite", "memory"));
        backends.db.migrate().await.expect("a schema");
        backends.db.migrate().await.expect("again");
        assert!(backends.bus.ping().await.is_ok());
        backends.db.close().await;
    }
    assert!(Mode::sqlite_file(&data_dir).is_file());
    std::fs::remove_dir_all(data_dir).expect("the folder goes");
}

#[tokio::test]
async fn open_embedded_without_its_folder_or_with_another_file_is_an_error() {
    let missing = std::env::temp_dir().join(format!("motherlode-missing-{}", shared::domain::new_id()));
    let mode = Mode::Embedded { data_dir: missing.clone(), durability: Durability::PowerCut };
    let error = error_of(&mode).await;
    assert!(!error.starts_with("DATABASE_URL"), "an embedded mode has no such variable: {error}");
    assert!(!missing.exists(), "no folder is made");
    std::fs::create_dir_all(&missing).expect("a folder");
    std::fs::write(Mode::sqlite_file(&missing), b"this is no database, however long it is".repeat(100))
        .expect("a file");
    assert!(mode.open().await.is_err(), "a file of something else");
    std::fs::remove_dir_all(missing).expect("the folder goes");
}

#[test]
fn modes_print_without_their_secrets() {
    let printed = format!("{:?}", distributed(POSTGRES, REDIS));
    assert!(!printed.contains("secret-password"), "{printed}");
    assert!(printed.contains("Distributed"));
    let secret = Secret::new("s3cret".to_owned());
    assert_eq!((format!("{secret:?}").as_str(), secret.reveal()), ("…", "s3cret"));
    assert!(secret == Secret::new("s3cret".to_owned()) && secret != Secret::new("S3cret".to_owned()));
}

#[test]
fn fleet_by_default_holds_leases_longer_than_it_waits_between_beats_and_sends_no_mail() {
    let fleet = FleetSettings::default();
    assert_eq!((fleet.interactive_slots, fleet.batch_slots, fleet.per_user), (6, 6, 4));
    assert_eq!((fleet.lease, fleet.grace), (Duration::from_secs(10), Duration::from_secs(20)));
    assert_eq!(fleet.keep, Duration::from_secs(90 * 86_400));
    assert!(matches!(fleet.post, Post::Leave), "another process looks after mails");
    assert!(fleet.secret.is_none() && fleet.upload_dir.is_none());
    assert!(!fleet.outside.guard.permits("127.0.0.1".parse().expect("an address")));
    assert!(OutsideSettings::default().fetches_pages);
}

#[test]
fn model_choice_knows_its_place() {
    let folder = PathBuf::from("/models/small");
    assert_eq!(ModelChoice::default(), ModelChoice::None);
    assert_eq!(ModelChoice::None.place(), PathBuf::new());
    assert_eq!(ModelChoice::At(folder.clone()).place(), folder);
    assert_eq!(ModelChoice::Installed(folder.clone()).place(), folder);
    assert_ne!(ModelChoice::At(folder.clone()), ModelChoice::Installed(folder));
}
