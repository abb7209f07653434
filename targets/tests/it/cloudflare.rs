use std::time::Duration;

use serde_json::json;
use targets::{Environment, Limits, Retry, Stage, TargetKind};

use crate::{
    servers::{
        cut::Cut,
        fake::Reply,
        pages::{Pages, Service, When},
    },
    world::{Door, environment, first, kind, limits, of_another, second, site},
};

fn door_at(address: std::net::SocketAddr, server: &Pages, project: &str, environment: Environment) -> Door {
    let settings = json!({
        "accountId": "acc", "project": project, "apiUrl": format!("http://{address}"),
        "publicUrl": format!("http://{}/visit/site/project-1", server.address),
    });
    Door::open(TargetKind::CloudflarePages, &settings, &json!({"token": "good-token"}), environment)
}

fn door(server: &Pages) -> Door {
    door_at(server.address, server, "{site}", environment())
}

#[tokio::test]
async fn deploy_uploads_what_is_missing_and_rollback_uploads_nothing() {
    let server = Pages::start(Service::Cloudflare).await;
    let door = door(&server);
    let (one, two) = (first(), second());
    let old = door.publish(&one, None).await.unwrap();
    assert_eq!((old.is_live, old.uploaded, old.skipped), (true, 5, 1));
    door.verify(&old.remote, Stage::Uploaded).await.unwrap();
    let old = door.activate(&old.remote).await.unwrap().remote;
    assert_eq!(door.verify(&old, Stage::Live).await.unwrap().checked, 6);
    let new = door.publish(&two, Some(&old)).await.unwrap();
    assert_eq!((new.uploaded, new.skipped), (3, 3));
    assert_eq!(server.live().title, "motherlode w1 r2");
    server.changes();
    let again = door.publish(&two, Some(&old)).await.unwrap();
    assert_eq!((again.uploaded, again.remote), (0, new.remote.clone()));
    assert_eq!(server.changes(), Vec::<String>::new());
    door.activate(&old).await.unwrap();
    assert_eq!(server.live().title, "motherlode w1 r1");
    assert_eq!(server.changes(), ["POST /client/v4/accounts/acc/pages/projects/tulsa/deployments/deploy-1/rollback"]);
    door.verify(&old, Stage::Live).await.unwrap();
    door.remove(&old).await.unwrap();
    assert!(server.stored().sites.is_empty());
    door.remove(&old).await.unwrap();
}

#[tokio::test]
async fn headers_and_redirects_are_sent_apart() {
    let server = Pages::start(Service::Cloudflare).await;
    let release =
        site("r1", &[("index.html", "<h1>One</h1>"), ("_headers", "/*\n  x: y\n"), ("_redirects", "/a /b 301\n")]);
    door(&server).deploy(&release, None).await.unwrap();
    let live = server.live();
    assert_eq!(live.files.keys().collect::<Vec<_>>(), ["/index.html"]);
    assert_eq!(live.parts["_headers"], "/*\n  x: y\n");
    assert_eq!(live.parts["_redirects"], "/a /b 301\n");
}

#[tokio::test]
async fn deploy_that_dies_at_any_byte_is_completed_by_the_next() {
    let whole = {
        let server = Pages::start(Service::Cloudflare).await;
        let proxy = Cut::before(server.address).await;
        proxy.heal();
        door_at(proxy.address, &server, "{site}", environment()).publish(&first(), None).await.unwrap();
        proxy.passed()
    };
    let mut cuts = 0;
    for bytes in (0..whole).step_by(131) {
        let server = Pages::start(Service::Cloudflare).await;
        let proxy = Cut::before(server.address).await;
        let once = Environment { limits: Limits { attempts: 1, ..limits() }, ..environment() };
        let door = || door_at(proxy.address, &server, "{site}", once.clone());
        proxy.after(bytes);
        if let Err(error) = door().publish(&first(), None).await {
            assert_eq!(error.retry(), Retry::After(None), "{bytes}: {error}");
            cuts += 1;
        }
        proxy.heal();
        // The server fails if an asset is uploaded twice.
        let remote = door().deploy(&first(), None).await.unwrap();
        assert_eq!(server.counts(), (1, 1), "{bytes}");
        door().verify(&remote, Stage::Live).await.unwrap();
    }
    assert!(cuts > 5, "{cuts}");
}

