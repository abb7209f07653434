//! The ledger: balanced, append-only, and the same whatever the order and repetition of posts.

use std::collections::BTreeMap;

use chrono::{DateTime, Duration, Utc};
use futures::future::join_all;
use shared::{
    domain::{
        Page,
        ledger::{LedgerGroup, LedgerReason, LedgerSubject, LedgerSum, LedgerTransaction, Transaction},
        new_id, now,
    },
    store::{
        Db,
        ledger::{self, LedgerFilter, Posted},
        workspace,
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, at, count, execute, ids_of_pages, other_user, try_within, within},
    world::on_each_database,
};

async fn post(db: &Db, workspace_id: Uuid, transaction: &Transaction) -> Posted {
    within(db, async |tx| ledger::post(tx, workspace_id, transaction, None, now()).await).await
}

fn transaction(reason: LedgerReason, key: &str, cents: i64, occurred_at: DateTime<Utc>) -> Transaction {
    Transaction::of(reason, key, "USD", cents, occurred_at).expect("balanced")
}

/// Many transactions of every reason, vertical, place, month and currency; a key has one content.
fn many() -> Vec<Transaction> {
    let start = at("2026-09-15T22:30:00Z");
    let reasons = LedgerReason::ALL;
    (0..40_usize)
        .map(|no| {
            let cents = 100 + i64::try_from(no * no * 7_919 % 100_000).expect("small");
            let currency = if no % 5 == 0 { "EUR" } else { "USD" };
            let occurred_at = start + Duration::days(i64::try_from(no * 3).expect("small"));
            let reason = reasons[no % reasons.len()];
            let made = Transaction::of(reason, &format!("key {no}"), currency, cents, occurred_at).expect("balanced");
            made.about(LedgerSubject {
                vertical: (no % 3 != 0).then(|| format!("vertical-{}", no % 3)),
                place: (no % 4 != 0).then(|| format!("Place {}", no % 4)),
                ..LedgerSubject::default()
            })
        })
        .collect()
}

async fn all_sums(db: &Db, ws: Uuid) -> BTreeMap<&'static str, Vec<LedgerSum>> {
    let mut all = BTreeMap::new();
    for by in LedgerGroup::ALL {
        let mut sums = ledger::sums(db, ws, &LedgerFilter::default(), *by).await.expect("sums");
        sums.sort_by(|a, b| (&a.currency, &a.name).cmp(&(&b.currency, &b.name)));
        all.insert(by.as_str(), sums);
    }
    all
}

#[tokio::test]
async fn sums_do_not_depend_on_the_order_and_repetition_of_posts() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, other) = other_user(&world, "bob@example.com").await;
        let all = many();
        for transaction in &all {
            assert!(post(db, ws, transaction).await.is_new, "{}", world.name);
        }
        // Another order, each one to three times.
        for round in 0..3 {
            for no in 0..all.len() {
                let index = (no * 17 + round * 5) % all.len();
                if index.is_multiple_of(round + 1) {
                    post(db, other, &all[index]).await;
                }
            }
        }
        assert_eq!(all_sums(db, ws).await, all_sums(db, other).await, "{}", world.name);
        let balances = ledger::balances(db, ws, &LedgerFilter::default()).await.expect("balances");
        for currency in ["USD", "EUR"] {
            let of: Vec<_> = balances.iter().filter(|one| one.currency == currency).collect();
            let (debits, credits): (Vec<i64>, Vec<i64>) =
                of.iter().map(|one| (one.debit_cents, one.credit_cents)).unzip();
            assert_eq!(debits.iter().sum::<i64>(), credits.iter().sum::<i64>(), "{}: {currency}", world.name);
            let revenue = all.iter().filter(|one| one.currency() == currency).map(|one| match one.reason() {
                LedgerReason::LeadAccepted | LedgerReason::Rent => one.cents(),
                LedgerReason::Refund => -one.cents(),
                _ => 0,
            });
            let total = ledger::revenue_cents(db, ws, currency).await.expect("revenue");
            assert_eq!(total, revenue.sum::<i64>(), "{}: {currency}", world.name);
            for (by, sums) in all_sums(db, ws).await {
                let of = sums.iter().filter(|one| one.currency == currency);
                assert_eq!(of.map(|one| one.revenue_cents).sum::<i64>(), total, "{}: {by}", world.name);
            }
        }
        world
    })
    .await;
}

