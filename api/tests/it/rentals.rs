//! Rentals and invoices over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::store::mail;

use crate::{
    leads::{buyer, get, received, start},
    world::{Account, Reply, World, on_each},
};

const TENANT: &str = "Roofs & <Sons>";

async fn offered(world: &World, by: &Account, website: &str) -> String {
    let tenant = json!({"name": TENANT, "street": "1 Main St", "city": "Tulsa", "state": "OK", "postalCode": "74101",
        "phone": "+19185550123", "email": "tenant@example.com"});
    let new = json!({"websiteId": website, "tenant": tenant, "priceCents": 90_000});
    let made = world.post("/api/rentals", &new).bearer(&by.token).send().await.success(StatusCode::CREATED);
    made["rental"]["id"].as_str().expect("an id").to_owned()
}

async fn rental_moved(world: &World, by: &Account, id: &str, body: Value) -> Reply {
    world.post(&format!("/api/rentals/{id}/move"), &body).bearer(&by.token).send().await
}

/// Rents a website; returns the ids of the rental and of its first invoice.
pub(crate) async fn rented(world: &World, by: &Account, website: &str) -> (String, String) {
    let id = offered(world, by, website).await;
    for step in ["verify", "activate"] {
        rental_moved(world, by, &id, json!({"move": step})).await.success(StatusCode::OK);
    }
    let list = get(world, by, &format!("/api/invoices?rentalId={id}")).await;
    let invoice = list["invoices"][0]["id"].as_str().expect("the first days are invoiced at once").to_owned();
    (id, invoice)
}

/// Undoes a payment and records it again, twice: owed and paid follow, the revenue does not.
async fn undo_and_pay_twice(world: &World, ada: &Account, path: &str, cents: i64) {
    let totals = async || get(world, ada, "/api/invoices").await["totals"][0].clone();
    let paid = totals().await;
    assert_eq!((&paid["openCents"], &paid["paidCents"]), (&json!(0), &json!(cents)));
    for _ in 0..2 {
        let undone = world.post(path, &json!({"move": "undo_payment"})).bearer(&ada.token).send().await;
        let undone = undone.success(StatusCode::OK)["invoice"].clone();
        assert_eq!((&undone["status"], &undone["paidOn"]), (&json!("open"), &Value::Null));
        let owed = totals().await;
        assert_eq!((&owed["openCents"], &owed["paidCents"]), (&json!(cents), &json!(0)));
        let twice = world.post(path, &json!({"move": "undo_payment"})).bearer(&ada.token).send().await;
        twice.problem(409, "conflict", &["/move"]);
        world.post(path, &json!({"move": "pay"})).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(totals().await["paidCents"], json!(cents));
    }
    let revenue = get(world, ada, "/api/dominator-pipeline/revenue").await;
    assert_eq!(revenue["metrics"]["totalRevenueCents"], json!(cents), "payments are no revenue");
}

#[tokio::test]
async fn rented_website_sends_leads_to_the_tenant_and_rent_is_invoiced_and_paid() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        buyer(&world, &ada).await;
        let id = offered(&world, &ada, &website).await;
        rental_moved(&world, &ada, &id, json!({"move": "activate"})).await.problem(409, "conflict", &["/move"]);
        let (first, invoice) = {
            rental_moved(&world, &ada, &id, json!({"move": "end"})).await.success(StatusCode::OK);
            rented(&world, &ada, &website).await
        };
        let rental = get(&world, &ada, &format!("/api/rentals/{first}")).await;
        assert_eq!((&rental["rental"]["status"], &rental["rental"]["moves"]), (&json!("active"), &json!(["end"])));
        assert_eq!(rental["rental"]["tenant"]["name"], json!(TENANT));
        assert!(rental["rental"]["verifiedByName"].is_string(), "{rental}");
        let other = offered(&world, &ada, &website).await;
        rental_moved(&world, &ada, &other, json!({"move": "verify"})).await.success(StatusCode::OK);
        rental_moved(&world, &ada, &other, json!({"move": "activate"})).await.problem(409, "conflict", &["/move"]);

        let lead = received(&world, &ada, &website).await;
        let found = get(&world, &ada, &format!("/api/received-leads/{lead}")).await;
        assert_eq!((&found["lead"]["status"], &found["moves"]), (&json!("sent"), &json!([])));
        assert_eq!((&found["lead"]["tenantName"], &found["lead"]["priceCents"]), (&json!(TENANT), &Value::Null));

        let list = get(&world, &ada, "/api/invoices?status=open").await;
        let cents = list["invoices"][0]["amountCents"].as_i64().expect("an amount");
        assert!((3_000..=90_000).contains(&cents), "{list}");
        assert_eq!((&list["totals"][0]["openCents"], &list["totals"][0]["overdueCents"]), (&json!(cents), &json!(0)));
        let revenue = get(&world, &ada, "/api/dominator-pipeline/revenue").await;
        assert_eq!(revenue["metrics"]["totalRevenueCents"], json!(cents));
        let tiers = &revenue["metrics"]["revenueByTier"];
        let sum: f64 = ["tier1", "tier2", "tier3", "untiered"].iter().filter_map(|tier| tiers[*tier].as_f64()).sum();
        assert!((sum - revenue["metrics"]["totalRevenue"].as_f64().expect("a total")).abs() < 0.001, "{tiers}");
        let page = world.get(&format!("/api/invoices/{invoice}/html")).bearer(&ada.token).send().await;
        assert!(page.header("content-type").starts_with("text/html"), "{}", page.text());
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
        assert!(page.text().contains("Roofs &amp; &lt;Sons&gt;") && !page.text().contains("<Sons>"), "{}", page.text());
        let csv = world.get("/api/invoices/export").bearer(&ada.token).send().await.text();
        assert_eq!(csv.trim_end().lines().count(), 2, "{csv}");
        let amount = format!(",{}.{:02},USD", cents / 100, cents % 100);
        assert!(csv.contains(",Amount,Currency") && csv.contains(&amount), "{csv}");
        let path = format!("/api/invoices/{invoice}/move");
        let early = json!({"move": "void", "paidOn": "2026-01-01"});
        world.post(&path, &early).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/paidOn"]);
        let future = json!({"move": "pay", "paidOn": "2999-01-01"});
        world.post(&path, &future).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/paidOn"]);
        let paid = world.post(&path, &json!({"move": "pay", "note": "Wire"})).bearer(&ada.token).send().await;
        assert_eq!(paid.success(StatusCode::OK)["invoice"]["status"], json!("paid"));
        world.post(&path, &json!({"move": "void"})).bearer(&ada.token).send().await.problem(
            409,
            "conflict",
            &["/move"],
        );
        undo_and_pay_twice(&world, &ada, &path, cents).await;
    })
    .await;
}

