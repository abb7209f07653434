//! Rentals and invoices: one active rental of a website, each period invoiced once, and totals that are sums over the ledger.

use chrono::{DateTime, NaiveDate, Utc};
use futures::future::join_all;
use shared::{
    domain::{
        invoice::{Invoice, InvoiceMove, InvoiceStatus},
        lead_settings::LeadSettings,
        ledger::{LedgerAccount, LedgerGroup, LedgerReason, LedgerSubject, Transaction},
        new_id,
        pipeline::NewPipelineMarket,
        rental::{Rental, RentalMove, RentalStatus, Tenant},
    },
    store::{
        invoice::{self, InvoiceDeed, InvoiceFilter, InvoiceMoved},
        lead_settings,
        ledger::{self, LedgerFilter},
        pipeline,
        rental::{self, RentalBody, RentalDeed, RentalFilter, RentalMoved, Updated},
        website,
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, at, count, literal, other_user, within},
    world::{World, on_each_database},
};

pub(crate) fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

pub(crate) fn tenant() -> Tenant {
    Tenant {
        name: "O'Brien & Søn".to_owned(),
        street: "1 Main St".to_owned(),
        city: "Tulsa".to_owned(),
        state: "OK".to_owned(),
        postal_code: "74101".to_owned(),
        phone: "+19185550123".to_owned(),
        email: "tenant@example.com".to_owned(),
        url: None,
        licence: Some("OK-123".to_owned()),
    }
}

pub(crate) fn body(starts_on: &str) -> RentalBody {
    RentalBody {
        tenant: tenant(),
        price_cents: 90_000,
        currency: "USD".to_owned(),
        starts_on: day(starts_on),
        ends_on: None,
        billing_day: 5,
    }
}

pub(crate) async fn offer(world: &World, website_id: Uuid, body: &RentalBody, now: DateTime<Utc>) -> Uuid {
    let id = new_id();
    let by = (world.workspace_id, world.user_id);
    within(&world.db, async |tx| rental::insert(tx, by, (id, website_id), body, now).await).await;
    id
}

pub(crate) async fn moved(world: &World, id: Uuid, by: RentalMove, now: DateTime<Utc>) -> RentalMoved {
    let deed = RentalDeed { user_id: Some(world.user_id), ends_on: None };
    rental::apply(&world.db, (world.workspace_id, id), by, deed, now).await.expect("a move")
}

/// Offers a website, verifies the tenant and activates the rental.
pub(crate) async fn rented(world: &World, website_id: Uuid, now: DateTime<Utc>) -> Uuid {
    let id = offer(world, website_id, &body(&now.date_naive().to_string()), now).await;
    for by in [RentalMove::Verify, RentalMove::Activate] {
        let done = moved(world, id, by, now).await;
        assert!(matches!(done, RentalMoved::Done(_)), "{}: {done:?}", world.name);
    }
    id
}

pub(crate) async fn find(world: &World, id: Uuid) -> Rental {
    rental::find(&world.db, world.workspace_id, id).await.expect("find").expect("the rental")
}

pub(crate) async fn invoices(world: &World, id: Uuid) -> Vec<Invoice> {
    let filter = InvoiceFilter { rental_id: Some(id), ..InvoiceFilter::default() };
    let mut all = invoice::list(&world.db, world.workspace_id, &filter, None, 100).await.expect("list").items;
    all.reverse();
    all
}

pub(crate) async fn advance(world: &World, id: Uuid, now: DateTime<Utc>) {
    rental::advance(&world.db, (world.workspace_id, id), now).await.expect("advance");
}

pub(crate) async fn balance(world: &World, account: LedgerAccount) -> i64 {
    let all = ledger::balances(&world.db, world.workspace_id, &LedgerFilter::default()).await.expect("balances");
    let found = all.into_iter().find(|one| one.account == account);
    found.map_or(0, |one| one.debit_cents - one.credit_cents)
}

