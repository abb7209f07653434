//! Rent counts from the day on which a website is handed over to its tenant.

use chrono::Duration;
use shared::{
    domain::{
        ledger::LedgerAccount,
        rental::{RentalDisclosure, RentalMove, RentalStatus},
    },
    store::{
        rental, run,
        site::{SiteBuilt, Started},
    },
};
use uuid::Uuid;

use crate::{
    rentals::{advance, balance, body, day, find, invoices, moved, offer},
    sites::{self, build_of, built, claimed, deployed, finish, found, start_build, start_deploy},
    support::{at, execute, literal},
    world::{World, on_each_database},
};

/// A rental of a live site from 2026-11-01, which is activated on that day; its site does not state the tenant yet.
async fn pending(world: &World) -> (Uuid, Uuid) {
    let site_id = sites::add(world, "tulsa").await;
    built(world, site_id, &["one"]).await;
    deployed(world, site_id).await;
    let now = at("2026-11-01T12:00:00Z");
    let id = offer(world, site_id, &body("2026-11-01"), now).await;
    moved(world, id, RentalMove::Verify, now).await;
    moved(world, id, RentalMove::Activate, now).await;
    let found = find(world, id).await;
    let state = (found.status, found.disclosure);
    assert_eq!(state, (RentalStatus::Active, Some(RentalDisclosure::Pending)), "{}", world.name);
    (site_id, id)
}

/// Deploys a release that states the tenant, which goes live at noon of a day.
async fn hand_over(world: &World, (site_id, id): (Uuid, Uuid), day: &str) {
    let run = claimed(world, start_build(world, site_id).await).await;
    let mut built: SiteBuilt = build_of(world, site_id, &["two"], false);
    built.release.rental_id = Some(id);
    assert!(finish(world, &run, built).await, "{}", world.name);
    let live = deployed(world, site_id).await.live_release_id.expect("a live release");
    let release = literal(&world.db, live);
    let sql = format!("UPDATE releases SET first_deployed_at = '{day}T12:00:00Z' WHERE id = {release}");
    assert_eq!(execute(&world.db, &sql).await, 1, "{}", world.name);
}

#[tokio::test]
async fn rent_of_a_live_site_counts_from_the_day_on_which_it_names_the_tenant() {
    on_each_database(async |world| {
        let (site_id, id) = pending(&world).await;
        let now = at("2026-11-10T12:00:00Z");
        advance(&world, id, now).await;
        assert!(invoices(&world, id).await.is_empty(), "{}: the tenant gets no leads yet", world.name);
        let due =
            async |minutes| rental::due(&world.db, now + Duration::minutes(minutes), 10).await.expect("due").len();
        assert_eq!((due(9).await, due(10).await), (0, 1), "{}: it is looked at again", world.name);
        hand_over(&world, (site_id, id), "2026-11-16").await;
        for _ in 0..2 {
            advance(&world, id, at("2026-11-17T12:00:00Z")).await;
        }
        let all = invoices(&world, id).await;
        let [one] = all.as_slice() else { panic!("{}: {all:?}", world.name) };
        assert_eq!((one.period_from, one.period_to), (day("2026-11-16"), day("2026-11-30")), "{}", world.name);
        assert_eq!(balance(&world, LedgerAccount::Receivable).await, 45_000, "{}: 15 of 30 days", world.name);
        advance(&world, id, at("2026-12-05T12:00:00Z")).await;
        assert_eq!(invoices(&world, id).await.len(), 2, "{}: then month by month", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn rent_begins_on_its_first_day_if_the_site_names_the_tenant_before() {
    on_each_database(async |world| {
        let (site_id, id) = pending(&world).await;
        hand_over(&world, (site_id, id), "2026-10-20").await;
        advance(&world, id, at("2026-11-05T12:00:00Z")).await;
        let all = invoices(&world, id).await;
        assert_eq!((all.len(), all[0].period_from), (1, day("2026-11-01")), "{}", world.name);
        assert_eq!(balance(&world, LedgerAccount::Receivable).await, 90_000, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn rental_that_ends_before_the_site_names_the_tenant_costs_nothing() {
    on_each_database(async |world| {
        let (_, id) = pending(&world).await;
        moved(&world, id, RentalMove::End, at("2026-11-12T12:00:00Z")).await;
        advance(&world, id, at("2026-12-12T12:00:00Z")).await;
        assert_eq!(find(&world, id).await.status, RentalStatus::Ended, "{}", world.name);
        assert!(invoices(&world, id).await.is_empty(), "{}", world.name);
        let due = rental::due(&world.db, at("2027-12-01T00:00:00Z"), 10).await.expect("due");
        assert!(due.is_empty(), "{}: {due:?}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn rented_site_is_not_rolled_back_to_a_release_without_its_tenant() {
    on_each_database(async |world| {
        let (site_id, id) = pending(&world).await;
        let first = found(&world, site_id).await.live_release_id;
        let early = start_deploy(&world, site_id, first).await;
        let Started::Run(run, _) = early else { panic!("{}: no rent is charged yet: {early:?}", world.name) };
        run::cancel(&world.db, world.workspace_id, run.id, at("2026-11-01T13:00:00Z")).await.expect("cancel");
        hand_over(&world, (site_id, id), "2026-11-16").await;
        let named = found(&world, site_id).await.live_release_id;
        let refused = start_deploy(&world, site_id, first).await;
        let tenant = body("2026-11-01").tenant.name;
        assert!(
            matches!(&refused, Started::TenantMissing(name) if *name == tenant),
            "{}: rent would go on: {refused:?}",
            world.name
        );
        let again = start_deploy(&world, site_id, named).await;
        let Started::Run(run, _) = again else { panic!("{}: it names the tenant: {again:?}", world.name) };
        run::cancel(&world.db, world.workspace_id, run.id, at("2026-11-17T13:00:00Z")).await.expect("cancel");
        moved(&world, id, RentalMove::End, at("2026-11-20T12:00:00Z")).await;
        let back = start_deploy(&world, site_id, first).await;
        assert!(matches!(back, Started::Run(..)), "{}: the rental ended: {back:?}", world.name);
        world
    })
    .await;
}
