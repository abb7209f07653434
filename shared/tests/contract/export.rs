//! Content of an account's export.

use std::collections::BTreeSet;

use shared::store::{
    Db,
    export::{AccountFile, Fate, TABLES, WebsiteFile, WorkspaceFile},
};

use crate::world::on_each_database;

async fn tables(db: &Db) -> BTreeSet<String> {
    let found: Vec<String> = match db {
        Db::Postgres(pool) => {
            let sql = "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'public'";
            sqlx::query_scalar(sql).fetch_all(pool).await
        }
        Db::Sqlite(sqlite) => {
            let sql = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";
            sqlx::query_scalar(sql).fetch_all(sqlite.reader()).await
        }
    }
    .expect("the names of tables");
    found.into_iter().filter(|name| name != "_sqlx_migrations").collect()
}

#[tokio::test]
async fn export_list_names_every_table_of_the_schema() {
    on_each_database(|world| async {
        let listed: BTreeSet<String> = TABLES.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(listed.len(), TABLES.len(), "no table is listed twice");
        let missing: Vec<_> = tables(&world.db).await.symmetric_difference(&listed).cloned().collect();
        assert!(missing.is_empty(), "{}: in the schema or in export::TABLES alone: {missing:?}", world.name);
        world
    })
    .await;
}

#[test]
fn export_has_no_file_that_no_table_fills() {
    let fates: Vec<Fate> = TABLES.iter().map(|(_, fate)| *fate).collect();
    let empty = |fate: Fate| !fates.contains(&fate);
    assert!(!AccountFile::ALL.iter().any(|file| empty(Fate::Account(*file))));
    assert!(!WorkspaceFile::ALL.iter().any(|file| empty(Fate::Workspace(*file))));
    assert!(!WebsiteFile::ALL.iter().any(|file| empty(Fate::Website(*file))));
    let reasons = fates.iter().filter_map(|fate| if let Fate::LeftOut(reason) = fate { Some(reason) } else { None });
    assert!(reasons.into_iter().all(|reason| reason.ends_with('.')), "a reason is a sentence");
}
