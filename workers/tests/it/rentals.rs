//! Rentals in the reconciler: rent is invoiced, a planned end comes, and personal data of spam are erased.

use std::time::Duration;

use shared::{
    domain::{
        new_id, now,
        rental::{RentalMove, RentalStatus, Tenant},
        website::WebsiteKind,
    },
    store::{
        invoice::{self, InvoiceFilter},
        rental::{self, RentalBody, RentalDeed, RentalMoved},
        website::{self, NewWebsite},
    },
};

use crate::installation::{Installation, in_each_mode};

async fn website(at: &Installation) -> uuid::Uuid {
    let new = NewWebsite {
        name: "roofs.example".to_owned(),
        url: "https://roofs.example/".to_owned(),
        host: "roofs.example".to_owned(),
        kind: WebsiteKind::Own,
    };
    let mut tx = at.backends.db.begin().await.expect("a transaction");
    let id = website::insert(&mut tx, at.world.workspace_id, &new, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    id
}

fn tenant() -> Tenant {
    let text = |text: &str| text.to_owned();
    Tenant {
        name: text("Ann"),
        street: text("1 Main St"),
        city: text("Tulsa"),
        state: text("OK"),
        postal_code: text("74101"),
        phone: text("+19185550123"),
        email: text("ann@example.com"),
        url: None,
        licence: None,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn reconciler_invoices_rent_once_and_ends_the_rental_after_its_last_day() {
    in_each_mode(|at| async {
        let (db, ws, user) = (&at.backends.db, at.world.workspace_id, at.world.user_id);
        let (website_id, id) = (website(&at).await, new_id());
        let start = now() - chrono::Duration::days(70);
        let body = RentalBody {
            tenant: tenant(),
            price_cents: 90_000,
            currency: "USD".to_owned(),
            starts_on: start.date_naive(),
            ends_on: Some((now() - chrono::Duration::days(1)).date_naive()),
            billing_day: 1,
        };
        let mut tx = db.begin().await.expect("a transaction");
        rental::insert(&mut tx, (ws, user), (id, website_id), &body, start).await.expect("insert");
        tx.commit().await.expect("commit");
        for by in [RentalMove::Verify, RentalMove::Activate] {
            let moved = rental::apply(db, (ws, id), by, RentalDeed::default(), start).await.expect("a move");
            assert!(matches!(moved, RentalMoved::Done(_)), "{}: {moved:?}", at.world.name);
        }
        let workers = [at.worker(), at.worker()];
        for _ in 0..100 {
            tokio::time::sleep(Duration::from_millis(100)).await;
            let found = rental::find(db, ws, id).await.expect("find").expect("the rental");
            if found.status == RentalStatus::Ended {
                break;
            }
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
        let found = rental::find(db, ws, id).await.expect("find").expect("the rental");
        assert_eq!(found.status, RentalStatus::Ended, "{}", at.world.name);
        let mut all = invoice::list(db, ws, &InvoiceFilter::default(), None, 100).await.expect("list").items;
        all.reverse();
        let numbers: Vec<i32> = all.iter().map(|one| one.number).collect();
        assert_eq!(numbers, (1..=i32::try_from(all.len()).expect("few")).collect::<Vec<_>>(), "{}", at.world.name);
        let next =
            |pair: &[shared::domain::invoice::Invoice]| pair[0].period_to.succ_opt() == Some(pair[1].period_from);
        assert!(all.windows(2).all(next), "{}: each day once: {all:?}", at.world.name);
        let days = (all.first().map(|one| one.period_from), all.last().map(|one| one.period_to));
        assert_eq!(days, (Some(body.starts_on), body.ends_on), "{}", at.world.name);
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}