#[tokio::test]
async fn answer_that_is_lost_makes_no_second_project_and_no_second_deployment() {
    for part in ["POST /client/v4/accounts/acc/pages/projects", "/deployments"] {
        for lost in [Reply::new(200, "{\"succ").cut(), Reply::new(503, ""), Reply::new(200, "{\"succ")] {
            let server = Pages::start(Service::Cloudflare).await;
            let line = if part == "/deployments" {
                "POST /client/v4/accounts/acc/pages/projects/tulsa/deployments"
            } else {
                part
            };
            server.fault(line, lost, When::After);
            let door = door(&server);
            let error = door.publish(&first(), None).await.unwrap_err();
            assert_eq!(error.retry(), Retry::After(None), "{part}: {error}");
            door.publish(&first(), None).await.unwrap();
            assert_eq!(server.counts(), (1, 1), "{part}");
        }
    }
}

#[tokio::test]
async fn errors_of_the_service_are_named() {
    let server = Pages::start(Service::Cloudflare).await;
    let settings = json!({"accountId": "acc", "apiUrl": format!("http://{}", server.address)});
    let wrong = Door::open(TargetKind::CloudflarePages, &settings, &json!({"token": "wrong-token"}), environment());
    for error in [wrong.test().await.unwrap_err(), wrong.publish(&first(), None).await.unwrap_err()] {
        assert_eq!((error.kind(), error.retry()), ("credentials", Retry::No), "{error}");
        assert!(!error.to_string().contains("wrong-token"));
    }
    door(&server).test().await.unwrap();
    let refusal = |code: u64, message: &str| {
        json!({"success": false, "errors": [{"code": code, "message": message}], "result": null}).to_string()
    };
    for (reply, wanted) in [
        (Reply::new(429, "").header("retry-after", "900"), "rate-limited"),
        (Reply::new(403, refusal(1, "no permission")), "permission"),
        (Reply::new(400, refusal(6003, "Invalid request headers")), "credentials"),
        (Reply::new(200, refusal(8_000_000, "odd")), "rejected"),
        (Reply::new(200, r#"{"success": true, "errors": [], "result": null}"#), "unreadable"),
        (Reply::new(200, "{\"success\": tr"), "unreadable"),
        (Reply::new(200, "<html>"), "unreadable"),
    ] {
        server.fault("GET /client/v4/accounts/acc/pages/projects/tulsa", reply, When::Instead);
        let error = door(&server).publish(&first(), None).await.unwrap_err();
        assert_eq!(error.kind(), wanted, "{error}");
        assert!(!error.to_string().contains("good-token"));
    }
    // Failures that pass are tried again, also in the middle.
    server.fault("/assets/check-missing", Reply::new(502, ""), When::Instead);
    server.fault("/assets/upload", Reply::new(429, "").header("retry-after", "0"), When::Instead);
    server.fault("/upload-token", Reply::new(200, "").slow(Duration::from_secs(9)), When::Instead);
    let quick = Environment { limits: Limits { request: Duration::from_millis(500), ..limits() }, ..environment() };
    door_at(server.address, &server, "{site}", quick).publish(&first(), None).await.unwrap();
}

#[tokio::test]
async fn deployment_that_the_service_cannot_process_leaves_the_old_one() {
    let server = Pages::start(Service::Cloudflare).await;
    let door = door(&server);
    door.publish(&first(), None).await.unwrap();
    server.stored().end = Some("failure");
    let error = door.publish(&second(), None).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("failed", Retry::No));
    assert_eq!(server.live().title, "motherlode w1 r1");
    server.stored().end = None;
    door.deploy(&second(), None).await.unwrap();
    assert_eq!(server.live().title, "motherlode w1 r2");
}

#[tokio::test]
async fn project_of_another_site_or_person_is_never_replaced() {
    let server = Pages::start(Service::Cloudflare).await;
    let remote = door(&server).deploy(&first(), None).await.unwrap();
    assert_eq!(kind(door(&server).publish(&of_another(second()), None).await), "occupied");
    let named = door_at(server.address, &server, "tulsa", environment());
    assert_eq!(kind(named.publish(&of_another(second()), None).await), "occupied");
    assert_eq!(kind(named.remove(&remote).await), "unsupported");
    server.stored().deploys[0].title = "a deployment by hand".to_owned();
    assert_eq!(kind(door(&server).publish(&second(), None).await), "in-the-way");
    named.publish(&second(), None).await.unwrap();
}
