//! Reports over HTTP: they are made, frozen, shared, printed and emailed.

use axum::http::{Method, StatusCode};
use chrono::Days;
use serde_json::{Value, json};
use shared::{
    domain::{imported::RecordKind, now},
    store::mail,
};

use crate::{
    fleet, imported,
    world::{Account, World, on_each},
};

/// The smallest PNG: one pixel.
const PNG: &[u8] = b"\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x01\x00\x00\x00\x01\x08\x02\x00\x00\x00\x90\x77\x53\xde\x00\x00\x00\x0c\x49\x44\x41\x54\x78\x9c\x63\x10\x50\x30\x00\x00\x00\xa4\x00\x61\x34\x66\x7d\x72\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82";

async fn created(world: &World, by: &Account, website: &str, settings: Value) -> String {
    let new = json!({"websiteId": website, "settings": settings});
    let made = world.post("/api/reports", &new).bearer(&by.token).send().await.success(StatusCode::CREATED);
    made["report"]["id"].as_str().expect("an id").to_owned()
}

async fn made(world: &World, by: &Account, id: &str) -> Value {
    let path = format!("/api/reports/{id}/issues");
    world.post(&path, &json!({})).bearer(&by.token).send().await.success(StatusCode::CREATED)
}

/// A report with an issue; returns both ids.
pub(crate) async fn stored(world: &World, by: &Account, website: &str) -> (String, String) {
    let settings = json!({"brandName": "Lovelace Media", "recipients": ["client@example.com"]});
    let id = created(world, by, website, settings).await;
    let issue = made(world, by, &id).await["issue"]["id"].as_str().expect("an id").to_owned();
    (id, issue)
}

async fn start(world: &World) -> (Account, String) {
    let ada = world.register("ada@example.com").await;
    let website = fleet::website_with_days(&world.state, &ada, "example.com").await.to_string();
    (ada, website)
}

#[tokio::test]
async fn issue_never_changes_when_data_and_settings_change() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let (id, issue) = stored(&world, &ada, &website).await;
        let path = format!("/api/reports/{id}/issues/{issue}");
        let before = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK)["content"].clone();
        let search = &before["search"];
        assert_eq!(search["days"].as_array().expect("days").len(), 28, "{search}");
        assert!(search["current"]["clicks"].as_i64() > Some(0) && search["previous"].is_object(), "{search}");
        assert_eq!(search["source"]["asOf"], before["period"]["to"]);
        assert_eq!(before["brand"]["name"], "Lovelace Media");
        let missing: Vec<_> = before["missing"].as_array().expect("a list").iter().map(|one| &one["section"]).collect();
        assert!(missing.contains(&&json!("visits")) && !missing.contains(&&json!("search")), "{missing:?}");
        let note = json!({"kind": "edit", "title": "Later", "day": before["period"]["to"], "websiteId": website});
        world.post("/api/annotations", &note).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let settings = json!({"brandName": "Other", "title": "Other", "sections": ["changes"]});
        let put =
            world.call(Method::PUT, &format!("/api/reports/{id}")).json(&settings).bearer(&ada.token).send().await;
        assert_eq!(put.success(StatusCode::OK)["report"]["settings"]["title"], "Other");
        let after = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK)["content"].clone();
        assert_eq!(after, before);
        let next = made(&world, &ada, &id).await["content"].clone();
        assert_eq!((&next["changes"]["changes"][0]["title"], &next["search"]), (&json!("Later"), &Value::Null));
        let list = world.get(&format!("/api/reports/{id}/issues")).bearer(&ada.token).send().await;
        assert_eq!(list.success(StatusCode::OK)["issues"].as_array().expect("a list").len(), 2);
    })
    .await;
}

