//! What several modules of the suite need beyond a world.

use chrono::{DateTime, Utc};
use serde_json::json;
use shared::{
    domain::{
        Page, new_id, now,
        opportunity::OpportunityBody,
        run::{Run, RunError},
        website::WebsiteKind,
    },
    store::{
        Db, Result, StoreError, Tx,
        run::{Finish, Outcome},
        website::{self, NewWebsite},
        workspace,
    },
};
use uuid::Uuid;

use crate::world::{World, add_user};

/// Runs statements in one transaction and commits it.
pub(crate) async fn within<T>(db: &Db, work: impl AsyncFnOnce(&mut Tx) -> Result<T>) -> T {
    try_within(db, work).await.expect("the statements and their commit")
}

/// Runs statements in one transaction; commits it if they succeed.
pub(crate) async fn try_within<T>(db: &Db, work: impl AsyncFnOnce(&mut Tx) -> Result<T>) -> Result<T> {
    let mut tx = db.begin().await?;
    let done = work(&mut tx).await?;
    tx.commit().await?;
    Ok(done)
}

/// Executes a statement of the test's own, for rows that no public function writes.
pub(crate) async fn execute(db: &Db, sql: &str) -> u64 {
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    within(db, async |tx| {
        let done = match tx {
            Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.map(|done| done.rows_affected()),
            Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.map(|done| done.rows_affected()),
        };
        done.map_err(StoreError::from)
    })
    .await
}

/// Counts the rows of a table that a condition selects.
pub(crate) async fn count(db: &Db, table: &str, condition: &str) -> i64 {
    let sql = sqlx::AssertSqlSafe(format!("SELECT COUNT(*) FROM {table} WHERE {condition}"));
    match db {
        Db::Postgres(pool) => sqlx::query_scalar(sql).fetch_one(pool).await.expect("count"),
        Db::Sqlite(sqlite) => sqlx::query_scalar(sql).fetch_one(sqlite.reader()).await.expect("count"),
    }
}

/// An id as a literal of the database at hand.
pub(crate) fn literal(db: &Db, id: Uuid) -> String {
    match db {
        Db::Postgres(_) => format!("'{id}'"),
        Db::Sqlite(_) => format!("x'{}'", id.simple()),
    }
}

/// Adds another account; returns it and its personal workspace.
pub(crate) async fn other_user(world: &World, email: &str) -> (Uuid, Uuid) {
    let user_id = add_user(&world.db, email).await;
    let workspaces = workspace::list(&world.db, user_id).await.expect("workspaces");
    (user_id, workspaces[0].id)
}

/// Adds a website to a workspace.
pub(crate) async fn add_website(db: &Db, workspace_id: Uuid, host: &str) -> Uuid {
    let new = NewWebsite {
        name: host.to_owned(),
        url: format!("https://{host}/"),
        host: host.to_owned(),
        kind: WebsiteKind::Own,
    };
    within(db, async |tx| website::insert(tx, workspace_id, &new, now()).await).await
}

/// Reads a list to its end, a page at a time; returns the ids in the order of the list.
///
/// `read` returns the page after a cursor; it may add rows before it returns.
pub(crate) async fn ids_of_pages<T>(
    mut read: impl AsyncFnMut(Option<Uuid>) -> Page<T>, id: impl Fn(&T) -> Uuid,
) -> Vec<Uuid> {
    let (mut ids, mut cursor) = (Vec::new(), None);
    for _ in 0..100 {
        let page = read(cursor).await;
        ids.extend(page.items.iter().map(&id));
        let Some(next) = page.next_cursor else { return ids };
        cursor = Some(next.parse().expect("the id of the last row"));
    }
    panic!("a list without an end");
}

/// A moment.
pub(crate) fn at(text: &str) -> DateTime<Utc> {
    text.parse().expect("an RFC 3339 moment")
}

/// Hashes of tokens are 32 bytes.
pub(crate) fn hash(byte: u8) -> Vec<u8> {
    vec![byte; 32]
}

/// Ids in the order in which they were made.
pub(crate) fn ids(n: usize) -> Vec<Uuid> {
    (0..n).map(|_| new_id()).collect()
}

/// Texts that databases, JSON and SQL patterns get wrong first.
pub(crate) fn hard_texts() -> Vec<String> {
    vec![
        String::new(),
        "O'Brien \"quoted\" \\ back % under_ score; DROP TABLE users; --".to_owned(),
        "Zoë Ångström 🦀 日本語 عربى \u{202e}rtl\u{202c} e\u{301}".to_owned(),
        "line\nline\r\n\ttab".to_owned(),
        "x".repeat(100_000),
    ]
}

/// Whether a write was refused because a row with its key exists.
pub(crate) fn is_conflict<T>(result: &Result<T>) -> bool {
    matches!(result, Err(StoreError::Conflict { .. }))
}

/// The end of a run's attempt, without effects.
pub(crate) fn end(run: &Run, outcome: Outcome) -> Finish {
    Finish { run: run.clone(), outcome, effects: Vec::new() }
}

/// A successful end.
pub(crate) fn succeeded(run: &Run) -> Finish {
    end(run, Outcome::Succeeded(json!({"ok": true})))
}

/// An end for good without success.
pub(crate) fn failed(run: &Run) -> Finish {
    end(run, Outcome::Failed(RunError::new("broken", "It broke. Mend it.")))
}

/// An opportunity with a title and a score.
pub(crate) fn opportunity(title: &str, score: f64) -> OpportunityBody {
    OpportunityBody {
        title: title.to_owned(),
        category: "manual".to_owned(),
        difficulty: None,
        score,
        engine_id: None,
        keyword: None,
        impact: None,
        effort_minutes: None,
        quick_win: false,
        automated: false,
        edited: false,
        evidence: json!([]),
    }
}
