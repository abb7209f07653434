//! Releases over HTTP: who approves them, and their files.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::store::{release::NewRelease, run::Outcome, site::SiteBuilt};

use crate::{
    api_keys, fleet,
    sites::{FILES, PLACE, build, created, get, home, id, live, operator, post, release, status},
    world::on_each,
};
#[tokio::test]
async fn release_of_a_regulated_trade_is_approved_with_a_named_reviewer() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        operator(&world, &ada).await;
        let (site, run) = created(&world, &ada, "plumbing", PLACE).await;
        let site_id = id(&site["id"]);
        let release = NewRelease { needs_review: true, ..release(&FILES, false) };
        let release_id = release.id;
        let end = SiteBuilt {
            site_id,
            name: None,
            pages: vec![home(&ada, site_id)],
            release,
            sketches: Vec::new(),
            blocked_by: None,
        };
        let run = fleet::claim(&world.state, run).await;
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
        let path = format!("/api/releases/{release_id}/approve");
        let approve = async |body: Value| post(&world, &ada, &path, body).await;
        approve(json!({})).await.problem(409, "conflict", &["/review"]);
        let unconfirmed = json!({"review": {"name": "Jane Doe", "credentials": "attorney", "isConfirmed": false}});
        approve(unconfirmed).await.problem(422, "invalid-request", &["/review/isConfirmed"]);
        let nobody = approve(json!({"review": {"isConfirmed": true}})).await;
        nobody.problem(422, "invalid-request", &["/review/name", "/review/credentials"]);
        let seen = get(&world, &ada, &format!("/api/releases/{release_id}")).await["release"].clone();
        assert_eq!(
            (&seen["needsReview"], &seen["review"], &seen["approvedAt"]),
            (&json!(true), &Value::Null, &Value::Null)
        );
        let given = json!({"review": {"name": " Jane  Doe ", "credentials": "attorney", "isConfirmed": true}});
        let approved = approve(given).await.success(StatusCode::OK)["release"].clone();
        assert_eq!(
            (&approved["review"]["name"], &approved["review"]["credentials"]),
            (&json!("Jane Doe"), &json!("attorney"))
        );
        assert!(approved["review"]["reviewedAt"].is_string() && approved["approvedAt"].is_string(), "{approved}");
        post(&world, &ada, &format!("/api/sites/{site_id}/deploy"), json!({})).await.success(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn only_a_person_approves_and_never_a_blocked_release() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        operator(&world, &ada).await;
        let (site, run) = created(&world, &ada, "plumbing", PLACE).await;
        let site_id = id(&site["id"]);
        let blocked = build(&world, &ada, (site_id, run), &FILES, true).await;
        let seen = get(&world, &ada, &format!("/api/sites/{site_id}")).await;
        assert_eq!(seen["site"]["status"], "blocked");
        assert_eq!(seen["site"]["lastError"], "It is thin. Write more.");
        let approve = format!("/api/releases/{blocked}/approve");
        post(&world, &ada, &approve, json!({})).await.problem(409, "conflict", &["/isBlocked"]);
        let path = format!("/api/sites/{site_id}/deploy");
        post(&world, &ada, &path, json!({})).await.problem(409, "conflict", &["/isBlocked"]);
        let report = get(&world, &ada, &format!("/api/releases/{blocked}")).await;
        assert_eq!(report["release"]["gate"]["findings"][0]["fix"], "Write more.");

        let again = post(&world, &ada, &format!("/api/sites/{site_id}/build"), json!({})).await;
        let run = id(&again.success(StatusCode::ACCEPTED)["run"]["id"]);
        let release = build(&world, &ada, (site_id, run), &FILES[1..], false).await;
        let approve = format!("/api/releases/{release}/approve");
        let (key, _) = api_keys::make(&world, &ada, &["write"]).await;
        world.post(&approve, &json!({})).bearer(&key).send().await.problem(403, "forbidden", &[]);
        assert_eq!(status(&world, &ada, site_id).await, "waiting");
        let reply = world.post(&path, &json!({"releaseId": release})).bearer(&key).send().await;
        reply.problem(409, "conflict", &["/approvedAt"]);
        for _ in 0..2 {
            post(&world, &ada, &approve, json!({})).await.success(StatusCode::OK);
        }
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        assert_eq!(log.matches("release.approved").count(), 1, "{log}");
        post(&world, &ada, &path, json!({"releaseId": blocked})).await.problem(409, "conflict", &["/isBlocked"]);
        let on = world.call(Method::PUT, "/api/kill-switch").json(&json!({"isOn": true, "reason": "odd"}));
        on.bearer(&ada.token).send().await.success(StatusCode::OK);
        post(&world, &ada, &path, json!({})).await.problem(409, "conflict", &["/killSwitch"]);
    })
    .await;
}

#[tokio::test]
async fn release_is_downloaded_as_a_zip_file() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (_, slug, release) = live(&world, &ada).await;
        let reply = world.get(&format!("/api/releases/{release}/zip")).bearer(&ada.token).send().await;
        assert_eq!((reply.status, reply.header("content-type")), (StatusCode::OK, "application/zip"));
        assert!(reply.header("content-disposition").contains(&format!("{slug}-1.zip")));
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(reply.bytes.to_vec())).expect("a ZIP file");
        let mut page = String::new();
        std::io::Read::read_to_string(&mut zip.by_name("cost/index.html").expect("the page"), &mut page).expect("text");
        assert_eq!((zip.len(), page.as_str()), (FILES.len(), FILES[3].2));
    })
    .await;
}
