//! Outcomes of sites: what live sites reached is counted once a day, kept when a site ends, and part of the version of the
//! market data.

use chrono::{Days, NaiveDate};
use shared::{
    domain::{
        ledger::{LedgerReason, LedgerSubject, Transaction},
        new_id, now,
    },
    store::{
        ledger, market,
        site_outcome::{self, SiteOutcome},
    },
};
use uuid::Uuid;

use crate::{
    sites::{add, built, deployed},
    support::{execute, literal, other_user, within},
    world::{World, on_each_database},
};

/// Adds visits of a day from a channel.
async fn visits(world: &World, id: Uuid, channel: &str, count: i64) {
    let (id, day) = (literal(&world.db, id), now().date_naive());
    let sql = format!(
        "INSERT INTO visit_days (website_id, day, page, channel, source, device, visits, views, engaged, contacts,
           conversions, value_cents)
         VALUES ({id}, '{day}', '/', '{channel}', '', 'mobile', {count}, {count}, 0, 0, 0, 0)"
    );
    assert_eq!(execute(&world.db, &sql).await, 1);
}

/// Adds a tracked keyword and its checks: days after today, and ranks.
async fn ranks(world: &World, id: Uuid, checks: &[(u64, Option<i32>)]) {
    let (db, keyword) = (&world.db, new_id());
    let (website, workspace) = (literal(db, id), literal(db, world.workspace_id));
    let (keyword, run) = (literal(db, keyword), new_id());
    let sql = format!(
        "INSERT INTO tracked_keywords (id, workspace_id, website_id, keyword, query, country, place, device, language, tags,
           created_by, created_at, features, owned_features, is_cited)
         VALUES ({keyword}, {workspace}, {website}, 'Plumber', 'plumber', 'US', 'Tulsa', 'mobile', 'en', '[]', {workspace},
           '2026-01-01T00:00:00.000Z', '[]', '[]', FALSE)"
    );
    assert_eq!(execute(db, &sql).await, 1);
    for (after, rank) in checks {
        let at = now().checked_add_days(Days::new(*after)).expect("a day").format("%Y-%m-%dT%H:%M:%S.000Z");
        let rank = rank.map_or("NULL".to_owned(), |rank| rank.to_string());
        let run = literal(db, Uuid::from_u128(run.as_u128() + u128::from(*after)));
        let sql = format!(
            "INSERT INTO rank_checks (keyword_id, run_id, workspace_id, website_id, checked_at, rank, depth, other_urls,
               features, owned_features, ai_overview, ai_urls, is_cited, top_hosts, provider, cost_micros)
             VALUES ({keyword}, {run}, {workspace}, {website}, '{at}', {rank}, 100, '[]', '[]', '[]', 'absent', '[]', FALSE,
               '[]', 'serper', 100)"
        );
        assert_eq!(execute(db, &sql).await, 1);
    }
}

async fn earn(world: &World, id: Uuid, reason: LedgerReason, key: &str, cents: i64) {
    let subject = LedgerSubject { website_id: Some(id), ..LedgerSubject::default() };
    let one = Transaction::of(reason, key, "USD", cents, now()).expect("valid").about(subject);
    within(&world.db, async |tx| ledger::post(tx, world.workspace_id, &one, None, now()).await).await;
}

async fn outcome(world: &World, id: Uuid) -> Option<SiteOutcome> {
    let all = site_outcome::list(&world.db, world.workspace_id).await.expect("list");
    all.into_iter().find(|one| one.website_id == id)
}

fn today() -> NaiveDate {
    now().date_naive()
}

#[tokio::test]
async fn outcomes_of_live_sites_are_counted_once_a_day_and_kept_afterwards() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (first, draft) = (add(&world, "tulsa-a").await, add(&world, "tulsa-b").await);
        built(&world, first, &["a text"]).await;
        deployed(&world, first).await;
        let empty = market::version(db, ws).await.expect("version");
        assert_eq!(site_outcome::due(db, today()).await.expect("due"), [ws], "{}", world.name);
        for (channel, count) in [("search", 40), ("direct", 2)] {
            visits(&world, first, channel, count).await;
        }
        ranks(&world, first, &[(1, None), (30, Some(12)), (61, Some(9)), (70, Some(4))]).await;
        earn(&world, first, LedgerReason::LeadAccepted, "a", 5_000).await;
        earn(&world, first, LedgerReason::LeadAccepted, "b", 4_000).await;
        earn(&world, first, LedgerReason::Refund, "c", 1_000).await;
        let through = today().checked_add_days(Days::new(90)).expect("a day");
        assert_eq!(site_outcome::refresh(db, ws, through).await.expect("refresh"), 1, "{}", world.name);
        let found = outcome(&world, first).await.expect("an outcome");
        assert_eq!((found.launched_on, found.through), (today(), through), "{}", world.name);
        assert_eq!((found.visits, found.search_visits, found.leads), (42, 40, 0), "{}", world.name);
        assert_eq!((found.accepted_leads, found.lead_cents, found.rent_cents), (2, 8_000, 0), "{}", world.name);
        assert!(found.is_tracked && found.ranked_on == today().checked_add_days(Days::new(61)), "{}", world.name);
        assert!(outcome(&world, draft).await.is_none(), "{}: never live", world.name);
        assert!(site_outcome::due(db, through).await.expect("due").is_empty(), "{}", world.name);
        let counted = market::version(db, ws).await.expect("version");
        assert!(counted != empty && !counted.is_empty(), "{}", world.name);

        // A site that ended keeps what it had reached.
        execute(db, &format!("UPDATE sites SET live_release_id = NULL WHERE website_id = {}", literal(db, first)))
            .await;
        visits(&world, first, "social", 5).await;
        let later = through.checked_add_days(Days::new(1)).expect("a day");
        assert_eq!(site_outcome::refresh(db, ws, later).await.expect("refresh"), 0, "{}", world.name);
        assert_eq!(outcome(&world, first).await.expect("an outcome").visits, 42, "{}", world.name);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        assert!(site_outcome::list(db, bobs).await.expect("list").is_empty(), "{}", world.name);
        world
    })
    .await;
}
