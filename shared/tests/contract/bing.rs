//! Figures of Bing that a connection has fetched.

use chrono::{Duration, NaiveDate};
use serde_json::json;
use shared::{
    domain::{
        connection::Budget,
        imported::RecordFilter,
        new_id, now,
        run::{Lane, NewRun, RunKind},
        sync::{BatchPart, BatchSource, Span},
        website::WebsiteKind,
    },
    store::{
        connection::{self, NewConnection},
        import::{SearchLine, SearchRows},
        imported, run,
        sync::{self, Claim, NewBatch, Target, WindowEnd},
        website::{self, NewWebsite},
    },
};

use crate::world::{World, on_each_database};

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

async fn target(world: &World) -> Target {
    let (workspace_id, connection_id, property) = (world.workspace_id, new_id(), "https://example.com/".to_owned());
    let new = NewConnection {
        id: connection_id,
        workspace_id,
        provider: "bing_webmaster".to_owned(),
        name: "Bing".to_owned(),
        credentials: None,
        base_url: None,
        settings: json!({}),
        budget: Budget::default(),
    };
    connection::insert(&world.db, &new, now()).await.expect("a connection");
    let new = NewWebsite {
        name: "Example".into(),
        url: property.clone(),
        host: "example.com".into(),
        kind: WebsiteKind::Own,
    };
    let mut tx = world.db.begin().await.expect("a transaction");
    let website_id = website::insert(&mut tx, workspace_id, &new, now()).await.expect("a website");
    tx.commit().await.expect("commit");
    Target { workspace_id, connection_id, website_id, property }
}

/// Stores weeks as a sync does, newest first.
async fn fetch(world: &World, target: &Target, mondays: &[&str]) {
    let new = NewRun {
        website_id: Some(target.website_id),
        ..NewRun::new(world.workspace_id, world.user_id, RunKind::Sync, json!({}))
    };
    let mut tx = world.db.begin().await.expect("a transaction");
    run::insert(&mut tx, &new).await.expect("a run");
    let granted = sync::claim(&mut tx, target, new.id).await.expect("claim");
    assert_eq!(granted, Claim::Granted { import_id: None });
    tx.commit().await.expect("commit");
    let lease = now() + Duration::seconds(60);
    let claimed = run::claim(&world.db, Lane::Batch, &[new.id], new_id(), 10, now(), lease).await;
    let run = claimed.expect("claim").runs.remove(0);
    let mut import_id = None;
    for (clicks, monday) in (1..).zip(mondays) {
        let (source, part) = (BatchSource::BingWebmaster, BatchPart::Days);
        let user_id = world.user_id;
        let new = NewBatch { target, import_id, name: "Bing", user_id, attempt: run.attempt, source, part };
        let (import, batch_id) = sync::begin_batch(&world.db, &new, now()).await.expect("a batch");
        import_id = Some(import);
        let mut rows = SearchRows::new(&world.db, batch_id, 0);
        let line =
            SearchLine { period: "current", date: Some(day(monday)), clicks, impressions: 10, ..SearchLine::default() };
        for line in [
            SearchLine { dimension: "date", ..line },
            SearchLine { dimension: "query", query: Some("plumber waco"), ..line },
            SearchLine { dimension: "page", page: Some("https://example.com/waco"), ..line },
        ] {
            rows.push(&line).expect("a line");
        }
        rows.insert().await.expect("rows");
        let span = Span { from: day(monday), to: day(monday) + chrono::Days::new(6) };
        let end = WindowEnd {
            target,
            run: (run.id, run.attempt),
            import_id: import,
            batch_id,
            part,
            span,
            is_preliminary: false,
            rows: 3,
            bytes: 1,
            totals: (0, 0, 0),
            kinds: &[],
        };
        assert!(sync::commit_window(&world.db, &end, now()).await.expect("commit"), "{}", world.name);
    }
}