#[tokio::test]
async fn shared_link_shows_the_latest_issue_without_an_account_until_it_is_ended() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let (id, _) = stored(&world, &ada, &website).await;
        let path = format!("/api/reports/{id}/share");
        let link = world.post(&path, &json!({})).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let token = link["link"].as_str().and_then(|link| link.rsplit('/').next()).expect("a link").to_owned();
        let public = format!("/api/public/reports/{token}");
        let read = world.get(&public).send().await;
        assert_eq!((read.header("x-robots-tag"), read.header("cache-control")), ("noindex", "no-store"));
        assert_eq!(read.success(StatusCode::OK)["content"]["brand"]["name"], "Lovelace Media");
        let pdf = world.get(&format!("{public}/pdf")).send().await;
        assert_eq!((pdf.status, pdf.header("content-type")), (StatusCode::OK, "application/pdf"));
        let ended = world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(ended["report"]["sharedAt"], Value::Null);
        for path in [public.clone(), format!("{public}/pdf"), "/api/public/reports/unknown".to_owned()] {
            assert_eq!(world.get(&path).send().await.status, StatusCode::NOT_FOUND, "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn pdf_has_the_title_of_the_report() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let (id, issue) = stored(&world, &ada, &website).await;
        let reply = world.get(&format!("/api/reports/{id}/issues/{issue}/pdf")).bearer(&ada.token).send().await;
        assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, "application/pdf"));
        assert!(reply.header("content-disposition").contains("report-example.com-"));
        assert!(reply.bytes.starts_with(b"%PDF"));
        let title = b"Search report: example.com";
        assert!(reply.bytes.windows(title.len()).any(|part| part == title), "the title is in the metadata");
    })
    .await;
}

#[tokio::test]
async fn emailed_report_has_its_figures_link_and_pdf() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let (id, issue) = stored(&world, &ada, &website).await;
        let share = format!("/api/reports/{id}/share");
        let link = world.post(&share, &json!({})).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let path = format!("/api/reports/{id}/issues/{issue}/send");
        let sent = world.post(&path, &json!({})).bearer(&ada.token).send().await.success(StatusCode::ACCEPTED);
        assert_eq!((&sent["emails"], &sent["refusedEmails"]), (&json!(1), &json!(0)));
        let waiting = mail::due(&world.state.db, shared::domain::now(), 100).await.expect("the store");
        let mail = waiting.iter().find(|mail| mail.recipient == "client@example.com").expect("an email");
        for part in ["Clicks: ", "Lovelace Media sends you this email", link["link"].as_str().expect("a link")] {
            assert!(mail.body_text.contains(part), "{part}: {}", mail.body_text);
        }
        assert!(mail.attachment_name.as_deref().is_some_and(|name| name.ends_with(".pdf")));
        assert!(mail.attachment.as_deref().is_some_and(|pdf| pdf.starts_with(b"%PDF")));
        let none = created(&world, &ada, &website, json!({"brandName": "Lovelace Media"})).await;
        let issue = made(&world, &ada, &none).await["issue"]["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/reports/{none}/issues/{issue}/send");
        world.post(&path, &json!({})).bearer(&ada.token).send().await.problem(409, "conflict", &["/recipients"]);
    })
    .await;
}

#[tokio::test]
async fn wrong_settings_and_logos_name_their_fields() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let many: Vec<String> = (0..11).map(|at| format!("a{at}@example.com")).collect();
        for (settings, pointer) in [
            (json!({}), "/settings/brandName"),
            (json!({"brandName": "A", "accent": "#ffee00"}), "/settings/accent"),
            (json!({"brandName": "A", "accent": "red"}), "/settings/accent"),
            (json!({"brandName": "A", "days": 30}), "/settings/days"),
            (json!({"brandName": "A", "hour": 24}), "/settings/hour"),
            (json!({"brandName": "A", "sections": []}), "/settings/sections"),
            (json!({"brandName": "A", "sections": ["search", "search"]}), "/settings/sections"),
            (json!({"brandName": "A", "recipients": ["nobody"]}), "/settings/recipients/0"),
            (json!({"brandName": "A", "recipients": many}), "/settings/recipients"),
        ] {
            let new = json!({"websiteId": website, "settings": settings});
            let reply = world.post("/api/reports", &new).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
        let (id, _) = stored(&world, &ada, &website).await;
        let logo = format!("/api/reports/{id}/logo");
        let put = async |bytes: Vec<u8>| {
            world.call(Method::PUT, &logo).bearer(&ada.token).raw("image/png", bytes).send().await
        };
        put(b"<svg/>".to_vec()).await.problem(422, "invalid-request", &["/logo"]);
        put(vec![0; (256 << 10) + 1]).await.problem(422, "invalid-request", &["/logo"]);
        let set = put(PNG.to_vec()).await.success(StatusCode::OK);
        assert!(set["logo"].as_str().is_some_and(|logo| logo.starts_with("data:image/png;base64,")));
        assert_eq!(made(&world, &ada, &id).await["content"]["brand"]["logo"], set["logo"]);
    })
    .await;
}