#[tokio::test]
async fn sums_by_month_and_website_follow_the_filter() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let website_id = add_website(db, ws, "roofs.example").await;
        let of = |key: &str, cents, day: &str| {
            let subject = LedgerSubject { website_id: Some(website_id), ..LedgerSubject::default() };
            transaction(LedgerReason::LeadAccepted, key, cents, at(day)).about(subject)
        };
        post(db, ws, &of("a", 4_000, "2026-10-31T23:59:59Z")).await;
        post(db, ws, &of("b", 5_000, "2026-11-01T00:00:00Z")).await;
        post(db, ws, &transaction(LedgerReason::Hosting, "c", 700, at("2026-11-02T00:00:00Z"))).await;
        let months = ledger::sums(db, ws, &LedgerFilter::default(), LedgerGroup::Month).await.expect("sums");
        let months: Vec<_> = months
            .iter()
            .map(|one| (one.name.as_deref(), one.revenue_cents, one.cost_cents, one.transactions))
            .collect();
        assert_eq!(months, [(Some("2026-10"), 4_000, 0, 1), (Some("2026-11"), 5_000, 700, 2)], "{}", world.name);
        let november = LedgerFilter {
            from: Some("2026-11-01".parse().expect("a day")),
            website_id: Some(website_id),
            ..LedgerFilter::default()
        };
        let sums = ledger::sums(db, ws, &november, LedgerGroup::Website).await.expect("sums");
        assert_eq!(sums.len(), 1, "{}", world.name);
        assert_eq!((sums[0].id, sums[0].name.as_deref()), (Some(website_id), Some("roofs.example")));
        assert_eq!((sums[0].revenue_cents, sums[0].cost_cents), (5_000, 0), "{}", world.name);
        let days = ledger::sums(db, ws, &november, LedgerGroup::Day).await.expect("sums");
        assert_eq!(days[0].name.as_deref(), Some("2026-11-01"), "{}", world.name);
        let ids = ids_of_pages(
            async |before| ledger::list(db, ws, &LedgerFilter::default(), before, 2).await.expect("list"),
            |one| one.id,
        )
        .await;
        assert_eq!(ids.len(), 3, "{}", world.name);
        let found = ledger::find(db, ws, ids[0]).await.expect("find").expect("it");
        assert_eq!((found.amount_cents, found.debited.as_str()), (700, "hosting_costs"), "{}", world.name);
        assert!(ledger::find(db, new_id(), ids[0]).await.expect("find").is_none(), "another workspace");
        world
    })
    .await;
}

#[tokio::test]
async fn transactions_are_listed_by_day_and_a_page_follows_although_more_are_posted() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let post_on =
            async |key: &str, day: &str| post(db, ws, &transaction(LedgerReason::Hosting, key, 700, at(day))).await.id;
        let late = post_on("late", "2026-11-20T09:00:00Z").await;
        let early = post_on("early", "2026-11-02T09:00:00Z").await;
        let morning = post_on("morning", "2026-11-10T23:00:00Z").await;
        let evening = post_on("evening", "2026-11-10T01:00:00Z").await;
        let filter = LedgerFilter::default();
        let page = async |before| ledger::list(db, ws, &filter, before, 2).await.expect("list");
        let ids = |page: &Page<LedgerTransaction>| page.items.iter().map(|one| one.id).collect::<Vec<_>>();
        let first = page(None).await;
        assert_eq!(ids(&first), [late, evening], "{}: by day, then the last posted", world.name);
        // Of later and earlier days, between two pages.
        post_on("new", "2026-11-25T09:00:00Z").await;
        let old = post_on("old", "2026-11-01T09:00:00Z").await;
        let cursor = first.next_cursor.map(|text| text.parse().expect("an id"));
        let second = page(cursor).await;
        assert_eq!(ids(&second), [morning, early], "{}: none twice, none missing", world.name);
        let third = page(Some(early)).await;
        assert_eq!((ids(&third), third.next_cursor), (vec![old], None), "{}", world.name);
        let (_, foreign) = other_user(&world, "bob@example.com").await;
        let theirs = ledger::list(db, foreign, &filter, Some(early), 2).await.expect("list");
        assert!(theirs.items.is_empty(), "{}: the cursor of another workspace", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn simultaneous_posts_of_a_key_post_once() {
    on_each_database(async |world| {
        let (db, ws) = (world.db.clone(), world.workspace_id);
        let one = transaction(LedgerReason::Rent, "rent 2026-11", 90_000, now());
        let tasks = (0..16).map(|_| {
            let (db, one) = (db.clone(), one.clone());
            tokio::spawn(async move { post(&db, ws, &one).await })
        });
        let posted: Vec<Posted> = join_all(tasks).await.into_iter().map(|task| task.expect("a post")).collect();
        assert_eq!(posted.iter().filter(|one| one.is_new).count(), 1, "{}", world.name);
        assert!(posted.iter().all(|one| one.id == posted[0].id), "{}", world.name);
        assert_eq!(count(&db, "ledger_entries", "true").await, 2, "{}", world.name);
        assert_eq!(ledger::revenue_cents(&db, ws, "USD").await.expect("revenue"), 90_000, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn posted_rows_are_neither_changed_nor_deleted_but_with_their_workspace() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        post(db, ws, &transaction(LedgerReason::Rent, "a", 100, now())).await;
        for sql in [
            "UPDATE ledger_transactions SET note = 'x'",
            "UPDATE ledger_entries SET debit_cents = debit_cents + 1 WHERE debit_cents > 0",
            "DELETE FROM ledger_entries",
            "DELETE FROM ledger_transactions",
        ] {
            let refused = try_within(db, async |tx| {
                use shared::store::{StoreError, Tx};
                let done = match tx {
                    Tx::Postgres(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
                    Tx::Sqlite(tx) => sqlx::query(sql).execute(&mut **tx).await.map(drop),
                };
                done.map_err(StoreError::from)
            });
            let error = format!("{:?}", refused.await.expect_err("a refusal"));
            assert!(error.contains("append-only"), "{}: {sql}: {error}", world.name);
        }
        assert_eq!(count(db, "ledger_entries", "true").await, 2, "{}", world.name);
        within(db, async |tx| workspace::delete(tx, ws).await).await;
        assert_eq!(count(db, "ledger_entries", "true").await, 0, "{}", world.name);
        assert_eq!(count(db, "ledger_transactions", "true").await, 0, "{}", world.name);
        assert_eq!(execute(db, "DELETE FROM ledger_transactions").await, 0, "{}", world.name);
        world
    })
    .await;
}
