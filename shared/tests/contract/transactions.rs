//! Transactions that fail at the end.

use shared::store::{Executor, Tx, user};

use crate::world::on_each_database;

#[tokio::test]
async fn a_transaction_that_the_database_ended_by_itself_holds_no_other_up() {
    on_each_database(|world| async {
        let mut tx = world.db.begin().await.expect("a transaction");
        // Simulates SQLite with a full disk.
        match &mut tx {
            Tx::Postgres(tx) => sqlx::query("ROLLBACK").execute(&mut **tx).await.map(drop),
            Tx::Sqlite(tx) => sqlx::query("ROLLBACK").execute(&mut **tx).await.map(drop),
        }
        .expect("its end");
        drop(tx);
        for _ in 0..3 {
            let next = world.db.begin().await.unwrap_or_else(|error| panic!("{}: {error}", world.name));
            next.commit().await.expect("commit");
        }
        assert!(user::find(&world.db, world.user_id).await.expect("the store").is_some());
        world
    })
    .await;
}

#[tokio::test]
async fn executor_of_a_transaction_reads_what_the_transaction_wrote_and_the_pool_does_not() {
    on_each_database(|world| async {
        let name = |found: Option<shared::domain::user::User>| found.expect("the account").name;
        let mut tx = world.db.begin().await.expect("a transaction");
        let change = user::ProfileChange { name: Some("Countess".to_owned()), ..user::ProfileChange::default() };
        user::update_profile(&mut tx, world.user_id, &change).await.expect("a write");
        let inside = user::find(&mut tx, world.user_id).await.expect("a read");
        let outside = user::find(&world.db, world.user_id).await.expect("a read");
        assert_eq!((name(inside).as_str(), name(outside).as_str()), ("Countess", "Ada Example"), "{}", world.name);
        tx.commit().await.expect("commit");
        assert_eq!(name(user::find(&world.db, world.user_id).await.expect("a read")), "Countess");
        world
    })
    .await;
}

#[tokio::test]
async fn executor_lends_itself_to_several_statements() {
    on_each_database(|world| async {
        let mut tx = world.db.begin().await.expect("a transaction");
        let mut executor = Executor::from(&mut tx);
        let found = user::find(&mut executor, world.user_id).await.expect("a read").expect("the account");
        let same = user::find_by_email(&mut executor, &found.email).await.expect("a read").expect("the account");
        assert_eq!(same.id, world.user_id, "{}", world.name);
        drop(tx);
        let mut executor = Executor::from(&world.db);
        user::complete_onboarding(&mut executor, found.id, shared::domain::now()).await.expect("a write");
        let found = user::find(executor, found.id).await.expect("a read").expect("the account");
        assert!(found.onboarded_at.is_some());
        world
    })
    .await;
}
