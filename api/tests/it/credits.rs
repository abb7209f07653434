//! Credit of paid rent after an early end, and rollbacks of rented sites, over HTTP.

use axum::http::{Method, StatusCode};
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use shared::{
    domain::{now, rental::rent},
    store::{release::NewRelease, run::Outcome, site::SiteBuilt},
};
use uuid::Uuid;

use crate::{
    fleet,
    leads::start,
    sites::{self, FILES, build, deploy, get, home, id, live, post},
    world::{Account, Reply, World, on_each},
};

const PRICE: i64 = 90_000;

/// Rents a website from a day; returns the id of the rental.
async fn rented(world: &World, by: &Account, website: &str, first: NaiveDate) -> String {
    let tenant = json!({"name": "Roofs & <Sons>", "street": "1 Main St", "city": "Tulsa", "state": "OK",
        "postalCode": "74101", "phone": "+19185550123", "email": "tenant@example.com"});
    let new = json!({"websiteId": website, "tenant": tenant, "priceCents": PRICE, "startsOn": first});
    let made = post(world, by, "/api/rentals", new).await.success(StatusCode::CREATED);
    let rental = made["rental"]["id"].as_str().expect("an id").to_owned();
    for step in ["verify", "activate"] {
        moved(world, by, &rental, json!({"move": step})).await.success(StatusCode::OK);
    }
    rental
}

async fn moved(world: &World, by: &Account, rental: &str, body: Value) -> Reply {
    post(world, by, &format!("/api/rentals/{rental}/move"), body).await
}

/// What is owed, paid and owed to tenants; the revenue agrees with it.
async fn totals(world: &World, by: &Account) -> [i64; 3] {
    let all = get(world, by, "/api/invoices").await["totals"][0].clone();
    let [open, paid, credit] =
        ["openCents", "paidCents", "creditCents"].map(|name| all[name].as_i64().expect("an amount"));
    let revenue = get(world, by, "/api/dominator-pipeline/revenue").await;
    assert_eq!(revenue["metrics"]["totalRevenueCents"], json!(open + paid - credit), "{all}");
    let balances = get(world, by, "/api/ledger/summary?by=website").await["accounts"].clone();
    let owed = balances.as_array().expect("balances").iter().find(|one| one["account"] == "receivable").expect("it");
    let [debit, credited] = ["debitCents", "creditCents"].map(|name| owed[name].as_i64().expect("an amount"));
    assert_eq!(debit - credited, open - credit, "{balances}");
    [open, paid, credit]
}

#[tokio::test]
async fn paid_rent_of_days_after_the_end_is_credited_and_paid_back() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let first = now().date_naive().checked_sub_days(Days::new(40)).expect("a day");
        let rental = rented(&world, &ada, &website, first).await;
        let list = get(&world, &ada, &format!("/api/invoices?rentalId={rental}")).await;
        let invoices: Vec<String> = list["invoices"]
            .as_array()
            .expect("invoices")
            .iter()
            .map(|one| format!("/api/invoices/{}", one["id"].as_str().expect("an id")))
            .collect();
        for invoice in &invoices {
            post(&world, &ada, &format!("{invoice}/move"), json!({"move": "pay"})).await.success(StatusCode::OK);
        }
        let [_, paid, _] = totals(&world, &ada).await;
        let ended = moved(&world, &ada, &rental, json!({"move": "end", "endsOn": first})).await;
        let ended = ended.success(StatusCode::OK)["rental"].clone();
        // The first day is the only one that was used.
        let kept = rent(PRICE, first, first);
        assert_eq!(ended["creditCents"], json!(paid - kept), "{ended}");
        assert_eq!(totals(&world, &ada).await, [0, paid, paid - kept]);
        let page = world.get(&format!("{}/html", invoices[0])).bearer(&ada.token).send().await.text();
        assert!(page.contains("Credit note ") && page.contains("Credit owed to the tenant"), "{page}");
        let csv = world.get("/api/invoices/export").bearer(&ada.token).send().await.text();
        assert!(csv.lines().next().is_some_and(|line| line.contains("Credited")), "{csv}");
        let early = json!({"move": "undo_pay_back", "paidOn": first});
        let path = format!("{}/move", invoices[0]);
        post(&world, &ada, &path, early).await.problem(422, "invalid-request", &["/paidOn"]);
        for invoice in &invoices {
            let found = get(&world, &ada, invoice).await["invoice"].clone();
            if found["creditLeftCents"] == json!(0) {
                continue;
            }
            assert_eq!(found["moves"], json!(["undo_payment", "pay_back"]), "{found}");
            let path = format!("{invoice}/move");
            let done = post(&world, &ada, &path, json!({"move": "pay_back", "note": "Wire 7"})).await;
            assert_eq!(done.success(StatusCode::OK)["invoice"]["creditLeftCents"], json!(0));
            post(&world, &ada, &path, json!({"move": "pay_back"})).await.problem(409, "conflict", &["/move"]);
        }
        assert_eq!(totals(&world, &ada).await, [0, kept, 0]);
    })
    .await;
}

/// Ends the build that is at work on a site with a release that names the tenant of a rental; returns the release.
async fn build_with_tenant(world: &World, by: &Account, site: Uuid, rental: &str) -> Uuid {
    let run = id(&get(world, by, &format!("/api/sites/{site}")).await["site"]["runId"]);
    let rental_id = Some(rental.parse().expect("an id"));
    let release = NewRelease { rental_id, ..sites::release(&FILES[..4], false) };
    let release_id = release.id;
    let end = SiteBuilt {
        site_id: site,
        name: None,
        pages: vec![home(by, site)],
        release,
        sketches: Vec::new(),
        blocked_by: None,
    };
    let run = fleet::claim(&world.state, run).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
    release_id
}

#[tokio::test]
async fn rented_site_is_not_rolled_back_to_a_release_without_its_tenant() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (site, _, plain) = live(&world, &ada).await;
        let rental = rented(&world, &ada, &site.to_string(), now().date_naive()).await;
        let named = build_with_tenant(&world, &ada, site, &rental).await;
        post(&world, &ada, &format!("/api/releases/{named}/approve"), json!({})).await.success(StatusCode::OK);
        let path = format!("/api/sites/{site}/deploy");
        let begun = post(&world, &ada, &path, json!({})).await.success(StatusCode::ACCEPTED);
        deploy(&world, (site, id(&begun["run"]["id"])), named).await;
        let back = json!({"releaseId": plain});
        let refused = post(&world, &ada, &path, back.clone()).await.problem(409, "conflict", &["/releaseId"]);
        let detail = refused["errors"][0]["detail"].as_str().expect("a text");
        assert!(detail.contains("Roofs & <Sons>") && detail.contains("End the rental first"), "{detail}");
        let gone = world.call(Method::DELETE, &format!("/api/sites/{site}")).bearer(&ada.token).send().await;
        let kept = gone.problem(409, "conflict", &[""]);
        assert!(kept["errors"][0]["detail"].as_str().is_some_and(|text| text.contains("Roofs & <Sons>")), "{kept}");
        let site_now = get(&world, &ada, &format!("/api/sites/{site}")).await;
        assert_eq!(site_now["site"]["status"], json!("live"), "nothing is half deleted");
        moved(&world, &ada, &rental, json!({"move": "end"})).await.success(StatusCode::OK);
        let run = id(&get(&world, &ada, &format!("/api/sites/{site}")).await["site"]["runId"]);
        build(&world, &ada, (site, run), &FILES[..3], false).await;
        post(&world, &ada, &path, back).await.success(StatusCode::ACCEPTED);
    })
    .await;
}