#[tokio::test]
async fn rental_is_activated_once_verified_and_only_one_of_a_website_is_active() {
    on_each_database(async |world| {
        let website_id = add_website(&world.db, world.workspace_id, "roofs.example").await;
        let now = at("2026-11-10T12:00:00Z");
        let incomplete = RentalBody { tenant: Tenant { phone: String::new(), ..tenant() }, ..body("2026-11-16") };
        let id = offer(&world, website_id, &incomplete, now).await;
        assert!(matches!(
            moved(&world, id, RentalMove::Activate, now).await,
            RentalMoved::Refused(RentalStatus::Offered)
        ));
        let refused = moved(&world, id, RentalMove::Verify, now).await;
        assert!(
            matches!(&refused, RentalMoved::Incomplete(fields) if fields == &["phone"]),
            "{}: {refused:?}",
            world.name
        );
        let updated =
            rental::update(&world.db, (world.workspace_id, id), world.user_id, &body("2026-11-16"), now).await;
        assert!(matches!(updated, Ok(Updated::Done(_))), "{}: {updated:?}", world.name);
        assert!(matches!(moved(&world, id, RentalMove::Verify, now).await, RentalMoved::Done(_)));
        let verified = find(&world, id).await;
        assert_eq!((verified.status, verified.verified_by), (RentalStatus::Verified, Some(world.user_id)));
        assert_eq!((verified.verified_at, &verified.tenant), (Some(now), &tenant()), "{}", world.name);
        let renamed = RentalBody { tenant: Tenant { name: "Ann".to_owned(), ..tenant() }, ..body("2026-11-16") };
        rental::update(&world.db, (world.workspace_id, id), world.user_id, &renamed, now).await.expect("update");
        let revised = find(&world, id).await;
        assert_eq!((revised.status, revised.verified_at), (RentalStatus::Offered, None), "{}", world.name);
        moved(&world, id, RentalMove::Verify, now).await;
        let other = offer(&world, website_id, &body("2026-11-16"), now).await;
        moved(&world, other, RentalMove::Verify, now).await;
        let together = join_all([id, other].map(|one| moved(&world, one, RentalMove::Activate, now))).await;
        let done = together.iter().filter(|one| matches!(one, RentalMoved::Done(_))).count();
        let occupied = together.iter().filter(|one| matches!(one, RentalMoved::Occupied(_))).count();
        assert_eq!((done, occupied), (1, 1), "{}: {together:?}", world.name);
        let found = rental::active_tenant(&world.db, world.workspace_id, website_id).await.expect("find");
        assert_eq!(found.map(|(_, on)| on), Some(Some(day("2026-11-10"))), "{}", world.name);
        let (_, foreign) = other_user(&world, "bob@example.com").await;
        assert!(rental::active_tenant(&world.db, foreign, website_id).await.expect("find").is_none(), "{}", world.name);
        let theirs = rental::apply(&world.db, (foreign, id), RentalMove::End, RentalDeed::default(), now).await;
        assert!(matches!(theirs, Ok(RentalMoved::NotFound)), "{}: {theirs:?}", world.name);
        let filter = RentalFilter { status: Some(RentalStatus::Active), website_id: Some(website_id) };
        let active = rental::list(&world.db, world.workspace_id, &filter, None, 10);
        assert_eq!(active.await.expect("list").items.len(), 1, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn each_period_is_invoiced_once_on_its_day_in_the_time_zone_with_numbers_without_gaps() {
    on_each_database(async |world| {
        let settings = LeadSettings { time_zone: "America/Chicago".to_owned(), ..LeadSettings::default() };
        let set = at("2026-11-01T00:00:00Z");
        within(&world.db, async |tx| lead_settings::put(tx, world.workspace_id, &settings, set).await).await;
        let website_id = add_website(&world.db, world.workspace_id, "roofs.example").await;
        let start = at("2026-11-16T15:00:00Z");
        let id = rented(&world, website_id, start).await;
        let first = invoices(&world, id).await;
        assert_eq!(first.len(), 1, "{}: the first days are invoiced at once", world.name);
        assert_eq!((first[0].amount_cents, first[0].number), (45_000, 1), "{}: 15 of 30 days", world.name);
        assert_eq!((first[0].period_from, first[0].period_to), (day("2026-11-16"), day("2026-11-30")));
        assert_eq!((first[0].issued_on, first[0].due_on), (day("2026-11-16"), day("2026-11-30")), "{}", world.name);
        let before = at("2026-12-05T05:59:59Z");
        assert!(rental::due(&world.db, before, 10).await.expect("due").is_empty(), "{}: still the 4th", world.name);
        let on = at("2026-12-05T06:00:00Z");
        assert_eq!(rental::due(&world.db, on, 10).await.expect("due"), [(world.workspace_id, id)], "{}", world.name);
        let together = (0..6).map(|_| {
            let (db, ws) = (world.db.clone(), world.workspace_id);
            tokio::spawn(async move { rental::advance(&db, (ws, id), on).await })
        });
        for task in join_all(together).await {
            task.expect("a task").expect("advance");
        }
        assert_eq!(invoices(&world, id).await.len(), 2, "{}: repetition adds nothing", world.name);
        // Months without a worker are made up for.
        advance(&world, id, at("2027-03-20T12:00:00Z")).await;
        let all = invoices(&world, id).await;
        assert_eq!(all.iter().map(|one| one.number).collect::<Vec<_>>(), [1, 2, 3, 4, 5], "{}", world.name);
        assert_eq!(all.iter().map(|one| one.amount_cents).sum::<i64>(), 45_000 + 4 * 90_000, "{}", world.name);
        assert_eq!(ledger::revenue_cents(&world.db, world.workspace_id, "USD").await.expect("revenue"), 405_000);
        let sites = ledger::sums(&world.db, world.workspace_id, &LedgerFilter::default(), LedgerGroup::Website).await;
        assert_eq!(sites.expect("sums")[0].revenue_cents, 405_000, "{}: rent is the website's", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn rent_and_payment_have_their_local_day_in_the_ledger() {
    on_each_database(async |world| {
        let settings = LeadSettings { time_zone: "Australia/Sydney".to_owned(), ..LeadSettings::default() };
        let set = at("2026-11-01T00:00:00Z");
        within(&world.db, async |tx| lead_settings::put(tx, world.workspace_id, &settings, set).await).await;
        let website_id = add_website(&world.db, world.workspace_id, "roofs.example").await;
        // The first of December in Sydney, still November in UTC.
        let now = at("2026-11-30T14:00:00Z");
        let id = offer(&world, website_id, &RentalBody { billing_day: 1, ..body("2026-12-01") }, now).await;
        for by in [RentalMove::Verify, RentalMove::Activate] {
            assert!(matches!(moved(&world, id, by, now).await, RentalMoved::Done(_)), "{}", world.name);
        }
        let issued = invoices(&world, id).await.remove(0);
        assert_eq!((issued.issued_on, issued.period_from), (day("2026-12-01"), day("2026-12-01")), "{}", world.name);
        let deed = InvoiceDeed { user_id: Some(world.user_id), paid_on: None, note: String::new() };
        for by in [InvoiceMove::Pay, InvoiceMove::UndoPayment, InvoiceMove::Void] {
            let done = invoice::apply(&world.db, (world.workspace_id, issued.id), by, &deed, now).await;
            assert!(matches!(done, Ok(InvoiceMoved::Done(_))), "{}: {done:?}", world.name);
        }
        let all = ledger::list(&world.db, world.workspace_id, &LedgerFilter::default(), None, 10).await.expect("list");
        let days: Vec<NaiveDate> = all.items.iter().map(|one| one.occurred_at.date_naive()).collect();
        assert_eq!(days, [day("2026-12-01"); 4], "{}", world.name);
        let months = ledger::sums(&world.db, world.workspace_id, &LedgerFilter::default(), LedgerGroup::Month).await;
        let months: Vec<_> = months.expect("sums").into_iter().map(|one| one.name).collect();
        assert_eq!(months, [Some("2026-12".to_owned())], "{}: rent of December", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn payment_and_withdrawal_are_posted_once_and_totals_are_sums_over_the_ledger() {
    on_each_database(async |world| {
        let website_id = add_website(&world.db, world.workspace_id, "roofs.example").await;
        let id = rented(&world, website_id, at("2026-11-01T12:00:00Z")).await;
        advance(&world, id, at("2027-01-05T12:00:00Z")).await;
        let now = at("2027-01-05T12:00:00Z");
        let all = invoices(&world, id).await;
        assert_eq!(all.len(), 3, "{}", world.name);
        let pay = |one: Uuid, paid_on: Option<NaiveDate>| {
            let deed = InvoiceDeed { user_id: Some(world.user_id), paid_on, note: "wire".to_owned() };
            let (db, ws) = (world.db.clone(), world.workspace_id);
            async move { invoice::apply(&db, (ws, one), InvoiceMove::Pay, &deed, now).await.expect("a move") }
        };
        let early = pay(all[0].id, Some(day("2027-01-06"))).await;
        assert!(matches!(early, InvoiceMoved::PaidOn(..)), "{}: {early:?}", world.name);
        let together = join_all((0..5).map(|_| pay(all[0].id, Some(day("2026-12-01"))))).await;
        assert_eq!(together.iter().filter(|one| matches!(one, InvoiceMoved::Done(_))).count(), 1, "{}", world.name);
        let void = InvoiceDeed { user_id: Some(world.user_id), ..InvoiceDeed::default() };
        let done = invoice::apply(&world.db, (world.workspace_id, all[1].id), InvoiceMove::Void, &void, now).await;
        assert!(matches!(done, Ok(InvoiceMoved::Done(_))), "{}: {done:?}", world.name);
        let again = invoice::apply(&world.db, (world.workspace_id, all[0].id), InvoiceMove::Void, &void, now).await;
        assert!(matches!(again, Ok(InvoiceMoved::Refused(InvoiceStatus::Paid))), "{}: {again:?}", world.name);
        let (_, foreign) = other_user(&world, "bob@example.com").await;
        let theirs = invoice::apply(&world.db, (foreign, all[2].id), InvoiceMove::Pay, &void, now).await;
        assert!(matches!(theirs, Ok(InvoiceMoved::NotFound)), "{}: {theirs:?}", world.name);
        let after = invoices(&world, id).await;
        let statuses: Vec<_> = after.iter().map(|one| (one.status, one.paid_on)).collect();
        let paid = (InvoiceStatus::Paid, Some(day("2026-12-01")));
        assert_eq!(statuses, [paid, (InvoiceStatus::Void, None), (InvoiceStatus::Open, None)], "{}", world.name);
        let totals = invoice::totals(&world.db, world.workspace_id, day("2027-01-20")).await.expect("totals");
        assert_eq!(totals.len(), 1, "{}", world.name);
        let sums = (totals[0].open_cents, totals[0].overdue_cents, totals[0].paid_cents);
        assert_eq!(sums, (90_000, 90_000, 90_000), "{}", world.name);
        let later = invoice::totals(&world.db, world.workspace_id, day("2027-01-19")).await.expect("totals");
        assert_eq!(later[0].overdue_cents, 0, "{}: due on the 19th", world.name);
        assert_eq!(balance(&world, LedgerAccount::Receivable).await, totals[0].open_cents, "{}", world.name);
        assert_eq!(balance(&world, LedgerAccount::Cash).await, totals[0].paid_cents, "{}", world.name);
        assert_eq!(balance(&world, LedgerAccount::RentRevenue).await, -180_000, "{}: two of three", world.name);
        let filter = InvoiceFilter { due_before: Some(day("2027-01-20")), ..InvoiceFilter::default() };
        let overdue = invoice::list(&world.db, world.workspace_id, &filter, None, 10).await.expect("list").items;
        assert_eq!(overdue.iter().map(|one| one.number).collect::<Vec<_>>(), [3], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn early_end_replaces_open_invoices_by_the_days_until_it() {
    on_each_database(async |world| {
        let website_id = add_website(&world.db, world.workspace_id, "roofs.example").await;
        let id = rented(&world, website_id, at("2026-11-01T12:00:00Z")).await;
        advance(&world, id, at("2026-11-05T12:00:00Z")).await;
        assert_eq!(invoices(&world, id).await.len(), 1, "{}", world.name);
        let deed = RentalDeed { user_id: Some(world.user_id), ends_on: Some(day("2026-11-11")) };
        let late =
            rental::apply(&world.db, (world.workspace_id, id), RentalMove::End, deed, at("2026-11-10T12:00:00Z")).await;
        assert!(matches!(late, Ok(RentalMoved::TooLate(_))), "{}: {late:?}", world.name);
        assert!(matches!(moved(&world, id, RentalMove::End, at("2026-11-10T12:00:00Z")).await, RentalMoved::Done(_)));
        let all = invoices(&world, id).await;
        let lines: Vec<_> = all.iter().map(|one| (one.number, one.status, one.amount_cents, one.period_to)).collect();
        assert_eq!(
            lines,
            [(1, InvoiceStatus::Void, 90_000, day("2026-11-30")), (2, InvoiceStatus::Open, 30_000, day("2026-11-10")),],
            "{}",
            world.name
        );
        assert_eq!(ledger::revenue_cents(&world.db, world.workspace_id, "USD").await.expect("revenue"), 30_000);
        let ended = find(&world, id).await;
        assert_eq!((ended.status, ended.ends_on), (RentalStatus::Ended, Some(day("2026-11-10"))), "{}", world.name);
        assert!(
            rental::due(&world.db, at("2030-01-01T00:00:00Z"), 10).await.expect("due").is_empty(),
            "{}",
            world.name
        );
        assert!(rental::active(&world.db, world.workspace_id, website_id).await.expect("find").is_none());
        let (by, later) = ((world.workspace_id, id), at("2026-11-12T00:00:00Z"));
        let changed = rental::update(&world.db, by, world.user_id, &body("2026-11-01"), later).await;
        assert!(matches!(changed, Ok(Updated::Ended)), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn planned_end_invoices_the_last_days_and_gives_the_website_back() {
    on_each_database(async |world| {
        let website_id = add_website(&world.db, world.workspace_id, "roofs.example").await;
        let id = rented(&world, website_id, at("2026-11-01T12:00:00Z")).await;
        let planned = RentalBody { ends_on: Some(day("2026-12-03")), ..RentalBody::of(&find(&world, id).await) };
        let by = (world.workspace_id, id);
        let done = rental::update(&world.db, by, world.user_id, &planned, at("2026-11-02T12:00:00Z")).await;
        assert!(matches!(done, Ok(Updated::Done(_))), "{}: {done:?}", world.name);
        let moved = RentalBody { starts_on: day("2026-11-02"), ..planned.clone() };
        let fixed = rental::update(&world.db, by, world.user_id, &moved, at("2026-11-02T12:00:00Z")).await;
        assert!(matches!(fixed, Ok(Updated::Fixed("startsOn"))), "{}: {fixed:?}", world.name);
        let past = RentalBody { ends_on: Some(day("2026-11-01")), ..planned };
        let early = rental::update(&world.db, by, world.user_id, &past, at("2026-11-02T12:00:00Z")).await;
        assert!(matches!(early, Ok(Updated::TooEarly(_))), "{}: {early:?}", world.name);
        advance(&world, id, at("2026-12-03T12:00:00Z")).await;
        assert_eq!(find(&world, id).await.status, RentalStatus::Active, "{}: the last day", world.name);
        let amounts: Vec<_> = invoices(&world, id).await.iter().map(|one| one.amount_cents).collect();
        assert_eq!(amounts, [90_000, 8_710], "{}: 3 of 31 days", world.name);
        assert_eq!(
            rental::due(&world.db, at("2026-12-04T00:00:00Z"), 10).await.expect("due").len(),
            1,
            "{}",
            world.name
        );
        advance(&world, id, at("2026-12-04T00:00:00Z")).await;
        assert_eq!(find(&world, id).await.status, RentalStatus::Ended, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn deleted_website_leaves_its_invoices_and_ledger() {
    on_each_database(async |world| {
        let website_id = add_website(&world.db, world.workspace_id, "roofs.example").await;
        let id = rented(&world, website_id, at("2026-11-05T12:00:00Z")).await;
        within(&world.db, async |tx| website::delete(tx, world.workspace_id, website_id).await).await;
        assert_eq!(count(&world.db, "rentals", "1 = 1").await, 0, "{}", world.name);
        let left = invoices(&world, id).await;
        assert_eq!(left.len(), 1, "{}", world.name);
        assert_eq!((left[0].website_name.as_str(), &left[0].tenant.0), ("roofs.example", &tenant()), "{}", world.name);
        let (by, deed) = ((world.workspace_id, left[0].id), InvoiceDeed::default());
        let paid = invoice::apply(&world.db, by, InvoiceMove::Pay, &deed, at("2026-11-06T12:00:00Z"));
        assert!(matches!(paid.await, Ok(InvoiceMoved::Done(_))), "{}: it can still be paid", world.name);
        world
    })
    .await;
}

fn market(vertical: &str, place_id: &str, city: &str, tier: Option<&str>) -> NewPipelineMarket {
    NewPipelineMarket {
        vertical: vertical.to_owned(),
        vertical_name: vertical.to_owned(),
        place_id: place_id.to_owned(),
        city: city.to_owned(),
        state: "OK".to_owned(),
        currency: "USD".to_owned(),
        tier: tier.map(str::to_owned),
        score: Some(50.0),
        demand_bound: "lower".to_owned(),
        profit: None,
        revenue_cents: None,
        payout_cents: None,
        run_id: None,
    }
}

#[tokio::test]
async fn revenue_by_tier_follows_the_market_and_sums_to_the_revenue() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let now = at("2026-11-05T12:00:00Z");
        for (vertical, place_id, city, tier) in [
            ("roofing", "1", "Tulsa", Some("tier1")),
            ("plumbing", "1", "Tulsa", Some("tier3")),
            ("plumbing", "2", "Broken Arrow", None),
        ] {
            let market = market(vertical, place_id, city, tier);
            within(db, async |tx| pipeline::add(tx, ws, world.user_id, &market, now).await).await;
        }
        let cases = [
            (10_000, LedgerReason::Rent, Some("roofing"), Some("tulsa, OK")),
            (2_000, LedgerReason::Refund, Some("roofing"), Some("Tulsa, OK")),
            (3_000, LedgerReason::LeadAccepted, Some("plumbing"), Some("Tulsa, OK")),
            (400, LedgerReason::LeadAccepted, Some("plumbing"), Some("Broken Arrow, OK")),
            (50, LedgerReason::Rent, None, None),
            (6, LedgerReason::Rent, Some("roofing"), None),
            (999, LedgerReason::Hosting, Some("roofing"), Some("Tulsa, OK")),
        ];
        for (no, (cents, reason, vertical, place)) in cases.into_iter().enumerate() {
            let made = Transaction::of(reason, &format!("key {no}"), "USD", cents, now).expect("balanced");
            let (vertical, place) = (vertical.map(str::to_owned), place.map(str::to_owned));
            let made = made.about(LedgerSubject { vertical, place, ..LedgerSubject::default() });
            within(db, async |tx| ledger::post(tx, ws, &made, None, now).await).await;
        }
        let website_id = add_website(db, ws, "tulsa.example").await;
        let insert = format!(
            "INSERT INTO sites (website_id, workspace_id, slug, kind, vertical, vertical_name, places, theme, seed,
               phone_is_owned, status, created_by, created_at, updated_at)
             VALUES ({site}, {ws}, 'tulsa', 'goldmine', 'roofing', 'Roofing', '[{{\"id\": \"1\", \"name\": \"Tulsa, OK\"}}]',
               'harbor', 1, FALSE, 'live', {user}, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z')",
            site = literal(db, website_id),
            ws = literal(db, ws),
            user = literal(db, world.user_id),
        );
        crate::support::execute(db, &insert).await;
        rented(&world, website_id, now).await;
        let tenant = format!("website_id = {} AND tenant IS NOT NULL", literal(db, website_id));
        assert_eq!(count(db, "sites", &tenant).await, 1, "{}: the site states the tenant", world.name);
        let tiers = ledger::by_tier(db, ws, "USD").await.expect("tiers");
        let rent = 78_000;
        let of = |tier: Option<&str>| tiers.get(&tier.map(str::to_owned)).copied();
        assert_eq!(of(Some("tier1")), Some(8_000 + rent), "{}: {tiers:?}", world.name);
        assert_eq!((of(Some("tier3")), of(None)), (Some(3_000), Some(456)), "{}: {tiers:?}", world.name);
        let total = ledger::revenue_cents(db, ws, "USD").await.expect("revenue");
        assert_eq!(tiers.values().sum::<i64>(), total, "{}", world.name);
        assert!(ledger::by_tier(db, ws, "EUR").await.expect("tiers").is_empty(), "{}", world.name);
        world
    })
    .await;
}
