//! Credit notes: paid days after the end of a rental are credited once, and credit is used or paid back once.

use chrono::{DateTime, NaiveDate, Utc};
use futures::future::join_all;
use shared::{
    domain::{
        invoice::{Invoice, InvoiceMove, InvoiceStatus},
        ledger::{LedgerAccount, LedgerGroup},
        rental::RentalMove,
    },
    store::{
        invoice::{self, InvoiceDeed, InvoiceMoved},
        ledger::{self, LedgerFilter},
        rental::{self, RentalBody, RentalDeed, RentalMoved, Updated},
    },
};
use uuid::Uuid;

use crate::{
    rentals::{advance, balance, day, find, invoices, moved, rented},
    support::{add_website, at},
    world::{World, on_each_database},
};

const START: &str = "2026-11-01T12:00:00Z";

async fn apply(world: &World, id: Uuid, by: InvoiceMove, now: DateTime<Utc>) -> InvoiceMoved {
    let deed = InvoiceDeed { user_id: Some(world.user_id), paid_on: None, note: String::new() };
    invoice::apply(&world.db, (world.workspace_id, id), by, &deed, now).await.expect("a move")
}

async fn done(world: &World, id: Uuid, by: InvoiceMove, now: DateTime<Utc>) {
    let result = apply(world, id, by, now).await;
    assert!(matches!(result, InvoiceMoved::Done(_)), "{}: {result:?}", world.name);
}

/// A website that is rented from the first of November for 900.00 a month, whose first invoice is paid.
async fn paid(world: &World, host: &str) -> (Uuid, Uuid) {
    let website_id = add_website(&world.db, world.workspace_id, host).await;
    let id = rented(world, website_id, at(START)).await;
    advance(world, id, at("2026-11-05T12:00:00Z")).await;
    let invoice = invoices(world, id).await.remove(0).id;
    done(world, invoice, InvoiceMove::Pay, at("2026-11-06T12:00:00Z")).await;
    (id, invoice)
}

async fn end(world: &World, id: Uuid, last: &str, now: DateTime<Utc>) -> RentalMoved {
    let deed = RentalDeed { user_id: Some(world.user_id), ends_on: Some(day(last)) };
    rental::apply(&world.db, (world.workspace_id, id), RentalMove::End, deed, now).await.expect("a move")
}

async fn set_end(world: &World, id: Uuid, last: Option<NaiveDate>, now: DateTime<Utc>) {
    let body = RentalBody { ends_on: last, ..RentalBody::of(&find(world, id).await) };
    let updated = rental::update(&world.db, (world.workspace_id, id), world.user_id, &body, now).await;
    assert!(matches!(updated, Ok(Updated::Done(_))), "{}: {updated:?}", world.name);
}

async fn one(world: &World, id: Uuid) -> Invoice {
    invoice::find(&world.db, world.workspace_id, id).await.expect("find").expect("the invoice")
}

/// What is owed, paid and owed to tenants, after a check that these are the balances of the ledger and that all its sums agree.
async fn totals(world: &World) -> (i64, i64, i64) {
    let all = invoice::totals(&world.db, world.workspace_id, day("2030-01-01")).await.expect("totals");
    let [one] = all.as_slice() else { panic!("{}: {all:?}", world.name) };
    assert_eq!(one.open_cents, one.overdue_cents, "{}: all is overdue by then", world.name);
    let owed = balance(world, LedgerAccount::Receivable).await;
    assert_eq!(owed, one.open_cents - one.credit_cents, "{}", world.name);
    assert_eq!(balance(world, LedgerAccount::Cash).await, one.paid_cents, "{}", world.name);
    let revenue = ledger::revenue_cents(&world.db, world.workspace_id, "USD").await.expect("revenue");
    assert_eq!(revenue, one.open_cents + one.paid_cents - one.credit_cents, "{}: rent that is earned", world.name);
    for by in [LedgerGroup::Website, LedgerGroup::Month, LedgerGroup::Vertical] {
        let sums = ledger::sums(&world.db, world.workspace_id, &LedgerFilter::default(), by).await.expect("sums");
        assert_eq!(sums.iter().map(|sum| sum.revenue_cents).sum::<i64>(), revenue, "{}: {by}", world.name);
    }
    let tiers = ledger::by_tier(&world.db, world.workspace_id, "USD").await.expect("tiers");
    assert_eq!(tiers.values().sum::<i64>(), revenue, "{}", world.name);
    (one.open_cents, one.paid_cents, one.credit_cents)
}