#[tokio::test]
async fn frequency_creates_and_deletes_the_schedule() {
    on_each(async |world| {
        let (ada, website) = start(&world).await;
        let id = created(&world, &ada, &website, json!({"brandName": "A", "frequency": "monthly"})).await;
        let path = format!("/api/reports/{id}");
        let read = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        let next = read["schedule"]["nextAt"].as_str().expect("a time");
        assert!(next.contains("-01T07:00:00"), "{next}");
        let put = world.call(Method::PUT, &path).json(&json!({"brandName": "A"})).bearer(&ada.token).send().await;
        assert_eq!(put.success(StatusCode::OK)["schedule"], Value::Null);
        let weekly = json!({"brandName": "A", "frequency": "weekly"});
        let put = world.call(Method::PUT, &path).json(&weekly).bearer(&ada.token).send().await;
        assert!(put.success(StatusCode::OK)["schedule"]["nextAt"].is_string());
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        let schedules = world.get("/api/schedules").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(schedules["schedules"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn imported_leads_revenue_and_sessions_are_reported_with_their_file() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let day = |ago: u64| (now().date_naive() - Days::new(ago)).to_string();
        let lead =
            |key: i64, ago: u64, status: &str| json!([key, null, day(ago), "/a", null, "google", status, null, null]);
        let paid =
            |key: i64, day: String, cents: i64| json!([key, null, day, cents, "USD", "job", null, null, null, null]);
        let came = |key: i64, ago: u64, page: Option<&str>, source: Option<&str>| {
            json!([key, day(ago), day(ago), page, source, null, null, 50, null, null, 4, null, null])
        };
        let rows = [
            (RecordKind::Lead, json!([lead(1, 2, "won"), lead(2, 9, "lost"), lead(3, 3, "spam"), lead(4, 40, "won")])),
            (
                RecordKind::Revenue,
                json!([paid(1, day(2), 12_000), paid(2, day(30), 5_000), paid(3, "2028-01-01".to_owned(), 1_200)]),
            ),
            (
                RecordKind::Sessions,
                json!([came(1, 2, Some("/"), None), came(2, 2, None, Some("google")), came(3, 3, None, Some("bing"))]),
            ),
        ];
        let site = imported::bring_rows(&world, &ada, &rows).await.to_string();
        let (id, issue) = stored(&world, &ada, &site).await;
        let path = format!("/api/reports/{id}/issues/{issue}");
        let content = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK)["content"].clone();
        let revenue = &content["revenue"];
        assert_eq!((&revenue["leads"], &revenue["previousLeads"]), (&json!(2), &json!(1)), "{revenue}");
        let money = json!([{"currency": "USD", "currentCents": 12_000, "previousCents": 5_000}]);
        assert_eq!(revenue["revenue"], money);
        let name = revenue["source"]["name"].as_str().expect("a name");
        assert!(name.contains("Queries.csv (imported ") && name.contains("Leads of"), "{name}");
        let visits = json!({"visits": 100, "conversions": 8});
        assert_eq!(content["visits"]["current"], visits, "sources, not landing pages as well: {content}");
        let missing: Vec<_> =
            content["missing"].as_array().expect("a list").iter().map(|one| &one["section"]).collect();
        assert!(!missing.contains(&&json!("revenue")) && !missing.contains(&&json!("visits")), "{missing:?}");
        let found = world.get(&format!("/api/websites/{site}/revenue")).bearer(&ada.token).send().await;
        let found = found.success(StatusCode::OK);
        assert_eq!(found["amounts"], json!([{"currency": "USD", "cents": 17_000}]), "no revenue of 2028: {found}");
        assert_eq!((&found["source"], &found["files"][0]["fileName"]), (&json!("imported"), &json!("Queries.csv")));
    })
    .await;
}
