//! Migrations carry data over.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{
        api_key::Scope,
        keyword::ToolKeyword,
        new_id, now,
        run::{Lane, RunKind},
        workspace::MemberRole,
    },
    store::{Db, StoreError, annotation, api_key, daily, experiment, import, insight, keyword, member, worker},
};
use sqlx::{AssertSqlSafe, types::Json};
use uuid::Uuid;

use crate::world::{World, on_each_database, on_each_database_at};

/// The schema before experiments were linked to websites and lists became JSON.
const BEFORE: i64 = 24;

/// A value of a row that is written without the store.
#[derive(Debug, Clone)]
enum Raw {
    Id(Uuid),
    Text(&'static str),
    Number(i64),
    Bytes(Vec<u8>),
    Json(Value),
    Time(DateTime<Utc>),
}

/// Writes one row, by the names of its columns.
async fn insert(world: &World, table: &str, row: &[(&str, Raw)]) -> Result<(), sqlx::Error> {
    let columns: Vec<&str> = row.iter().map(|(column, _)| *column).collect();
    let values: Vec<String> = (1..=row.len()).map(|n| format!("${n}")).collect();
    let sql = format!("INSERT INTO {table} ({}) VALUES ({})", columns.join(", "), values.join(", "));
    macro_rules! run {
        ($pool:expr) => {{
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for (_, value) in row {
                query = match value.clone() {
                    Raw::Id(id) => query.bind(id),
                    Raw::Text(text) => query.bind(text),
                    Raw::Number(number) => query.bind(number),
                    Raw::Bytes(bytes) => query.bind(bytes),
                    Raw::Json(value) => query.bind(Json(value)),
                    Raw::Time(at) => query.bind(at),
                };
            }
            query.execute($pool).await.map(drop)
        }};
    }
    match &world.db {
        Db::Postgres(pool) => run!(pool),
        Db::Sqlite(sqlite) => run!(sqlite.reader()),
    }
}

async fn add(world: &World, table: &str, row: &[(&str, Raw)]) {
    insert(world, table, row).await.unwrap_or_else(|error| panic!("{} of {}: {error}", table, world.name));
}

async fn old_experiment(world: &World, website_id: Uuid) -> Uuid {
    let id = new_id();
    let arms = json!([{"websiteId": website_id, "targets": ["https://example.com/a"], "controls": [], "pairs": []}]);
    let words = [("title", "Titles"), ("hypothesis", ""), ("design", "split"), ("unit", "page"), ("metric", "clicks")];
    let mut row: Vec<_> = words.map(|(column, word)| (column, Raw::Text(word))).into();
    row.extend([("id", Raw::Id(id)), ("workspace_id", Raw::Id(world.workspace_id))]);
    row.extend([("arms", Raw::Json(arms)), ("starts_on", Raw::Text("2026-09-01")), ("days", Raw::Number(28))]);
    row.extend([("created_by", Raw::Id(world.user_id)), ("created_at", Raw::Time(now()))]);
    row.push(("updated_at", Raw::Time(now())));
    add(world, "experiments", &row).await;
    id
}

async fn old_insight(world: &World, identity: &'static str, expires_at: DateTime<Utc>) -> Uuid {
    let id = new_id();
    let body = json!({
        "engineId": "keyword", "kind": "quick_win", "severity": "info", "title": identity, "body": "", "confidence": 0.5,
        "evidence": [], "methodVersion": "1", "nature": "claim", "expiresAt": expires_at,
    });
    let row = [
        ("id", Raw::Id(id)),
        ("workspace_id", Raw::Id(world.workspace_id)),
        ("engine_id", Raw::Text("keyword")),
        ("run_id", Raw::Id(new_id())),
        ("identity", Raw::Text(identity)),
        ("body", Raw::Json(body)),
        ("verdict", Raw::Text("open")),
        ("created_at", Raw::Time(now())),
    ];
    add(world, "insights", &row).await;
    id
}

async fn verdict(world: &World, id: Uuid) -> String {
    let sql = "SELECT verdict FROM insights WHERE id = $1";
    match &world.db {
        Db::Postgres(pool) => sqlx::query_scalar(sql).bind(id).fetch_one(pool).await,
        Db::Sqlite(sqlite) => sqlx::query_scalar(sql).bind(id).fetch_one(sqlite.reader()).await,
    }
    .expect("an insight")
}

#[tokio::test]
async fn migration_links_experiments_to_their_websites() {
    on_each_database_at(Some(BEFORE), |world| async {
        let (website_id, other) = (new_id(), new_id());
        let id = old_experiment(&world, website_id).await;
        world.db.migrate().await.expect("migrations");
        let about = async |website_id| {
            let filter = experiment::Filter { website_id: Some(website_id), ..experiment::Filter::default() };
            let found = experiment::list(&world.db, world.workspace_id, &filter, 10).await.expect("list").items;
            found.into_iter().map(|one| one.id).collect::<Vec<_>>()
        };
        assert_eq!(about(website_id).await, [id], "{}", world.name);
        assert!(about(other).await.is_empty(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn migration_takes_the_expiry_of_insights_out_of_their_bodies() {
    on_each_database_at(Some(BEFORE), |world| async {
        let past = old_insight(&world, "past", now() - Duration::milliseconds(1_500)).await;
        let future = old_insight(&world, "future", now() + Duration::days(1)).await;
        world.db.migrate().await.expect("migrations");
        assert_eq!(insight::expire(&world.db, now()).await.expect("expire"), 1, "{}", world.name);
        assert_eq!(verdict(&world, past).await, "expired");
        assert_eq!(verdict(&world, future).await, "open");
        world
    })
    .await;
}

async fn old_lists(world: &World, website_id: Uuid) {
    let at = Raw::Time(now());
    let key = [
        ("id", Raw::Id(new_id())),
        ("user_id", Raw::Id(world.user_id)),
        ("name", Raw::Text("A script")),
        ("prefix", Raw::Text("ml_")),
        ("key_hash", Raw::Bytes(vec![7; 32])),
        ("scopes", Raw::Text("read,write")),
        ("created_at", at.clone()),
    ];
    add(world, "api_keys", &key).await;
    let worker = [
        ("id", Raw::Id(new_id())),
        ("host", Raw::Text("mine")),
        ("pid", Raw::Number(42)),
        ("lanes", Raw::Text("interactive,batch")),
        ("slots", Raw::Number(8)),
        ("busy", Raw::Number(0)),
        ("started_at", at.clone()),
        ("heartbeat_at", at.clone()),
    ];
    add(world, "workers", &worker).await;
    for (kinds, file_name) in [("queries,pages", "a.csv"), ("", "b.csv")] {
        let import = [
            ("id", Raw::Id(new_id())),
            ("workspace_id", Raw::Id(world.workspace_id)),
            ("website_id", Raw::Id(website_id)),
            ("user_id", Raw::Id(world.user_id)),
            ("file_name", Raw::Text(file_name)),
            ("size_bytes", Raw::Number(9)),
            ("status", Raw::Text("imported")),
            ("preview", Raw::Json(json!({}))),
            ("rows", Raw::Number(1)),
            ("rejected", Raw::Number(0)),
            ("rejects", Raw::Json(json!([]))),
            ("kinds", Raw::Text(kinds)),
            ("created_at", at.clone()),
        ];
        add(world, "imports", &import).await;
    }
    for (query, wins) in [("roof", "|ctr_gap|striking_distance|"), ("gutter", "")] {
        let keyword = [
            ("id", Raw::Id(new_id())),
            ("workspace_id", Raw::Id(world.workspace_id)),
            ("website_id", Raw::Id(website_id)),
            ("run_id", Raw::Id(new_id())),
            ("query", Raw::Text(query)),
            ("wins", Raw::Text(wins)),
            ("clicks", Raw::Number(1)),
            ("impressions", Raw::Number(1)),
            ("body", Raw::Json(json!({}))),
        ];
        add(world, "keywords", &keyword).await;
    }
}

#[tokio::test]
async fn migration_makes_lists_of_words_json() {
    on_each_database_at(Some(BEFORE), |world| async {
        let website_id = new_id();
        old_lists(&world, website_id).await;
        world.db.migrate().await.expect("migrations");
        let keys = api_key::list(&world.db, world.user_id).await.expect("keys");
        assert_eq!(keys[0].scopes, [Scope::Read, Scope::Write], "{}", world.name);
        let workers = worker::list(&world.db, now() - Duration::hours(1)).await.expect("workers");
        assert_eq!(workers[0].lanes, [Lane::Interactive, Lane::Batch], "{}", world.name);
        let kinds = import::kinds(&world.db, world.workspace_id, Some(website_id)).await.expect("kinds");
        assert_eq!(kinds, ["pages", "queries"], "{}: none of an import without kinds", world.name);
        let filter = |win: Option<&str>| keyword::Filter {
            website_id,
            contains: None,
            intent: None,
            cluster_no: None,
            win: win.map(str::to_owned),
            min_impressions: None,
            sort: keyword::Sort::Query,
            descending: false,
            offset: 0,
        };
        let count = async |win| keyword::count(&world.db, world.workspace_id, &filter(win)).await.expect("count");
        let counts = (count(None).await, count(Some("striking_distance")).await, count(Some("ctr")).await);
        assert_eq!(counts, (2, 1, 0), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn migration_keeps_rows_of_tables_that_are_made_anew() {
    on_each_database_at(Some(BEFORE), |world| async {
        let note = [
            ("id", Raw::Id(new_id())),
            ("workspace_id", Raw::Id(world.workspace_id)),
            ("day", Raw::Text("2026-02-03")),
            ("kind", Raw::Text("deploy")),
            ("title", Raw::Text("Release")),
            ("detail", Raw::Text("")),
            ("pages", Raw::Json(json!(["https://example.com/"]))),
            ("created_by", Raw::Id(world.user_id)),
            ("created_at", Raw::Time(now())),
        ];
        add(&world, "annotations", &note).await;
        world.db.migrate().await.expect("migrations");
        let members = member::list(&world.db, world.workspace_id).await.expect("members");
        assert_eq!((members.len(), members[0].role), (1, MemberRole::Owner), "{}", world.name);
        let notes = annotation::list(&world.db, world.workspace_id, &annotation::Filter::default(), 10).await;
        let notes = notes.expect("annotations").items;
        assert_eq!((notes.len(), notes[0].title.as_str()), (1, "Release"), "{}", world.name);
        assert_eq!(notes[0].day.to_string(), "2026-02-03", "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn database_refuses_words_and_figures_that_no_column_has() {
    on_each_database(|world| async {
        let mail = |status: &'static str, attempts: i64| {
            [
                ("id", Raw::Id(new_id())),
                ("recipient", Raw::Text("ada@example.com")),
                ("subject", Raw::Text("")),
                ("body_text", Raw::Text("")),
                ("body_html", Raw::Text("")),
                ("status", Raw::Text(status)),
                ("attempts", Raw::Number(attempts)),
                ("created_at", Raw::Time(now())),
            ]
        };
        add(&world, "mails", &mail("waiting", 0)).await;
        for (status, attempts) in [("lost", 0), ("waiting", -1)] {
            let refused = insert(&world, "mails", &mail(status, attempts)).await.expect_err("a constraint");
            let kind = refused.as_database_error().map(sqlx::error::DatabaseError::kind);
            assert!(matches!(kind, Some(sqlx::error::ErrorKind::CheckViolation)), "{}: {refused}", world.name);
        }
        world
    })
    .await;
}

#[tokio::test]
async fn row_that_cannot_be_read_is_an_error_that_names_it() {
    on_each_database(|world| async {
        let website_id = new_id();
        let batch_id = committed_batch(&world, website_id).await;
        let rank = json!({"keyword": "roof", "position": 3.0, "date": "2026-02-03", "engine": "google"});
        let day = (parse("2026-02-01"), parse("2026-02-28"));
        let ranks = async || import::ranks(&world.db, world.workspace_id, website_id, day).await;
        let rows = json!([["rank", "roof", "2026-02-03", rank]]).to_string();
        import::insert_observations(&world.db, batch_id, 0, &rows).await.expect("rows");
        assert_eq!(ranks().await.expect("ranks").len(), 1, "{}", world.name);
        let rows = json!([["rank", "roof", "2026-02-04", {"keyword": 7}]]).to_string();
        import::insert_observations(&world.db, batch_id, 1, &rows).await.expect("rows");
        let error = ranks().await.expect_err("a row that cannot be read");
        let StoreError::Corrupt { table, column, row, .. } = &error else { panic!("{}: {error}", world.name) };
        assert_eq!((*table, *column, row.clone()), ("observations", "body", format!("1 of batch {batch_id}")));
        assert!(!error.is_transient(), "trying again reads the same row");
        world
    })
    .await;
}

fn parse(day: &str) -> chrono::NaiveDate {
    day.parse().expect("a day")
}

/// Inserts an import with a batch that is not committed.
async fn open_batch(world: &World, website_id: Uuid) -> (Uuid, i64) {
    let id = new_id();
    let new = import::NewImport {
        id,
        workspace_id: world.workspace_id,
        website_id: Some(website_id),
        user_id: world.user_id,
        file_name: "ranks.csv".to_owned(),
    };
    import::insert(&world.db, &new, now()).await.expect("an import");
    let batch_id = import::begin_batch(&world.db, id, website_id, 1, now()).await.expect("a batch");
    (id, batch_id)
}

/// Inserts a committed batch.
async fn committed_batch(world: &World, website_id: Uuid) -> i64 {
    use shared::store::import::ImportEnd;
    use shared::store::run::{self, Finish, Outcome};
    let (id, batch_id) = open_batch(world, website_id).await;
    let probe = shared::domain::run::NewRun { kind: RunKind::Import, ..world.probe() };
    let run_id = run::insert(&world.db, &probe).await.expect("a run").run.id;
    let run = world.claim(&[run_id], 10).await.runs.remove(0);
    let end = ImportEnd {
        import_id: id,
        batch_id,
        rows: 1,
        rejected: 0,
        kinds: vec!["ranks".to_owned()],
        rejects: json!([]),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![end.into()] };
    run::finish(&world.db, &[finish], now()).await.expect("finish");
    batch_id
}

#[tokio::test]
async fn keyword_row_that_cannot_be_read_is_an_error_that_names_it() {
    on_each_database(|world| async {
        let batch_id = committed_batch(&world, new_id()).await;
        let tool = ToolKeyword { source: "semrush_magic".to_owned(), ..ToolKeyword::default() };
        import::insert_keyword_rows(&world.db, batch_id, 0, &[("roof".to_owned(), tool)]).await.expect("a row");
        let row = [
            ("batch_id", Raw::Number(batch_id)),
            ("no", Raw::Number(1)),
            ("keyword", Raw::Text("roofer")),
            ("body", Raw::Json(json!({"source": "semrush_magic", "serpFeatures": [], "monthly": "none"}))),
        ];
        add(&world, "keyword_rows", &row).await;
        let error = import::keyword_rows(&world.db, batch_id, 0, 10).await.expect_err("a row that cannot be read");
        let StoreError::Corrupt { table, column, row, .. } = &error else { panic!("{}: {error}", world.name) };
        assert_eq!((*table, *column, row.clone()), ("keyword_rows", "body", format!("1 of batch {batch_id}")));
        world
    })
    .await;
}

#[tokio::test]
async fn days_of_imports_are_dates_after_the_migration() {
    on_each_database_at(Some(28), |world| async {
        let website_id = new_id();
        let batch_id = old_dated_batch(&world, website_id).await;
        world.db.migrate().await.expect("migrations");
        let found = import::batches(&world.db, world.workspace_id, website_id).await.expect("batches");
        assert_eq!((found[0].observed_from, found[0].observed_to), (Some(parse("2026-02-01")), None), "{}", world.name);
        let days = daily::daily(&world.db, world.workspace_id, website_id).await.expect("days");
        assert_eq!((days.len(), days[0].day.as_str()), (1, "2026-02-28"), "{}", world.name);
        let no_day = "INSERT INTO search_days (batch_id, dimension, level, day, clicks, impressions, weighted, weight)
                      VALUES ($1, 'detail', 0, '2026-02-30', 3, 100, 450, 100)";
        assert!(execute(&world, no_day, batch_id).await.is_err(), "{}: there is no such day", world.name);
        let a_day = "INSERT INTO search_days (batch_id, dimension, level, day, clicks, impressions, weighted, weight)
                     VALUES ($1, 'detail', 0, '2026-02-27', 3, 100, 450, 100)";
        execute(&world, a_day, batch_id).await.expect("a day");
        world
    })
    .await;
}

#[tokio::test]
async fn days_of_changes_are_dates_after_the_migration() {
    on_each_database_at(Some(38), |world| async {
        let (experiment_id, note_id) = (old_experiment(&world, new_id()).await, old_annotation(&world).await);
        world.db.migrate().await.expect("migrations");
        let note = annotation::find(&world.db, world.workspace_id, note_id).await.expect("a query").expect("a note");
        assert_eq!(note.day, parse("2026-02-28"), "{}", world.name);
        let tried = experiment::find(&world.db, world.workspace_id, experiment_id).await.expect("a query");
        assert_eq!(tried.expect("an experiment").starts_on, parse("2026-09-01"), "{}", world.name);
        for no_day in [
            "UPDATE annotations SET day = '2026-02-30' WHERE id = $1",
            "UPDATE experiments SET starts_on = 'soon' WHERE id = $1",
        ] {
            let id = if no_day.contains("annotations") { note_id } else { experiment_id };
            assert!(change(&world, no_day, id).await.is_err(), "{}: {no_day}", world.name);
        }
        let a_day = "UPDATE annotations SET day = '2026-02-27' WHERE id = $1";
        assert_eq!(change(&world, a_day, note_id).await.expect("a day"), 1);
        world
    })
    .await;
}

async fn change(world: &World, sql: &'static str, id: Uuid) -> Result<u64, sqlx::Error> {
    Ok(match &world.db {
        Db::Postgres(pool) => sqlx::query(sql).bind(id).execute(pool).await?.rows_affected(),
        Db::Sqlite(sqlite) => sqlx::query(sql).bind(id).execute(sqlite.reader()).await?.rows_affected(),
    })
}

/// A change of the whole workspace as version 38 of the schema has it: its day is a text.
async fn old_annotation(world: &World) -> Uuid {
    let id = new_id();
    let mut row: Vec<_> = [("kind", "edit"), ("title", "Titles"), ("detail", ""), ("day", "2026-02-28")]
        .map(|(column, word)| (column, Raw::Text(word)))
        .into();
    row.extend([("id", Raw::Id(id)), ("workspace_id", Raw::Id(world.workspace_id)), ("pages", Raw::Json(json!([])))]);
    row.extend([("created_by", Raw::Id(world.user_id)), ("created_at", Raw::Time(now()))]);
    add(world, "annotations", &row).await;
    id
}

async fn execute(world: &World, sql: &'static str, batch_id: i64) -> Result<(), sqlx::Error> {
    match &world.db {
        Db::Postgres(pool) => sqlx::query(sql).bind(batch_id).execute(pool).await.map(drop),
        Db::Sqlite(sqlite) => sqlx::query(sql).bind(batch_id).execute(sqlite.reader()).await.map(drop),
    }
}

fn search_day(batch_id: i64, day: &'static str) -> [(&'static str, Raw); 8] {
    [
        ("batch_id", Raw::Number(batch_id)),
        ("dimension", Raw::Text("date")),
        ("level", Raw::Number(0)),
        ("day", Raw::Text(day)),
        ("clicks", Raw::Number(3)),
        ("impressions", Raw::Number(100)),
        ("weighted", Raw::Number(450)),
        ("weight", Raw::Number(100)),
    ]
}

/// A batch as version 28 of the schema has it: its days are texts.
async fn old_dated_batch(world: &World, website_id: Uuid) -> i64 {
    let (_, batch_id) = open_batch(world, website_id).await;
    let sql = "UPDATE import_batches SET committed = true, observed_from = '2026-02-01' WHERE id = $1";
    execute(world, sql, batch_id).await.expect("a batch");
    add(world, "search_days", &search_day(batch_id, "2026-02-28")).await;
    batch_id
}