#[tokio::test]
async fn paid_days_after_the_end_are_credited_once_and_paid_back_once() {
    on_each_database(async |world| {
        let (id, invoice) = paid(&world, "roofs.example").await;
        let now = at("2026-11-10T12:00:00Z");
        let together = join_all((0..5).map(|_| end(&world, id, "2026-11-10", now))).await;
        let ended = together.iter().filter(|one| matches!(one, RentalMoved::Done(_))).count();
        assert_eq!(ended, 1, "{}: {together:?}", world.name);
        for _ in 0..2 {
            advance(&world, id, at("2026-12-10T12:00:00Z")).await;
        }
        let found = one(&world, invoice).await;
        assert_eq!((found.status, found.amount_cents), (InvoiceStatus::Paid, 90_000), "{}", world.name);
        assert_eq!((found.credited_cents, found.credit_left_cents), (60_000, 60_000), "{}: 20 of 30", world.name);
        assert_eq!((found.credited_from, found.last_day()), (Some(day("2026-11-11")), day("2026-11-10")));
        assert_eq!(find(&world, id).await.credit_cents, 60_000, "{}", world.name);
        let notes = invoice::credit_notes(&world.db, world.workspace_id, invoice).await.expect("notes");
        let [note] = notes.as_slice() else { panic!("{}: {notes:?}", world.name) };
        assert_eq!((note.number, note.issued_on, note.amount_cents), (1, day("2026-11-10"), 60_000), "{}", world.name);
        assert_eq!((note.period_from, note.period_to), (day("2026-11-11"), day("2026-11-30")), "{}", world.name);
        assert_eq!(totals(&world).await, (0, 90_000, 60_000), "{}", world.name);
        let together = join_all((0..5).map(|_| apply(&world, invoice, InvoiceMove::PayBack, now))).await;
        let moves = together.iter().filter(|one| matches!(one, InvoiceMoved::Done(_))).count();
        assert_eq!(moves, 1, "{}: {together:?}", world.name);
        assert_eq!(totals(&world).await, (0, 30_000, 0), "{}", world.name);
        assert_eq!(one(&world, invoice).await.paid_back_cents, 60_000, "{}", world.name);
        done(&world, invoice, InvoiceMove::UndoPayBack, now).await;
        assert_eq!(totals(&world).await, (0, 90_000, 60_000), "{}", world.name);
        done(&world, invoice, InvoiceMove::PayBack, now).await;
        assert_eq!((totals(&world).await, find(&world, id).await.credit_cents), ((0, 30_000, 0), 0), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn credit_pays_for_the_next_invoices_of_the_tenant() {
    on_each_database(async |world| {
        let (id, _) = paid(&world, "roofs.example").await;
        end(&world, id, "2026-11-10", at("2026-11-10T12:00:00Z")).await;
        let website_id = add_website(&world.db, world.workspace_id, "gutters.example").await;
        let next = rented(&world, website_id, at("2026-11-12T12:00:00Z")).await;
        let first = invoices(&world, next).await.remove(0);
        assert_eq!((first.status, first.amount_cents), (InvoiceStatus::Paid, 57_000), "{}: 19 days", world.name);
        assert_eq!((first.used_credit_cents, first.rest_cents()), (57_000, 0), "{}", world.name);
        assert_eq!((first.paid_on, first.moves()), (Some(day("2026-11-12")), vec![]), "{}", world.name);
        assert_eq!(totals(&world).await, (0, 90_000, 3_000), "{}", world.name);
        let now = at("2026-12-05T12:00:00Z");
        advance(&world, next, now).await;
        let second = invoices(&world, next).await.remove(1);
        let open = (second.status, second.used_credit_cents, second.rest_cents());
        assert_eq!(open, (InvoiceStatus::Open, 3_000, 87_000), "{}", world.name);
        assert_eq!(totals(&world).await, (87_000, 90_000, 0), "{}", world.name);
        done(&world, second.id, InvoiceMove::Void, now).await;
        assert_eq!(totals(&world).await, (0, 90_000, 3_000), "{}: it is free again", world.name);
        advance(&world, next, at("2027-01-05T12:00:00Z")).await;
        let third = invoices(&world, next).await.remove(2);
        for (by, after) in [(InvoiceMove::Pay, (0, 177_000, 0)), (InvoiceMove::UndoPayment, (87_000, 90_000, 0))] {
            done(&world, third.id, by, at("2027-01-06T12:00:00Z")).await;
            assert_eq!(totals(&world).await, after, "{}: the credit is used", world.name);
        }
        world
    })
    .await;
}

#[tokio::test]
async fn credit_of_one_tenant_does_not_pay_for_another() {
    on_each_database(async |world| {
        let (id, _) = paid(&world, "roofs.example").await;
        let website_id = add_website(&world.db, world.workspace_id, "gutters.example").await;
        let other = rented(&world, website_id, at(START)).await;
        let ann = shared::domain::rental::Tenant { name: "Ann".to_owned(), ..find(&world, other).await.tenant };
        let body = RentalBody { tenant: ann, ..RentalBody::of(&find(&world, other).await) };
        let (by, now) = ((world.workspace_id, other), at("2026-11-02T12:00:00Z"));
        rental::update(&world.db, by, world.user_id, &body, now).await.expect("update");
        advance(&world, other, at("2026-11-05T12:00:00Z")).await;
        end(&world, id, "2026-11-10", at("2026-11-10T12:00:00Z")).await;
        let theirs = invoices(&world, other).await.remove(0);
        assert_eq!((theirs.status, theirs.used_credit_cents), (InvoiceStatus::Open, 0), "{}", world.name);
        assert_eq!(totals(&world).await, (90_000, 90_000, 60_000), "{}: both are stated", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn day_is_charged_once_however_often_the_end_moves() {
    on_each_database(async |world| {
        let (id, _) = paid(&world, "roofs.example").await;
        let now = at("2026-11-10T12:00:00Z");
        for round in 1..=3 {
            set_end(&world, id, Some(day("2026-11-20")), now).await;
            assert_eq!(totals(&world).await, (0, 90_000, 30_000), "{}: round {round}", world.name);
            set_end(&world, id, Some(day("2026-11-15")), now).await;
            assert_eq!(totals(&world).await, (0, 90_000, 45_000), "{}: round {round}", world.name);
            set_end(&world, id, None, now).await;
            advance(&world, id, at("2026-11-21T12:00:00Z")).await;
            assert_eq!(totals(&world).await, (0, 90_000, 0), "{}: round {round}", world.name);
        }
        advance(&world, id, at("2026-12-05T12:00:00Z")).await;
        assert_eq!(totals(&world).await, (90_000, 90_000, 0), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn undone_payment_owes_the_days_that_are_not_credited() {
    on_each_database(async |world| {
        let (id, invoice) = paid(&world, "roofs.example").await;
        let now = at("2026-11-10T12:00:00Z");
        assert!(matches!(moved(&world, id, RentalMove::End, now).await, RentalMoved::Done(_)), "{}", world.name);
        done(&world, invoice, InvoiceMove::PayBack, now).await;
        done(&world, invoice, InvoiceMove::UndoPayment, now).await;
        assert_eq!(totals(&world).await, (90_000, -60_000, 0), "{}: the money that was paid back too", world.name);
        let refused = apply(&world, invoice, InvoiceMove::Void, now).await;
        assert!(matches!(refused, InvoiceMoved::Credited), "{}: {refused:?}", world.name);
        done(&world, invoice, InvoiceMove::UndoPayBack, now).await;
        assert_eq!(totals(&world).await, (30_000, 0, 0), "{}: ten days", world.name);
        let open = one(&world, invoice).await;
        assert_eq!((open.status, open.rest_cents()), (InvoiceStatus::Open, 30_000), "{}", world.name);
        for (by, after) in [(InvoiceMove::Pay, (0, 30_000, 0)), (InvoiceMove::UndoPayment, (30_000, 0, 0))] {
            done(&world, invoice, by, now).await;
            assert_eq!(totals(&world).await, after, "{}", world.name);
        }
        done(&world, invoice, InvoiceMove::Void, now).await;
        assert_eq!(totals(&world).await, (0, 0, 0), "{}", world.name);
        world
    })
    .await;
}
