//! Targets of sites over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::config::{ApiSettings, SiteSettings};

use crate::{
    sites::{PLACE, created, get, operator, post},
    world::{Account, World, on_each, on_each_with, settings},
};

const TARGETS: &str = "/api/deploy-targets";
const TOKEN: &str = "netlify-token-0123456789";

/// Adds a target; returns its id.
pub(crate) async fn netlify(world: &World, by: &Account) -> String {
    let body = json!({"kind": "netlify", "name": "Netlify", "settings": {}, "secrets": {"token": TOKEN}});
    let made = post(world, by, TARGETS, body).await.success(StatusCode::CREATED);
    made["target"]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn secrets_of_a_target_are_never_returned() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = netlify(&world, &ada).await;
        let path = format!("{TARGETS}/{id}");
        let listed = world.get(TARGETS).bearer(&ada.token).send().await;
        assert!(!listed.text().contains("0123456789"), "{}", listed.text());
        let one = listed.success(StatusCode::OK)["targets"][0].clone();
        assert_eq!((&one["kind"], &one["hasSecrets"], &one["sites"]), (&json!("netlify"), &json!(true), &json!(0)));
        let named = world.patch(&path, &json!({"name": "Another"})).bearer(&ada.token).send().await;
        assert_eq!(named.success(StatusCode::OK)["target"]["hasSecrets"], json!(true));
        let moved = json!({"settings": {"apiUrl": "https://evil.example"}});
        world.patch(&path, &moved).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/secrets"]);
        let both =
            json!({"settings": {"apiUrl": "https://api.example"}, "secrets": {"token": "another-token-of-mine"}});
        let moved = world.patch(&path, &both).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert!(
            moved["target"]["settings"]["apiUrl"].as_str().is_some_and(|url| url.starts_with("https://api.example"))
        );
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn invalid_targets_are_refused_by_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let target = |kind: &str, settings: Value, secrets: Value| json!({"kind": kind, "name": "T", "settings": settings, "secrets": secrets});
        let refused = async |body: Value| {
            let reply = post(&world, &ada, TARGETS, body).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", reply.text());
            let body = reply.json();
            body["errors"][0]["pointer"].as_str().expect("a pointer").to_owned()
        };
        assert_eq!(refused(target("hosting", json!({}), json!({}))).await, "/kind");
        assert_eq!(refused(target("ftp", json!({}), json!({}))).await, "/kind");
        assert!(refused(target("netlify", json!({}), json!({}))).await.starts_with("/secrets"));
        assert!(refused(target("netlify", json!({"unknown": 1}), json!({"token": TOKEN}))).await.starts_with("/settings"));
        assert!(refused(target("s3", json!({}), json!({}))).await.starts_with("/settings"));
        // No folder is listed by the operator of this installation.
        assert!(refused(target("folder", json!({"path": "/srv/www/{site}"}), json!({}))).await.starts_with("/settings"));
        let unnamed = json!({"kind": "netlify", "name": " ", "settings": {}, "secrets": {"token": TOKEN}});
        assert_eq!(refused(unnamed).await, "/name");
        assert_eq!(get(&world, &ada, TARGETS).await["targets"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn folder_target_is_tested_within_the_listed_folders_only() {
    let root = std::env::temp_dir().join(format!("motherlode-targets-{}", shared::domain::new_id()));
    std::fs::create_dir_all(&root).expect("a folder");
    let sites = SiteSettings { deploy_folders: vec![root.clone()], ..settings().sites };
    on_each_with(ApiSettings { sites, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        let folder = |path: String| json!({"kind": "folder", "name": "Folder", "settings": {"path": path}});
        for outside in [
            "/etc/{site}".to_owned(),
            format!("{}/../{{site}}", root.display()),
            format!("{}x/{{site}}", root.display()),
        ] {
            let reply = post(&world, &ada, TARGETS, folder(outside.clone())).await;
            assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{outside}: {}", reply.text());
        }
        let made = post(&world, &ada, TARGETS, folder(format!("{}/{{site}}", root.display()))).await;
        let id = made.success(StatusCode::CREATED)["target"]["id"].as_str().expect("an id").to_owned();
        let tested = post(&world, &ada, &format!("{TARGETS}/{id}/test"), json!({})).await.success(StatusCode::OK);
        assert_eq!(tested["isReachable"], json!(true), "{tested}");
        assert_eq!(get(&world, &ada, TARGETS).await["deployFolders"], json!([root.display().to_string()]));
        operator(&world, &ada).await;
        let body = json!({"kind": "goldmine", "vertical": "plumbing", "places": [PLACE], "targetId": id});
        post(&world, &ada, "/api/sites", body).await.success(StatusCode::CREATED);
        let used = world.call(Method::DELETE, &format!("{TARGETS}/{id}")).bearer(&ada.token).send().await;
        used.problem(409, "conflict", &["/sites"]);
    })
    .await;
    std::fs::remove_dir_all(&root).expect("the folder goes");
}

#[tokio::test]
async fn unreachable_target_is_reported_without_its_secret() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let settings = json!({"host": "127.0.0.1", "port": 1, "user": "ada", "path": "/www/{site}"});
        let body =
            json!({"kind": "sftp", "name": "S", "settings": settings, "secrets": {"password": "pass-word-of-ada"}});
        let made = post(&world, &ada, TARGETS, body).await;
        // A private address is refused when the target is entered, or at the latest when it is tested.
        if made.status == StatusCode::CREATED {
            let id = made.json()["target"]["id"].as_str().expect("an id").to_owned();
            let tested = post(&world, &ada, &format!("{TARGETS}/{id}/test"), json!({})).await;
            assert!(!tested.text().contains("pass-word"), "{}", tested.text());
            let body = tested.success(StatusCode::OK);
            assert_eq!(body["isReachable"], json!(false), "{body}");
            assert!(body["detail"].as_str().is_some_and(|text| !text.is_empty()));
        } else {
            assert_eq!(made.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", made.text());
        }
    })
    .await;
}

#[tokio::test]
async fn site_without_a_public_url_has_no_form() {
    let sites = SiteSettings { public_url: None, ..settings().sites };
    on_each_with(ApiSettings { sites, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        operator(&world, &ada).await;
        let (site, _) = created(&world, &ada, "plumbing", PLACE).await;
        assert_eq!(site["hasForm"], json!(false));
        assert_eq!(get(&world, &ada, "/api/lead-sources").await["sources"], json!([]));
    })
    .await;
}
