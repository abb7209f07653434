//! Records with tables of their own: which of several rows counts, and when.

use serde_json::json;
use shared::{
    domain::{
        import::{ColumnMapping, Days, ImportOptions},
        imported::{ConflictRule, LinkRel, RecordFilter, RecordKind, VisitFilter},
        new_id, now,
        run::{NewRun, RunKind},
        website::WebsiteKind,
    },
    store::{
        import::{self, ImportEnd, NewImport},
        imported,
        run::{self, Finish, Outcome},
        website::{self, Deletion, NewWebsite},
    },
};
use uuid::Uuid;

use crate::world::{World, on_each_database};

async fn website(world: &World) -> Uuid {
    let mut tx = world.db.begin().await.expect("a transaction");
    let new = NewWebsite {
        name: "Example".into(),
        url: "https://example.com/".into(),
        host: "example.com".into(),
        kind: WebsiteKind::Own,
    };
    let id = website::insert(&mut tx, world.workspace_id, &new, now()).await.expect("website");
    tx.commit().await.expect("commit");
    id
}

/// Imports records; returns the import.
async fn import_rows(world: &World, site: Uuid, kind: RecordKind, rule: ConflictRule, rows: &str) -> Uuid {
    let id = new_id();
    let new = NewImport {
        id,
        workspace_id: world.workspace_id,
        website_id: None,
        user_id: world.user_id,
        file_name: "records.csv".into(),
    };
    import::insert(&world.db, &new, now()).await.expect("import");
    let new = NewRun {
        website_id: Some(site),
        ..NewRun::new(world.workspace_id, world.user_id, RunKind::Import, json!({"importId": id}))
    };
    let mut tx = world.db.begin().await.expect("a transaction");
    import::begin(&mut tx, world.workspace_id, id, site, new.id).await.expect("begin").expect("it");
    run::insert(&mut tx, &new).await.expect("run");
    tx.commit().await.expect("commit");
    let run = world.claim(&[new.id], 10).await.runs.remove(0);
    let batch = import::begin_batch(&world.db, id, site, run.attempt, now()).await.expect("batch");
    imported::insert(&world.db, kind, batch, 0, rows).await.expect("rows");
    imported::supersede(&world.db, rule, kind, site, batch).await.expect("rule");
    let end = ImportEnd {
        import_id: id,
        batch_id: batch,
        rows: 1,
        rejected: 0,
        kinds: vec![],
        rejects: json!([]),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    let finish = Finish { run, outcome: Outcome::Succeeded(json!({})), effects: vec![end.into()] };
    run::finish(&world.db, &[finish], now()).await.expect("finish");
    id
}

async fn undo(world: &World, id: Uuid) {
    import::hide(&world.db, id).await.expect("hide");
    import::delete_batch(&world.db, id, None).await.expect("delete");
}

/// A backlink as a JSON list: key, provider, host, nofollow, lost, authority.
fn link(
    key: i64, provider: &str, host: &str, nofollow: Option<bool>, is_lost: bool, authority: f64,
) -> serde_json::Value {
    json!([
        key,
        provider,
        format!("https://{host}/a_%"),
        host,
        "https://example.com/",
        "Anchor",
        nofollow,
        null,
        null,
        "2026-01-02",
        null,
        null,
        is_lost,
        authority,
        "Figure"
    ])
}

fn rows(links: &[serde_json::Value]) -> String {
    json!(links).to_string()
}

async fn authorities(world: &World, site: Uuid, filter: RecordFilter) -> Vec<Option<f64>> {
    let page = imported::backlinks(&world.db, world.workspace_id, site, &filter, 50).await.expect("backlinks");
    page.items.iter().map(|one| one.record.authority).collect()
}

#[tokio::test]
async fn later_backlink_of_a_provider_replaces_an_earlier_one_until_it_is_undone() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (kind, rule) = (RecordKind::Backlink, ConflictRule::Newest);
        let first = rows(&[
            link(1, "ahrefs", "a.example", Some(false), false, 10.0),
            link(2, "ahrefs", "b.example", Some(true), true, 5.0),
        ]);
        import_rows(&world, site, kind, rule, &first).await;
        let second = rows(&[
            link(1, "ahrefs", "a.example", Some(false), false, 20.0),
            link(9, "semrush", "a.example", None, false, 33.0),
        ]);
        let later = import_rows(&world, site, kind, rule, &second).await;
        assert_eq!(
            authorities(&world, site, RecordFilter::default()).await,
            [Some(20.0), Some(33.0), Some(5.0)],
            "{}",
            world.name
        );
        let groups = imported::backlink_groups(&world.db, world.workspace_id, site).await.expect("groups");
        let counts: Vec<_> = groups
            .iter()
            .map(|group| {
                (group.provider.as_str(), group.links, group.referring_domains, group.lost, group.not_followed)
            })
            .collect();
        assert_eq!(counts, [("ahrefs", 2, 1, 1, 1), ("semrush", 1, 1, 0, 0)], "{}", world.name);
        let domains = imported::referring_domains(&world.db, world.workspace_id, site).await.expect("domains");
        assert_eq!(domains, 1, "{}: providers are not added", world.name);
        assert!(
            imported::backlink_groups(&world.db, new_id(), site).await.expect("groups").is_empty(),
            "nobody else's"
        );

        undo(&world, later).await;
        assert_eq!(authorities(&world, site, RecordFilter::default()).await, [Some(10.0), Some(5.0)], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn backlinks_are_filtered_and_paged() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let links: Vec<_> = (0..5_i32)
            .map(|no| {
                link(i64::from(no), "ahrefs", &format!("h{no}.example"), Some(no % 2 == 0), no == 4, f64::from(no))
            })
            .collect();
        import_rows(&world, site, RecordKind::Backlink, ConflictRule::Newest, &rows(&links)).await;
        let of = |filter| authorities(&world, site, filter);
        let all = RecordFilter::default();
        assert_eq!(
            of(RecordFilter { rel: Some(LinkRel::Nofollow), ..all.clone() }).await,
            [Some(0.0), Some(2.0), Some(4.0)]
        );
        assert_eq!(of(RecordFilter { rel: Some(LinkRel::Followed), ..all.clone() }).await, [Some(1.0), Some(3.0)]);
        assert_eq!(of(RecordFilter { is_lost: Some(true), ..all.clone() }).await, [Some(4.0)], "{}", world.name);
        assert_eq!(of(RecordFilter { contains: Some("H3.exam".into()), ..all.clone() }).await, [Some(3.0)]);
        assert_eq!(of(RecordFilter { contains: Some("a_%".into()), ..all.clone() }).await.len(), 5);
        assert_eq!(
            of(RecordFilter { contains: Some("axx".into()), ..all.clone() }).await.len(),
            0,
            "wildcards are text"
        );
        assert_eq!(of(RecordFilter { group: Some("semrush".into()), ..all.clone() }).await.len(), 0);
        assert_eq!(
            of(RecordFilter { from: "2026-01-03".parse().ok(), ..all.clone() }).await.len(),
            0,
            "{}",
            world.name
        );
        let page = imported::backlinks(&world.db, world.workspace_id, site, &all, 3).await.expect("page");
        let after = page.next_cursor.and_then(|cursor| cursor.parse().ok());
        assert_eq!(of(RecordFilter { after, ..all }).await, [Some(3.0), Some(4.0)], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn conflict_rule_keeps_the_stored_or_the_highest_backlink() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let kind = RecordKind::Backlink;
        let of = |authority| rows(&[link(1, "ahrefs", "a.example", None, false, authority)]);
        import_rows(&world, site, kind, ConflictRule::Newest, &of(10.0)).await;
        import_rows(&world, site, kind, ConflictRule::Existing, &of(90.0)).await;
        assert_eq!(authorities(&world, site, RecordFilter::default()).await, [Some(10.0)], "{}", world.name);
        import_rows(&world, site, kind, ConflictRule::Highest, &of(5.0)).await;
        assert_eq!(authorities(&world, site, RecordFilter::default()).await, [Some(10.0)], "{}", world.name);
        import_rows(&world, site, kind, ConflictRule::Highest, &of(50.0)).await;
        assert_eq!(authorities(&world, site, RecordFilter::default()).await, [Some(50.0)], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn leads_revenue_and_sessions_are_counted_once() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let (ws, rule) = (world.workspace_id, ConflictRule::Newest);
        assert_eq!(imported::lead_count(&world.db, ws).await.expect("count"), None);
        let leads = json!([
            [7, "L-1", "2026-08-01", "/a", "drain", "google", "won", 12_050, "USD"],
            [8, null, "2026-08-02", null, null, null, null, null, null]
        ]);
        import_rows(&world, site, RecordKind::Lead, rule, &leads.to_string()).await;
        let again = json!([[7, "L-1", "2026-08-01", "/a", "drain", "google", "lost", 0, "USD"]]);
        import_rows(&world, site, RecordKind::Lead, rule, &again.to_string()).await;
        assert_eq!(imported::lead_count(&world.db, ws).await.expect("count"), Some(2), "{}", world.name);
        let groups = imported::lead_groups(&world.db, ws, site).await.expect("groups");
        let seen: Vec<_> = groups.iter().map(|group| (group.status.as_deref(), group.leads)).collect();
        assert!(seen.contains(&(Some("lost"), 1)) && seen.contains(&(None, 1)) && seen.len() == 2, "{seen:?}");
        let filter = RecordFilter { from: "2026-08-02".parse().ok(), ..RecordFilter::default() };
        let found = imported::leads(&world.db, ws, site, &filter, 10).await.expect("leads").items;
        assert_eq!(found.len(), 1, "{}", world.name);

        let revenue = json!([
            [1, "R-1", "2026-08-01", 8_550, "USD", "lead", null, "Buyer", "plumbing", "Austin, TX"],
            [2, "R-2", "2026-08-01", -550, "USD", "refund", null, null, null, null],
            [3, null, "2026-08-01", 100, "EUR", "rent", null, null, null, null]
        ]);
        import_rows(&world, site, RecordKind::Revenue, rule, &revenue.to_string()).await;
        let totals =
            async |to: &str| imported::revenue_totals(&world.db, ws, to.parse().expect("a day")).await.expect("totals");
        let all = [("EUR".to_owned(), 100), ("USD".to_owned(), 8_000)];
        assert_eq!((totals("2026-08-01").await, totals("2026-07-31").await), (all.to_vec(), vec![]), "{}", world.name);
        assert_eq!(imported::revenue_groups(&world.db, ws, site).await.expect("groups").len(), 3);
        assert_eq!(
            imported::revenue(&world.db, ws, site, &RecordFilter::default(), 10).await.expect("rows").items.len(),
            3
        );

        let sessions = json!([
            [1, "2026-05-01", "2026-05-31", "/a", null, null, null, 120, 60, 100, 6, 0, null],
            [2, "2026-05-01", "2026-05-31", null, "google", "organic", null, 90, null, null, null, null, null]
        ]);
        import_rows(&world, site, RecordKind::Sessions, rule, &sessions.to_string()).await;
        let groups = imported::session_groups(&world.db, ws, site).await.expect("groups");
        let seen: Vec<_> = groups.iter().map(|group| (group.is_by_page, group.sessions, group.key_events)).collect();
        assert_eq!(seen, [(true, 120, Some(6)), (false, 90, None)], "{}: dimensions are apart", world.name);
        let filter =
            RecordFilter { from: "2026-05-20".parse().ok(), to: "2026-05-25".parse().ok(), ..RecordFilter::default() };
        assert_eq!(
            imported::sessions(&world.db, ws, site, &filter, 10).await.expect("rows").items.len(),
            2,
            "{}",
            world.name
        );

        let mut tx = world.db.begin().await.expect("a transaction");
        let deleted = website::delete(&mut tx, ws, site).await.expect("delete");
        assert!(matches!(deleted, Deletion::Deleted(_)), "{deleted:?}");
        tx.commit().await.expect("commit");
        assert_eq!(imported::lead_count(&world.db, ws).await.expect("count"), None, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn visits_of_crawlers_add_up_until_an_import_is_undone() {
    on_each_database(|world| async {
        let (site, ws) = (website(&world).await, world.workspace_id);
        assert_eq!(imported::visit_source(&world.db, ws, site).await.expect("source"), None, "{}", world.name);
        let row = |key: i64, day: &str, agent: &str, directory: Option<&str>, class: i32, requests: i64| {
            let purpose = if agent == "GPTBot" { "training" } else { "searchIndex" };
            json!([key, day, agent, purpose, directory, class, requests])
        };
        let first = json!([
            row(1, "2026-11-19", "GPTBot", Some("/blog/"), 2, 5),
            row(2, "2026-11-20", "GPTBot", Some("/blog/"), 4, 1),
            row(3, "2026-11-20", "OAI-SearchBot", None, 5, 2),
        ]);
        let second = json!([row(4, "2026-11-20", "GPTBot", Some("/blog/"), 2, 4)]);
        let rule = ConflictRule::Newest;
        import_rows(&world, site, RecordKind::CrawlerVisits, rule, &first.to_string()).await;
        let import = import_rows(&world, site, RecordKind::CrawlerVisits, rule, &second.to_string()).await;
        let groups = async |filter: VisitFilter, limit| {
            imported::visit_groups(&world.db, ws, site, &filter, limit).await.expect("groups")
        };
        let all = groups(VisitFilter::default(), 10).await.items;
        let seen: Vec<_> = all.iter().map(|one| (one.agent.as_str(), one.requests, one.failed)).collect();
        assert_eq!(seen, [("GPTBot", 10, 1), ("OAI-SearchBot", 2, 2)], "{}", world.name);
        assert_eq!(
            (all[0].first_day.to_string(), all[0].last_day.to_string()),
            ("2026-11-19".into(), "2026-11-20".into())
        );
        let page = groups(VisitFilter::default(), 1).await;
        assert_eq!((page.items.len(), page.next_cursor.as_deref()), (1, Some("1")), "{}", world.name);
        let rest = groups(VisitFilter { offset: 1, ..VisitFilter::default() }, 1).await;
        assert_eq!((rest.items[0].directory.as_deref(), rest.next_cursor), (None, None), "{}", world.name);
        let day = VisitFilter { to: "2026-11-19".parse().ok(), ..VisitFilter::default() };
        assert_eq!(groups(day, 10).await.items[0].requests, 5, "{}", world.name);
        let search = VisitFilter { purpose: Some("searchIndex".into()), ..VisitFilter::default() };
        assert_eq!(groups(search, 10).await.items.len(), 1, "{}", world.name);
        let other = VisitFilter { directory: Some("/shop/".into()), ..VisitFilter::default() };
        assert!(groups(other, 10).await.items.is_empty(), "{}", world.name);
        assert!(
            imported::visit_groups(&world.db, new_id(), site, &VisitFilter::default(), 10)
                .await
                .expect("groups")
                .items
                .is_empty()
        );
        let source = imported::visit_source(&world.db, ws, site).await.expect("source").expect("a log");
        assert_eq!((source.last_day.to_string().as_str(), source.file_name.as_str()), ("2026-11-20", "records.csv"));

        undo(&world, import).await;
        assert_eq!(groups(VisitFilter::default(), 10).await.items[0].requests, 6, "{}", world.name);
        let mut tx = world.db.begin().await.expect("a transaction");
        website::delete(&mut tx, ws, site).await.expect("delete");
        tx.commit().await.expect("commit");
        assert!(groups(VisitFilter::default(), 10).await.items.is_empty(), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn options_change_until_the_import_begins_and_assignments_are_kept() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let id = new_id();
        let new = NewImport {
            id,
            workspace_id: world.workspace_id,
            website_id: None,
            user_id: world.user_id,
            file_name: "crm.csv".into(),
        };
        import::insert(&world.db, &new, now()).await.expect("import");
        let (from, to) = ("2026-01-01".parse().expect("a day"), "2026-01-31".parse().expect("a day"));
        let mapping = ColumnMapping {
            fingerprint: "f".into(),
            target: "leads".into(),
            columns: vec![Some("date".into()), None],
            currency: Some("USD".into()),
        };
        let options = ImportOptions {
            period: Some(Days { from, to }),
            mappings: vec![mapping.clone()],
            conflicts: ConflictRule::Existing,
            ..ImportOptions::default()
        };
        assert!(import::set_options(&world.db, world.workspace_id, id, &options).await.expect("options"));
        assert!(!import::set_options(&world.db, new_id(), id, &options).await.expect("options"), "nobody else");
        let found = import::find(&world.db, world.workspace_id, id).await.expect("find").expect("it");
        assert_eq!(found.options.0, options, "{}", world.name);
        let run_id = new_id();
        let mut tx = world.db.begin().await.expect("a transaction");
        import::begin(&mut tx, world.workspace_id, id, site, run_id).await.expect("begin").expect("it");
        tx.commit().await.expect("commit");
        assert!(!import::set_options(&world.db, world.workspace_id, id, &options).await.expect("options"), "too late");

        import::save_mapping(&world.db, world.workspace_id, &mapping, now()).await.expect("save");
        let changed = ColumnMapping { target: "revenue".into(), ..mapping };
        import::save_mapping(&world.db, world.workspace_id, &changed, now()).await.expect("save");
        let saved = import::mappings(&world.db, world.workspace_id).await.expect("mappings");
        assert_eq!(saved, [changed], "{}", world.name);
        assert!(import::mappings(&world.db, new_id()).await.expect("mappings").is_empty(), "nobody else's");
        world
    })
    .await;
}

/// A lead as a JSON list: key and day.
fn lead(key: i64, day: &str) -> serde_json::Value {
    json!([key, format!("L-{key}"), day, null, null, null, "won", null, null])
}

/// An amount as a JSON list: key, day, cents, currency, kind.
fn amount(key: i64, day: &str, cents: i64, currency: &str, kind: &str) -> serde_json::Value {
    json!([key, format!("R-{key}"), day, cents, currency, kind, null, null, null, null])
}

#[tokio::test]
async fn lead_revenue_counts_the_days_that_leads_and_revenue_both_have() {
    on_each_database(|world| async {
        let site = website(&world).await;
        let day = |text: &str| text.parse().expect("a day");
        let year = (day("2026-01-01"), day("2026-12-31"));
        let read =
            async |days| imported::lead_revenue(&world.db, world.workspace_id, site, days).await.expect("lead revenue");
        assert_eq!(read(year).await, None, "nothing is imported");
        let rule = ConflictRule::Newest;
        let leads = [lead(1, "2026-01-15"), lead(2, "2026-03-01"), lead(3, "2026-03-20"), lead(4, "2026-06-30")];
        import_rows(&world, site, RecordKind::Lead, rule, &rows(&leads)).await;
        assert_eq!(read(year).await, None, "no revenue");
        let amounts = [
            amount(1, "2026-02-01", 30_000, "USD", "lead"),
            amount(2, "2026-03-20", 40_000, "USD", "sale"),
            amount(3, "2026-03-10", 900_000, "USD", "Rent"),
            amount(4, "2026-03-15", -10_000, "USD", "refund"),
        ];
        let import = import_rows(&world, site, RecordKind::Revenue, rule, &rows(&amounts)).await;
        let found = read(year).await.expect("lead revenue");
        assert_eq!((found.from, found.to), (day("2026-02-01"), day("2026-03-20")));
        assert_eq!((found.leads, found.amount_cents, found.currency.as_str()), (2, 60_000, "USD"), "without the rent");
        assert!((found.squares - 26e8).abs() < 1.0, "{found:?}");
        assert_eq!(read((day("2026-04-01"), day("2026-12-31"))).await, None, "no revenue in these days");
        let other = [amount(5, "2026-03-01", 5_000, "EUR", "lead")];
        import_rows(&world, site, RecordKind::Revenue, rule, &rows(&other)).await;
        assert_eq!(read(year).await, None, "several currencies are not added");
        undo(&world, import).await;
        let found = read(year).await.expect("lead revenue");
        assert_eq!((found.leads, found.amount_cents, found.currency.as_str()), (1, 5_000, "EUR"));
        world
    })
    .await;
}
