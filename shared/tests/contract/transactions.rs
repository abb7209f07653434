//! Units of work that end otherwise than asked.

use shared::store::{Tx, user};

use crate::world::on_each_database;

#[tokio::test]
async fn a_transaction_that_the_database_ended_by_itself_holds_no_other_up() {
    on_each_database(|world| async {
        let mut tx = world.db.begin().await.expect("a transaction");
        // As SQLite does when the disk is full.
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
