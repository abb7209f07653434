//! New databases for tests.
//!
//! A hundred migrations take longer than most tests. So each round of tests migrates one database of each kind, and all
//! others are copies of it. The folder of these templates is in `MOTHERLODE_TEST_TEMPLATES`, which `scripts/with-servers` sets for the
//! server that it starts; without it, new databases are empty.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use shared::store::{Db, Durability, PgLimits};

/// Name of the template on the PostgreSQL server.
const TEMPLATE: &str = "motherlode_template";

/// Opens a new SQLite database in a folder.
pub(crate) async fn new_sqlite(folder: &Path) -> Db {
    let path = folder.join("test.db");
    if let Some(templates) = templates() {
        let template = templates.join("sqlite.db");
        if !template.exists() {
            make_sqlite(&templates, &template).await;
        }
        std::fs::copy(template, &path).expect("a copy of the template");
    }
    Db::open_sqlite(&path, Durability::ProcessEnd).await.expect("SQLite")
}

/// Creates a database on a PostgreSQL server; `admin` is the address of another one there.
pub(crate) async fn new_postgres(admin: &str, name: &str) {
    let Some(templates) = templates() else { return sql(admin, &format!("CREATE DATABASE {name}")).await };
    let made = templates.join("postgres");
    if !made.exists() {
        make_postgres(&templates, admin, &made).await;
    }
    sql(admin, &format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}")).await;
}

/// Returns the address of another database on the server of `admin`.
pub(crate) fn on_database(admin: &str, name: &str) -> String {
    let mut address = url::Url::parse(admin).expect("an address");
    address.set_path(name);
    address.into()
}

/// Executes a statement on a server.
pub(crate) async fn sql(address: &str, statement: &str) {
    use sqlx::{ConnectOptions, Connection};
    let options: sqlx::postgres::PgConnectOptions = address.parse().expect("an address");
    let mut connection = options.connect().await.expect("PostgreSQL answers");
    sqlx::query(sqlx::AssertSqlSafe(statement.to_owned())).execute(&mut connection).await.expect("statement");
    connection.close().await.expect("close");
}

fn templates() -> Option<PathBuf> {
    std::env::var_os("MOTHERLODE_TEST_TEMPLATES").map(PathBuf::from)
}

/// Only one process makes a template; the others wait for it.
fn lock(templates: &Path) -> File {
    let file = File::create(templates.join("lock")).expect("a lock file");
    file.lock().expect("the lock");
    file
}

async fn make_sqlite(templates: &Path, template: &Path) {
    let _lock = lock(templates);
    if template.exists() {
        return;
    }
    let unfinished = templates.join("unfinished.db");
    let db = Db::open_sqlite(&unfinished, Durability::ProcessEnd).await.expect("SQLite");
    db.migrate().await.expect("migrations");
    // The end of the last connection writes everything into one file.
    db.close().await;
    std::fs::rename(unfinished, template).expect("the template");
}

async fn make_postgres(templates: &Path, admin: &str, made: &Path) {
    let _lock = lock(templates);
    if made.exists() {
        return;
    }
    sql(admin, &format!("CREATE DATABASE {TEMPLATE}")).await;
    let limits = PgLimits { max_connections: 1 };
    let db = Db::connect_postgres(&on_database(admin, TEMPLATE), limits).expect("PostgreSQL");
    db.migrate().await.expect("migrations");
    db.close().await;
    // Nobody may copy a database to which somebody is connected.
    File::create(made).expect("a mark");
}