#[tokio::test]
async fn rows_of_a_connection_have_their_week_as_period_latest_first() {
    on_each_database(|world| async {
        let (name, target) = (world.name, target(&world).await);
        fetch(&world, &target, &["2026-11-16", "2026-11-09", "2026-11-02"]).await;
        let (db, ws, site) = (&world.db, world.workspace_id, target.website_id);
        let mut filter = RecordFilter { group: Some("query".to_owned()), ..RecordFilter::default() };
        let mut seen = Vec::new();
        // A page for each row.
        loop {
            let page = imported::bing_rows(db, ws, site, &filter, 1).await.expect("rows");
            seen.extend(page.items.iter().map(|one| (one.record.first_day, one.record.last_day, one.record.clicks)));
            let Some(next) = page.next_cursor else { break };
            filter.after = Some(next.parse().expect("a cursor"));
        }
        let week = |from: &str, to: &str, clicks| (Some(day(from)), Some(day(to)), clicks);
        let expected = [
            week("2026-11-16", "2026-11-22", 1),
            week("2026-11-09", "2026-11-15", 2),
            week("2026-11-02", "2026-11-08", 3),
        ];
        assert_eq!(seen, expected, "{name}");
        let all = imported::bing_rows(db, ws, site, &RecordFilter::default(), 50).await.expect("rows").items;
        assert_eq!(all.len(), 6, "{name}: the days of the site are no rows of queries or pages");
        let recent = RecordFilter { from: Some(day("2026-11-16")), ..RecordFilter::default() };
        assert_eq!(imported::bing_rows(db, ws, site, &recent, 50).await.expect("rows").items.len(), 2, "{name}");
        let groups = imported::bing_groups(db, ws, site).await.expect("groups");
        let first: Vec<_> =
            groups.iter().take(2).map(|group| (group.last_day, group.is_by_page, group.clicks)).collect();
        let sunday = Some(day("2026-11-22"));
        assert_eq!(first, [(sunday, true, 1), (sunday, false, 1)], "{name}");
        world
    })
    .await;
}

#[tokio::test]
async fn week_under_way_ends_on_the_last_whole_day_before_its_fetch() {
    on_each_database(|world| async {
        let (name, target) = (world.name, target(&world).await);
        let today = now().date_naive();
        let monday = today.week(chrono::Weekday::Mon).first_day();
        fetch(&world, &target, &[&monday.to_string(), "2026-11-09"]).await;
        let last = Some(today.pred_opt().expect("a day").max(monday));
        let (db, ws, site) = (&world.db, world.workspace_id, target.website_id);
        let days: Vec<_> =
            imported::bing_groups(db, ws, site).await.expect("groups").iter().map(|group| group.last_day).collect();
        let before = Some(day("2026-11-15"));
        assert_eq!(days, [last, last, before, before], "{name}");
        let rows = imported::bing_rows(db, ws, site, &RecordFilter::default(), 50).await.expect("rows").items;
        let days: Vec<_> = rows.iter().map(|row| row.record.last_day).collect();
        assert_eq!(days, [last, last, before, before], "{name}");
        world
    })
    .await;
}

#[tokio::test]
async fn queries_and_pages_of_bing_are_summed_over_the_latest_weeks_of_a_connection() {
    on_each_database(|world| async {
        let (name, target) = (world.name, target(&world).await);
        let (db, ws, site) = (&world.db, world.workspace_id, target.website_id);
        let none = imported::bing_queries(db, ws, site, 2, 9).await.expect("queries");
        assert_eq!(none, imported::BingPeriod::default(), "{name}");
        assert!(!imported::has_bing_queries(db, ws, Some(site)).await.expect("a query"), "{name}");
        fetch(&world, &target, &["2026-11-16", "2026-11-09", "2026-11-02"]).await;
        let found = imported::bing_queries(db, ws, site, 2, 9).await.expect("queries");
        assert_eq!((found.first_day, found.last_day), (Some(day("2026-11-09")), Some(day("2026-11-22"))), "{name}");
        let [query] = found.figures.as_slice() else { panic!("{name}: {found:?}") };
        assert_eq!((query.subject.as_str(), query.clicks, query.impressions), ("plumber waco", 3, 20), "{name}");
        assert_eq!(query.position, None, "{name}: the rows have none");
        let found = imported::bing_pages(db, ws, site, 2, 9).await.expect("pages");
        assert_eq!((found.first_day, found.last_day), (Some(day("2026-11-09")), Some(day("2026-11-22"))), "{name}");
        let [page] = found.figures.as_slice() else { panic!("{name}: {found:?}") };
        assert_eq!((page.subject.as_str(), page.clicks), ("https://example.com/waco", 3), "{name}");
        for scope in [Some(site), None] {
            assert!(imported::has_bing_queries(db, ws, scope).await.expect("a query"), "{name}");
        }
        let other = imported::bing_queries(db, new_id(), site, 2, 9).await.expect("queries");
        assert_eq!(other.figures, [], "{name}: of this workspace only");
        world
    })
    .await;
}