#[tokio::test]
async fn invoice_is_emailed_to_the_tenant_on_request_and_on_the_day_of_issue() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let (rental, invoice) = rented(&world, &ada, &website).await;
        let email = async |id: &str| {
            world.post(&format!("/api/invoices/{id}/email"), &json!({})).bearer(&ada.token).send().await
        };
        let mails = async || {
            let all = mail::list(&world.state.db, None, 100).await.expect("mails").items;
            all.into_iter().filter(|mail| mail.recipient == "tenant@example.com").collect::<Vec<_>>()
        };
        assert_eq!(mails().await.iter().filter(|mail| mail.subject.starts_with("Invoice")).count(), 0);
        let sent = email(&invoice).await.success(StatusCode::OK)["invoice"].clone();
        assert_eq!(sent["emailedTo"], json!("tenant@example.com"));
        let all = mails().await;
        let first = all.iter().find(|mail| mail.subject.starts_with("Invoice 1 from ")).expect("the email");
        assert!(first.body_text.contains("Please pay") && first.body_html.contains("&lt;Sons&gt;"), "{first:?}");
        email(&shared::domain::new_id().to_string()).await.problem(404, "not-found", &[]);
        for _ in 0..2 {
            email(&invoice).await.success(StatusCode::OK);
        }
        email(&invoice).await.problem(429, "rate-limited", &[]);

        rental_moved(&world, &ada, &rental, json!({"move": "end"})).await.success(StatusCode::OK);
        let mut settings = get(&world, &ada, "/api/lead-settings").await["settings"].clone();
        settings["emailsInvoices"] = json!(true);
        let saved = world.call(Method::PUT, "/api/lead-settings").json(&settings).bearer(&ada.token).send().await;
        assert_eq!(saved.success(StatusCode::OK)["settings"]["emailsInvoices"], json!(true));
        let before = mails().await.len();
        let (_, second) = rented(&world, &ada, &website).await;
        let found = get(&world, &ada, &format!("/api/invoices/{second}")).await;
        assert_eq!(found["invoice"]["emailedTo"], json!("tenant@example.com"));
        assert_eq!(mails().await.len(), before + 1);
    })
    .await;
}

#[tokio::test]
async fn invalid_rentals_and_settings_are_named_by_field() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let tenant = json!({"name": "x".repeat(201), "phone": "918 555", "email": "nobody", "url": "ftp://x"});
        let wrong = json!({"websiteId": website, "tenant": tenant, "priceCents": 99, "currency": "usd",
            "startsOn": "1999-01-01", "endsOn": "1998-01-01", "billingDay": 29});
        let refused = world.post("/api/rentals", &wrong).bearer(&ada.token).send().await;
        let pointers = [
            "/tenant/email",
            "/tenant/name",
            "/tenant/phone",
            "/tenant/url",
            "/priceCents",
            "/currency",
            "/startsOn",
            "/endsOn",
            "/billingDay",
        ];
        refused.problem(422, "invalid-request", &pointers);
        let empty = json!({"websiteId": website, "tenant": {"name": "Ann"}, "priceCents": 100});
        let made = world.post("/api/rentals", &empty).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let id = made["rental"]["id"].as_str().expect("an id");
        let missing =
            ["/tenant/street", "/tenant/city", "/tenant/state", "/tenant/postalCode", "/tenant/phone", "/tenant/email"];
        rental_moved(&world, &ada, id, json!({"move": "verify"})).await.problem(422, "invalid-request", &missing);
        let misplaced = json!({"move": "verify", "endsOn": "2026-01-01"});
        rental_moved(&world, &ada, id, misplaced).await.problem(422, "invalid-request", &["/endsOn"]);
        let wrong = json!({"eraseAfterDays": 0, "offersRejected": true, "timeZone": "Moon", "paymentDays": 91});
        let refused = world.call(Method::PUT, "/api/lead-settings").json(&wrong).bearer(&ada.token).send().await;
        refused.problem(422, "invalid-request", &["/eraseAfterDays", "/timeZone", "/paymentDays"]);
        let right = json!({"eraseAfterDays": null, "offersRejected": true, "timeZone": "America/Chicago",
            "paymentDays": 7, "emailsInvoices": true});
        world
            .call(Method::PUT, "/api/lead-settings")
            .json(&right)
            .bearer(&ada.token)
            .send()
            .await
            .success(StatusCode::OK);
        assert_eq!(get(&world, &ada, "/api/lead-settings").await["settings"], right);
    })
    .await;
}
